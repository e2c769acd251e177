// What the worklist has of measurements: food and weights against what the apiary says, swarms, and devices that are silent or empty.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { startTestApp, type TestApp } from '../../support/client.js';
import { type Beekeeper, beekeeper } from '../../support/world.js';

let app: TestApp;
let ana: Beekeeper;
let apiary: string;
let hive: string;
beforeAll(async () => {
  app = await startTestApp();
  ana = await beekeeper(app);
});
beforeEach(async () => {
  apiary = await ana.apiary();
  hive = await ana.beehive(apiary);
});
afterAll(() => app.close());

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const ago = (ms: number): string => new Date(Date.now() - ms).toISOString();
const RECORD = 'mutation ($input: RecordReadingsInput!) { recordReadings(input: $input) { refusedCount } }';
const send = async (readings: [kind: string, ago: number, value: number][], beehiveId = hive): Promise<void> => {
  const all = readings.map(([kind, ms, value]) => ({ beehiveId, kind, value, measuredAt: ago(ms) }));
  const { recordReadings } = await ana.ask(RECORD, { input: { readings: all } });
  expect(recordReadings.refusedCount).toBe(0);
};
const items = async (kind: string) => {
  const { worklist } = await ana.ask(
    `{ worklist(filter: { apiaryIds: ["${apiary}"], kinds: [${kind}] }) { totalCount nodes { kind severity value threshold dueAt title(language: EN) record { ... on Beehive { id } } beehive { id } } } }`,
  );
  expect(worklist.totalCount).toBe(worklist.nodes.length);
  return worklist.nodes;
};
const setRules = (rules: string) =>
  ana.ask(`mutation { updateApiary(input: { id: "${apiary}", ${rules} }) { apiary { id } } }`);

describe('food', () => {
  const inspect = (foodFrames: number, days: number) =>
    app.database.sql(
      `update beehives set food_frames = $2, last_inspected_at = now() - make_interval(days => $3) where id = $1`,
      [...[hive, foodFrames, days]],
    );
  const feed = (grams: number, days: number) =>
    ana.ask(
      `mutation { recordFeeding(input: { beehiveIds: ["${hive}"], kind: SYRUP, sugarPercent: "50", amount: { gramsPerHive: ${grams} }, fedOn: "${ago(days * DAY).slice(0, 10)}" }) { feedings { id } } }`,
    );

  it('is what frames hold, and the sugar since the last inspection', async () => {
    await inspect(4, 10);
    expect(await items('STORES_LOW')).toEqual([]);
    await setRules('winterStores: 15');
    await feed(20_000, 20);
    await feed(4000, 5);
    expect(await items('STORES_LOW')).toMatchObject([
      {
        severity: 'MEDIUM',
        value: 10,
        threshold: 15,
        title: expect.stringMatching(/about 10 kg of food/),
        record: { id: hive },
      },
    ]);
    await setRules('winterStores: 30');
    expect(await items('STORES_LOW')).toMatchObject([{ severity: 'HIGH' }]);
    await feed(40_000, 2);
    expect(await items('STORES_LOW')).toEqual([]);
    await setRules('winterStores: null');
    expect(await items('STORES_LOW')).toEqual([]);
  });

  it('is not known without an inspection of the last 60 days that counted frames', async () => {
    await setRules('winterStores: 15');
    expect(await items('STORES_LOW')).toEqual([]);
    await inspect(1, 61);
    expect(await items('STORES_LOW')).toEqual([]);
    await inspect(1, 59);
    expect(await items('STORES_LOW')).toHaveLength(1);
  });

  it.each(['winterStores: 0', 'winterStores: 201', 'minimumWeight: 0.5'])('has limits: %s', async (rule) => {
    const { errors } = await ana.graphql(
      `mutation { updateApiary(input: { id: "${apiary}", ${rule} }) { apiary { id } } }`,
    );
    expect(errors?.[0]?.extensions.code).toBe('BAD_USER_INPUT');
  });
});

describe('weight', () => {
  it('is the latest of the scale and of people', async () => {
    await setRules('minimumWeight: 25');
    await send([['WEIGHT', 3 * DAY, 24]]);
    expect(await items('WEIGHT_LOW')).toMatchObject([{ severity: 'HIGH', value: 24, threshold: 25 }]);
    const weigh = (value: number, ms: number) =>
      ana.ask(
        `mutation { recordMeasurement(input: { beehiveId: "${hive}", kind: WEIGHT, value: ${value}, isOneSide: true, measuredAt: "${ago(ms)}" }) { measurement { id } } }`,
      );
    await weigh(20, 4 * DAY);
    expect(await items('WEIGHT_LOW')).toHaveLength(1);
    await weigh(13, 2 * DAY);
    expect(await items('WEIGHT_LOW')).toEqual([]);
    await weigh(12, DAY);
    expect(await items('WEIGHT_LOW')).toMatchObject([{ value: 24 }]);
  });
});

describe('what a scale or a sensor says now', () => {
  it('a flow: the gain of a day, unless somebody has put on a box', async () => {
    await send([
      ['WEIGHT', 25 * HOUR, 40],
      ['WEIGHT', HOUR, 42.5],
    ]);
    expect(await items('FLOW')).toMatchObject([{ severity: 'LOW', value: 2.5, threshold: 2, dueAt: null }]);
    await send([['WEIGHT', 0, 41.9]]);
    expect(await items('FLOW')).toEqual([]);
    const other = await ana.beehive(apiary);
    await send(
      [
        ['WEIGHT', 25 * HOUR, 40],
        ['WEIGHT', HOUR, 52],
      ],
      other,
    );
    expect(await items('FLOW')).toEqual([]);
  });

  it('brood that is cold, where there is brood', async () => {
    await send([['BROOD_TEMPERATURE', HOUR, 29.5]]);
    expect(await items('BROOD_COLD')).toEqual([]);
    await app.database.sql('update beehives set brood_frames = 3 where id = $1', [hive]);
    expect(await items('BROOD_COLD')).toMatchObject([{ severity: 'HIGH', value: 29.5, threshold: 32 }]);
    await send([['BROOD_TEMPERATURE', 0, 34]]);
    expect(await items('BROOD_COLD')).toEqual([]);
  });
});

describe('devices', () => {
  it('are silent a day after their last reading, and forgotten after 30', async () => {
    await send([['TEMPERATURE', 30 * HOUR, 12]]);
    expect(await items('DEVICE_SILENT')).toMatchObject([{ severity: 'MEDIUM', value: 30, threshold: 24 }]);
    await send([['WEIGHT', 23 * HOUR, 30]]);
    expect(await items('DEVICE_SILENT')).toEqual([]);
    const other = await ana.beehive(apiary);
    await send([['WEIGHT', 31 * DAY, 30]], other);
    expect(await items('DEVICE_SILENT')).toEqual([]);
  });

  it('have a battery that is low, as they said last', async () => {
    await send([
      ['BATTERY', 3 * HOUR, 8],
      ['BATTERY', 4 * HOUR, 90],
    ]);
    expect(await items('BATTERY_LOW')).toMatchObject([{ severity: 'MEDIUM', value: 8, threshold: 20, dueAt: null }]);
    await send([['BATTERY', HOUR, 19.5]]);
    expect(await items('BATTERY_LOW')).toMatchObject([{ severity: 'LOW', value: 19.5 }]);
    await send([['BATTERY', 0, 20]]);
    expect(await items('BATTERY_LOW')).toEqual([]);
  });
});

describe('a swarm', () => {
  it('is listed until the hive is inspected', async () => {
    await send([
      ['WEIGHT', 3 * HOUR, 41],
      ['WEIGHT', 3 * HOUR - 15 * MINUTE, 38.6],
      ['WEIGHT', 3 * HOUR - 30 * MINUTE, 38.6],
      ['WEIGHT', 3 * HOUR - 45 * MINUTE, 38.5],
    ]);
    expect(await items('SWARM')).toMatchObject([
      { severity: 'HIGH', value: 2.4, title: expect.stringMatching(/may have swarmed: it lost 2\.4 kg/) },
    ]);
    await app.database.sql('update beehives set last_inspected_at = now() where id = $1', [hive]);
    expect(await items('SWARM')).toEqual([]);
  });

  it.each([
    ['somebody leans on the hive', [40, 43, 40, 40]],
    ['the weight comes back', [40, 36, 40, 40]],
    ['a box is lifted during a reading', [60, 56, 35, 35]],
    ['nothing confirms it yet', [40, 37]],
  ])('is none if %s', async (_, weights) => {
    await send(weights.map((value, i) => ['WEIGHT', 3 * HOUR - i * 5 * MINUTE, value]));
    expect(await items('SWARM')).toEqual([]);
  });

  it('that was inspected does not come back with later readings', async () => {
    await send([40, 37, 37].map((value, i) => ['WEIGHT', 3 * HOUR - i * 5 * MINUTE, value]));
    expect(await items('SWARM')).toHaveLength(1);
    await app.database.sql(`update beehives set last_inspected_at = now() - interval '170 minutes' where id = $1`, [
      hive,
    ]);
    await send([37, 37, 37].map((value, i) => ['WEIGHT', 3 * HOUR - (i + 3) * 5 * MINUTE, value]));
    expect(await items('SWARM')).toEqual([]);
  });

  it('is found as a model finds it, in whatever order and batches the weights arrive', async () => {
    const weights = fc.array(fc.tuple(fc.nat({ max: 40 }), fc.integer({ min: 300, max: 360 })), {
      minLength: 2,
      maxLength: 25,
    });
    await fc.assert(
      fc.asyncProperty(weights, fc.nat(), async (sent, seed) => {
        const beehiveId = await ana.beehive(apiary);
        const start = Math.floor(Date.now() / HOUR) * HOUR - 30 * HOUR;
        // One weight each 5 minutes at most, in tenths of kilograms.
        const series = [...new Map(sent)].map(([slot, tenths]) => ({
          at: start + slot * 5 * MINUTE,
          value: tenths / 10,
        }));
        const shuffled = series.toSorted(
          (a, b) => (((a.at / MINUTE) * (seed % 97)) % 31) - (((b.at / MINUTE) * (seed % 97)) % 31),
        );
        for (let i = 0; i < shuffled.length; i += 4) {
          const batch = shuffled.slice(i, i + 4).map(({ at, value }) => ({
            ...{ beehiveId, kind: 'WEIGHT', value, measuredAt: new Date(at).toISOString() },
          }));
          await ana.ask(RECORD, { input: { readings: batch } });
        }
        const sorted = series.toSorted((a, b) => a.at - b.at);
        const isLoss = (kilograms: number) => kilograms >= 1.5 && kilograms <= 6;
        const round = (kilograms: number) => Math.round(kilograms * 1000) / 1000;
        const firstBefore = ({ at }: { at: number }) => sorted.find((one) => one.at >= at - 30 * MINUTE)!.value;
        const lost = sorted.map((one) => round(firstBefore(one) - one.value));
        const swarms = sorted.flatMap((one, k) => {
          const next = sorted[k + 1];
          const settled = next && next.at <= one.at + 30 * MINUTE ? round(firstBefore(one) - next.value) : 0;
          return isLoss(lost[k]!) && (lost[k - 1] ?? 0) < 1.5 && isLoss(settled) ? [{ at: one.at, lost: settled }] : [];
        });
        const last = swarms.at(-1);
        const found = (await items('SWARM')).filter((one: { beehive: { id: string } }) => one.beehive.id === beehiveId);
        expect(found).toMatchObject(
          last ? [{ dueAt: new Date(last.at).toISOString(), value: Math.round(last.lost * 10) / 10 }] : [],
        );
      }),
      { numRuns: 40, endOnFailure: true },
    );
  });
});
