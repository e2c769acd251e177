// Compiled or not, an operation answers the same: asked of a thousand made-up operations on made-up values, and of every operation
// that the tests and the REST door know, on real ones.
import 'reflect-metadata';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { execute, getIntrospectionQuery, parse, validate, visit } from 'graphql';
import { compileQuery, isCompiledQuery } from 'graphql-jit';
import { v7 as uuidv7 } from 'uuid';
import { createPrepare } from '../../src/graphql/executor.js';
import { createParseRoute } from '../../src/rest/endpoint.js';
import { routes } from '../../src/rest/routes/index.js';
import { createSchema } from '../../src/schema.js';
import { type GraphqlAnswer, startTestApp, type TestApp } from '../support/client.js';
import {
  type MadeUp,
  type MadeUpOperation,
  madeUpSchema,
  operations,
  type Seen,
  seen,
} from '../support/fuzz/executions.js';
import { globalOfService } from '../support/import-once.js';
import {
  asSuiteOperation,
  type SuiteOperation,
  suiteOperations,
  type Things,
  withoutTwins,
} from '../support/suite-operations.js';
import { type Beekeeper, beekeeper } from '../support/world.js';

const real = createSchema();

describe('on made-up values', () => {
  const schema = madeUpSchema(real);
  const prepare = createPrepare(schema);
  let compared = 0;

  /** What graphql-jit tells below a field that is null because of it is more: graphql-js must have told one of it, if not the root. */
  function expectSame(compiled: Seen, reference: Seen): void {
    const { nulled, ...answer } = compiled;
    const { nulled: expected, ...expectedAnswer } = reference;
    expect(answer).toEqual(expectedAnswer);
    expect(Object.keys(nulled).sort()).toEqual(Object.keys(expected).sort());
    for (const [place, told] of Object.entries(expected))
      if (place !== '') expect(nulled[place]).toEqual(expect.arrayContaining(told));
  }

  async function compare({ document: text, names, variables }: MadeUpOperation, seed: number, faults: number) {
    const document = parse(text);
    expect(validate(schema, document)).toEqual([]);
    for (const operationName of names) {
      const [byReference, byCompiled]: [MadeUp, MadeUp] = [
        { seed, faults, called: [] },
        { seed, faults, called: [] },
      ];
      const asked = { schema, document, operationName, contextValue: byReference, variableValues: variables };
      const reference = seen(await execute(asked));
      expectSame(seen(await prepare(document, operationName)(byCompiled, variables)), reference);
      // What a query calls in vain does no harm.
      if (text.includes(`mutation ${operationName}`)) expect(byCompiled.called).toEqual(byReference.called);
      compared += 1;
    }
  }

  it.each([
    ['nothing goes wrong', 0],
    ['a little goes wrong', 1],
    ['much goes wrong', 5],
  ])('%s', async (_what, faults) => {
    const made = fc.tuple(
      fc.boolean().chain((directives) => operations(schema, directives)),
      fc.nat(),
    );
    await fc.assert(
      fc.asyncProperty(made, ([operation, seed]) => compare(operation, seed, faults)),
      { numRuns: 250 },
    );
  });

  it('are more than a few', () => expect(compared).toBeGreaterThan(750));

  it('the schema itself', async () => {
    const made: MadeUpOperation = { document: getIntrospectionQuery(), names: ['IntrospectionQuery'], variables: {} };
    await compare(made, 0, 0);
  });

  const user = '{ id username }';
  it.each<[string, string, Record<string, unknown>]>([
    ['a fragment under a condition, and without', '...F @include(if: $no) ...F } fragment F on Query { me { id', {}],
    [
      'a fragment under different conditions',
      'a: me { ...F @include(if: $no) } b: me { ...F } } fragment F on User { ... { id',
      {},
    ],
    ['a field under a condition, its fields in a fragment', 'me @include(if: $no) { ... { id } } me { username', {}],
    ['a condition that is null', 'me @include(if: $perhaps) { id', { perhaps: null }],
    [
      'an alias that is a path',
      `a_b: beehives { nodes { number } } b: apiary(id: $id) { a: beehives { nodes { id } }`,
      {},
    ],
    [
      'an alias that is a path, the other way',
      `b: apiary(id: $id) { a: beehives { nodes { id } } } a_b: beehives { nodes { number }`,
      {},
    ],
    [
      'an alias that is no name in JavaScript',
      `__proto__: me ${user} constructor: me ${user} then: me ${user} a: me { __proto__: id`,
      {},
    ],
  ])('%s', async (_what, selection, variables) => {
    const used = ['no: Boolean!', 'perhaps: Boolean = true', 'id: ID!'].filter((variable) =>
      selection.includes(`$${variable.split(':')[0]}`),
    );
    const head = `query One${used.length > 0 ? `(${used.map((variable) => `$${variable}`).join(', ')})` : ''}`;
    for (let seed = 0; seed < 5; seed++) {
      const made = {
        document: `${head} { ${selection} } }`,
        names: ['One'],
        variables: { no: false, id: 'x', ...variables },
      };
      await compare(made, seed, 0);
    }
  });

  it('a change is not made after one that failed', async () => {
    const document = 'mutation One($id: ID!) { a: deleteApiary(id: $id) b: logOut c: endOtherSessions }';
    for (let seed = 0; seed < 50; seed++) await compare({ document, names: ['One'], variables: { id: 'x' } }, seed, 20);
  });

  it('a document that is short, but long when its fragments are filled in, is answered soon', async () => {
    const aliases = ['a', 'b', 'c', 'd', 'e', 'f'];
    const level = (n: number) =>
      `fragment F${n} on Apiary { ${aliases.map((a) => `${a}: beehives { nodes { apiary { ${n > 0 ? `...F${n - 1}` : 'id'} } } }`).join(' ')} }`;
    const document = `query One { apiary(id: 1) { ...F2 } } ${[0, 1, 2].map(level).join(' ')}`;
    const began = performance.now();
    prepare(parse(document), 'One');
    expect(performance.now() - began).toBeLessThan(200);
  });
});

let app: TestApp;
let ana: Beekeeper;
let things: Things;
beforeAll(async () => {
  app = await startTestApp();
  ana = await administrator();
  things = await thingsOf(ana);
});
afterAll(() => app.close());

/** The first is answered by graphql-js, the others by what was compiled. */
async function thrice(query: string, variables?: Record<string, unknown>): Promise<GraphqlAnswer<never>[]> {
  const answers = [];
  for (let i = 0; i < 3; i++) answers.push(await ana.graphql<never>(query, variables));
  return answers;
}

async function expectThriceTheSame(query: string, variables?: Record<string, unknown>): Promise<GraphqlAnswer<never>> {
  const [first, ...others] = await thrice(query, variables);
  for (const other of others) expect(other).toEqual(first);
  return first!;
}

async function administrator(): Promise<Beekeeper> {
  const somebody = await beekeeper(app);
  await app.database.sql(`update users set role = 'ADMIN' where id = $1`, [somebody.id]);
  return somebody;
}

async function thingsOf(owner: Beekeeper): Promise<Things> {
  const apiary = await owner.apiary();
  const item = await owner.item(apiary, { quantity: 5, minimumStock: 7 });
  const beehive = await owner.beehive(apiary, { number: 1 });
  const made = await owner.ask(
    `mutation ($hive: ID!, $apiary: ID!) {
      question: createQuestion(input: { apiaryId: $apiary, text: "Queen seen?" }) { id }
      inspection: recordInspection(input: { beehiveId: $hive, answers: [] }) { id }
      draft: recordInspection(input: { beehiveId: $hive, answers: [], draft: true }) { id }
    }`,
    { hive: beehive, apiary },
  );
  const found = await owner.ask(
    `mutation ($hive: ID!, $question: ID!) { made: assignQuestion(input: { beehiveId: $hive, questionId: $question }) { id } }`,
    { hive: beehive, question: made.question.id },
  );
  const { stockMovements, mySessions } = await owner.ask(
    'query ($item: ID!) { stockMovements(itemId: $item) { nodes { id } } mySessions { id } }',
    { item },
  );
  return {
    apiary,
    item,
    beehive,
    question: made.question.id,
    inspection: made.inspection.id,
    draft: made.draft.id,
    assignment: found.made.id,
    movement: stockMovements.nodes[0].id,
    session: mySessions[0].id,
    account: owner.id,
    uuidv7: uuidv7(),
  };
}

describe('what is not compiled', () => {
  /** graphql-jit 0.8.9 would take the brackets' content out of the text and run it. */
  const MAGIC = '__MAGIC_DATE__33a9e76d_02e0_4128_8e92_3530ad3da74d(globalThis.pwned = true)';
  const world: { pwned?: boolean } = globalOfService;

  it.each([
    ['a text', `{ inventoryItems(apiaryId: "$apiary", search: "${MAGIC}") { totalCount } }`],
    ['a block of text', `{ inventoryItems(apiaryId: "$apiary", search: """${MAGIC}""") { totalCount } }`],
    [
      'the default of a variable',
      `query ($s: String = "${MAGIC}") { inventoryItems(apiaryId: "$apiary", search: $s) { totalCount } }`,
    ],
    ['in an object', `mutation { createApiary(input: { name: "${MAGIC}" }) { name } }`],
    [
      'in a list',
      `mutation { createQuestion(input: { apiaryId: "$apiary", text: "?", answerType: CHOICE, options: ["${MAGIC}", "b"] }) { options } }`,
    ],
    [
      'in a fragment',
      `{ ...F } fragment F on Query { inventoryItems(apiaryId: "$apiary", search: "${MAGIC}") { totalCount } }`,
    ],
    ['in an operation that is not asked', `{ me { id } } query B { apiary(id: "${MAGIC}") { id } }`],
    ['in a directive', `{ me { id @include(if: "${MAGIC}") } }`],
    ['in a directive that there is not', `{ me { id @deprecated(reason: "${MAGIC}") } }`],
  ])('%s is never run', async (_what, query) => {
    delete world.pwned;
    const answer = await expectThriceTheSame(query.replace('$apiary', things.apiary!));
    expect(world.pwned).toBeUndefined();
    const told = JSON.stringify(answer);
    if (query.startsWith('mutation')) expect(told).toContain(MAGIC);
    else expect(told).toMatch(/"totalCount":0|"errors"/);
  });

  it('a variable in an object that is absent stays absent', async () => {
    const item = await ana.item(things.apiary!, { unit: 'kg', description: 'Fine' });
    const query = `mutation ($id: ID!, $unit: String, $description: String) {
      updateInventoryItem(id: $id, input: { unit: $unit, description: $description }) { unit description }
    }`;
    const { data } = await expectThriceTheSame(query, { id: item, description: null });
    expect(data).toEqual({ updateInventoryItem: { unit: 'kg', description: null } });
  });

  it('one in a list is what was given', async () => {
    const query =
      'query ($s: HealthCondition!) { beehives(filter: { health: [UNHEALTHY, $s] }) { nodes { beehiveNumber } } }';
    await ana.beehive(things.apiary!, { number: 77, healthStatus: 'Healthy' });
    const { data } = await expectThriceTheSame(query, { s: 'HEALTHY' });
    expect(data).toEqual({ beehives: { nodes: [{ number: 77 }] } });
  });
});

describe('variables that do not fit are told of in the same words', () => {
  const create = 'mutation ($input: CreateInventoryItemInput!) { createInventoryItem(input: $input) { id } }';
  const list =
    'query ($first: Int, $orderBy: ApiaryOrder) { apiaries(first: $first, orderBy: $orderBy) { totalCount } }';
  it.each<[string, string, Record<string, unknown>]>([
    ['an array for an object', create, { input: [] }],
    ['an array with an object for an object', create, { input: [{ apiaryId: 'a', name: 'b', unit: 'c' }] }],
    ['a text for an object', create, { input: 'x' }],
    ['null for an object', create, { input: null }],
    ['nothing', create, {}],
    ['a number for a text', create, { input: { apiaryId: 'a', name: 7, unit: 'kg' } }],
    ['an object for an id', create, { input: { apiaryId: {}, name: 'b', unit: 'kg' } }],
    ['half a number for an id', create, { input: { apiaryId: 1.5, name: 'b', unit: 'kg' } }],
    ['a field that is missing', create, { input: { apiaryId: 'a', unit: 'kg' } }],
    ['fields that there are not', create, { input: { apiaryId: 'a', name: 'b', unit: 'kg', nme: 1, naem: 2 } }],
    ['a day that is none', create, { input: { apiaryId: 'a', name: 'b', unit: 'kg', expiryDate: '2026-04-31' } }],
    ['several wrongs at once', create, { input: { apiaryId: {}, name: 1, unit: [], quantity: 'x' } }],
    ['a number that is too large', list, { first: 2 ** 31 }],
    ['half a number', list, { first: 1.5 }],
    ['a text for a number', list, { first: '5' }],
    ['a name that an enum has not', list, { orderBy: { field: 'COLOUR', direction: 'ASC' } }],
    ['a number for an enum', list, { orderBy: { field: 1, direction: 'ASC' } }],
    ['a list for an enum', list, { orderBy: { field: ['NAME'], direction: 'ASC' } }],
  ])('%s', async (_what, query, variables) => {
    const { status, data, errors } = await expectThriceTheSame(query, variables);
    expect({ status, data }).toEqual({ status: 400, data: undefined });
    expect(errors!.length).toBeGreaterThan(0);
  });
});

it('a fault of our own is told as such, by whichever way', async () => {
  const { pool } = app.app as unknown as { pool: { query: unknown } };
  const query = 'query ($id: ID!) { apiary(id: $id) { name } }';
  const original = pool.query;
  const answers = [];
  try {
    for (let i = 0; i < 3; i++) {
      pool.query = (config: { text?: string }, ...rest: unknown[]) => {
        if (/apiaries/.test(config.text ?? '')) throw new Error('a secret of the house');
        return (original as (...all: unknown[]) => unknown).call(pool, config, ...rest);
      };
      answers.push(await ana.graphql(query, { id: things.apiary! }));
    }
  } finally {
    pool.query = original;
  }
  expect(answers[0]).toMatchObject({ status: 200, data: { apiary: null } });
  expect(answers[0]!.errors).toMatchObject([{ message: 'Something went wrong', path: ['apiary'] }]);
  expect(answers.slice(1)).toEqual([answers[0], answers[0]]);
});

describe('the operations of the tests and of the REST door', () => {
  const written = suiteOperations(real);
  const dissect = createParseRoute(real);
  const rows = routes
    .flatMap((route) =>
      [route.document, ...(route.fallback ? [route.fallback] : [])].map((document) => ({ ...route, document })),
    )
    .map((route) => asSuiteOperation(real, visit(dissect(route).document, { Directive: () => null })));
  const all = withoutTwins([...written, ...rows]);
  const named = (kind: SuiteOperation['kind']) =>
    all.filter((operation) => operation.kind === kind).map((operation) => [operation.text, operation] as const);

  it('are found, most of them are compiled, and every root field is among them', () => {
    expect(written.length).toBeGreaterThanOrEqual(150);
    expect(rows.length).toBeGreaterThanOrEqual(routes.length);
    const compiled = all.filter(({ text }) => isCompiledQuery(compileQuery(real, parse(text))));
    expect(compiled.length).toBeGreaterThan(all.length * 0.9);
    const roots = [real.getQueryType()!, real.getMutationType()!].flatMap((type) => Object.keys(type.getFields()));
    const asked = new Set(written.flatMap(({ rootFields }) => rootFields));
    expect(roots.filter((name) => !asked.has(name))).toEqual([]);
  });

  it('queries answer the same', async () => {
    const succeeded = [];
    for (const [text, { variables }] of named('query')) {
      const [first, ...others] = (await thrice(text, variables(things))).map(comparable);
      for (const other of others) expect({ text, ...other }).toEqual({ text, ...first });
      if (!first!.errors) succeeded.push(text);
    }
    expect(succeeded.length).toBeGreaterThan(named('query').length / 2);
  });

  const endsSomething = /logOut|end\w*Session|deleteMy|Password|setUser|updateProfile/;
  it('changes answer alike', async () => {
    const succeeded = [];
    for (const [text, { variables }] of named('mutation')) {
      const shapes = [];
      for (let i = 0; i < 2; i++) {
        const somebody = endsSomething.test(text) ? await administrator() : ana;
        shapes.push(shapeOf(await somebody.graphql(text, variables(await thingsOf(somebody)))));
      }
      expect({ text, answer: shapes[1] }).toEqual({ text, answer: shapes[0] });
      if (!JSON.stringify(shapes[0]).includes('"code"')) succeeded.push(text);
    }
    expect(succeeded.length).toBeGreaterThan(named('mutation').length / 2);
  }, 120_000);
});

/** Of an answer without data, which of several errors are told is a matter of time: graphql-js stops at the first. */
function comparable({ status, data, errors }: GraphqlAnswer<unknown>) {
  const told = errors?.map((error) => (data === null ? error.extensions.code : JSON.stringify(error)));
  return { status, data, errors: told && [...new Set(told)].sort() };
}

/** What stays of an answer when somebody else is answered, at another time. */
function shapeOf(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => shapeOf(item, key));
  if (typeof value !== 'object' || value === null)
    return /^(status|code|message|path|reason|__typename)$/.test(key) ? value : value === null ? null : typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shapeOf(inner, name)]));
}
