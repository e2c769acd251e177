// Random histories of inspections: recorded, amended, drafted, voided, moved, and deleted with their hive. After each step, everything that
// counts inspections is compared with a model: only the completed, current ones count.
import { expect, it } from '@jest/globals';
import { expectLogExact } from '../../support/change-log.js';
import * as fc from '../../support/fast-check.js';
import { refusalOf } from '../../support/members.js';
import { Phone } from '../../support/phone.js';
import { ana, app, question, tryAmend, tryComplete, tryRecord, tryVoid } from './inspections.fixture.js';

const KINDS = [
  ...['record', 'record', 'record', 'draft', 'complete', 'amend', 'discard'],
  ...['void', 'void', 'move', 'move', 'deleteHive'],
] as const;
/** `target`, `hive` choose among what there is. */
interface Step {
  kind: (typeof KINDS)[number];
  target: number;
  hive: number;
  daysAgo: number;
  number: number;
}
const steps = fc.array(
  fc.record<Step>({
    kind: fc.constantFrom(...KINDS),
    target: fc.nat(99),
    hive: fc.nat(99),
    daysAgo: fc.nat(40),
    number: fc.nat(20),
  }),
  { minLength: 25, maxLength: 35 },
);

interface Inspection {
  id: string;
  series: string;
  hive: string;
  status: 'DRAFT' | 'COMPLETED' | 'VOIDED';
  current: boolean;
  occurredAt: string;
  /** The value of its only answer. */
  number: number | null;
}
const counts = ({ status, current }: Inspection): boolean => current && status === 'COMPLETED';
const latestFirst = (a: Inspection, b: Inspection): number => (a.occurredAt < b.occurredAt ? 1 : -1);
const idsOf = (list: { id: string }[]): string[] => list.map(({ id }) => id);

const DAY_MS = 86_400_000;
const [OVERDUE_DAYS, RECENT_DAYS] = [14, 30];
const READ = `query ($hives: [ID!]!, $from: LocalDate!, $to: LocalDate!, $now: DateTime!, $since: DateTime!) {
  statistics { overdueInspectionsCount recentInspectionsCount period(from: $from, to: $to) { inspectionsCount } }
  worklist(filter: { kinds: [OVERDUE_INSPECTION], dueBefore: $now }) { nodes { beehive { id } } }
  apiaries { nodes {
    overdue: beehives(filter: { notInspectedSince: $since }) { nodes { id } } inspections { nodes { id } } answerTrends(period: MONTH) { periods { answersCount } }
  } }
  hives: nodes(ids: $hives) { ... on Beehive {
    id lastInspectedAt lastInspection { id } answers { nodes { number } } timeline(filter: { kinds: [INSPECTED] }) { nodes { record { ... on Inspection { id } } } }
    shown: inspections { totalCount nodes { id } } voided: inspections(filter: { statuses: [VOIDED] }) { totalCount nodes { id } }
  } }
}`;

class World {
  /** The first two have a question, the others stand in an apiary without one. */
  hives: string[] = [];
  inspections: Inspection[] = [];
  private recorded = 0;

  private constructor(
    private readonly questionId: string,
    private readonly asked: Set<string>,
    private readonly phone: Phone,
  ) {}

  static async start(): Promise<World> {
    // What the account has of former histories would count, too.
    for (const { id } of (await ana.ask('{ apiaries { nodes { id } } }')).apiaries.nodes)
      await ana.ask(`mutation { deleteApiary(input: { id: "${id}" }) { deletedId } }`);
    const [north, south] = [await ana.apiary({ name: 'North' }), await ana.apiary({ name: 'South' })];
    const questionId = await question(north, { texto: 'Cuadros', tipoRespuesta: 'numero', min: 0, max: 20 });
    const asked = [await ana.beehive(north), await ana.beehive(north)];
    const world = new World(questionId, new Set(asked), new Phone(app, ana));
    world.hives = [...asked, await ana.beehive(south), await ana.beehive(south)];
    return world;
  }

  /** @returns what it is to be refused with, and what it is refused with */
  async take({ kind, target, hive: h, daysAgo, number: n }: Step): Promise<[string | undefined, string | undefined]> {
    const hive = this.hives[h % this.hives.length]!;
    const inspection = this.inspections[target % Math.max(this.inspections.length, 1)];
    if (kind === 'record' || kind === 'draft') {
      const number = this.asked.has(hive) ? n : null;
      // Each time is another one, and none is on the border of a period.
      const occurredAt = new Date(Date.now() - daysAgo * DAY_MS - 3_600_000 - ++this.recorded * 1000).toISOString();
      const isDraft = kind === 'draft';
      const input = { beehiveId: hive, answers: this.answersOf(number), occurredAt, draft: isDraft };
      const { id } = (await tryRecord(input)).data.i.inspection;
      const status = isDraft ? 'DRAFT' : 'COMPLETED';
      this.inspections.push({ id, series: id, hive, status, current: true, occurredAt, number });
      return [undefined, undefined];
    }
    if (kind === 'deleteHive') {
      if (this.hives.length < 3 || n > 5) return [undefined, undefined];
      await ana.ask(`mutation { deleteBeehive(input: { id: "${hive}" }) { deletedId } }`);
      this.hives = this.hives.filter((id) => id !== hive);
      this.inspections = this.inspections.filter((one) => one.hive !== hive);
      return [undefined, undefined];
    }
    return inspection ? this.change(kind, inspection, hive, n) : [undefined, undefined];
  }

  private answersOf = (number: number | null) => (number === null ? [] : [{ questionId: this.questionId, number }]);

  private async change(
    kind: Exclude<Step['kind'], 'record' | 'draft' | 'deleteHive'>,
    inspection: Inspection,
    hive: string,
    n: number,
  ): Promise<[string | undefined, string | undefined]> {
    const { id, series, status, current, number } = inspection;
    const isVoided = status === 'VOIDED' && 'CONFLICT INSPECTION_VOIDED';
    const isDraft = status === 'DRAFT' && 'CONFLICT INSPECTION_IS_DRAFT';
    const isLatestVoided = this.inspections.some((one) => one.series === series && one.status === 'VOIDED');
    const isReplaced = !current && `CONFLICT INSPECTION_${isLatestVoided ? 'VOIDED' : 'REPLACED'}`;
    switch (kind) {
      case 'complete': {
        const refusal = refusalOf(await tryComplete(id));
        if (status === 'DRAFT') inspection.status = 'COMPLETED';
        return [isVoided || undefined, refusal];
      }
      case 'discard': {
        const refusal = refusalOf(
          await ana.graphql(`mutation { discardInspectionDraft(input: { id: "${id}" }) { deletedId } }`),
        );
        if (status === 'DRAFT') this.inspections = this.inspections.filter((one) => one !== inspection);
        return [isVoided || (status === 'COMPLETED' && 'CONFLICT INSPECTION_COMPLETED') || undefined, refusal];
      }
      case 'amend': {
        const other = number === null ? null : n;
        const answer = await tryAmend(id, { answers: this.answersOf(other), reason: 'Forgotten' });
        const expected = isVoided || isDraft || isReplaced || undefined;
        if (!expected) {
          inspection.current = false;
          this.inspections.push({ ...inspection, id: answer.data.i.inspection.id, current: true, number: other });
        }
        return [expected, refusalOf(answer)];
      }
      case 'void': {
        const refusal = refusalOf(await tryVoid(id));
        const expected = isDraft || (!isVoided && isReplaced) || undefined;
        if (!expected) inspection.status = 'VOIDED';
        return [expected, refusal];
      }
      case 'move': {
        const answer = await tryVoid(id, { beehiveId: hive });
        const isSame = hive === inspection.hive && 'BAD_USER_INPUT';
        const expected = isVoided || isSame || isDraft || isReplaced || undefined;
        if (!expected) {
          const moved = answer.data.i.inspection.id;
          this.inspections.push({ ...inspection, id: moved, series: moved, hive });
          inspection.status = 'VOIDED';
        }
        return [expected, refusalOf(answer)];
      }
    }
  }

  /** Compares everything that counts inspections with the model. */
  async expectModel(): Promise<void> {
    const [from, to] = [60, -1].map((days) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10));
    const counted = this.inspections.filter(counts).sort(latestFirst);
    const since = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString();
    const variables = { hives: this.hives, from, to, now: new Date(), since: since(OVERDUE_DAYS) };
    const read = await ana.ask(READ, variables);
    const of = (hive: string) => counted.filter((one) => one.hive === hive);
    const overdue = this.hives.filter((hive) => !of(hive).some(({ occurredAt }) => occurredAt >= since(OVERDUE_DAYS)));
    const seen = this.inspections.filter(({ current, status }) => current && status !== 'VOIDED').sort(latestFirst);
    const voided = this.inspections.filter(({ status }) => status === 'VOIDED').sort(latestFirst);
    expect(read.statistics).toEqual({
      overdueInspectionsCount: overdue.length,
      recentInspectionsCount: counted.filter(({ occurredAt }) => occurredAt >= since(RECENT_DAYS)).length,
      period: { inspectionsCount: counted.length },
    });
    const { nodes: places } = read.apiaries;
    const flat = (name: string): string[] => places.flatMap((place: Record<string, unknown>) => place[name]);
    const neglected = places.flatMap(({ overdue }: { overdue: { nodes: { id: string }[] } }) => overdue.nodes);
    expect(idsOf(neglected).sort()).toEqual(overdue.toSorted());
    expect(read.worklist.nodes.map(({ beehive }: { beehive: { id: string } }) => beehive.id).sort()).toEqual(
      overdue.toSorted(),
    );
    const listed = places.flatMap(({ inspections }: { inspections: { nodes: { id: string }[] } }) => inspections.nodes);
    expect(idsOf(listed).sort()).toEqual(idsOf(seen).sort());
    const periods = (flat('answerTrends') as never as { periods: { answersCount: number }[] }[]).flatMap(
      (one) => one.periods,
    );
    const answered = counted.filter(({ number }) => number !== null);
    expect(periods.reduce((sum, { answersCount }) => sum + answersCount, 0)).toBe(answered.length);
    const listOf = (hive: string, list: Inspection[]) => {
      const nodes = list.filter((one) => one.hive === hive).map(({ id }) => ({ id }));
      return { totalCount: nodes.length, nodes };
    };
    expect(read.hives).toEqual(
      this.hives.map((id) => ({
        id,
        lastInspectedAt: of(id)[0]?.occurredAt ?? null,
        lastInspection: of(id)[0] ? { id: of(id)[0]!.id } : null,
        answers: { nodes: of(id).flatMap(({ number }) => (number === null ? [] : [{ number }])) },
        timeline: { nodes: of(id).map((one) => ({ record: { id: one.id } })) },
        shown: listOf(id, seen),
        voided: listOf(id, voided),
      })),
    );
    await this.expectRest(seen, counted);
    await this.expectCopies(counted);
  }

  private async expectRest(seen: Inspection[], counted: Inspection[]): Promise<void> {
    const at = this.recorded % this.hives.length;
    const hive = this.hives[at]!;
    const { body: shown } = await ana.rest('GET', `/inspections?beehive_id=${hive}`);
    expect(idsOf(shown)).toEqual(idsOf(seen.filter((one) => one.hive === hive)));
    const { body: answers } = await ana.rest('GET', `/answers/hive/${hive}`);
    const expected = counted.filter((one) => one.hive === hive && one.number !== null);
    expect(answers.map((one: { number: number }) => one.number)).toEqual(expected.map(({ number }) => number));
  }

  /** A client keeps copies, and reads only what has changed. */
  private async expectCopies(counted: Inspection[]): Promise<void> {
    await this.phone.sync();
    const copies = [...this.phone.records.values()];
    const inspections = copies.filter(({ __typename }) => __typename === 'Inspection');
    expect(
      inspections
        .map(({ id, beehiveId, inspected, current }) => ({ id, hive: beehiveId, status: inspected, current }))
        .sort(byId),
    ).toEqual(this.inspections.map(({ id, hive, status, current }) => ({ id, hive, status, current })).sort(byId));
    const hives = copies.filter(({ __typename }) => __typename === 'Beehive');
    expect(hives.map(({ id, lastInspectedAt }) => ({ id, lastInspectedAt })).sort(byId)).toEqual(
      this.hives
        .map((id) => ({ id, lastInspectedAt: counted.find(({ hive }) => hive === id)?.occurredAt ?? null }))
        .sort(byId),
    );
  }
}

const byId = (a: { id: string }, b: { id: string }): number => (a.id < b.id ? -1 : 1);

it('a history is what the rules say, step by step', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (history) => {
      const world = await World.start();
      for (const step of history) {
        const [expected, refusal] = await world.take(step);
        expect({ step, refusal }).toEqual({ step, refusal: expected });
        await world.expectModel();
      }
    }),
    { numRuns: 5, endOnFailure: true },
  );
  await expectLogExact(app.database);
}, 240_000);
