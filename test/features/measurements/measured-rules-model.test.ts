// The rules about food, weights, flow, brood, silence and batteries against a model: over random series with gaps, in time zones of all kinds.
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { startTestApp, type TestApp } from '../../support/client.js';
import { type Beekeeper, beekeeper } from '../../support/world.js';

let app: TestApp;
let ana: Beekeeper;
beforeAll(async () => {
  app = await startTestApp();
  ana = await beekeeper(app);
});
afterAll(() => app.close());

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const ZONES = ['UTC', 'America/Bogota', 'Asia/Kathmandu', 'Pacific/Apia', 'America/Adak', 'Europe/Madrid'];
const KINDS = ['WEIGHT', 'TEMPERATURE', 'BROOD_TEMPERATURE', 'HUMIDITY', 'BATTERY'] as const;
const VALUES = {
  WEIGHT: [30, 45],
  TEMPERATURE: [-10, 40],
  BROOD_TEMPERATURE: [29, 35],
  HUMIDITY: [0, 100],
  BATTERY: [0, 40],
};

interface Reading {
  kind: (typeof KINDS)[number];
  /** Ten minutes each, before now: no limit of a rule is near, however long the test takes. */
  steps: number;
  value: number;
}
interface Hive {
  minimumWeight: number | null;
  winterStores: number | null;
  silentHours: number | null;
  zone: string;
  foodFrames: number | null;
  broodFrames: number | null;
  inspected: number | null;
  readings: Reading[];
  weighed: { steps: number; value: number; isOneSide: boolean }[];
  fed: { days: number; kilograms: number }[];
}
/** Of the last two days, or of weeks with gaps. */
const steps = fc.oneof(fc.nat({ max: 300 }), fc.nat({ max: 6000 }));
/** Halves, which sums contain exactly. */
const halves = (min: number, max: number) => fc.integer({ min: min * 2, max: max * 2 }).map((twice) => twice / 2);
const reading = fc
  .constantFrom(...KINDS)
  .chain((kind) =>
    fc.record<Reading>({ kind: fc.constant(kind), steps, value: halves(VALUES[kind][0]!, VALUES[kind][1]!) }),
  );
/** A series of a scale about a day, so that hours meet. */
const scale = fc
  .tuple(fc.nat({ max: 40 }), fc.array(halves(36, 46), { minLength: 13, maxLength: 15 }))
  .map(([first, values]) => values.map((value, i): Reading => ({ kind: 'WEIGHT', steps: first + i * 12, value })));
const hive: fc.Arbitrary<Hive> = fc.record({
  minimumWeight: fc.constantFrom(null, 35, 40),
  winterStores: fc.constantFrom(null, 10, 20),
  silentHours: fc.constantFrom(null, 3, 48, 720),
  zone: fc.constantFrom(...ZONES),
  foodFrames: fc.constantFrom(null, 0, 2, 4, 7),
  broodFrames: fc.constantFrom(null, 0, 3, 5),
  inspected: fc.option(fc.nat({ max: 144 * 65 }), { freq: 6, nil: null }),
  readings: fc
    .tuple(fc.array(reading, { maxLength: 12 }), fc.oneof(fc.constant([]), scale))
    .map(([some, more]) => [...new Map([...some, ...more].map((one) => [`${one.kind} ${one.steps}`, one])).values()]),
  weighed: fc.array(fc.record({ steps, value: halves(15, 45), isOneSide: fc.boolean() }), { maxLength: 3 }),
  fed: fc.array(fc.record({ days: fc.nat({ max: 70 }), kilograms: fc.constantFrom(1, 2, 4) }), { maxLength: 3 }),
});

const atOf = (now: number, count: number): number => now - count * 10 * MINUTE - 5 * MINUTE;
const round = (value: number): number => Math.round(value * 10 + 1e-9) / 10;
const dayIn = (zone: string, time: number): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' }).format(time);
const fedOn = (now: number, days: number): string => new Date(now - days * DAY).toISOString().slice(0, 10);

type Item = { kind: string; severity: string; value: number; threshold: number };
/** What the worklist has of a hive, as its descriptions say. */
function expectItems(one: Hive, now: number): Item[] {
  const items: Item[] = [];
  const add = (kind: string, severity: string, value: number, threshold: number): void => {
    items.push({ kind, severity, value, threshold });
  };
  const isOfLast = (at: number, time: number): boolean => at > now - time;
  const sorted = one.readings.map((of) => ({ ...of, at: atOf(now, of.steps) })).toSorted((a, b) => b.at - a.at);
  const lastOf = (kind: Reading['kind'], time: number) =>
    sorted
      .filter((of) => of.kind === kind)
      .slice(0, 1)
      .find(({ at }) => isOfLast(at, time));

  const inspectedAt = one.inspected === null ? undefined : atOf(now, one.inspected);
  if (one.winterStores && one.foodFrames !== null && inspectedAt && isOfLast(inspectedAt, 60 * DAY)) {
    const since = dayIn(one.zone, inspectedAt);
    const fed = one.fed.filter(({ days }) => fedOn(now, days) >= since);
    const stores = one.foodFrames * 2 + fed.reduce((sum, { kilograms }) => sum + kilograms / 2, 0);
    if (stores < one.winterStores)
      add('STORES_LOW', stores * 2 < one.winterStores ? 'HIGH' : 'MEDIUM', round(stores), one.winterStores);
  }
  const scaleWeight = lastOf('WEIGHT', 30 * DAY);
  const weights = one.weighed.map(({ steps: of, value, isOneSide }) => ({
    ...{ at: atOf(now, of) - MINUTE, value: isOneSide ? 2 * value : value },
  }));
  const latest = [...(scaleWeight ? [scaleWeight] : []), ...weights]
    .filter(({ at }) => isOfLast(at, 30 * DAY))
    .toSorted((a, b) => b.at - a.at)[0];
  if (one.minimumWeight && latest && latest.value < one.minimumWeight)
    add('WEIGHT_LOW', 'HIGH', round(latest.value), one.minimumWeight);
  const weight = lastOf('WEIGHT', DAY);
  if (weight) {
    const hourOf = (time: number): number => Math.floor(time / HOUR);
    const before = sorted.filter(({ kind, at }) => kind === 'WEIGHT' && hourOf(at) === hourOf(weight.at - DAY));
    const gain = weight.value - before.reduce((sum, { value }) => sum + value, 0) / before.length;
    if (gain >= 2 && gain <= 8) add('FLOW', 'LOW', round(gain), 2);
  }
  const brood = lastOf('BROOD_TEMPERATURE', DAY);
  if (one.broodFrames && brood && brood.value < 32) add('BROOD_COLD', 'HIGH', round(brood.value), 32);
  const silent = one.silentHours ?? 24;
  if (sorted[0] && isOfLast(sorted[0].at, 30 * DAY) && !isOfLast(sorted[0].at, silent * HOUR))
    add('DEVICE_SILENT', 'MEDIUM', Math.floor((now - sorted[0].at) / HOUR), silent);
  const battery = lastOf('BATTERY', 30 * DAY);
  if (battery && battery.value < 20)
    add('BATTERY_LOW', battery.value < 10 ? 'MEDIUM' : 'LOW', round(battery.value), 20);
  return items;
}

async function create(one: Hive, now: number): Promise<{ apiary: string; beehiveId: string }> {
  const apiary = await ana.apiary({ timeZone: one.zone });
  await ana.ask('mutation ($input: UpdateApiaryInput!) { updateApiary(input: $input) { apiary { id } } }', {
    input: {
      id: apiary,
      minimumWeight: one.minimumWeight,
      winterStores: one.winterStores,
      silentHours: one.silentHours,
    },
  });
  const beehiveId = await ana.beehive(apiary);
  const iso = (count: number, more = 0): string => new Date(atOf(now, count) - more).toISOString();
  await app.database.sql(
    'update beehives set food_frames = $2, brood_frames = $3, last_inspected_at = $4 where id = $1',
    [...[beehiveId, one.foodFrames, one.broodFrames, one.inspected === null ? null : iso(one.inspected)]],
  );
  // In batches whose order is not that of time.
  for (let i = 0; i < one.readings.length; i += 5)
    await ana.ask('mutation ($input: RecordReadingsInput!) { recordReadings(input: $input) { recordedCount } }', {
      input: {
        readings: one.readings.slice(i, i + 5).map(({ kind, steps: of, value }) => ({
          ...{ beehiveId, kind, value, measuredAt: iso(of) },
        })),
      },
    });
  for (const { steps: of, value, isOneSide } of one.weighed)
    await ana.ask(
      'mutation ($input: RecordMeasurementInput!) { recordMeasurement(input: $input) { measurement { id } } }',
      {
        input: { beehiveId, kind: 'WEIGHT', value, isOneSide, measuredAt: iso(of, MINUTE) },
      },
    );
  for (const { days, kilograms } of one.fed)
    await ana.ask('mutation ($input: RecordFeedingInput!) { recordFeeding(input: $input) { feedings { id } } }', {
      input: {
        ...{ beehiveIds: [beehiveId], kind: 'SYRUP', sugarPercent: '50', fedOn: fedOn(now, days) },
        amount: { gramsPerHive: kilograms * 1000 },
      },
    });
  return { apiary, beehiveId };
}

it('the worklist has what the descriptions of its rules say', async () => {
  const found = new Set<string>();
  await fc.assert(
    fc.asyncProperty(fc.array(hive, { minLength: 2, maxLength: 4 }), async (hives) => {
      const now = Date.now();
      const created: { apiary: string; beehiveId: string }[] = [];
      for (const one of hives) created.push(await create(one, now));
      const { worklist } = await ana.ask(
        `query ($apiaryIds: [ID!]) {
          worklist(filter: { kinds: [STORES_LOW, WEIGHT_LOW, FLOW, BROOD_COLD, DEVICE_SILENT, BATTERY_LOW], apiaryIds: $apiaryIds }, first: 100) {
            nodes { kind severity value threshold beehive { id } }
          }
        }`,
        { apiaryIds: created.map(({ apiary }) => apiary) },
      );
      const listed: (Item & { beehive: { id: string } })[] = worklist.nodes;
      const byKind = (a: Item, b: Item): number => (a.kind < b.kind ? -1 : 1);
      for (const [i, { beehiveId }] of created.entries()) {
        const items = listed.filter(({ beehive }) => beehive.id === beehiveId).map(({ beehive, ...item }) => item);
        const expected = expectItems(hives[i]!, now);
        for (const { kind } of expected) found.add(kind);
        const about = hives[i];
        expect({ about, items: items.toSorted(byKind) }).toEqual({ about, items: expected.toSorted(byKind) });
      }
    }),
    { numRuns: 30, endOnFailure: true },
  );
  expect([...found].sort()).toEqual(['BATTERY_LOW', 'BROOD_COLD', 'DEVICE_SILENT', 'FLOW', 'STORES_LOW', 'WEIGHT_LOW']);
}, 120_000);
