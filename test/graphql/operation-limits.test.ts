// The shape and the cost of an operation are limited before it is executed.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { isOfRequest, startTestApp, statementsOf, type TestApp } from '../support/client.js';
import { type Beekeeper, beekeeper } from '../support/world.js';

let app: TestApp;
let ana: Beekeeper;
beforeAll(async () => {
  app = await startTestApp();
  ana = await beekeeper(app);
  await ana.apiary();
});
afterAll(() => app.close());

const repeat = (n: number, of: (i: number) => string): string => Array.from({ length: n }, (_, i) => of(i)).join(' ');

/** Asserts a 400, and that no statement was sent to the database. */
async function expectRefused(query: string, message: RegExp, variables?: object): Promise<void> {
  await ana.ask('{ me { id } }');
  let response: Awaited<ReturnType<Beekeeper['graphql']>> | undefined;
  const statements = await statementsOf(app.app, async () => {
    response = await ana.graphql(query, variables as Record<string, unknown>);
  });
  expect([response!.status, response!.data ?? null]).toEqual([400, null]);
  expect(response!.errors![0]!.message).toMatch(message);
  // The service itself sends these from time to time.
  expect(statements.filter(isOfRequest)).toEqual([]);
}

describe('aliases', () => {
  it('are limited to 60, on any field', async () => {
    expect((await ana.graphql(`{ ${repeat(60, (i) => `a${i}: __typename`)} }`)).errors).toBeUndefined();
    for (const field of ['__typename', 'me { id }', 'apiaries { totalCount }'])
      await expectRefused(`{ ${repeat(61, (i) => `a${i}: ${field}`)} }`, /more than 60 aliases/);
  });

  it('in a fragment count each time the fragment is used', async () => {
    const fragment = `fragment f on User { ${repeat(31, (i) => `a${i}: id`)} }`;
    expect((await ana.graphql(`{ me { ...f } } ${fragment}`)).errors).toBeUndefined();
    await expectRefused(`{ me { ...f } other: me { ...f } } ${fragment}`, /more than 60 aliases/);
  });
});

describe('directives', () => {
  it('are limited to 30', async () => {
    expect((await ana.graphql('{ me @include(if: true) { id } }')).errors).toBeUndefined();
    const twice = repeat(15, () => 'id @include(if: true) @skip(if: false)');
    expect((await ana.graphql(`{ me { ${twice} } }`)).errors).toBeUndefined();
    await expectRefused(`{ me { ${twice} email @include(if: true) } }`, /more than 30 directives/);
  });
});

describe('nested fragments', () => {
  it('are refused before all their selections have been counted', async () => {
    const levels = repeat(14, (i) => `fragment f${i} on User { ...f${i + 1} ...f${i + 1} }`);
    await expectRefused(`{ me { ...f0 } } ${levels} fragment f14 on User { id }`, /more than 10000 fields/);
  });
});

describe('the cost of an operation', () => {
  const nested = (first: string, inner = first): string =>
    `{ apiaries(first: ${first}) { nodes { beehives(first: ${inner}) { nodes { id } } } } }`;

  it('is limited to 100,000 objects', async () => {
    expect((await ana.graphql(nested('300', '300'))).errors).toBeUndefined();
    await expectRefused(nested('500'), /may return 250500 objects; the limit is 100000/);
  });

  it('depends on the variables of each request', async () => {
    const query =
      'query ($first: Int) { apiaries(first: $first) { nodes { beehives(first: $first) { nodes { id } } } } }';
    for (let i = 0; i < 3; i++) {
      expect((await ana.graphql(query, { first: 10 })).errors).toBeUndefined();
      await expectRefused(query, /may return 250500 objects/, { first: 500 });
    }
  });

  it('below an interface is that of the most expensive member, with its own fields only', async () => {
    const query = (first: number): string => `{ search(text: "a", first: 100) { nodes {
      ... on Apiary { inventoryItems(first: 500) { nodes { id } } beehives(first: ${first}) { nodes { id } } }
      ... on Beehive { inspections(first: 500) { nodes { id } } ...Counts } ... on Node { id } id } } }
      fragment Counts on Beehive { miteCounts(first: ${first}) { nodes { id } } }`;
    expect((await ana.graphql(query(400))).errors).toBeUndefined();
    await expectRefused(query(500), /may return 100100 objects/);
  });

  it('is refused with the reason RESPONSE_TOO_BROAD', async () => {
    const { errors } = await ana.graphql(nested('500'));
    expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT', reason: 'RESPONSE_TOO_BROAD' } }]);
  });

  it('allows the query of a whole screen', async () => {
    const screen = `{ apiaries { nodes { name beehives { nodes { beehiveNumber inspections { nodes { answers { asText } } } } }
      inventoryItems { nodes { itemName quantity } } questions { text } } } }`;
    expect((await ana.graphql(screen)).errors).toBeUndefined();
  });
});
