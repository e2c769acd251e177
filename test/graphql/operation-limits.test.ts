// How much one operation may ask for: its shape, and what it may give, are judged before anything of it is executed.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startTestApp, statementsOf, type TestApp } from '../support/client.js';
import { type Beekeeper, beekeeper } from '../support/world.js';

let app: TestApp;
let ana: Beekeeper;
beforeAll(async () => {
  app = await startTestApp();
  ana = await beekeeper(app);
  await ana.apiary();
});
afterAll(() => app.close());

const times = (n: number, of: (i: number) => string): string => Array.from({ length: n }, (_, i) => of(i)).join(' ');

/** Refused with 400, and nothing was asked of the database. */
async function expectRefused(query: string, message: RegExp, variables?: object): Promise<void> {
  await ana.ask('{ me { id } }');
  let answer: Awaited<ReturnType<Beekeeper['graphql']>> | undefined;
  const statements = await statementsOf(app.app, async () => {
    answer = await ana.graphql(query, variables as Record<string, unknown>);
  });
  expect([answer!.status, answer!.data ?? null]).toEqual([400, null]);
  expect(answer!.errors![0]!.message).toMatch(message);
  // What the service asks for itself, now and then.
  expect(statements.filter((text) => !/session_changes|mails/.test(text))).toEqual([]);
}

describe('aliases', () => {
  it('are at most 15, whatever they are for', async () => {
    expect((await ana.graphql(`{ ${times(15, (i) => `a${i}: __typename`)} }`)).errors).toBeUndefined();
    for (const what of ['__typename', 'me { id }', 'apiaries { totalCount }'])
      await expectRefused(`{ ${times(16, (i) => `a${i}: ${what}`)} }`, /more than 15 aliases/);
  });

  it('count wherever a fragment is used', async () => {
    const fragment = `fragment f on User { ${times(8, (i) => `a${i}: id`)} }`;
    expect((await ana.graphql(`{ me { ...f } } ${fragment}`)).errors).toBeUndefined();
    await expectRefused(`{ me { ...f } other: me { ...f } } ${fragment}`, /more than 15 aliases/);
  });
});

describe('directives', () => {
  it('are at most 5', async () => {
    expect((await ana.graphql('{ me @include(if: true) { id } }')).errors).toBeUndefined();
    const fields = ['id', 'email', 'username', 'phone', 'role', 'language'];
    await expectRefused(
      `{ me { ${fields.map((field) => `${field} @include(if: true)`).join(' ')} } }`,
      /more than 5 directives/,
    );
  });
});

describe('fragments that hold each other', () => {
  it('are refused before they have been counted to the end', async () => {
    const levels = times(14, (i) => `fragment f${i} on User { ...f${i + 1} ...f${i + 1} }`);
    await expectRefused(`{ me { ...f0 } } ${levels} fragment f14 on User { id }`, /more than 10000 fields/);
  });
});

describe('what an operation may give', () => {
  const nested = (first: string, inner = first): string =>
    `{ apiaries(first: ${first}) { nodes { beehives(first: ${inner}) { nodes { id } } } } }`;

  it('is at most 100,000 objects', async () => {
    expect((await ana.graphql(nested('300', '300'))).errors).toBeUndefined();
    await expectRefused(nested('500'), /may give 250500 objects, and at most 100000/);
  });

  it('goes by the variables too, each time', async () => {
    const query =
      'query ($first: Int) { apiaries(first: $first) { nodes { beehives(first: $first) { nodes { id } } } } }';
    for (let i = 0; i < 3; i++) {
      expect((await ana.graphql(query, { first: 10 })).errors).toBeUndefined();
      await expectRefused(query, /may give 250500 objects/, { first: 500 });
    }
  });

  it('is told with a reason that stays the same', async () => {
    const { errors } = await ana.graphql(nested('500'));
    expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT', reason: 'TOO_BROAD' } }]);
  });

  it('lets what every screen asks for pass', async () => {
    const screen = `{ apiaries { nodes { name beehives { nodes { beehiveNumber inspections { nodes { answers { asText } } } } }
      inventoryItems { nodes { itemName quantity } } questions { text } } } }`;
    expect((await ana.graphql(screen)).errors).toBeUndefined();
  });
});
