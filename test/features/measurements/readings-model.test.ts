// Batches of readings in any order, repeated and at the same time, and with connections that are cut: what is kept is what a model
// says, also after deletions.
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { startTestApp, type TestApp } from '../../support/client.js';
import { type Beekeeper, beekeeper } from '../../support/world.js';

let app: TestApp;
let ana: Beekeeper;
let hives: string[];
beforeAll(async () => {
  app = await startTestApp();
  ana = await beekeeper(app);
  const apiary = await ana.apiary();
  hives = [await ana.beehive(apiary), await ana.beehive(apiary)];
});
afterAll(() => app.close());

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;
const RECORD =
  'mutation ($input: RecordReadingsInput!) { recordReadings(input: $input) { recordedCount knownCount refusedCount } }';
const DELETE = 'mutation ($input: DeleteReadingsInput!) { deleteReadings(input: $input) { deletedCount } }';
const KINDS = ['WEIGHT', 'TEMPERATURE'] as const;
interface Sent {
  hive: number;
  kind: (typeof KINDS)[number];
  /** Of some minutes, so that readings meet. */
  minute: number;
  value: number;
}
const readings = fc.array(
  fc.record<Sent>({
    hive: fc.nat({ max: 1 }),
    kind: fc.constantFrom(...KINDS),
    minute: fc.nat({ max: 3000 }),
    value: fc.integer({ min: 200, max: 600 }).map((tenths) => tenths / 10),
  }),
  { minLength: 1, maxLength: 60 },
);

/** A reading that is stored. */
interface Stored extends Omit<Sent, 'minute'> {
  at: number;
}
/** The first reading of a hive, a kind and a time counts. */
const keyOf = ({ hive, kind, minute }: Sent): string => `${hive} ${kind} ${minute}`;
/** Every reading of one time has one value here: which of several comes first is not known. */
const sameValues = (all: Sent[]): Sent[] => {
  const values = new Map<string, number>();
  return all.map((one) => {
    const value = values.get(keyOf(one)) ?? one.value;
    values.set(keyOf(one), value);
    return { ...one, value };
  });
};
const toStored = (start: number, all: Sent[]): Stored[] =>
  [...new Map(all.map((one) => [keyOf(one), one])).values()].map(({ minute, ...one }) => ({
    ...{ ...one, at: start + minute * MINUTE },
  }));

/** A day in UTC, as days are kept. */
const dayAgo = (days: number): number => Math.floor(Date.now() / DAY) * DAY - days * DAY;
/** Times that are read as they were sent, by hours and by days. */
const spansAt = (start: number): [from: number, before: number, points: number, seconds?: number][] => [
  ...[500, 48, 2].map((points): [number, number, number] => [start, start + 4 * DAY, points]),
  [start, start + 10 * DAY, 500, 3600],
  [dayAgo(85), dayAgo(-1), 20, 5 * 86_400],
];

async function expectModel(start: number, stored: readonly Stored[]): Promise<void> {
  for (const [i, id] of hives.entries())
    for (const kind of KINDS)
      for (const [from, before, points, expectedSeconds] of spansAt(start)) {
        const args = `kind: ${kind}, from: "${new Date(from).toISOString()}", before: "${new Date(before).toISOString()}", points: ${points}`;
        const { beehive } = await ana.ask(
          `{ beehive(id: "${id}") { series(${args}) { seconds points { at min mean max count } } } }`,
        );
        const { seconds, points: got } = beehive.series;
        if (expectedSeconds) expect(seconds).toBe(expectedSeconds);
        const parts = new Map<number, number[]>();
        for (const { hive, kind: of, at, value } of stored) {
          if (hive !== i || of !== kind || at < from || at >= before) continue;
          const part = from + Math.floor((at - from) / 1000 / seconds) * seconds * 1000;
          parts.set(part, [...(parts.get(part) ?? []), value]);
        }
        const expected = [...parts]
          .toSorted(([a], [b]) => a - b)
          .map(([at, values]) => ({
            at: new Date(at).toISOString(),
            min: Math.min(...values),
            mean: expect.closeTo(values.reduce((sum, value) => sum + value, 0) / values.length, 8),
            max: Math.max(...values),
            count: values.length,
          }));
        expect(got).toEqual(expected);
      }
}

async function expectLatest(stored: readonly Stored[]): Promise<void> {
  for (const [i, id] of hives.entries()) {
    const { beehive } = await ana.ask(`{ beehive(id: "${id}") { latestMeasurements { kind value measuredAt } } }`);
    const expected = KINDS.flatMap((kind) => {
      const last = stored.filter((one) => one.hive === i && one.kind === kind).toSorted((a, b) => b.at - a.at)[0];
      return last ? [{ kind, value: last.value, measuredAt: new Date(last.at).toISOString() }] : [];
    });
    expect(beehive.latestMeasurements).toEqual(expect.arrayContaining(expected));
    expect(beehive.latestMeasurements).toHaveLength(expected.length);
  }
}

interface Deletion {
  hive: number;
  kind: Sent['kind'];
  from: number | undefined;
  /** In minutes, as that of a reading. */
  minutes: number | undefined;
}
const deletion = fc.record<Deletion>({
  hive: fc.nat({ max: 1 }),
  kind: fc.constantFrom(...KINDS),
  from: fc.option(fc.nat({ max: 3000 }), { nil: undefined, freq: 10 }),
  minutes: fc.option(fc.integer({ min: 1, max: 3000 }), { nil: undefined, freq: 10 }),
});

it('batches that are repeated, reordered and sent at once are stored once, and what is deleted is gone everywhere', async () => {
  // Each run has days of its own.
  let run = 0;
  let stored: Stored[] = [];
  await fc.assert(
    fc.asyncProperty(
      fc.array(readings, { minLength: 1, maxLength: 5 }),
      fc.array(deletion, { maxLength: 3 }),
      async (sent, deletions) => {
        const start = dayAgo(85 - 5 * run++);
        const all = sameValues(sent.flat());
        const batches = sent.map((batch, i) => all.slice(sent.slice(0, i).flat().length).slice(0, batch.length));
        const toInput = ({ hive, kind, minute, value }: Sent) => ({
          ...{ beehiveId: hives[hive], kind, value },
          measuredAt: new Date(start + minute * MINUTE).toISOString(),
        });
        const send = async (batch: Sent[]) =>
          (await ana.ask(RECORD, { input: { readings: batch.map(toInput) } })).recordReadings;
        const answers = await Promise.all([...batches, ...batches.map((batch) => batch.toReversed())].map(send));
        const added = toStored(start, all);
        expect(answers.reduce((sum, { recordedCount }) => sum + recordedCount, 0)).toBe(added.length);
        expect(answers.reduce((sum, { recordedCount, knownCount }) => sum + recordedCount + knownCount, 0)).toBe(
          2 * all.length,
        );
        stored = [...stored, ...added];
        await expectModel(start, stored);
        for (const { hive, kind, from, minutes } of deletions) {
          const first = from === undefined ? -Infinity : start + from * MINUTE;
          const last = minutes === undefined ? Infinity : start + ((from ?? 0) + minutes) * MINUTE;
          const input = {
            ...{ beehiveId: hives[hive], kind },
            ...(from !== undefined && { from: new Date(first).toISOString() }),
            ...(minutes !== undefined && { before: new Date(last).toISOString() }),
          };
          const left = stored.filter(
            (one) => !(one.hive === hive && one.kind === kind && one.at >= first && one.at < last),
          );
          expect((await ana.ask(DELETE, { input })).deleteReadings.deletedCount).toBe(stored.length - left.length);
          stored = left;
        }
        if (deletions.length > 0) await expectModel(start, stored);
        await expectLatest(stored);
      },
    ),
    { numRuns: 8, endOnFailure: true },
  );
});

it('a batch whose connection is cut is sent again until it is answered, and is stored once', async () => {
  const start = dayAgo(20);
  for (const kind of KINDS) for (const beehiveId of hives) await ana.ask(DELETE, { input: { beehiveId, kind } });
  const all = Array.from({ length: 900 }, (_, minute) => ({
    hive: 0,
    kind: 'WEIGHT' as const,
    minute,
    value: 30 + (minute % 7),
  }));
  let isOver = false;
  const cut = async (): Promise<void> => {
    while (!isOver) {
      await wait(3);
      await app.database.sql(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like '%readings.raw%' and pid <> pg_backend_pid() and state = 'active' limit 1`,
      );
    }
  };
  const cutting = cut();
  const deliver = async (from: number): Promise<void> => {
    const batch = all.slice(from, from + 90).map(({ minute, value }) => ({
      ...{ beehiveId: hives[0], kind: 'WEIGHT', value },
      measuredAt: new Date(start + minute * MINUTE).toISOString(),
    }));
    for (let tries = 0; ; tries++) {
      if (tries === 200) isOver = true;
      const { errors } = await ana.graphql(RECORD, { input: { readings: batch } });
      if (!errors) return;
    }
  };
  for (let from = 0; from < 900; from += 90) await Promise.all([deliver(from), deliver(from)]);
  isOver = true;
  await cutting;
  await expectModel(start, toStored(start, all));
});
