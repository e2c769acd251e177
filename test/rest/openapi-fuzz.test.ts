// A thousand and more requests made from openapi.json, right and wrong in every way that it leaves open: no answer is a fault of the
// service, and none is one that the document does not describe.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { startTestApp, type TestApp } from '../support/client.js';
import { type Json, type Operation, openapi, operations } from '../support/openapi.js';
import { type Beekeeper, beekeeper, PASSWORD } from '../support/world.js';

const RUNS = 25;

let app: TestApp;
let ana: Beekeeper;
let ids: string[];
beforeAll(async () => {
  app = await startTestApp();
  ana = await beekeeper(app);
  await app.database.sql(`update users set role = 'ADMIN' where id = $1`, [ana.id]);
  ids = await things();
});
afterAll(() => app.close());

/** One of each kind; whatever a run deleted is there again for the next operation. */
async function things(): Promise<string[]> {
  const apiary = await ana.apiary();
  const [beehive, item] = [await ana.beehive(apiary, { beehiveNumber: 1 }), await ana.item(apiary, { quantity: 5 })];
  const made = await ana.ask(
    `mutation ($hive: ID!, $apiary: ID!) {
      question: createQuestion(input: { apiaryId: $apiary, text: "Mites?" }) { id }
      inspection: recordInspection(input: { beehiveId: $hive, answers: [] }) { id }
    }`,
    { hive: beehive, apiary },
  );
  return [apiary, beehive, item, made.question.id, made.inspection.id, ana.id];
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

type Late = () => Json;
const now =
  (value: Json): Late =>
  () =>
    value;

/** Values that fit a schema. Ids are taken late: which things there are changes from operation to operation. */
function fitting(schema: Json): fc.Arbitrary<Late> {
  if (schema.$ref) return fitting(openapi.components.schemas[schema.$ref.split('/').at(-1)]);
  if (schema.anyOf) return fc.oneof(...(schema.anyOf as Json[]).map(fitting));
  if (schema.enum) return fc.constantFrom(...(schema.enum as Json[]).map(now));
  const [type, ...others] = [schema.type].flat();
  const present = ((): fc.Arbitrary<Late> => {
    if (schema.format === 'uuid') return id;
    if (schema.format === 'date-time') return fc.date({ noInvalidDate: true }).map((date) => now(date.toISOString()));
    if (schema.format === 'date')
      return fc
        .date({ min: new Date('1900-01-01'), max: new Date('2200-01-01'), noInvalidDate: true })
        .map((date) => now(date.toISOString().slice(0, 10)));
    if (type === 'integer') return fc.oneof(fc.integer({ min: 0, max: 30 }), fc.integer()).map(now);
    if (type === 'number') return fc.double({ noNaN: true, noDefaultInfinity: true }).map(now);
    if (type === 'boolean') return fc.boolean().map(now);
    if (type === 'array')
      return fc.array(fitting(schema.items), { maxLength: 3 }).map((list) => () => list.map((make) => make()));
    if (type === 'object') return objectOf(schema);
    return text.map(now);
  })();
  return others.includes('null')
    ? fc.oneof({ weight: 4, arbitrary: present }, { weight: 1, arbitrary: fc.constant(now(null)) })
    : present;
}

/** Mostly what is described; now and then something else, something missing, or a key too many. */
function objectOf({ properties = {}, required = [] }: Json): fc.Arbitrary<Late> {
  const entries = Object.entries<Json>(properties).map(([key, schema]) =>
    fc.tuple(fc.nat(9), fitting(schema), anything).map(([chance, fits, other]): [string, Late] | undefined => {
      if (chance === 0) return [key, now(other)];
      if (chance < 4 && (chance === 1 || !required.includes(key))) return undefined;
      return [key, fits];
    }),
  );
  const extra = fc.option(fc.tuple(fc.string({ maxLength: 8 }), anything), { freq: 8, nil: undefined });
  return fc.tuple(fc.tuple(...entries), extra).map(([chosen, more]) => () => {
    const pairs = chosen.filter((pair) => pair !== undefined).map(([key, make]): [string, Json] => [key, make()]);
    return Object.fromEntries(more ? [...pairs, more] : pairs);
  });
}

const segment = (value: Json): string => encodeURIComponent(String(value).toWellFormed()) || '%20';

/** None, one of few that come again with other requests, or one that is none. */
const key = fc.oneof(
  { weight: 2, arbitrary: fc.constant({}) },
  fc.constantFrom('a', 'b', 'c', '', 'x y', 'k'.repeat(300)).map((value) => ({ 'idempotency-key': value })),
);

interface Made {
  path: Late;
  body: Late;
  headers: Record<string, string>;
}
function requestOf({ path, described }: Operation): fc.Arbitrary<Made> {
  const parameters: Json[] = (described.parameters ?? []).filter(({ $ref }: Json) => !$ref);
  const given = fc.tuple(
    ...parameters.map(({ name, in: place, schema }) =>
      fc
        .tuple(fc.nat(9), fitting(schema), text)
        .map(([chance, fits, odd]) => ({ name, place, left: chance === 9, value: chance === 0 ? now(odd) : fits })),
    ),
  );
  const schema = described.requestBody?.content['application/json'].schema;
  const body = schema
    ? fc.oneof({ weight: 9, arbitrary: fitting(schema) }, { weight: 1, arbitrary: anything.map(now) })
    : fc.constant(now(undefined));
  return fc.record({
    headers: key as fc.Arbitrary<Record<string, string>>,
    path: given.map((all) => () => {
      const query = all
        .filter(({ place, left }) => place === 'query' && !left)
        .map(({ name, value }) => `${name}=${segment(value())}`);
      const filled = all.reduce(
        (at, { name, place, value }) => (place === 'path' ? at.replace(`{${name}}`, () => segment(value())) : at),
        path,
      );
      return query.length > 0 ? `${filled}?${query.join('&')}` : filled;
    }),
    body,
  });
}

/** What would end the session or the account that asks is asked by somebody who is not needed any more. */
const ENDS = ['logOut'];
/** An answer of this kind is a refusal of the input, a result, or what there is not; never a fault. */
const isFault = (status: number): boolean => status >= 500;

let sent = 0;
const answered = new Set<number>();
describe.each(operations.map((o) => [`${o.method} ${o.path}`, o] as const))('%s', (_name, operation) => {
  it('never fails, and answers as described', async () => {
    if (operation.method === 'delete' || operation.method === 'put') ids = await things();
    const who = ENDS.includes(operation.described.operationId) ? await beekeeper(app) : ana;
    await fc.assert(
      fc.asyncProperty(requestOf(operation), async ({ path, body, headers }) => {
        sent += 1;
        // Throws where the document does not describe the answer.
        const { status, body: answer } = await who.rest(operation.method.toUpperCase(), path(), body(), headers);
        answered.add(status);
        expect({ fault: isFault(status), answer: isFault(status) ? answer : undefined }).toEqual({ fault: false });
      }),
      { numRuns: RUNS },
    );
    const restored = await app.anyone.rest('POST', '/auth/login', { email: ana.email, password: PASSWORD });
    expect(restored.status).toBe(200);
  });
});

it('these were more than a thousand, of every kind', () => {
  expect(sent).toBeGreaterThanOrEqual(1000);
  for (const status of [200, 201, 204, 400, 401, 404, 409]) expect(answered).toContain(status);
});
