// A planned operation returns the same result as graphql-js: tested with a thousand generated operations on generated values, and
// with every operation of the tests and of the REST routes on real values.
import 'reflect-metadata';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type DocumentNode, execute, getIntrospectionQuery, getOperationAST, parse, validate, visit } from 'graphql';
import { v7 as uuidv7 } from 'uuid';
import { prepareOperation } from '../../src/graphql/executor.js';
import { planOperation } from '../../src/graphql/plan.js';
import { createParseRoute } from '../../src/rest/endpoint.js';
import { routes } from '../../src/rest/routes/index.js';
import { createSchema } from '../../src/schema.js';
import { byReference } from '../support/by-reference.js';
import { type GraphqlAnswer, startTestApp, type TestApp } from '../support/client.js';
import {
  type GeneratedOperation,
  type GeneratorContext,
  observe,
  operations,
  withGeneratedValues,
} from '../support/fuzz/executions.js';
import { globalOfService } from '../support/import-once.js';
import {
  asSuiteOperation,
  type RecordIds,
  type SuiteOperation,
  suiteOperations,
  withoutDuplicates,
} from '../support/suite-operations.js';
import { type Beekeeper, beekeeper, crown, harvestFrom, placementOf, treat } from '../support/world.js';

const real = createSchema();
/** Documents for each share of faults. `.ci/run` compares 20,000 operations. */
const RUNS = Number(process.env.EXECUTION_RUNS ?? 250);
const MAX_MS_PER_RUN = 50;

/**
 * Once an error has made the whole result null, neither executor waits for the fields that are still executing: which of their errors
 * come in time depends on the order of the event loop. One of the two lists of errors then contains the other.
 */
function expectEqual(actual: ReturnType<typeof observe>, expected: ReturnType<typeof observe>): void {
  const [fewer, more] = [actual.errors, expected.errors].sort((a, b) => a.length - b.length) as [string[], string[]];
  const isDecided = expected.data === 'null' && fewer.length > 0;
  expect(isDecided ? actual.data : actual).toEqual(isDecided ? 'null' : expected);
  if (isDecided) expect(more).toEqual(expect.arrayContaining(fewer));
}

describe('on generated values', () => {
  const schema = withGeneratedValues(real);
  const prepare = (document: DocumentNode, name: string) =>
    prepareOperation(schema, document, getOperationAST(document, name)!, true);
  let compared = 0;

  async function compare({ document: text, names, variables }: GeneratedOperation, seed: number, faults: number) {
    const document = parse(text);
    expect(validate(schema, document)).toEqual([]);
    for (const operationName of names) {
      const [reference, planned]: [GeneratorContext, GeneratorContext] = [
        { seed, faults, called: [] },
        { seed, faults, called: [] },
      ];
      const request = { schema, document, operationName, contextValue: reference, variableValues: variables };
      const expected = observe(await execute(request));
      expectEqual(observe(await prepare(document, operationName)(planned, variables)), expected);
      // Only for mutations does it matter which resolvers were called.
      if (text.includes(`mutation ${operationName}`)) expect(planned.called).toEqual(reference.called);
      compared += 1;
    }
  }

  it.each([
    ['without faults', 0],
    ['with few faults', 1],
    ['with many faults', 5],
  ])(
    '%s',
    async (_case, faults) => {
      const generated = fc.tuple(
        fc.boolean().chain((directives) => operations(schema, directives)),
        fc.nat(),
      );
      await fc.assert(
        fc.asyncProperty(generated, ([operation, seed]) => compare(operation, seed, faults)),
        { numRuns: RUNS, endOnFailure: true },
      );
    },
    30_000 + RUNS * MAX_MS_PER_RUN,
  );

  it('more than 750 operations are compared', () => expect(compared).toBeGreaterThan(750));

  it('the introspection query', async () => {
    const introspection: GeneratedOperation = {
      document: getIntrospectionQuery(),
      names: ['IntrospectionQuery'],
      variables: {},
    };
    await compare(introspection, 0, 0);
  });

  const user = '{ id username }';
  it.each<[string, string, Record<string, unknown>]>([
    ['a fragment with a condition and without one', '...F @include(if: $no) ...F } fragment F on Query { me { id', {}],
    [
      'a fragment with different conditions',
      'a: me { ...F @include(if: $no) } b: me { ...F } } fragment F on User { ... { id',
      {},
    ],
    ['a field with a condition, its fields in a fragment', 'me @include(if: $no) { ... { id } } me { username', {}],
    ['a condition that is null', 'me @include(if: $perhaps) { id', { perhaps: null }],
    [
      'an alias that equals a joined path',
      `a_b: beehives { nodes { beehiveNumber } } b: apiary(id: $id) { a: beehives { nodes { id } }`,
      {},
    ],
    [
      'an alias that equals a joined path, in reverse order',
      `b: apiary(id: $id) { a: beehives { nodes { id } } } a_b: beehives { nodes { beehiveNumber }`,
      {},
    ],
    [
      'aliases that are special names in JavaScript',
      `__proto__: me ${user} constructor: me ${user} then: me ${user} a: me { __proto__: id`,
      {},
    ],
  ])('%s', async (_case, selection, variables) => {
    const used = ['no: Boolean!', 'perhaps: Boolean = true', 'id: ID!'].filter((variable) =>
      selection.includes(`$${variable.split(':')[0]}`),
    );
    const head = `query One${used.length > 0 ? `(${used.map((variable) => `$${variable}`).join(', ')})` : ''}`;
    for (let seed = 0; seed < 5; seed++) {
      const operation = {
        document: `${head} { ${selection} } }`,
        names: ['One'],
        variables: { no: false, id: 'x', ...variables },
      };
      await compare(operation, seed, 0);
    }
  });

  it('no mutation is executed after one that failed', async () => {
    const document = 'mutation One($id: ID!) { a: deleteApiary(id: $id) b: logOut c: endOtherSessions }';
    for (let seed = 0; seed < 50; seed++) await compare({ document, names: ['One'], variables: { id: 'x' } }, seed, 20);
  });

  it('a short document that is long once its fragments are expanded is prepared quickly', async () => {
    const aliases = ['a', 'b', 'c', 'd', 'e', 'f'];
    const level = (n: number) =>
      `fragment F${n} on Apiary { ${aliases.map((a) => `${a}: beehives { nodes { apiary { ${n > 0 ? `...F${n - 1}` : 'id'} } } }`).join(' ')} }`;
    const document = `query One { apiary(id: 1) { ...F2 } } ${[0, 1, 2].map(level).join(' ')}`;
    const start = performance.now();
    prepare(parse(document), 'One');
    expect(performance.now() - start).toBeLessThan(200);
  });
});

let app: TestApp;
let ana: Beekeeper;
let records: RecordIds;
beforeAll(async () => {
  app = await startTestApp();
  ana = await administrator();
  records = await createRecords(ana);
});
afterAll(() => app.close());

async function expectSame(query: string, variables?: Record<string, unknown>): Promise<GraphqlAnswer<never>> {
  const response = await ana.graphql<never>(query, variables);
  const reference = await ana.graphql<never>(byReference(query), variables);
  expect(withoutLocations(response)).toEqual(withoutLocations(reference));
  return response;
}

/** The text of `byReference` is formatted in another way. */
const withoutLocations = ({ errors, ...response }: GraphqlAnswer<never>): object => ({
  ...response,
  errors: errors?.map((error) => ({ ...error, locations: undefined })),
});

async function administrator(): Promise<Beekeeper> {
  const admin = await beekeeper(app);
  await app.database.sql(`update users set role = 'ADMIN' where id = $1`, [admin.id]);
  return admin;
}

async function createRecords(owner: Beekeeper): Promise<RecordIds> {
  const apiary = await owner.apiary();
  const item = await owner.item(apiary, { quantity: 5, minimumStock: 7 });
  const beehive = await owner.beehive(apiary, { beehiveNumber: 1 });
  const created = await owner.ask(
    `mutation ($hive: ID!, $apiary: ID!) {
      question: createQuestion(input: { apiaryId: $apiary, text: "Queen seen?" }) { id }
      inspection: recordInspection(input: { beehiveId: $hive, answers: [] }) { id }
      draft: recordInspection(input: { beehiveId: $hive, answers: [], draft: true }) { id }
    }`,
    { hive: beehive, apiary },
  );
  const { assigned } = await owner.ask(
    `mutation ($hive: ID!, $question: ID!) { assigned: assignQuestion(input: { beehiveId: $hive, questionId: $question }) { id } }`,
    { hive: beehive, question: created.question.id },
  );
  const { stockMovements, mySessions } = await owner.ask(
    'query ($item: ID!) { stockMovements(itemId: $item) { nodes { id } } mySessions { id } }',
    { item },
  );
  return {
    apiary,
    item,
    beehive,
    question: created.question.id,
    inspection: created.inspection.id,
    draft: created.draft.id,
    ...(await treat(owner, beehive)),
    ...(await crown(owner, { apiary, beehive })),
    ...(await harvestFrom(owner, apiary, beehive)),
    placement: await placementOf(owner, beehive),
    assignment: assigned.id,
    movement: stockMovements.nodes[0].id,
    session: mySessions[0].id,
    account: owner.id,
    uuidv7: uuidv7(),
  };
}

describe('literals and variables', () => {
  /** A JIT compiler for GraphQL executes the text between the parentheses. */
  const MAGIC = '__MAGIC_DATE__33a9e76d_02e0_4128_8e92_3530ad3da74d(globalThis.pwned = true)';
  const globals: { pwned?: boolean } = globalOfService;

  it.each([
    ['a string', `{ inventoryItems(apiaryId: "$apiary", search: "${MAGIC}") { totalCount } }`],
    ['a block string', `{ inventoryItems(apiaryId: "$apiary", search: """${MAGIC}""") { totalCount } }`],
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
    ['in an operation that is not executed', `{ me { id } } query B { apiary(id: "${MAGIC}") { id } }`],
    ['in a directive', `{ me { id @include(if: "${MAGIC}") } }`],
    ['in a directive that is invalid here', `{ me { id @deprecated(reason: "${MAGIC}") } }`],
  ])('code %s is never executed', async (_case, query) => {
    delete globals.pwned;
    const response = await expectSame(query.replace('$apiary', records.apiary!));
    expect(globals.pwned).toBeUndefined();
    const text = JSON.stringify(response);
    if (query.startsWith('mutation')) expect(text).toContain(MAGIC);
    else expect(text).toMatch(/"totalCount":0|"errors"/);
  });

  it('an absent variable in an object stays absent', async () => {
    const item = await ana.item(records.apiary!, { unit: 'kg', description: 'Fine' });
    const query = `mutation ($id: ID!, $unit: String, $description: String) {
      updateInventoryItem(id: $id, input: { unit: $unit, description: $description }) { unit description }
    }`;
    const { data } = await expectSame(query, { id: item, description: null });
    expect(data).toEqual({ updateInventoryItem: { unit: 'kg', description: null } });
  });

  it('a variable in a list keeps its value', async () => {
    const query =
      'query ($s: HealthCondition!) { beehives(filter: { health: [UNHEALTHY, $s] }) { nodes { beehiveNumber } } }';
    await ana.beehive(records.apiary!, { beehiveNumber: 77, healthStatus: 'Healthy' });
    const { data } = await expectSame(query, { s: 'HEALTHY' });
    expect(data).toEqual({ beehives: { nodes: [{ beehiveNumber: 77 }] } });
  });
});

describe('invalid variables are refused with the same messages', () => {
  const create = 'mutation ($input: CreateInventoryItemInput!) { createInventoryItem(input: $input) { id } }';
  const update = 'mutation ($input: UpdateApiaryInput!) { updateApiary(id: "a", input: $input) { id } }';
  const list =
    'query ($first: Int, $orderBy: ApiaryOrder) { apiaries(first: $first, orderBy: $orderBy) { totalCount } }';
  it.each<[string, string, Record<string, unknown>]>([
    ['a list for an object', create, { input: [] }],
    ['a list with an object for an object', create, { input: [{ apiaryId: 'a', itemName: 'b', unit: 'c' }] }],
    ['a list for an object whose fields are all optional', update, { input: [] }],
    ['a string for an object', create, { input: 'x' }],
    ['null for an object', create, { input: null }],
    ['no variables', create, {}],
    ['a number for a string', create, { input: { apiaryId: 'a', itemName: 7, unit: 'kg' } }],
    ['an object for an id', create, { input: { apiaryId: {}, itemName: 'b', unit: 'kg' } }],
    ['a fraction for an id', create, { input: { apiaryId: 1.5, itemName: 'b', unit: 'kg' } }],
    ['a missing field', create, { input: { apiaryId: 'a', unit: 'kg' } }],
    ['unknown fields', create, { input: { apiaryId: 'a', itemName: 'b', unit: 'kg', itemNme: 1, itmeName: 2 } }],
    [
      'a date that does not exist',
      create,
      { input: { apiaryId: 'a', itemName: 'b', unit: 'kg', expiryDate: '2026-04-31' } },
    ],
    ['several errors', create, { input: { apiaryId: {}, itemName: 1, unit: [], quantity: 'x' } }],
    ['a number that is too large', list, { first: 2 ** 31 }],
    ['a fraction for an integer', list, { first: 1.5 }],
    ['a string for a number', list, { first: '5' }],
    ['an unknown enum value', list, { orderBy: { field: 'COLOUR', direction: 'ASC' } }],
    ['a number for an enum', list, { orderBy: { field: 1, direction: 'ASC' } }],
    ['a list for an enum', list, { orderBy: { field: ['NAME'], direction: 'ASC' } }],
  ])('%s', async (_case, query, variables) => {
    const { status, data, errors } = await expectSame(query, variables);
    expect({ status, data }).toEqual({ status: 400, data: undefined });
    expect(errors!.length).toBeGreaterThan(0);
  });
});

it('an unexpected error is masked', async () => {
  const { pool } = app.app as unknown as { pool: { query: unknown } };
  const query = 'query ($id: ID!) { apiary(id: $id) { name } }';
  const original = pool.query;
  const responses: GraphqlAnswer<never>[] = [];
  try {
    for (const text of [query, byReference(query)]) {
      pool.query = (config: { text?: string }, ...rest: unknown[]) => {
        if (/apiaries/.test(config.text ?? '')) throw new Error('internal details');
        return (original as (...all: unknown[]) => unknown).call(pool, config, ...rest);
      };
      responses.push(await ana.graphql(text, { id: records.apiary! }));
    }
  } finally {
    pool.query = original;
  }
  expect(responses[0]).toMatchObject({ status: 200, data: { apiary: null } });
  expect(responses[0]!.errors).toMatchObject([{ message: 'Something went wrong', path: ['apiary'] }]);
  expect(withoutLocations(responses[1]!)).toEqual(withoutLocations(responses[0]!));
});

describe('the operations of the tests and of the REST routes', () => {
  const fromTests = suiteOperations(real);
  const parseRoute = createParseRoute(real);
  const fromRoutes = routes
    .flatMap((route) =>
      [route.document, ...(route.fallback ? [route.fallback] : [])].map((document) => ({ ...route, document })),
    )
    .map((route) => asSuiteOperation(real, visit(parseRoute(route).document, { Directive: () => null })));
  const all = withoutDuplicates([...fromTests, ...fromRoutes]);
  const ofKind = (kind: SuiteOperation['kind']) =>
    all.filter((operation) => operation.kind === kind).map((operation) => [operation.text, operation] as const);

  it('are found, include every root field, and are mostly planned', () => {
    expect(fromTests.length).toBeGreaterThanOrEqual(150);
    expect(fromRoutes.length).toBeGreaterThanOrEqual(routes.length);
    const planned = all.filter(({ text }) => planOperation(real, parse(text), getOperationAST(parse(text))!, true));
    expect(planned.length).toBeGreaterThan(all.length * 0.9);
    const roots = [real.getQueryType()!, real.getMutationType()!].flatMap((type) => Object.keys(type.getFields()));
    const used = new Set(fromTests.flatMap(({ rootFields }) => rootFields));
    expect(roots.filter((name) => !used.has(name))).toEqual([]);
  });

  it('queries return the same result', async () => {
    const succeeded = [];
    for (const [text, { variables }] of ofKind('query')) {
      const planned = comparable(await ana.graphql(text, variables(records)));
      const reference = comparable(await ana.graphql(byReference(text), variables(records)));
      expect({ text, ...planned }).toEqual({ text, ...reference });
      if (!planned.errors) succeeded.push(text);
    }
    expect(succeeded.length).toBeGreaterThan(ofKind('query').length / 2);
  });

  const changesAccount = /logOut|end\w*Session|deleteMy|Password|setUser|updateProfile/;
  it('mutations return results of the same shape', async () => {
    const succeeded = [];
    for (const [text, { variables }] of ofKind('mutation')) {
      const shapes = await Promise.all(
        [text, byReference(text)].map(async (sent) => {
          const caller = changesAccount.test(text) ? await administrator() : ana;
          return shapeOf(await caller.graphql(sent, variables(await createRecords(caller))));
        }),
      );
      expect({ text, shape: shapes[1] }).toEqual({ text, shape: shapes[0] });
      if (!JSON.stringify(shapes[0]).includes('"code"')) succeeded.push(text);
    }
    expect(succeeded.length).toBeGreaterThan(ofKind('mutation').length / 2);
  }, 120_000);
});

/** Without data, only the codes of the errors are compared: graphql-js stops at the first error, which depends on timing. */
/** Statistics tell when they were calculated, cursors of the worklist begin with the time of the first page, and those of changes have a time, too. */
const withoutTimes = (data: unknown): unknown =>
  JSON.parse(
    JSON.stringify(data ?? null, (key, value) =>
      ['calculatedAt', 'last_updated'].includes(key) ||
      (typeof value === 'string' && CURSORS_WITH_TIMES.some((start) => value.startsWith(start)))
        ? null
        : value,
    ),
  );
const CURSORS_WITH_TIMES = ['{"at":', '{"viewer"'].map((start) => Buffer.from(start).toString('base64url'));

function comparable({ status, data, errors }: GraphqlAnswer<unknown>) {
  const texts = errors?.map(({ message, path, extensions }) =>
    data === null ? extensions.code : JSON.stringify({ message, path, extensions }),
  );
  return { status, data: withoutTimes(data), errors: texts && [...new Set(texts)].sort() };
}

/** The parts of a response that do not depend on the account and the time. */
function shapeOf(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => shapeOf(item, key));
  if (typeof value !== 'object' || value === null)
    return /^(status|code|message|path|reason|__typename)$/.test(key) ? value : value === null ? null : typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shapeOf(inner, name)]));
}
