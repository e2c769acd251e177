// What people measure at hives: values and units as they are entered, and what they become in series.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { startTestApp, type TestApp } from '../../support/client.js';
import { share } from '../../support/members.js';
import { type Beekeeper, beekeeper } from '../../support/world.js';

let app: TestApp;
let ana: Beekeeper;
let luz: Beekeeper;
let apiary: string;
let hive: string;
beforeAll(async () => {
  app = await startTestApp();
  [ana, luz] = [await beekeeper(app), await beekeeper(app)];
  apiary = await ana.apiary();
  hive = await ana.beehive(apiary);
});
afterAll(() => app.close());

const RECORD = `mutation ($input: RecordMeasurementInput!) { recordMeasurement(input: $input) {
  measurement { id version kind value unit quantity customUnit isOneSide measuredAt notes beehive { id } apiary { id } actor { name } } } }`;
const record = (who: Beekeeper, input: object) => who.graphql(RECORD, { input: { beehiveId: hive, ...input } });
const recorded = async (input: object) => (await record(ana, input)).data.recordMeasurement.measurement;
const SERIES = `query ($id: ID!, $kind: MeasurementKind!, $quantity: String, $customUnit: String, $unit: MeasurementUnit, $from: DateTime, $before: DateTime, $points: Int) {
  beehive(id: $id) { series(kind: $kind, quantity: $quantity, customUnit: $customUnit, unit: $unit, from: $from, before: $before, points: $points) {
    unit seconds gain points { at min mean max count } } } }`;
const series = async (id: string, args: object) => (await ana.ask(SERIES, { id, ...args })).beehive.series;

describe('a measurement', () => {
  it('has its value and its unit as they were entered', async () => {
    const measured = { kind: 'WEIGHT', value: 80.1, unit: 'POUNDS', notes: 'With the roof.' };
    expect(await recorded({ ...measured, measuredAt: '2026-05-01T08:00:00.000Z' })).toMatchObject({
      ...measured,
      measuredAt: '2026-05-01T08:00:00.000Z',
      version: 1,
      isOneSide: false,
      beehive: { id: hive },
      apiary: { id: apiary },
    });
    expect(await recorded({ kind: 'BROOD_TEMPERATURE', value: 34.5 })).toMatchObject({ unit: 'CELSIUS', value: 34.5 });
    expect(await recorded({ kind: 'CUSTOM', quantity: 'CO2', customUnit: 'ppm', value: 5200 })).toMatchObject({
      ...{ kind: 'CUSTOM', quantity: 'CO2', customUnit: 'ppm', value: 5200, unit: null },
    });
  });

  it.each([
    [{ kind: 'WEIGHT', value: 1001 }, 'value', /from -20 to 1000/],
    [{ kind: 'WEIGHT', value: 2300, unit: 'POUNDS' }, 'value', /2204\.6/],
    [{ kind: 'WEIGHT', value: 600, isOneSide: true }, 'value', /500/],
    [{ kind: 'TEMPERATURE', value: -999 }, 'value', /from -60/],
    [{ kind: 'TEMPERATURE', value: 20, unit: 'KILOGRAMS' }, 'unit', /CELSIUS/],
    [{ kind: 'HUMIDITY', value: 101 }, 'value', /100/],
    [{ kind: 'TEMPERATURE', value: 20, isOneSide: true }, 'isOneSide', /weights/],
    [{ kind: 'WEIGHT', value: 20, quantity: 'CO2' }, 'quantity', /combined/],
    [{ kind: 'WEIGHT', value: 20, customUnit: 'st' }, 'customUnit', /combined/],
    [{ kind: 'CUSTOM', value: 20 }, 'quantity', /required/],
    [{ kind: 'CUSTOM', value: 20, quantity: 'CO2', unit: 'PERCENT' }, 'unit', /combined/],
    [
      { kind: 'WEIGHT', value: 20, measuredAt: new Date(Date.now() + 3 * 86_400_000).toISOString() },
      'measuredAt',
      /future/,
    ],
  ])('is refused, and the field named: %j', async (input, field, message) => {
    const { errors } = await record(ana, input);
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', fields: [{ field }] });
    expect(errors?.[0]?.extensions.fields?.[0]?.message).toMatch(message);
  });

  it('is corrected and deleted, by its version', async () => {
    const { id } = await recorded({ kind: 'WEIGHT', value: 420 });
    const UPDATE = `mutation ($input: UpdateMeasurementInput!) { updateMeasurement(input: $input) { measurement { value version measuredAt } } }`;
    const { updateMeasurement } = await ana.ask(UPDATE, { input: { id, value: 42, expectedVersion: 1 } });
    expect(updateMeasurement.measurement).toMatchObject({ value: 42, version: 2 });
    const late = await ana.graphql(UPDATE, { input: { id, value: 43, expectedVersion: 1 } });
    expect(late.errors?.[0]?.extensions.reason).toBe('VERSION_CONFLICT');
    const wrong = await ana.graphql(UPDATE, { input: { id, value: 42_000 } });
    expect(wrong.errors?.[0]?.extensions.fields).toMatchObject([{ field: 'value' }]);
    const REMOVE = 'mutation ($id: ID!) { deleteMeasurement(input: { id: $id }) { deletedId } }';
    for (let i = 0; i < 2; i++) expect((await ana.ask(REMOVE, { id })).deleteMeasurement.deletedId).toBe(id);
  });

  it('is once there, however often a phone sends it', async () => {
    const input = { newId: randomUUID(), kind: 'WEIGHT', value: 31.4, measuredAt: '2026-04-01T08:00:00Z' };
    const answers = await Promise.all([recorded(input), recorded(input), recorded(input)]);
    expect(new Set(answers.map(({ id }) => id))).toEqual(new Set([input.newId]));
    expect((await record(ana, { ...input, value: 32 })).errors?.[0]?.extensions.reason).toBe('ID_TAKEN');
  });

  it('is recorded by workers, and by nobody who has no access', async () => {
    const shared = await ana.apiary();
    const beehiveId = await ana.beehive(shared);
    const measure = async () => (await record(luz, { beehiveId, kind: 'WEIGHT', value: 30 })).errors?.[0]?.extensions;
    expect(await measure()).toMatchObject({ code: 'NOT_FOUND' });
    await share(ana, shared, luz, 'VIEWER');
    expect(await measure()).toMatchObject({ code: 'FORBIDDEN', reason: 'ROLE_TOO_LOW' });
  });

  it('of a hive that has ended is one until its end', async () => {
    const ended = await ana.beehive(apiary);
    await ana.ask(`mutation { recordLoss(input: { id: "${ended}", cause: STARVED }) { beehive { id } } }`);
    const on = async (measuredAt: string) =>
      (await record(ana, { beehiveId: ended, kind: 'WEIGHT', value: 30, measuredAt })).errors?.[0]?.extensions.reason;
    expect(await on('2026-05-31T12:00:00Z')).toBeUndefined();
    expect(await on(new Date(Date.now() + 20 * 3_600_000 + 86_400_000 / 6).toISOString())).toBe('BEEHIVE_ENDED');
  });

  it('is in the timeline, and in the list of its apiary', async () => {
    const other = await ana.beehive(apiary);
    await recorded({ beehiveId: other, kind: 'WEIGHT', value: 36.5, measuredAt: '2026-05-02T08:00:00Z' });
    const { beehive } = await ana.ask(
      `{ beehive(id: "${other}") { timeline(first: 1, filter: { kinds: [MEASURED] }) { nodes { kind title(language: EN) } } measurements(filter: { kind: WEIGHT }) { nodes { value } } } }`,
    );
    expect(beehive.timeline.nodes).toEqual([{ kind: 'MEASURED', title: 'Measured: 36.5 kg' }]);
    expect(beehive.measurements.nodes).toEqual([{ value: 36.5 }]);
    const list = await ana.rest<string>('GET', `/lists/measurements?apiary_id=${apiary}&kind=WEIGHT`);
    expect(list.body).toContain('"36.5","kg"');
  });
});

describe('the series of what people measured', () => {
  it('has twice the weight of one side, in the unit that is asked for', async () => {
    const other = await ana.beehive(apiary);
    const at = (day: number) => `2026-05-0${day}T08:00:00.000Z`;
    await recorded({ beehiveId: other, kind: 'WEIGHT', value: 20, isOneSide: true, measuredAt: at(1) });
    await recorded({ beehiveId: other, kind: 'WEIGHT', value: 100, unit: 'POUNDS', measuredAt: at(2) });
    const period = { from: '2026-05-01T00:00:00Z', before: '2026-05-03T00:00:00Z', points: 2 };
    expect(await series(other, { kind: 'WEIGHT', unit: 'POUNDS', ...period })).toMatchObject({
      ...{ unit: 'POUNDS', seconds: 86_400, gain: expect.closeTo(11.8150951, 6) },
      points: [
        { at: '2026-05-01T00:00:00.000Z', mean: expect.closeTo(88.1849049, 6), count: 1 },
        { at: '2026-05-02T00:00:00.000Z', min: 100, mean: 100, max: 100, count: 1 },
      ],
    });
    const { beehive } = await ana.ask(
      `{ beehive(id: "${other}") { latestMeasurements { kind value unit isOfDevice measuredAt } } }`,
    );
    expect(beehive.latestMeasurements).toEqual([
      { kind: 'WEIGHT', value: 45.359237, unit: 'KILOGRAMS', isOfDevice: false, measuredAt: at(2) },
    ]);
  });

  it('returns every value in its unit, to the last digit', async () => {
    const UNITS = { WEIGHT: ['KILOGRAMS', 'GRAMS', 'POUNDS'], TEMPERATURE: ['CELSIUS', 'FAHRENHEIT', 'KELVIN'] };
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(
          ...Object.entries(UNITS).flatMap(([kind, units]) => units.map((unit) => [kind, unit] as const)),
        ),
        fc.integer({ min: 240_000, max: 330_000 }),
        async ([kind, unit], thousandths) => {
          const value =
            unit === 'GRAMS' || unit === 'KELVIN' ? thousandths / 1000 : Math.round(thousandths / 10) / 1000;
          const other = await ana.beehive(apiary);
          await recorded({ beehiveId: other, kind, unit, value });
          const { points } = await series(other, { kind, unit });
          expect(points).toEqual([expect.objectContaining({ min: value, mean: value, max: value, count: 1 })]);
        },
      ),
      { numRuns: 25 },
    );
  });

  it.each([
    [{ kind: 'CUSTOM' }, 'quantity'],
    [{ kind: 'WEIGHT', unit: 'CELSIUS' }, 'unit'],
    [{ kind: 'WEIGHT', from: '2026-05-02T00:00:00Z', before: '2026-05-01T00:00:00Z' }, 'before'],
    [{ kind: 'WEIGHT', points: 501 }, 'points'],
    [{ kind: 'WEIGHT', points: 0 }, 'points'],
  ])('refuses %j', async (args, field) => {
    const { errors } = await ana.graphql(SERIES, { id: hive, ...args });
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', fields: [{ field }] });
  });
});
