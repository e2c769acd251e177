// Lists of plain columns are written from what PostgreSQL sent. The response has the same bytes as that of graphql-js, which completes
// every field of every record.
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import {
  buildSchema,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  getNamedType,
  getNullableType,
  isEnumType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { byReference } from '../support/by-reference.js';
import { queriesOf, startTestApp, type TestApp } from '../support/client.js';
import * as fc from '../support/fast-check.js';
import { importsOf } from '../support/import-ids.js';
import { type Beekeeper, beekeeper, crown, harvestFrom, treat } from '../support/world.js';

const schema = buildSchema(readFileSync('schema.graphql', 'utf8'));
let app: TestApp;
let ana: Beekeeper;
let records: Record<string, string>;

/** Texts that JSON escapes, or that readers of bytes could mistake. */
const TEXTS = [
  '"quoted" \\ back',
  'línea 1\nlínea 2\t\r\b\f',
  '\u0001\u001f\u007f',
  'a\u2028b\u2029c',
  '🐝 abejas 𝔘',
  '',
  ' ',
  'null',
  '{"a":[1]}',
  'ñ'.repeat(60),
  'x'.repeat(10_000),
];
// biome-ignore lint/suspicious/noControlCharactersInRegex: a word has none of them
const isWord = (text: string): boolean => text.length <= 100 && !/[\x00-\x1f\x7f-\x9f]/.test(text);
const MOMENTS = [
  '2026-05-01T08:00:00Z',
  '2026-05-01T08:00:00.5Z',
  '0001-01-01T00:00:00.007Z',
  '9999-12-31T23:59:59.99Z',
];

beforeAll(async () => {
  app = await startTestApp();
  ana = await beekeeper(app);
  const { sql } = app.database;
  await sql(`update users set role = 'ADMIN' where id = $1`, [ana.id]);
  const apiary = await ana.apiary({ name: TEXTS[0] });
  for (let n = 0; n < 3; n++) await ana.apiary({ name: `Apiary ${n}`, location: TEXTS[n] });
  for (const [n, text] of TEXTS.entries()) {
    const id = await ana.beehive(apiary, n % 2 === 0 ? { beehiveNumber: n } : {});
    const moment = MOMENTS[n % MOMENTS.length]!;
    await sql(
      'update beehives set observations = $2, activity_level = $3, created_at = $4, updated_at = $4 where id = $1',
      [id, text, n % 3 === 0 || !isWord(text) ? null : text, moment],
    );
  }
  const item = await ana.item(apiary, {
    quantity: 5,
    minimumStock: 7,
    expiryDate: '2027-01-31',
    description: TEXTS[1],
  });
  await ana.item(apiary, { itemName: TEXTS[4], unitCost: { minorUnits: 150, currency: 'EUR' } });
  for (let n = 0; n < 5; n++)
    await ana.ask(
      'mutation ($input: RecordStockMovementInput!) { recordStockMovement(input: $input) { stockMovement { id } } }',
      {
        input: {
          id: item,
          direction: 'IN',
          quantity: n + 1,
          person: isWord(TEXTS[n]!) ? TEXTS[n] || 'Ana' : 'Ana',
          notes: TEXTS[n] || null,
        },
      },
    );
  const beehive = await ana.beehive(apiary, { beehiveNumber: 900 });
  for (let n = 0; n < 3; n++)
    await ana.ask(
      'mutation ($input: RecordInspectionInput!) { recordInspection(input: $input) { inspection { id } } }',
      {
        input: { beehiveId: beehive, answers: [], notes: TEXTS[n], draft: n === 2 },
      },
    );
  const {
    createQuestion: { question },
  } = await ana.ask('mutation ($input: CreateQuestionInput!) { createQuestion(input: $input) { question { id } } }', {
    input: { apiaryId: apiary, text: TEXTS[4], answerType: 'TEXT' },
  });
  await ana.ask('mutation ($input: CreateQuestionInput!) { createQuestion(input: $input) { question { id } } }', {
    input: { apiaryId: apiary, text: 'Which?', answerType: 'CHOICE', options: [TEXTS[0], 'b'] },
  });
  const { recordVisit } = await ana.ask(
    'mutation ($input: RecordVisitInput!) { recordVisit(input: $input) { inspections { id visitId } } }',
    { input: { answers: [{ questionId: question.id, text: TEXTS[0] }], beehives: [{ beehiveId: beehive }] } },
  );
  for (const text of [TEXTS[0], TEXTS[4]]) await treat(ana, beehive, text);
  await crown(ana, { apiary, beehive }, TEXTS[4]);
  await harvestFrom(ana, apiary, beehive);
  const [{ id, visitId }] = recordVisit.inspections;
  const { fileImport } = await importsOf(app.database, ana.id);
  records = {
    importId: fileImport,
    apiaryId: apiary,
    itemId: item,
    beehiveId: beehive,
    inspectionId: id,
    visitId,
    userId: ana.id,
  };
});
afterAll(() => app.close());

const isConnection = (type: GraphQLNamedType): type is GraphQLObjectType => type.name.endsWith('Connection');
const isRecord = (type: GraphQLNamedType): boolean =>
  isObjectType(type) && type.getInterfaces().some(({ name }) => name === 'Node');
/** The fields of a type that are connections or lists of records. A cursor of the worklist contains the time of the request; `search` returns an interface. */
const listsOf = (name: string): GraphQLField<unknown, unknown>[] =>
  Object.values((schema.getType(name) as GraphQLObjectType).getFields()).filter(({ name: field, type }) => {
    const named = getNamedType(type);
    if (field === 'worklist' || field === 'search') return false;
    return isConnection(named) || (isListType(getNullableType(type)) && isRecord(named));
  });

/** A selection of a list: random plain fields of its records under random names, and what may stand beside the nodes. */
function selectionOf({ type }: GraphQLField<unknown, unknown>): fc.Arbitrary<string> {
  const named = getNamedType(type) as GraphQLObjectType;
  const node = isConnection(named) ? (getNamedType(named.getFields().nodes!.type) as GraphQLObjectType) : named;
  const plain = Object.values(node.getFields())
    .filter((field) => isLeafType(getNamedType(field.type)) && field.args.length === 0)
    .map(({ name }) => name);
  const field = fc
    .tuple(fc.constantFrom(...plain, '__typename'), fc.constantFrom('', '', 'a', '_b', 'Zz9', 'constructor'))
    .map(([name, alias]) => (alias ? `${alias}_${name}: ${name}` : name));
  const fields = fc.uniqueArray(field, { minLength: 1, maxLength: 8 }).chain((all) =>
    fc.constantFrom(all.join(' '), `... on ${node.name} { ${all.join(' ')} }`, `...F${node.name}`).map((selection) => ({
      selection,
      fragment: selection.startsWith('...F') ? `fragment F${node.name} on ${node.name} { ${all.join(' ')} }` : '',
    })),
  );
  const beside = fc.constantFrom('', 'totalCount', 'pageInfo { hasNextPage endCursor startCursor }', '__typename');
  return fc
    .tuple(fields, beside, fc.constantFrom('nodes', 'rows: nodes'))
    .map(([{ selection, fragment }, more, nodes]) => {
      const list = isConnection(named) ? `{ ${nodes} { ${selection} } ${more} }` : `{ ${selection} }`;
      return `${list}${fragment && `\n${fragment}`}`;
    });
}

function argumentValue(name: string, type: GraphQLNamedType): string {
  if (isEnumType(type)) return type.getValues()[0]!.name;
  return type.name === 'Int' ? '30' : `"${records[name] ?? records.visitId}"`;
}

/** The arguments that a field needs, and perhaps a page. */
function argumentsOf({ args }: GraphQLField<unknown, unknown>): fc.Arbitrary<string> {
  const needed = args
    .filter(({ name, type }) => isNonNullType(type) || name in records)
    .map(({ name, type }) => `${name}: ${argumentValue(name, getNamedType(type))}`);
  const first = args.some(({ name }) => name === 'first') ? ['', 'first: 2', 'first: 100'] : [''];
  return fc.constantFrom(...first).map((page) => {
    const all = [...needed, ...(page ? [page] : [])];
    return all.length > 0 ? `(${all.join(', ')})` : '';
  });
}

/** Each list of the schema, in every place that the records lead to. */
function operations(): fc.Arbitrary<string> {
  const places: { field: GraphQLField<unknown, unknown>; within: (text: string) => string }[] = [
    ...listsOf('Query').map((field) => ({ field, within: (text: string) => text })),
    ...[
      ['Apiary', 'apiary', 'apiaryId'],
      ['Beehive', 'beehive', 'beehiveId'],
      ['InventoryItem', 'inventoryItem', 'itemId'],
      ['Inspection', 'inspection', 'inspectionId'],
    ].flatMap(([type, root, id]) =>
      listsOf(type!).map((field) => ({
        field,
        within: (text: string) => `${root}(id: "${records[id!]}") { id ${text} }`,
      })),
    ),
    ...listsOf('Apiary').map((field) => ({
      field,
      within: (text: string) => `apiaries(first: 5) { nodes { name ${text} } }`,
    })),
    ...listsOf('Inspection').map((field) => ({
      field,
      within: (text: string) => `beehive(id: "${records.beehiveId}") { inspections { nodes { notes ${text} } } }`,
    })),
  ];
  expect(places.length).toBeGreaterThan(25);
  return fc.constantFrom(...places).chain(({ field, within }) =>
    fc.tuple(argumentsOf(field), selectionOf(field)).map(([args, selection]) => {
      const [below, fragment = ''] = selection.split('\n');
      return `{ ${within(`list: ${field.name}${args} ${below}`)} } ${fragment}`;
    }),
  );
}

const post = async (query: string): Promise<string> => {
  const response = await fetch(`${app.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${ana.token}` },
    body: JSON.stringify({ query }),
  });
  return response.text();
};
it('every list, with any columns, names, fragments and pages, has the same bytes as from graphql-js', async () => {
  let compared = 0;
  let written = 0;
  await fc.assert(
    fc.asyncProperty(operations(), async (query) => {
      const expected = await post(byReference(query));
      expect(expected).not.toContain('"errors"');
      const queries = await queriesOf(app.app, async () => {
        // The second time, the document does not pass through Apollo Server.
        for (let round = 0; round < 2; round++) expect(await post(query)).toBe(expected);
      });
      compared += 1;
      if (queries.some(({ isRaw }) => isRaw)) written += 1;
    }),
    { numRuns: 400, endOnFailure: true },
  );
  // Some types have computed fields, with which a list is not written: chance decides how many of the operations select one.
  expect({ compared, isOftenWritten: written > compared / 3 }).toEqual({
    compared: fc.share(400),
    isOftenWritten: true,
  });
}, 120_000);

it('a list without rows, a list of many parents, and one that a mutation selects', async () => {
  const empty = await ana.apiary({ name: 'Empty' });
  for (const query of [
    `{ beehives(apiaryId: "${empty}") { nodes { id } } }`,
    '{ apiaries { nodes { id beehives { nodes { beehiveNumber observations } } inventoryItems { nodes { itemName quantity } } } } }',
  ])
    expect(await post(query)).toBe(await post(byReference(query)));
  const { updateApiary } = await ana.ask(
    `mutation { updateApiary(input: { id: "${records.apiaryId}", location: "There" }) { apiary { beehives(first: 1) { nodes { id } } } } }`,
  );
  expect(updateApiary.apiary.beehives.nodes).toHaveLength(1);
});

it('long texts under many aliases', async () => {
  const apiary = await ana.apiary({ name: 'Aliases' });
  const hive = await ana.beehive(apiary, { beehiveNumber: 1 });
  await ana.beehive(apiary, { beehiveNumber: 2 });
  for (const character of ['x', '"', '\n', '\u0001', 'ñ']) {
    const observations = character.repeat(10_000);
    await ana.ask('mutation ($input: UpdateBeehiveInput!) { updateBeehive(input: $input) { beehive { id } } }', {
      input: { id: hive, state: { observations } },
    });
    for (const n of [1, 2, 4, 8, 50]) {
      const names = Array.from({ length: n }, (_, i) => `a${i}`);
      const fields = names.map((name) => `${name}: observations`).join(' ');
      const { data } = JSON.parse(await post(`{ beehives(apiaryId: "${apiary}") { nodes { ${fields} } } }`));
      const expected = [observations, null].map((text) => Object.fromEntries(names.map((name) => [name, text])));
      // Not `toEqual`, which would print 500,000 characters.
      const isEqual = isDeepStrictEqual(data?.beehives.nodes, expected);
      expect({ character, n, isEqual }).toEqual({ character, n, isEqual: true });
    }
  }
});

it('REST lists have the same records as GraphQL', async () => {
  const { body } = await ana.rest('GET', `/beehives/apiary/${records.apiaryId}`);
  const { beehives } = await ana.ask('query ($id: ID!) { beehives(apiaryId: $id) { nodes { id observations } } }', {
    id: records.apiaryId,
  });
  expect(body.map(({ id, observations }: { id: string; observations: string }) => ({ id, observations }))).toEqual(
    beehives.nodes,
  );
});

it('an error in the middle of a list, and a connection that is cut while rows arrive', async () => {
  const { sql } = app.database;
  const apiary = await ana.apiary({ name: 'Large' });
  await sql(
    `insert into beehives (id, created_at, updated_at, apiary_id, observations)
     select gen_random_uuid(), now(), now(), $1, repeat('x', 9000) from generate_series(1, 300)`,
    [apiary],
  );
  const query = `{ beehives(apiaryId: "${apiary}", first: 300) { nodes { id observations } } }`;
  const cut = randomBytes(1)[0]! * 1000;
  const pool = app.app.pool;
  const cutNext = (client: { connection: { stream: NodeJS.EventEmitter & { destroy: () => void } } }): void => {
    let received = 0;
    client.connection.stream.on('data', (data: Buffer) => {
      received += data.length;
      if (received > cut) client.connection.stream.destroy();
    });
  };
  // Only new connections are cut.
  const clients = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
  for (const client of clients) client.release(true);
  pool.once('connect', cutNext as never);
  const answer = JSON.parse(await post(query));
  if (answer.errors) expect(answer.errors[0].extensions.code).toBe('UNAVAILABLE');
  else expect(answer.data.beehives.nodes).toHaveLength(300);
  pool.removeListener('connect', cutNext as never);
  expect(JSON.parse(await post(query)).data.beehives.nodes).toHaveLength(300);
});
