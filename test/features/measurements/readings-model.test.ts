// Batches of readings in any order, repeated and at the same time, and with connections that are cut: what is kept is what a model says.
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
interface Sent {
  hive: number;
  kind: 'WEIGHT' | 'TEMPERATURE';
  /** Of some minutes, so that readings meet. */
  minute: number;
  value: number;
}
const readings = fc.array(
  fc.record<Sent>({
    hive: fc.nat({ max: 1 }),
    kind: fc.constantFrom('WEIGHT', 'TEMPERATURE'),
    minute: fc.nat({ max: 3000 }),
    value: fc.integer({ min: 200, max: 600 }).map((tenths) => tenths / 10),
  }),
  { minLength: 1, maxLength: 60 },
);

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

async function expectModel(start: number, stored: Map<string, Sent>): Promise<void> {
  // By raw readings, by hours and by days: all say the same.
  for (const [i, id] of hives.entries())
    for (const kind of ['WEIGHT', 'TEMPERATURE'])
      for (const points of [500, 48, 2]) {
        const args = `kind: ${kind}, from: "${new Date(start).toISOString()}", before: "${new Date(start + 4 * DAY).toISOString()}", points: ${points}`;
        const { beehive } = await ana.ask(
          `{ beehive(id: "${id}") { series(${args}) { seconds points { at min mean max count } } } }`,
        );
        const { seconds, points: got } = beehive.series;
        const parts = new Map<number, number[]>();
        for (const { hive, kind: of, minute, value } of stored.values()) {
          if (hive !== i || of !== kind) continue;
          const at = start + Math.floor((minute * 60) / seconds) * seconds * 1000;
          parts.set(at, [...(parts.get(at) ?? []), value]);
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

it('batches that are repeated, reordered and sent at once are stored once', async () => {
  // Each run has days of its own: they begin with a day in UTC, as days are kept.
  let run = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(readings, { minLength: 1, maxLength: 5 }), async (sent) => {
      const start = Math.floor(Date.now() / DAY) * DAY - (85 - 5 * run++) * DAY;
      const all = sameValues(sent.flat());
      const batches = sent.map((batch, i) => all.slice(sent.slice(0, i).flat().length).slice(0, batch.length));
      const toInput = ({ hive, kind, minute, value }: Sent) => ({
        ...{ beehiveId: hives[hive], kind, value },
        measuredAt: new Date(start + minute * MINUTE).toISOString(),
      });
      const send = async (batch: Sent[]) =>
        (await ana.ask(RECORD, { input: { readings: batch.map(toInput) } })).recordReadings;
      const answers = await Promise.all([...batches, ...batches.map((batch) => batch.toReversed())].map(send));
      const stored = new Map(all.map((one) => [keyOf(one), one]));
      expect(answers.reduce((sum, { recordedCount }) => sum + recordedCount, 0)).toBe(stored.size);
      expect(answers.reduce((sum, { recordedCount, knownCount }) => sum + recordedCount + knownCount, 0)).toBe(
        2 * all.length,
      );
      await expectModel(start, stored);
    }),
    { numRuns: 12 },
  );
});

it('a batch whose connection is cut is sent again until it is answered, and is stored once', async () => {
  const start = Math.floor(Date.now() / DAY) * DAY - 20 * DAY;
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
  await expectModel(start, new Map(all.map((one) => [keyOf(one), one])));
});
