// A default that the schema states: omitted, null and the stated value are the same for every client.
import { beforeAll, expect, it } from '@jest/globals';
import {
  astFromValue,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  isInputObjectType,
  isIntrospectionType,
  isObjectType,
  print,
} from 'graphql';
import { hideLegacy } from '../../src/graphql/legacy.js';
import { createSchema } from '../../src/graphql-schema.js';
import { importsOf } from '../support/import-ids.js';
import { ana, apiary, app, inspect } from './client-schema.fixture.js';

/** Every field whose arguments have defaults, with what else it needs. */
const USES: Record<string, [others: string, selection: string]> = {
  'Query.apiaries': ['', '{ nodes { name } }'],
  'Query.beehives': ['', '{ nodes { beehiveNumber } }'],
  'Query.harvests': ['', '{ nodes { status } }'],
  'Query.inventoryItems': ['apiaryId: $apiary, ', '{ nodes { itemName } }'],
  'Query.lowStockItems': ['', '{ nodes { itemName } }'],
  'Query.nearestApiaries': ['position: { latitude: 41, longitude: 2 }, ', '{ distanceKm }'],
  'Query.inspections': ['', '{ nodes { status } }'],
  'Query.search': ['text: "oak", ', '{ nodes { ... on Beehive { beehiveNumber } } }'],
  'Query.treatments': ['', '{ nodes { status } }'],
  'Query.users': ['', '{ nodes { username } }'],
  'Query.worklist': ['', '{ nodes { kind } }'],
  'Apiary.beehives': ['', '{ nodes { beehiveNumber } }'],
  'Apiary.harvests': ['', '{ nodes { status } }'],
  'Apiary.healthTrends': ['', '{ points { score } }'],
  'Apiary.inspections': ['', '{ nodes { status } }'],
  'Apiary.inventoryItems': ['', '{ nodes { itemName } }'],
  'Apiary.treatmentRecords': ['', '{ nodes { status } }'],
  'Apiary.worklist': ['', '{ nodes { kind } }'],
  'Beehive.inspections': ['', '{ nodes { status } }'],
  'Beehive.treatments': ['', '{ nodes { status } }'],
  'Beehive.series': ['kind: WEIGHT, ', '{ seconds points { mean } }'],
  'FileImport.rows': ['', '{ nodes { row } }'],
  'InventoryItem.consumption': ['period: MONTH, ', '{ periods { taken } }'],
};

const hasDefault = ({ defaultValue }: Given): boolean => defaultValue !== undefined;
type Given = GraphQLArgument | GraphQLInputField;
/** What a filter has by default. */
const filterOf = (args: readonly GraphQLArgument[]): GraphQLInputField[] => {
  const type = args.find(({ name }) => name === 'filter')?.type;
  return isInputObjectType(type) ? Object.values(type.getFields()).filter(hasDefault) : [];
};
const fields = new Map<string, GraphQLField<unknown, unknown>>(
  Object.values(hideLegacy(createSchema()).getTypeMap())
    .filter(isObjectType)
    .filter((type) => !isIntrospectionType(type))
    .flatMap((type) => Object.values(type.getFields()).map((field) => [`${type.name}.${field.name}`, field] as const))
    // An operation has one field that is `single`.
    .filter(([, { args, extensions }]) => [...args, ...filterOf(args)].some(hasDefault) && !extensions.single),
);

let hive: string;
let item: string;
let imported: string;
beforeAll(async () => {
  for (const beehiveNumber of [3, 1, 2]) hive = await ana.beehive(apiary, { beehiveNumber, observations: 'an oak' });
  await inspect(hive);
  await app.database.sql(`update users set role = 'ADMIN' where id = $1`, [ana.id]);
  imported = (await importsOf(app.database, ana.id)).fileImport;
  for (const itemName of ['Smoker', 'Gloves']) item = await ana.item(apiary, { itemName });
});

const PARENTS: Record<string, (selection: string) => string> = {
  Query: (selection) => selection,
  Apiary: (selection) => `apiary(id: $apiary) { ${selection} }`,
  Beehive: (selection) => `beehive(id: $hive) { ${selection} }`,
  InventoryItem: (selection) => `inventoryItem(id: $item) { ${selection} }`,
  FileImport: (selection) => `fileImport(id: $imported) { ${selection} }`,
};

it.each([...fields])('%s', async (coordinate, { name, args }) => {
  const [others, selection] = USES[coordinate]!;
  const withValues = (value: (arg: Given) => string): string => {
    const write = (arg: Given): string => `${arg.name}: ${value(arg)}`;
    const given = args.filter(hasDefault).map(write);
    const filter = filterOf(args).map(write);
    if (filter.length > 0) given.push(`filter: { ${filter.join(', ')} }`);
    return `${name}(${others}${given.join(', ')}) ${selection}`;
  };
  const omitted = `${name}${others && `(${others})`} ${selection}`;
  const stated = withValues(({ defaultValue, type }) => print(astFromValue(defaultValue, type)!));
  const [parent] = coordinate.split('.');
  const variables = { apiary, hive, item, imported };
  const read = async (field: string): Promise<unknown> => {
    const selection = PARENTS[parent!]!(`result: ${field}`);
    const declared = Object.keys(variables).filter((variable) => selection.includes(`$${variable}`));
    const header = declared.length > 0 ? `(${declared.map((variable) => `$${variable}: ID!`).join(', ')})` : '';
    const given = declared.map((variable) => [variable, variables[variable as keyof typeof variables]]);
    const data = await ana.ask(`query ${header} { ${selection} }`, Object.fromEntries(given));
    return parent === 'Query' ? data.result : (Object.values(data)[0] as typeof data).result;
  };
  const expected = await read(omitted);
  expect(await read(withValues(() => 'null'))).toEqual(expected);
  expect(await read(stated)).toEqual(expected);
});

it('null in an input means the default, too', async () => {
  const create = async (fields: object): Promise<object> =>
    (
      await ana.ask(
        'mutation ($input: CreateQuestionInput!) { createQuestion(input: $input) { question { answerType required active } } }',
        { input: { apiaryId: apiary, text: 'How many frames?', ...fields } },
      )
    ).createQuestion.question;
  const byDefault = { answerType: 'TEXT', required: false, active: true };
  expect(await create({})).toEqual(byDefault);
  expect(await create({ answerType: null, required: null, active: null })).toEqual(byDefault);
});
