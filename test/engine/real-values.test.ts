// A planned operation returns the same response as graphql-js on real values, also if its variables are wrong.
import { describe, expect, it } from '@jest/globals';
import { byReference } from '../support/by-reference.js';
import type { GraphqlAnswer } from '../support/client.js';
import { globalOfService } from '../support/import-once.js';
import { ana, app, records } from './execution.fixture.js';

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

describe('literals and variables', () => {
  /** A JIT compiler for GraphQL executes the text between the parentheses. */
  const MAGIC = '__MAGIC_DATE__33a9e76d_02e0_4128_8e92_3530ad3da74d(globalThis.pwned = true)';
  const globals: { pwned?: boolean } = globalOfService;

  it.each([
    ['a string', `{ inventoryItems(apiaryId: "$apiary", filter: { search: "${MAGIC}" }) { totalCount } }`],
    ['a block string', `{ inventoryItems(apiaryId: "$apiary", filter: { search: """${MAGIC}""" }) { totalCount } }`],
    [
      'the default of a variable',
      `query ($s: String = "${MAGIC}") { inventoryItems(apiaryId: "$apiary", filter: { search: $s }) { totalCount } }`,
    ],
    ['in an object', `mutation { createApiary(input: { name: "${MAGIC}" }) { apiary { name } } }`],
    [
      'in a list',
      `mutation { createQuestion(input: { apiaryId: "$apiary", text: "?", answerType: CHOICE, options: ["${MAGIC}", "b"] }) { question { options } } }`,
    ],
    [
      'in a fragment',
      `{ ...F } fragment F on Query { inventoryItems(apiaryId: "$apiary", filter: { search: "${MAGIC}" }) { totalCount } }`,
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
      updateInventoryItem(input: { id: $id, unit: $unit, description: $description }) { inventoryItem { unit description } }
    }`;
    const { data } = await expectSame(query, { id: item, description: null });
    expect(data).toEqual({ updateInventoryItem: { inventoryItem: { unit: 'kg', description: null } } });
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
  const create =
    'mutation ($input: CreateInventoryItemInput!) { createInventoryItem(input: $input) { inventoryItem { id } } }';
  const update = 'mutation ($input: UpdateProfileInput!) { updateProfile(input: $input) { user { id } } }';
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
