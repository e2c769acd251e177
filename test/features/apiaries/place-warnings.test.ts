// What may be wrong with a place, and who is told: with the distances of an operator.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { queriesOf, startTestApp, type TestApp } from '../../support/client.js';
import { share } from '../../support/members.js';
import { withToken } from '../../support/tokens.js';
import { type Beekeeper, beekeeper } from '../../support/world.js';

let app: TestApp;
let ana: Beekeeper;
let bea: Beekeeper;
beforeAll(async () => {
  app = await startTestApp({ MIN_APIARY_DISTANCES_KM: 'ES=0.5, CO=50' });
  [ana, bea] = [await beekeeper(app), await beekeeper(app)];
});
afterAll(() => app.close());

const WARNINGS = 'placeWarnings { kind distanceKm leastKm example apiary { name } }';
const warningsOf = async (id: string, who: Pick<Beekeeper, 'ask'> = ana) =>
  (await who.ask(`query ($id: ID!) { apiary(id: $id) { ${WARNINGS} } }`, { id })).apiary.placeWarnings;
const tooNear = (name: string, distanceKm: number, leastKm: number) => ({
  kind: 'TOO_NEAR',
  ...{ distanceKm, leastKm, example: null, apiary: { name } },
});
/** An apiary so many metres north of 41° N on a meridian of its own test. */
const put = (who: Beekeeper, name: string, longitude: number, metres: number, country: string | null = 'ES') =>
  who.apiary({ name, country, position: { latitude: 41 + metres / 111_195.08, longitude } });

describe('too near', () => {
  it('is another apiary below the least distance of the country, the nearest first', async () => {
    const id = await put(ana, 'Here', 1, 0);
    for (const [name, metres] of [
      ['At 499 m', 499],
      ['At 100 m', -100],
      ['At 501 m', 501],
    ] as const)
      await put(ana, name, 1, metres);
    const found = await warningsOf(id);
    expect(found.map(({ apiary }: { apiary: { name: string } }) => apiary.name)).toEqual(['At 100 m', 'At 499 m']);
    expect(found[0]).toMatchObject({ kind: 'TOO_NEAR', leastKm: 0.5 });
    expect(Math.abs(found[0].distanceKm - 0.1)).toBeLessThan(0.002);
  });

  it('goes by the country where it is: that of the operator before the law, and none without a country', async () => {
    const [es, pt, none, fr] = [
      await put(ana, 'ES', 2, 0),
      await put(ana, 'PT', 2, 600, 'PT'),
      await put(ana, 'None', 2, 610, null),
      await put(ana, 'FR', 2, 620, 'FR'),
    ];
    expect(await warningsOf(es)).toEqual([]);
    expect((await warningsOf(pt)).map(({ apiary }: { apiary: { name: string } }) => apiary.name)).toEqual([
      'None',
      'FR',
      'ES',
    ]);
    for (const id of [none, fr]) expect(await warningsOf(id)).toEqual([]);
  });

  it('is seen across the date line and near the pole', async () => {
    const put2 = (name: string, latitude: number, longitude: number) =>
      ana.apiary({ name, country: 'CO', position: { latitude, longitude } });
    const west = await put2('West', 10, -179.9);
    await put2('East', 10, 179.9);
    expect(await warningsOf(west)).toEqual([tooNear('East', 21.901, 50)]);
    const pole = await put2('Pole', 89.9, 0);
    await put2('Beyond', 89.9, 180);
    expect(await warningsOf(pole)).toEqual([tooNear('Beyond', 22.239, 50)]);
  });

  it('tells of ten at most', async () => {
    const id = await put(ana, 'Middle', 3, 0);
    for (let i = 1; i <= 12; i++) await put(ana, `At ${i}`, 3, i);
    expect(await warningsOf(id)).toHaveLength(10);
  });
});

it('only apiaries that the viewer manages are named, and only managers are warned', async () => {
  const [own, shared] = [await put(ana, 'Own', 4, 0), await put(bea, 'Of a neighbour', 4, 100)];
  expect(await warningsOf(own)).toEqual([]);
  await share(bea, shared, ana, 'WORKER');
  expect([await warningsOf(own), await warningsOf(shared)]).toEqual([[], []]);
  const manager = await beekeeper(app);
  for (const [owner, id] of [
    [ana, own],
    [bea, shared],
  ] as const)
    await share(owner, id, manager, 'MANAGER');
  expect(await warningsOf(own, manager)).toMatchObject([{ apiary: { name: 'Of a neighbour' } }]);
  expect(await warningsOf(shared, manager)).toMatchObject([{ apiary: { name: 'Own' } }]);
  for (const [given, count] of [
    [{ scope: 'READ' }, 0],
    [{ scope: 'MANAGE' }, 1],
    [{ scope: 'MANAGE', apiaryIds: [own] }, 0],
  ] as const)
    expect(
      await warningsOf(
        own,
        await withToken(app, manager, {
          ...given,
          apiaryIds: 'apiaryIds' in given ? [...given.apiaryIds] : undefined,
        } as object),
      ),
    ).toHaveLength(count);
});

it.each([
  ['ES', 'ES280790000123', false],
  ['ES', 'es 28.079-0000123', false],
  ['ES', 'ES2807900001', true],
  ['ES', 'PT280790000123', true],
  ['FR', '7', false],
  [null, '7', false],
  ['ES', null, false],
  ['ES', '', false],
])('the number of %s in the register, %j: a warning is %s', async (country, registerNumber, isWarned) => {
  const warning = { kind: 'REGISTER_NUMBER', distanceKm: null, leastKm: null, example: 'ES280790000123', apiary: null };
  expect(await warningsOf(await ana.apiary({ country, registerNumber }))).toEqual(isWarned ? [warning] : []);
});

it('a list needs one statement for all warnings, and one for the apiaries that they name', async () => {
  const cleo = await beekeeper(app);
  for (let i = 0; i < 20; i++) await put(cleo, `Apiary ${i}`, 5, i * 10);
  const count = async (first: number): Promise<number> =>
    (await queriesOf(app.app, () => cleo.ask(`{ apiaries(first: ${first}) { nodes { ${WARNINGS} } } }`))).length;
  await count(1);
  expect(await count(20)).toBe(await count(2));
});
