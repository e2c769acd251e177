// A thousand requests, or a share of them, generated from openapi.json, valid and invalid: no response is a server error, and every response is
// described in the document.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { toSnakeCase } from '../../src/shared/text.js';
import { startTestApp, type TestApp } from '../support/client.js';
import * as fc from '../support/fast-check.js';
import { EXCLUSIVE } from '../support/fuzz/graphql-values.js';
import { bodySchema, type Json, type Operation, openapi, operations } from '../support/openapi.js';
import { type Beekeeper, beekeeper, PASSWORD } from '../support/world.js';

const RUNS = 25;

let app: TestApp;
let ana: Beekeeper;
let ids: string[];
beforeAll(async () => {
  app = await startTestApp();
  ana = await beekeeper(app);
  await app.database.sql(`update users set role = 'ADMIN' where id = $1`, [ana.id]);
  ids = await createRecords();
});
afterAll(() => app.close());

/** Creates one record of each kind, because a run may have deleted the previous ones. */
async function createRecords(): Promise<string[]> {
  const apiary = await ana.apiary();
  const [beehive, item] = [await ana.beehive(apiary, { beehiveNumber: 1 }), await ana.item(apiary, { quantity: 5 })];
  const created = await ana.ask(
    `mutation ($hive: ID!, $apiary: ID!) {
      question: createQuestion(input: { apiaryId: $apiary, text: "Mites?" }) { question { id } }
      inspection: recordInspection(input: { beehiveId: $hive, answers: [] }) { inspection { id } }
    }`,
    { hive: beehive, apiary },
  );
  return [apiary, beehive, item, created.question.question.id, created.inspection.inspection.id, ana.id];
}

const NAUGHTY = [
  '',
  ' ',
  '\0',
  '\ud800',
  "'; drop table users; --",
  '%00',
  '../../etc/passwd',
  '💩',
  'null',
  '-1',
  'a'.repeat(3000),
  '\u202e',
  '{}',
  'é'.normalize('NFD'),
];
const text = fc.oneof(
  fc.constantFrom(...NAUGHTY),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ maxLength: 20 }),
);
const deep = (levels: number): Json => JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`);
const anything: fc.Arbitrary<Json> = fc.oneof(
  text,
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constantFrom(null, [], {}, [[]], deep(3000), 2 ** 31, -(2 ** 31) - 1, 1e300, 1.5, 'true', '7'),
  fc.array(text, { maxLength: 3 }),
  fc.dictionary(fc.string({ maxLength: 5 }), text, { maxKeys: 3 }),
);
const id = fc.oneof(
  { weight: 4, arbitrary: fc.nat(5).map((n) => () => ids[n]) },
  fc.uuid().map((value) => () => value),
);

/** Evaluated when the request is sent, because the records, and with them the ids, change from operation to operation. */
type Lazy = () => Json;
const lazy =
  (value: Json): Lazy =>
  () =>
    value;

/** Generates values that fit a schema. */
function fitting(schema: Json): fc.Arbitrary<Lazy> {
  if (schema.$ref) return fitting(openapi.components.schemas[schema.$ref.split('/').at(-1)]);
  if (schema.anyOf) return fc.oneof(...(schema.anyOf as Json[]).map(fitting));
  if (schema.enum) return fc.constantFrom(...(schema.enum as Json[]).map(lazy));
  const [type, ...others] = [schema.type].flat();
  const present = ((): fc.Arbitrary<Lazy> => {
    if (schema.format === 'uuid') return id;
    if (schema.format === 'date-time') return fc.date({ noInvalidDate: true }).map((date) => lazy(date.toISOString()));
    if (schema.format === 'date')
      return fc
        .date({ min: new Date('1900-01-01'), max: new Date('2200-01-01'), noInvalidDate: true })
        .map((date) => lazy(date.toISOString().slice(0, 10)));
    if (type === 'integer') return fc.oneof(fc.integer({ min: 0, max: 30 }), fc.integer()).map(lazy);
    if (type === 'number') return fc.double({ noNaN: true, noDefaultInfinity: true }).map(lazy);
    if (type === 'boolean') return fc.boolean().map(lazy);
    if (type === 'array')
      return fc.array(fitting(schema.items), { maxLength: 3 }).map((list) => () => list.map((make) => make()));
    if (type === 'object') return objectOf(schema);
    return text.map(lazy);
  })();
  return others.includes('null')
    ? fc.oneof({ weight: 4, arbitrary: present }, { weight: 1, arbitrary: fc.constant(lazy(null)) })
    : present;
}

/** Generates mostly valid properties; some are invalid or missing, and some objects have an additional key. */
function objectOf({ properties = {}, required = [] }: Json): fc.Arbitrary<Lazy> {
  const entries = Object.entries<Json>(properties).map(([key, schema]) =>
    fc.tuple(fc.nat(9), fitting(schema), anything).map(([chance, fits, other]): [string, Lazy] | undefined => {
      if (chance === 0) return [key, lazy(other)];
      if (chance < 4 && (chance === 1 || !required.includes(key))) return undefined;
      return [key, fits];
    }),
  );
  const extra = fc.option(fc.tuple(fc.string({ maxLength: 8 }), anything), { freq: 8, nil: undefined });
  return fc.tuple(fc.tuple(...entries), extra).map(([chosen, more]) => () => {
    const pairs = chosen.filter((pair) => pair !== undefined).map(([key, make]): [string, Json] => [key, make()]);
    const object = Object.fromEntries(more ? [...pairs, more] : pairs);
    for (const [words, meaning] of EXCLUSIVE)
      if (object[toSnakeCase(words)] !== undefined) delete object[toSnakeCase(meaning)];
    return object;
  });
}

/** A URL has neither empty segments nor dots: fetch would remove them. */
const segment = (value: Json): string => encodeURIComponent(String(value).toWellFormed()).replace(/^\.{0,2}$/, '%20');

/** No key, a key that several requests use, or an invalid key. */
const key = fc.oneof(
  { weight: 2, arbitrary: fc.constant({}) },
  fc.constantFrom('a', 'b', 'c', '', 'x y', 'k'.repeat(300)).map((value) => ({ 'idempotency-key': value })),
);

interface GeneratedRequest {
  path: Lazy;
  body: Lazy;
  headers: Record<string, string>;
}
function requestOf(operation: Operation): fc.Arbitrary<GeneratedRequest> {
  const { path, described } = operation;
  const parameters: Json[] = (described.parameters ?? []).filter(({ $ref }: Json) => !$ref);
  const values = fc.tuple(
    ...parameters.map(({ name, in: location, schema }) =>
      fc.tuple(fc.nat(9), fitting(schema), text).map(([chance, fits, odd]) => ({
        name,
        location,
        isOmitted: chance === 9,
        value: chance === 0 ? lazy(odd) : fits,
      })),
    ),
  );
  const schema = bodySchema(operation);
  const body = schema
    ? fc.oneof({ weight: 9, arbitrary: fitting(schema) }, { weight: 1, arbitrary: anything.map(lazy) })
    : fc.constant(lazy(undefined));
  return fc.record({
    headers: key as fc.Arbitrary<Record<string, string>>,
    path: values.map((all) => () => {
      const query = all
        .filter(({ location, isOmitted }) => location === 'query' && !isOmitted)
        .map(({ name, value }) => `${name}=${segment(value())}`);
      const filled = all.reduce(
        (at, { name, location, value }) => (location === 'path' ? at.replace(`{${name}}`, () => segment(value())) : at),
        path,
      );
      return query.length > 0 ? `${filled}?${query.join('&')}` : filled;
    }),
    body,
  });
}

/** Operations that end the session of the caller: they are sent by a new account. */
const SESSION_ENDING = ['logOut'];
const isServerError = (status: number): boolean => status >= 500;

let sent = 0;
const statuses = new Set<number>();
describe.each(operations.map((o) => [`${o.method} ${o.path}`, o] as const))('%s', (_name, operation) => {
  it('never responds with a server error, and always as described', async () => {
    if (operation.method === 'delete' || operation.method === 'put') ids = await createRecords();
    const caller = SESSION_ENDING.includes(operation.described.operationId) ? await beekeeper(app) : ana;
    await fc.assert(
      fc.asyncProperty(requestOf(operation), async ({ path, body, headers }) => {
        sent += 1;
        // Throws if the document does not describe the response.
        const { status, body: response } = await caller.rest(operation.method.toUpperCase(), path(), body(), headers);
        statuses.add(status);
        expect({ failed: isServerError(status), response: isServerError(status) ? response : undefined }).toEqual({
          failed: false,
        });
      }),
      { numRuns: RUNS },
    );
    const logIn = await app.anyone.rest('POST', '/auth/login', { email: ana.email, password: PASSWORD });
    expect(logIn.status).toBe(200);
  });
});

it('the fuzz sent a thousand requests, or its share of them, and received every kind of status', () => {
  expect(sent).toBeGreaterThanOrEqual(fc.share(1000));
  for (const status of [200, 201, 204, 400, 401, 404, 409]) expect(statuses).toContain(status);
});
