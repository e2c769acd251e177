// Lists of hives: pages, orders, filters, and very long ones.
import { beforeAll, describe, expect, it } from '@jest/globals';
import {
  type Ask,
  CONNECTION,
  type Connection,
  DIRECTIONS,
  expectPagesOfWhole,
  forged,
  idsOf,
  idsOfLinked,
  type Paging,
} from '../../support/connections.js';
import { expectBadInput, expectGraphqlRefused } from '../../support/refusals.js';
import { type Beekeeper, beekeeper } from '../../support/world.js';
import { ana, app, type Beehive, list } from './beehives.fixture.js';

const QUERY = `query ($first: Int, $after: String, $orderBy: BeehiveOrder, $filter: BeehiveFilter, $apiary: ID) {
  beehives(apiaryId: $apiary, first: $first, after: $after, orderBy: $orderBy, filter: $filter) { ${CONNECTION} }
}`;
interface ListVariables extends Paging {
  orderBy?: object;
  filter?: object;
  apiary?: string;
}
const ask = async (who: Beekeeper, variables: ListVariables): Promise<Connection> =>
  (await who.ask(QUERY, variables as Record<string, unknown>)).beehives;

describe('the connection', () => {
  let luz: Beekeeper;
  let apiary: string;
  /** In the order of creation. */
  const hives: { id: string; number: number | null }[] = [];
  const NUMBERS = [5, null, 1, null, 30, 9, 7, null, 2];
  beforeAll(async () => {
    luz = await beekeeper(app);
    apiary = await luz.apiary();
    for (const number of NUMBERS) hives.push({ id: await luz.beehive(apiary, { beehiveNumber: number }), number });
    await luz.rest('PUT', `/beehives/${hives[3]!.id}`, { observations: 'changed last' });
  });

  const nested = async (variables: ListVariables): Promise<Connection> => {
    const { apiary: found } = await luz.ask(
      `query ($id: ID!, $first: Int, $after: String, $orderBy: BeehiveOrder) {
        apiary(id: $id) { beehives(first: $first, after: $after, orderBy: $orderBy) { ${CONNECTION} } }
      }`,
      { id: apiary, ...variables },
    );
    return found.beehives;
  };
  const places: [string, (variables: ListVariables) => Promise<Connection>][] = [
    ['of all apiaries', (variables) => ask(luz, variables)],
    ['of one apiary', (variables) => ask(luz, { ...variables, apiary })],
    ['inside its apiary', nested],
  ];
  const FIELDS = ['BEEHIVE_NUMBER', 'CREATED_AT', 'UPDATED_AT'];
  const orders = FIELDS.flatMap((field) => DIRECTIONS.map((direction) => ({ field, direction })));

  describe.each(orders)('by $field $direction', (orderBy) => {
    it.each([1, 2, 3, 7])('pages of %i add up to the whole list', async (first) => {
      for (const [, page] of places) {
        await expectPagesOfWhole((paging) => page({ ...paging, orderBy }), first, NUMBERS.length);
      }
    });

    it('refuses a cursor of another order', async () => {
      for (const other of orders.filter(({ field }) => field !== orderBy.field)) {
        const { pageInfo } = await ask(luz, { first: 1, orderBy: other });
        const answer = await luz.graphql(QUERY, { after: pageInfo.endCursor, orderBy });
        expectGraphqlRefused(answer, { code: 'BAD_USER_INPUT', field: 'after' });
      }
    });
  });

  it.each(places)('follows orderBy, by number if it is omitted: %s', async (_where, page) => {
    const numbers = async (variables: ListVariables): Promise<unknown[]> =>
      idsOf(await page(variables)).map((id) => hives.find((hive) => hive.id === id)!.number);
    const given = [1, 2, 5, 7, 9, 30];
    const none = [null, null, null];
    expect(await numbers({})).toEqual([...given, ...none]);
    expect(await numbers({ orderBy: { field: 'BEEHIVE_NUMBER', direction: 'ASC' } })).toEqual([...given, ...none]);
    expect(await numbers({ orderBy: { field: 'BEEHIVE_NUMBER', direction: 'DESC' } })).toEqual([
      ...none,
      ...given.reverse(),
    ]);
    expect(await numbers({ orderBy: { field: 'CREATED_AT', direction: 'ASC' } })).toEqual(NUMBERS);
    expect(await numbers({ orderBy: { field: 'CREATED_AT', direction: 'DESC' } })).toEqual([...NUMBERS].reverse());
    const newest = await page({ first: 1, orderBy: { field: 'UPDATED_AT', direction: 'DESC' } });
    expect(idsOf(newest)).toEqual([hives[3]!.id]);
  });

  it('refuses a cursor of a list of apiaries', async () => {
    const { apiaries } = await luz.ask('{ apiaries(first: 1) { pageInfo { endCursor } } }');
    expectGraphqlRefused(await luz.graphql(QUERY, { after: apiaries.pageInfo.endCursor }), {
      code: 'BAD_USER_INPUT',
      field: 'after',
    });
  });

  it.each<[string, RegExp, string]>([
    ['a fraction', /\b1\b/, '1.5'],
    ['more than 32 bits', /\b1\b/, '2147483648'],
    ['more than any number', /\b1\b/, '1e400'],
    ['text', /\b1\b/, '"1"'],
    ['an object', /\b1\b/, '{}'],
    ['a malformed id', /[0-9a-f]{8}-[0-9a-f-]{27}/, 'nonsense'],
  ])('refuses a forged cursor with %s on every list', async (_what, part, by) => {
    const { pageInfo } = await ask(luz, { first: 1 });
    const after = forged(pageInfo.endCursor!, part, by);
    const expected = { code: 'BAD_USER_INPUT', field: 'after' };
    expectGraphqlRefused(await luz.graphql(QUERY, { after }), expected);
    expectGraphqlRefused(
      await luz.graphql(`{ apiaries { nodes { beehives(after: "${after}") { totalCount } } } }`),
      expected,
    );
    expectBadInput(await luz.rest('GET', `/beehives?apiary_id=${apiary}&after=${after}`), 'after');
  });

  it.each([0, -1, 501])('refuses first: %i on every list', async (first) => {
    const expected = { code: 'BAD_USER_INPUT', field: 'first' };
    expectGraphqlRefused(await luz.graphql(QUERY, { first }), expected);
    expectGraphqlRefused(
      await luz.graphql(`{ apiaries { nodes { beehives(first: ${first}) { totalCount } } } }`),
      expected,
    );
    expectBadInput(await luz.rest('GET', `/beehives/apiary/${apiary}?first=${first}`), 'first');
  });

  it('a REST page is a bare array; the Link header names the next page', async () => {
    const pages = await idsOfLinked(luz, `/beehives?apiary_id=${apiary}&first=4`);
    expect(pages.map((ids) => ids.length)).toEqual([4, 4, 1]);
    expect(pages.flat()).toEqual((await list(apiary, luz)).map(({ id }) => id));
    expect((await luz.rest('GET', `/beehives?apiary_id=${apiary}`)).headers.get('link')).toBeNull();
  });
});

describe('the filter', () => {
  let luz: Beekeeper;
  const HIVES: Record<number, object> = {
    1: { healthStatus: 'Healthy', activityLevel: 'High', beePopulation: 'Large', hasProductionChamber: 'Yes' },
    2: { healthStatus: 'ninguno', activityLevel: 'ALTA', beePopulation: 'Alta', hasProductionChamber: 'sí' },
    3: { healthStatus: 'Presencia barroa', activityLevel: 'Media', beePopulation: 'Media', hasProductionChamber: 'No' },
    4: { healthStatus: ' at  risk ', activityLevel: 'Medium', beePopulation: 'Medium', isTreated: true },
    5: { healthStatus: 'Enfermedad', activityLevel: 'Baja', beePopulation: 'Baja', hiveStatus: 'Queenless' },
    6: { healthStatus: 'UNHEALTHY', activityLevel: 'low', beePopulation: 'small', hiveStatus: 'CAMARA DE CRIA' },
    7: { healthStatus: 'who knows', activityLevel: '', hiveStatus: 'Cámara de cría', isTreated: true },
    8: {},
  };
  beforeAll(async () => {
    luz = await beekeeper(app);
    const apiary = await luz.apiary();
    for (const [number, words] of Object.entries(HIVES))
      await luz.beehive(apiary, { beehiveNumber: Number(number), ...words });
  });

  const numbers = async (filter: object): Promise<number[]> => {
    const { beehives, apiaries } = await luz.ask(
      `query ($filter: BeehiveFilter) {
        beehives(filter: $filter) { totalCount nodes { beehiveNumber } }
        apiaries { nodes { beehives(filter: $filter) { totalCount nodes { beehiveNumber } } } }
      }`,
      { filter },
    );
    expect(apiaries.nodes[0].beehives).toEqual(beehives);
    expect(beehives.totalCount).toBe(beehives.nodes.length);
    return beehives.nodes.map((node: { beehiveNumber: number }) => node.beehiveNumber);
  };

  it.each<[object, number[]]>([
    [{}, [1, 2, 3, 4, 5, 6, 7, 8]],
    [{ health: ['HEALTHY'] }, [1, 2]],
    [{ health: ['AT_RISK'] }, [3, 4]],
    [{ health: ['UNHEALTHY'] }, [5, 6]],
    [{ health: ['HEALTHY', 'UNHEALTHY'] }, [1, 2, 5, 6]],
    [{ health: [] }, []],
    [{ health: null }, [1, 2, 3, 4, 5, 6, 7, 8]],
    [{ activity: ['HIGH'] }, [1, 2]],
    [{ activity: ['MEDIUM', 'LOW'] }, [3, 4, 5, 6]],
    [{ population: ['LARGE'] }, [1, 2]],
    [{ population: ['MEDIUM'] }, [3, 4]],
    [{ population: ['SMALL'] }, [5, 6]],
    [{ statuses: ['QUEENLESS'] }, [5]],
    [{ statuses: ['BROOD_CHAMBER'] }, [6, 7]],
    [{ productionChamber: true }, [1, 2]],
    [{ productionChamber: false }, [3]],
    [{ isTreated: true }, [4, 7]],
    [{ isTreated: false, health: ['AT_RISK'] }, [3]],
    [{ beehiveNumbers: [6] }, [6]],
    [{ beehiveNumbers: [6], health: ['HEALTHY'] }, []],
    [{ beehiveNumbers: null, health: ['UNHEALTHY'] }, [5, 6]],
    [{ health: ['HEALTHY'], activity: ['LOW'] }, []],
  ])('%j matches the hives %j', async (filter, expected) => {
    expect(await numbers(filter)).toEqual(expected);
  });

  it('works together with paging', async () => {
    const filtered: Ask = (paging) => ask(luz, { ...paging, filter: { health: ['HEALTHY', 'AT_RISK', 'UNHEALTHY'] } });
    for (const first of [1, 2, 3, 7]) await expectPagesOfWhole(filtered, first, 6);
  });

  it.each([
    { health: ['Sana'] },
    { health: [null] },
    { activity: ['AT_RISK'] },
    { isTreated: 'yes' },
    { beehiveNumber: 'x' },
    { words: 'x' },
  ])('%j is refused', async (filter) => {
    expectGraphqlRefused(await luz.graphql(QUERY, { filter }), { code: 'BAD_USER_INPUT' });
  });
});

describe('a very long list', () => {
  let apiary: string;
  const grow = (to: number): Promise<object[]> =>
    app.database.sql(
      `insert into beehives (id, created_at, updated_at, apiary_id, beehive_number)
       select gen_random_uuid(), now(), now(), $1, n from generate_series(
         (select count(*) + 1 from beehives where apiary_id = $1), $2) n`,
      [apiary, to],
    );
  beforeAll(async () => {
    apiary = await ana.apiary();
  });

  it('is returned whole up to 10,000 hives and refused above, never truncated', async () => {
    await grow(10_000);
    const path = `/beehives?apiary_id=${apiary}`;
    const { status, body } = await ana.rest<Beehive[]>('GET', path);
    expect([status, body.length]).toEqual([200, 10_000]);
    await grow(10_001);
    expectBadInput(await ana.rest('GET', path), 'first');
    expectBadInput(await ana.rest('GET', `/beehives/apiary/${apiary}`), 'first');
    const expected = { code: 'BAD_USER_INPUT', field: 'first' };
    expectGraphqlRefused(await ana.graphql(QUERY, { apiary }), expected);
    expectGraphqlRefused(
      await ana.graphql('query ($id: ID!) { apiary(id: $id) { beehives { nodes { id } } } }', { id: apiary }),
      expected,
    );
  });

  it('can be paged and counted', async () => {
    const { body } = await ana.rest<Beehive[]>('GET', `/beehives?apiary_id=${apiary}&first=500`);
    expect(body.map(({ hive_number }) => hive_number)).toEqual(Array.from({ length: 500 }, (_, i) => i + 1));
    expect(await ask(ana, { apiary, first: 1 })).toMatchObject({ totalCount: 10_001, pageInfo: { hasNextPage: true } });
    expect((await ana.rest('GET', `/apiaries/${apiary}`)).body.beehives_count).toBe(10_001);
  });
});
