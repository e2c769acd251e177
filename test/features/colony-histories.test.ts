// Random histories of colonies, through two services on one database: back-dated, corrected and concurrent. After every step, the hives are
// compared with a model of the rules. Whatever happens, a hive stands in one apiary at a time, and no frame comes from nowhere.
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { expectLogExact } from '../support/change-log.js';
import { Client, type GraphqlAnswer, startTestApp, type TestApp } from '../support/client.js';
import {
  correctEnd,
  correctPlacement,
  daysAgo,
  lose,
  move,
  readHive,
  revive,
  split,
  unite,
} from '../support/colonies.js';
import { expectOwnersTrue } from '../support/owners.js';
import { type Beekeeper, beekeeper, placementOf } from '../support/world.js';

let services: TestApp[];
beforeAll(async () => {
  const first = await startTestApp();
  services = [first, await startTestApp({}, first.database)];
});
afterAll(async () => {
  const { database } = services[0]!;
  await expectLogExact(database);
  await expectOwnersTrue(database);
  await services[1]!.close();
  await services[0]!.close();
});

const APIARIES = 3;
const HIVES = 4;
const MAX_HIVES = 12;
const FIRST_DAY = 100;
const FRAMES = 8;

const KINDS = [
  'split',
  'unite',
  'unite',
  'lose',
  'move',
  'move',
  'update',
  'correctEnd',
  'revive',
  'revive',
  'correctPlacement',
] as const;
interface Step {
  kind: (typeof KINDS)[number];
  service: number;
  hive: number;
  other: number;
  food: number;
  brood: number;
  /** Days before today. */
  ago: number;
}
const steps = (length: number): fc.Arbitrary<Step[]> =>
  fc.array(
    fc.record<Step>({
      kind: fc.constantFrom(...KINDS),
      service: fc.nat(1),
      hive: fc.nat(1000),
      other: fc.nat(1000),
      food: fc.nat(FRAMES),
      brood: fc.nat(FRAMES),
      // Recent days are likelier: whatever happened before the last move is refused.
      ago: fc.oneof(fc.nat(3), fc.nat(20), fc.nat(FIRST_DAY + 10)),
    }),
    { minLength: length, maxLength: length },
  );

interface Place {
  apiary: string;
  from: string;
  to: string | null;
}
interface Hive {
  id: string;
  food: number;
  brood: number;
  endedOn: string | null;
  cause: string | null;
  places: Place[];
  union?: { into: Hive; food: number; brood: number };
}
const pick = <T>(list: readonly T[], n: number): T => list[n % list.length]!;
const lastOf = ({ places }: Hive): Place => places.at(-1)!;
/** The reason of a refusal, or its code if it has none. */
const outcomeOf = ({ errors = [] }: GraphqlAnswer<unknown>): string | undefined =>
  errors[0] && (errors[0].extensions.reason ?? errors[0].extensions.code);

const [ENDED, LIVING, EARLY, LATE] = ['BEEHIVE_ENDED', 'BEEHIVE_LIVING', 'BEFORE_PLACEMENT', 'AFTER_PLACEMENT'];
const [FEW, INVALID] = ['INSUFFICIENT_FRAMES', 'BAD_USER_INPUT'];
const lacks = (from: Hive, { food, brood }: { food: number; brood: number }): boolean =>
  food > from.food || brood > from.brood;

class Yard {
  readonly hives: Hive[] = [];
  private constructor(
    private readonly owner: Beekeeper,
    readonly apiaries: string[],
  ) {}

  static async start(): Promise<Yard> {
    const owner = await beekeeper(services[0]!);
    const apiaries: string[] = [];
    for (let i = 0; i < APIARIES; i++) apiaries.push(await owner.apiary());
    const yard = new Yard(owner, apiaries);
    for (let i = 0; i < HIVES; i++) {
      const apiary = pick(apiaries, i);
      const id = await owner.beehive(apiary, { foodFrames: FRAMES, broodFrames: FRAMES });
      await correctPlacement(owner, await placementOf(owner, id), { placedOn: daysAgo(FIRST_DAY) });
      const places = [{ apiary, from: daysAgo(FIRST_DAY), to: null }];
      yard.hives.push({ id, food: FRAMES, brood: FRAMES, endedOn: null, cause: null, places });
    }
    return yard;
  }

  who = (service: number): Client => new Client(services[service]!.url, this.owner.token);

  /** Sends a step. @returns the outcome, and the id of a new hive */
  async send({ kind, service, ...step }: Step): Promise<{ outcome: string | undefined; id?: string | undefined }> {
    const who = this.who(service);
    const [{ id }, other, apiary] = [
      pick(this.hives, step.hive),
      pick(this.hives, step.other),
      pick(this.apiaries, step.other),
    ];
    const day = daysAgo(step.ago);
    const frames = { foodFrames: step.food, broodFrames: step.brood };
    const run = async (): Promise<GraphqlAnswer<{ result?: { id: string } }>> => {
      switch (kind) {
        case 'split':
          return split(who, { beehiveId: id, apiaryId: apiary, ...frames, splitOn: day });
        case 'unite':
          return unite(who, { beehiveId: id, intoBeehiveId: other.id, ...frames, unitedOn: day });
        case 'lose':
          return lose(who, { beehiveId: id, cause: 'OTHER', lostOn: day });
        case 'move':
          return move(who, { beehiveId: id, apiaryId: apiary, movedOn: day });
        case 'update':
          return who.graphql(`mutation { updateBeehive(id: "${id}", input: { apiaryId: "${apiary}" }) { id } }`);
        case 'correctEnd':
          return correctEnd(who, id, { endedOn: day });
        case 'revive':
          return revive(who, id);
        default: {
          const { nodes } = (await readHive(who, id)).placements;
          return correctPlacement(who, pick(nodes.toReversed(), step.other).id, { placedOn: day }) as never;
        }
      }
    };
    const answer = await run();
    return { outcome: outcomeOf(answer), id: kind === 'split' ? answer.data?.result?.id : undefined };
  }

  /** Adds hives that others have created. */
  learn(ids: string[]): void {
    for (const id of ids)
      if (!this.hives.some((hive) => hive.id === id)) this.hives.push({ ...pick(this.hives, 0), id });
  }

  /** What the rules say, and what the hives are then. */
  apply({ kind, ...step }: Step, id: string | undefined): string | undefined {
    const [hive, other, apiary] = [
      pick(this.hives, step.hive),
      pick(this.hives, step.other),
      pick(this.apiaries, step.other),
    ];
    const day = daysAgo(step.ago);
    const frames = { food: step.food, brood: step.brood };
    const end = (cause: string): void => {
      Object.assign(hive, { endedOn: day, cause });
      lastOf(hive).to = day;
    };
    const moveOn = (on: string): void => {
      lastOf(hive).to = on;
      hive.places.push({ apiary, from: on, to: null });
    };
    switch (kind) {
      case 'split':
        if (hive.endedOn) return ENDED;
        if (day < lastOf(hive).from) return EARLY;
        if (lacks(hive, frames)) return FEW;
        hive.food -= frames.food;
        hive.brood -= frames.brood;
        this.hives.push({ id: id!, ...frames, endedOn: null, cause: null, places: [{ apiary, from: day, to: null }] });
        return undefined;
      case 'unite':
        if (hive === other) return INVALID;
        if (hive.endedOn || other.endedOn) return ENDED;
        if (day < lastOf(hive).from || day < lastOf(other).from) return EARLY;
        if (lacks(hive, frames)) return FEW;
        hive.food -= frames.food;
        hive.brood -= frames.brood;
        other.food += frames.food;
        other.brood += frames.brood;
        hive.union = { into: other, ...frames };
        end('UNITED');
        return undefined;
      case 'lose':
        if (hive.endedOn) return ENDED;
        if (day < lastOf(hive).from) return EARLY;
        end('OTHER');
        return undefined;
      case 'move':
        if (hive.endedOn) return ENDED;
        if (apiary === lastOf(hive).apiary) return INVALID;
        if (day < lastOf(hive).from) return EARLY;
        moveOn(day);
        return undefined;
      case 'update':
        if (hive.endedOn) return apiary === lastOf(hive).apiary ? undefined : ENDED;
        if (apiary !== lastOf(hive).apiary) moveOn(daysAgo(0));
        return undefined;
      case 'correctEnd':
        if (!hive.endedOn) return LIVING;
        if (day < lastOf(hive).from) return EARLY;
        end(hive.cause!);
        return undefined;
      case 'revive': {
        if (!hive.endedOn) return LIVING;
        const { union } = hive;
        if (union?.into.endedOn) return ENDED;
        if (union) {
          if (lacks(union.into, union)) return FEW;
          union.into.food -= union.food;
          union.into.brood -= union.brood;
          hive.food += union.food;
          hive.brood += union.brood;
        }
        delete hive.union;
        Object.assign(hive, { endedOn: null, cause: null });
        lastOf(hive).to = null;
        return undefined;
      }
      default: {
        const at = step.other % hive.places.length;
        const [place, before] = [hive.places[at]!, hive.places[at - 1]];
        if (before && day < before.from) return EARLY;
        if (place.to !== null && day > place.to) return LATE;
        place.from = day;
        if (before) before.to = day;
        return undefined;
      }
    }
  }

  async expectModel(history: unknown): Promise<void> {
    for (const hive of this.hives) {
      const read = await readHive(this.who(1), hive.id);
      const places = read.placements.nodes
        .toReversed()
        .map(({ apiaryId: apiary, placedOn: from, leftOn: to }) => ({ apiary, from, to }));
      const { foodFrames: food, broodFrames: brood, endedOn, endCause: cause } = read;
      const { union: _, ...expected } = hive;
      expect({ history, hive: { id: hive.id, food, brood, endedOn, cause, places } }).toEqual({
        history,
        hive: expected,
      });
    }
  }

  /** What no order of concurrent steps may violate. */
  async expectConsistent(frames: { food: number; brood: number }): Promise<void> {
    const { sql } = services[0]!.database;
    const owned = `owner_id = '${this.owner.id}'`;
    expect(
      await sql(`select sum(food_frames)::int as food, sum(brood_frames)::int as brood from beehives where ${owned}`),
    ).toEqual([frames]);
    const wrong = await sql(
      `select 'two apiaries' as what, p.beehive_id from beehive_placements p join beehive_placements q
         on q.beehive_id = p.beehive_id and q.id <> p.id and daterange(q.placed_on, q.left_on) && daterange(p.placed_on, p.left_on)
       where p.${owned}
       union all select 'gap', p.beehive_id from beehive_placements p
         where p.${owned} and p.left_on is not null and p.left_on <> (select b.ended_on from beehives b where b.id = p.beehive_id)
           and not exists (select 1 from beehive_placements q where q.beehive_id = p.beehive_id and q.placed_on = p.left_on)
       union all select 'place', b.id from beehives b where b.${owned} and
         (select array_agg(apiary_id) from beehive_placements where beehive_id = b.id and left_on is null)
           is distinct from (case when b.ended_on is null then array[b.apiary_id] end)
       union all select 'union', b.id from beehives b where b.${owned} and (coalesce(b.end_cause, '') = 'UNITED') <> exists (
         select 1 from colony_events e join colony_events w on w.beehive_id = e.other_beehive_id and w.kind = 'UNITED_WITH'
           and w.other_beehive_id = b.id and (w.food_frames, w.brood_frames) = (e.food_frames, e.brood_frames)
         where e.beehive_id = b.id and e.kind = 'UNITED_INTO')`,
    );
    expect(wrong).toEqual([]);
  }
}

it('a history is what the rules say, step by step', async () => {
  await fc.assert(
    fc.asyncProperty(steps(40), async (history) => {
      const yard = await Yard.start();
      const log: string[] = [];
      for (const step of history) {
        if (step.kind === 'split' && yard.hives.length >= MAX_HIVES) continue;
        const { outcome, id } = await yard.send(step);
        log.push(`${JSON.stringify(step)}: ${outcome}`);
        expect({ log, outcome }).toEqual({ log, outcome: yard.apply(step, id) });
      }
      await yard.expectModel(log);
    }),
    { numRuns: 4, endOnFailure: true },
  );
}, 240_000);

it('concurrent steps leave each hive in one apiary, with the frames that there were, and without a deadlock', async () => {
  const { sql } = services[0]!.database;
  const deadlocks = () => sql('select deadlocks from pg_stat_database where datname = current_database()');
  const before = await deadlocks();
  await fc.assert(
    fc.asyncProperty(fc.array(steps(8), { minLength: 5, maxLength: 5 }), async (rounds) => {
      const yard = await Yard.start();
      for (const round of rounds) {
        const answers = await Promise.all(round.map((step) => yard.send(step)));
        yard.learn(answers.flatMap(({ id }) => id ?? []));
        for (const { outcome } of answers)
          expect([undefined, ENDED, LIVING, EARLY, LATE, FEW, INVALID, 'CHANGED_CONCURRENTLY']).toContain(outcome);
        await yard.expectConsistent({ food: HIVES * FRAMES, brood: HIVES * FRAMES });
      }
    }),
    { numRuns: 4, endOnFailure: true },
  );
  expect(await deadlocks()).toEqual(before);
}, 240_000);
