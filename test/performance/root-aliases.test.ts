// A query that asks for several records or lists by their ids, each under an alias, sends as many statements as for one of them. The fields,
// their arguments and what is selected are taken from the schema.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  buildSchema,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLOutputType,
  getNamedType,
  isInterfaceType,
  isLeafType,
  isListType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';
import { type GraphqlAnswer, isOfRequest, startTestApp, statementsOf, type TestApp } from '../support/client.js';
import { importsOf } from '../support/import-ids.js';
import { type Beekeeper, beekeeper, crown, feed, harvestFrom, measure, treat } from '../support/world.js';

const ALIASES = 5;
const schema = buildSchema(readFileSync('schema.graphql', 'utf8'));
let app: TestApp;
let ana: Beekeeper;
let ben: Beekeeper;
/** The ids of one's own records by the name of their type, and those of another account. */
const own: Record<string, string[]> = {};
const foreign: Record<string, string[]> = {};

async function createRecords(who: Beekeeper, ids: Record<string, string[]>, times: number): Promise<void> {
  const add = (type: string, id: string): void => {
    ids[type] = [...(ids[type] ?? []), id];
  };
  for (let i = 0; i < times; i++) {
    const apiary = await who.apiary({ name: `Apiary ${i}` });
    const beehive = await who.beehive(apiary, { beehiveNumber: 1 });
    await who.beehive(apiary, { beehiveNumber: 2 });
    const item = await who.item(apiary, { quantity: 5 });
    await who.rest('PUT', `/inventory/${item}/adjust`, { amount: 1 });
    await who.item(apiary, { itemName: 'Jars' });
    const { treatment } = await treat(who, beehive);
    const { queen } = await crown(who, { apiary, beehive });
    const { harvest, lot } = await harvestFrom(who, apiary, beehive);
    const {
      createQuestion: { question },
    } = await who.ask('mutation ($input: CreateQuestionInput!) { createQuestion(input: $input) { question { id } } }', {
      input: { apiaryId: apiary, text: 'Mites?', answerType: 'NUMBER' },
    });
    await who.ask(
      'mutation ($input: OverrideQuestionInput!) { overrideQuestion(input: $input) { beehiveQuestion { id } } }',
      {
        input: { beehiveId: beehive, questionId: question.id },
      },
    );
    const answers = [{ questionId: question.id, number: i, score: 7 }];
    const { recordVisit } = await who.ask(
      'mutation ($input: RecordVisitInput!) { recordVisit(input: $input) { inspections { id visitId } } }',
      { input: { answers, beehives: [{ beehiveId: beehive }] } },
    );
    await measure(who, beehive);
    const { product } = await feed(who, { apiary, beehive });
    const all = {
      Apiary: apiary,
      Product: product,
      Beehive: beehive,
      InventoryItem: item,
      Treatment: treatment,
      Queen: queen,
    };
    const [{ id: inspection, visitId }] = recordVisit.inspections;
    const { createTask } = await who.ask(
      `mutation { createTask(input: { apiaryId: "${apiary}", beehiveIds: ["${beehive}"], title: "T", kind: OTHER }) { task { id } } }`,
    );
    const more = { Task: createTask.task.id, Harvest: harvest, Lot: lot, Inspection: inspection, Visit: visitId };
    for (const [type, id] of Object.entries({ ...all, ...more })) add(type, id);
    const zone =
      'name: "Z", disease: OTHER, from: "2026-01-01", shape: { circle: { latitude: 1, longitude: 1, radiusKm: 1 } }';
    add(
      'RestrictedZone',
      (await who.ask(`mutation { createRestrictedZone(input: { ${zone} }) { restrictedZone { id } } }`))
        .createRestrictedZone.restrictedZone.id,
    );
    add('FileImport', (await importsOf(app.database, who.id)).fileImport);
    // The nodes are of one type: each type is one statement more.
    add('Node', beehive);
    add('User', (await beekeeper(app)).id);
  }
}

beforeAll(async () => {
  app = await startTestApp();
  ana = await beekeeper(app);
  ben = await beekeeper(app);
  await createRecords(ana, own, ALIASES);
  await createRecords(ben, foreign, 1);
});
afterAll(() => app.close());

/** The type of the record that an argument names. */
function typeOf(field: GraphQLField<unknown, unknown>, { name }: GraphQLArgument): string {
  const ofArgument: Record<string, string> = {
    apiaryId: 'Apiary',
    apiaryIds: 'Apiary',
    beehiveId: 'Beehive',
    subjectId: 'User',
    userId: 'User',
    assigneeIds: 'User',
    importId: 'FileImport',
    ids: 'Node',
  };
  const type = ofArgument[name] ?? (field.name === 'visit' ? 'Visit' : getNamedType(field.type).name);
  return type;
}

/** Values of required arguments that are no ids. */
const REQUIRED: Record<string, string> = { 'honeyYield.by': 'YEAR', 'lotByCode.code': '"x"' };

/** All leaves of a record, or of the nodes of a list and their number. */
function select(type: GraphQLOutputType): string {
  const named = getNamedType(type);
  if (!isObjectType(named) && !isInterfaceType(named)) return '';
  const fields = Object.values(named.getFields());
  const nodes = fields.find(({ name }) => name === 'nodes');
  if (nodes) return `{ totalCount nodes ${select(nodes.type)} pageInfo { hasNextPage } }`;
  const leaves = fields.filter((field) => isLeafType(getNamedType(field.type)) && field.args.length === 0);
  const objects = leaves.length > 0 ? [] : fields.slice(0, 1).map((field) => `${field.name} ${select(field.type)}`);
  return `{ ${[...leaves.map(({ name }) => name), ...objects].join(' ')} }`;
}

interface Case {
  field: GraphQLField<unknown, unknown>;
  argument: GraphQLArgument;
  type: string;
}
const CASES: Case[] = Object.values(schema.getQueryType()!.getFields()).flatMap((field) =>
  field.args
    .filter(({ type }) => getNamedType(type).name === 'ID')
    .map((argument) => ({ field, argument, type: typeOf(field, argument) })),
);
const nameOf = ({ field, argument }: Case): string => `${field.name}(${argument.name})`;

/** Those that send a statement for each alias, and why. */
const EXCEPTIONS: Record<string, string> = {
  'tasks(beehiveId)': 'the hives of a task are an array; `Beehive.openTasks` of many hives is one statement',
  'movementBook(apiaryId)': 'a book of law, which is read of one apiary at a time',
  'restrictedZones(apiaryId)':
    'the apiary is a filter of one list; `Apiary.zonesInForce` of many apiaries is one statement',
  'annualDeclaration(apiaryIds)': 'the ids are a filter of one declaration',
};

function write({ field, argument }: Case, ids: string[], more = ''): string {
  const required = field.args.filter((one) => isRequiredArgument(one) && one !== argument);
  const others = required.map(({ name }) => `${name}: ${REQUIRED[`${field.name}.${name}`]}`).join(', ');
  const isList = isListType(argument.type) || isListType((argument.type as { ofType?: unknown }).ofType);
  const one = (id: string, i: number): string => {
    const value = isList ? `["${id}"]` : `"${id}"`;
    return `a${i}: ${field.name}(${argument.name}: ${value} ${others} ${more}) ${select(field.type)}`;
  };
  return `{ ${ids.map(one).join(' ')} }`;
}

const count = async (who: Beekeeper, query: string): Promise<number> => {
  await who.graphql(query); // caches the session, and the plan of the operation
  return (await statementsOf(app.app, () => who.graphql(query))).filter(isOfRequest).length;
};
const pages = ({ field }: Case): string[] =>
  field.args.some(({ name }) => name === 'first') ? ['', 'first: 1'] : [''];

describe.each(CASES.map((one) => [nameOf(one), one] as const))('%s', (name, one) => {
  const expectSame = (few: number, many: number): void => {
    // A part of an exception may be one statement: the apiary that a filter names.
    if (EXCEPTIONS[name]) expect(many).toBeLessThanOrEqual(few * ALIASES);
    else expect(many).toBe(few);
  };

  it('sends as many statements for five ids as for one', async () => {
    const ids = own[one.type]!;
    for (const more of pages(one)) {
      const all = write(one, ids, more);
      const { errors = [] } = await adminOrAna(one).graphql(all);
      // An account has no two lots with the same code.
      expect(errors).toHaveLength(one.field.name === 'lotByCode' ? ALIASES : 0);
      const few = await count(adminOrAna(one), write(one, ids.slice(0, 1), more));
      expect(few).toBeGreaterThan(0);
      expectSame(few, await count(adminOrAna(one), all));
    }
  });

  it('sends as many statements for five unknown ids as for one', async () => {
    const ids = Array.from({ length: ALIASES }, () => randomUUID());
    expectSame(
      await count(adminOrAna(one), write(one, ids.slice(0, 1))),
      await count(adminOrAna(one), write(one, ids)),
    );
  });

  it('returns for each id what it returns for it alone, errors included', async () => {
    const [first, second] = own[one.type] as [string, string];
    const [others] = foreign[one.type] as [string];
    const ids = [first, randomUUID(), others, 'x', second.toUpperCase(), first, ''];
    const together = await ana.graphql(write(one, ids));
    for (const [i, id] of ids.entries()) {
      const alone = await ana.graphql(write(one, [id]));
      const key = `a${i}`;
      const errorsOf = ({ errors = [] }: GraphqlAnswer<unknown>, of: string) =>
        errors.filter(({ path }) => path?.[0] === of).map(({ message, extensions }) => ({ message, extensions }));
      expect([id, together.data?.[key], errorsOf(together, key)]).toEqual([id, alone.data?.a0, errorsOf(alone, 'a0')]);
    }
    const unknown = together.errors?.filter(({ path }) => ['a1', 'a2'].includes(path![0]!)) ?? [];
    if (unknown.length > 0) expect(unknown[0]!.extensions).toEqual(unknown[1]!.extensions);
  });
});

/** Two fields read any account, with a permission. */
let admin: Beekeeper | undefined;
beforeAll(async () => {
  admin = await beekeeper(app);
  await app.database.sql(`update users set role = 'ADMIN' where id = $1`, [admin.id]);
  while ((await admin.graphql('{ users(first: 1) { totalCount } }')).errors)
    await new Promise((r) => setTimeout(r, 20));
  // Otherwise the session could be read once more while statements are counted.
  await app.app.sessions.refresh();
});
const adminOrAna = ({ type }: Case): Beekeeper => (type === 'User' ? admin! : ana);

it('a list that is too long is refused alone, and lists that are too long together are not', async () => {
  const who = await beekeeper(app);
  const [long, other, longest] = [await who.apiary(), await who.apiary(), await who.apiary()];
  for (const [at, rows] of [
    [long, 6000],
    [other, 6000],
    [longest, 10_001],
  ] as const)
    await app.database.sql(
      `insert into beehives (id, created_at, updated_at, apiary_id, beehive_number)
       select gen_random_uuid(), now(), now(), $1, n from generate_series(1, ${rows}) n`,
      [at],
    );
  const list = (id: string, i: number): string => `a${i}: beehives(apiaryId: "${id}") { nodes { beehiveNumber } }`;
  const numbersOf = ({ nodes }: { nodes: object[] }): number => nodes.length;
  const both = await who.ask(`{ ${[long, other].map(list).join(' ')} }`);
  expect([both.a0, both.a1].map(numbersOf)).toEqual([6000, 6000]);
  const { data, errors } = await who.graphql(`{ ${[longest, other].map(list).join(' ')} }`);
  expect(data.a0).toBeNull();
  expect(numbersOf(data.a1)).toBe(6000);
  expect(errors).toMatchObject([
    { path: ['a0'], extensions: { code: 'BAD_USER_INPUT', fields: [{ field: 'first' }] } },
  ]);
});

it('has no exception that is none', () => {
  const names = CASES.map(nameOf);
  expect(Object.keys(EXCEPTIONS).filter((name) => !names.includes(name))).toEqual([]);
  expect(names.length).toBeGreaterThan(25);
});
