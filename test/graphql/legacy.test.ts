// What exists for /api/v1 alone is unknown to clients of GraphQL: in documents over HTTP and WebSockets, in variables, in introspection,
// and in suggestions.
import 'reflect-metadata';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  buildClientSchema,
  buildSchema,
  type GraphQLSchema,
  getIntrospectionQuery,
  getNamedType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  lexicographicSortSchema,
  parse,
  printSchema,
  validate,
  validateSchema,
  visit,
} from 'graphql';
import { hideLegacy, isLegacy } from '../../src/graphql/legacy.js';
import { createSchema } from '../../src/graphql-schema.js';
import { routes } from '../../src/rest/routes/index.js';
import { startTestApp, type TestApp } from '../support/client.js';
import { SocketClient } from '../support/socket.js';
import { type Beekeeper, beekeeper } from '../support/world.js';

const full = createSchema();
const visible = hideLegacy(full);

/** Returns the legacy elements of a schema: `Type.field`, or `Type.field(argument)`. */
function legacyOf(schema: GraphQLSchema): string[] {
  return Object.values(schema.getTypeMap()).flatMap((type) => {
    if (isInputObjectType(type))
      return Object.values(type.getFields()).flatMap((field) => (isLegacy(field) ? `${type.name}.${field.name}` : []));
    if (!isObjectType(type) && !isInterfaceType(type)) return [];
    return Object.values(type.getFields()).flatMap((field) => {
      const name = `${type.name}.${field.name}`;
      return isLegacy(field) ? name : field.args.flatMap((arg) => (isLegacy(arg) ? `${name}(${arg.name})` : []));
    });
  });
}
const legacy = legacyOf(full);
const hiddenTypes = Object.keys(full.getTypeMap()).filter((name) => !visible.getType(name));

it('these elements exist for /api/v1 alone, and these types with them', () => {
  expect(legacy.toSorted()).toEqual([
    'Answer.asked',
    'Answer.formType',
    'Answer.points',
    'Apiary.userIdInApp',
    'ApiaryFilter.asInApp',
    'AskedQuestion.formOptions',
    'AskedQuestion.formType',
    'BeehiveFilter.beehiveNumber',
    'BeehiveQuestion.beehiveId',
    'BeehiveQuestion.questionId',
    'Feeding.beehiveId',
    'ImportedRecord.entity',
    'Inspection.beehiveId',
    'Inspection.recordedBy',
    'InspectionFilter.before',
    'InspectionFilter.since',
    'InspectionFilter.status',
    'InventoryItem.currency',
    'InventoryItem.unitCostFigure',
    'InventorySummary.totalValueFigure',
    'Mutation.recordAnswer',
    'Mutation.recordBeehiveTreatment',
    'Query.beehiveAnswers',
    'Query.beehiveQuestions',
    'Query.feedings',
    'Query.fileImports',
    'Query.healthTrends',
    'Query.importRows',
    'Query.questionnaire',
    'Query.stockMovements',
    'Query.treatmentShares',
    'Question.formOptions',
    'Question.formType',
    'QuestionTemplate.formOptions',
    'QuestionTemplate.formType',
    'RegisterInput.passwordConfirmation',
    'SetUserPermissionsInput.permissions',
    'SetUserStatusInput.mayBeEmpty',
    'Statistics.healthPercentage',
    'StockMovement.itemId',
    'Treatment.dosage',
    'Treatment.statusWord',
    'TreatmentFollowUp.treatmentId',
    'UpdateInspectionDraftInput.replace',
    'UpdateProfileInput.id',
    'UpdateQuestionInput.formType',
  ]);
  expect(hiddenTypes.toSorted()).toEqual([
    'AskedOfBeehive',
    'AskedQuestion',
    'FormType',
    'RecordBeehiveTreatmentInput',
  ]);
});

it('endpoints use each of them', () => {
  const used = routes.map(({ document, fallback }) => document + (fallback ?? '')).join();
  const names = legacy.map((element) => /(\w+)\)?$/.exec(element)![1]!);
  expect(names.filter((name) => !new RegExp(`\\b${name}\\b`).test(used))).toEqual([]);
});

it('both schemas are valid, and nothing legacy is left in that of clients', () => {
  expect([...validateSchema(full), ...validateSchema(visible)]).toEqual([]);
  expect(legacyOf(visible)).toEqual([]);
  expect(Object.keys(hideLegacy(visible).getTypeMap())).toEqual(Object.keys(visible.getTypeMap()));
});

const text = printSchema(visible);
/** The names that clients cannot know: others are also those of elements that they use. */
const hiddenNames = [...legacy.map((element) => /(\w+)\)?$/.exec(element)![1]!), ...hiddenTypes].filter(
  (name) => !new RegExp(`^ *${name}\\b|^(type|input|enum) ${name}\\b`, 'm').test(text),
);

it('no description refers to them', () => {
  expect(hiddenNames.length).toBeGreaterThan(15);
  expect(hiddenNames.filter((name) => new RegExp(`\`(\\w+[.(])?${name}\\b`).test(text))).toEqual([]);
});

const EVERYTHING = { oneOf: true, inputValueDeprecation: true, schemaDescription: true, specifiedByUrl: true };

/** A document that names a legacy element, and what an unknown one in its place is told. */
function misuse(element: string): [document: string, message: string] {
  const [, type, field, arg] = /(\w+)\.(\w+)(?:\((\w+)\))?/.exec(element) as string[] as [
    string,
    string,
    string,
    string?,
  ];
  const ofType = full.getType(type);
  if (isInputObjectType(ofType)) {
    const roots = [visible.getQueryType()!, visible.getMutationType()!].flatMap((root) =>
      Object.values(root.getFields()).map((of) => ({ kind: root.name.toLowerCase(), of })),
    );
    const taking = roots.find(({ of }) => of.args.some((one) => getNamedType(one.type).name === type))!;
    const { name } = taking.of.args.find((one) => getNamedType(one.type).name === type)!;
    return [
      `${taking.kind} { ${taking.of.name}(${name}: { ${field}: null }) { __typename } }`,
      `Field "${field}" is not defined by type "${type}".`,
    ];
  }
  if (arg)
    return [`{ ${field}(${arg}: true) { __typename } }`, `Unknown argument "${arg}" on field "${type}.${field}".`];
  const unknown = `Cannot query field "${field}" on type "${type}".`;
  if (type === 'Query') return [`{ ${field} }`, unknown];
  if (type === 'Mutation') return [`mutation { ${field} }`, unknown];
  const known = visible.getType(type) !== undefined;
  return [`{ ...F } fragment F on ${type} { ${field} }`, known ? unknown : `Unknown type "${type}".`];
}

describe.each(['fast', 'plain'])('with ENGINE=%s', (ENGINE) => {
  let app: TestApp;
  let ana: Beekeeper;
  beforeAll(async () => {
    app = await startTestApp({ ENGINE });
    ana = await beekeeper(app);
  });
  afterAll(() => app.close());

  /** None of the names of a refusal but those that the client has sent. */
  function expectUnknown(errors: { message: string; extensions: { code: string } }[], message: string, sent: string) {
    const messages = errors.map((error) => error.message);
    expect(messages.filter((one) => one.startsWith(message))).toHaveLength(1);
    expect(new Set(errors.map(({ extensions }) => extensions.code))).toEqual(new Set(['GRAPHQL_VALIDATION_FAILED']));
    const named = hiddenNames.filter((name) => new RegExp(`\\b${name}\\b`).test(messages.join()));
    expect(named.filter((name) => !sent.includes(name))).toEqual([]);
  }

  it.each(legacy)('%s is unknown over HTTP', async (element) => {
    const [document, message] = misuse(element);
    const { status, errors } = await ana.graphql(document);
    expect(status).toBe(400);
    expectUnknown(errors!, message, document);
  });

  it('they are unknown over a WebSocket', async () => {
    const socket = await SocketClient.connect({ url: app.url, token: ana.token! });
    try {
      for (const element of legacy) {
        const [document, message] = misuse(element);
        const operation = document.startsWith('{') ? `query Q ${document}` : document.replace('mutation', 'mutation M');
        const sent = `subscription S { apiaryChanged { cursor } } ${operation}`;
        socket.send({ id: element, type: 'subscribe', payload: { query: sent, operationName: 'S' } });
        expectUnknown((await socket.message('error', element)).payload, message, sent);
      }
    } finally {
      socket.close();
    }
  });

  it.each(hiddenNames)('%s is not suggested in place of a name that is like it', async (name) => {
    const misspelt = `${name}s`;
    const document = `{ ${misspelt} apiaries(${misspelt}: 1) { nodes { ${misspelt} questions { ${misspelt} } } } }
      mutation { updateQuestion(input: { ${misspelt}: 1 }) { question { ${misspelt} } } } fragment F on ${misspelt} { id }`;
    const { errors } = await ana.graphql(document.replace('mutation', 'mutation M').replace('{', 'query Q {'));
    expect(errors!.length).toBeGreaterThan(4);
    expect(errors!.filter(({ message }) => new RegExp(`\\b${name}\\b`).test(message))).toEqual([]);
  });

  it.each([
    ['UpdateQuestionInput', 'updateQuestion', 'formType', 'TEXT'],
    ['UpdateProfileInput', 'updateProfile', 'id', '5'],
    ['RegisterInput', 'register', 'passwordConfirmation', 'x'],
  ])('a variable of the type %s is refused with them', async (type, mutation, field, value) => {
    const input = { id: '5', username: 'a', email: 'a@example.org', password: 'b', [field]: value };
    const sent = `mutation ($input: ${type}!) { ${mutation}(input: $input) { __typename } }`;
    const { errors } = await ana.graphql(sent, { input });
    expect(errors![0]!.extensions.code).toBe('BAD_USER_INPUT');
    const message = expect.stringMatching(
      new RegExp(`^is not defined by type ${type}(: did you mean (?!.*"${field}")|$)`),
    );
    expect(errors![0]!.extensions.fields).toContainEqual({ field, message });
  });

  it('a push refuses them', async () => {
    const operations = [{ key: 'a', mutation: { updateQuestion: { id: ana.id, formType: 'TEXT' } } }];
    const { errors } = await ana.graphql(
      'mutation ($input: ExecuteOperationsInput!) { executeOperations(input: $input) { results { status } } }',
      {
        input: { operations },
      },
    );
    expect(errors![0]!.extensions.fields).toEqual([
      { field: 'operations.0.mutation.updateQuestion.formType', message: 'is not defined by type UpdateQuestionInput' },
    ]);
  });

  it('introspection does not show them', async () => {
    const { data } = await ana.graphql(getIntrospectionQuery(EVERYTHING));
    const shown = buildClientSchema(data);
    expect(printSchema(lexicographicSortSchema(shown))).toBe(printSchema(lexicographicSortSchema(buildSchema(text))));
    for (const name of hiddenTypes)
      expect(await ana.ask(`{ __type(name: "${name}") { name } }`)).toEqual({ __type: null });
  });

  it('the document of an endpoint is refused, also after the endpoint has used it', async () => {
    const apiary = await ana.apiary();
    expect((await ana.rest('GET', `/inventory/${apiary}/summary`)).status).toBe(200);
    const refused = routes
      .map(({ document }) => visit(parse(document), { Directive: () => null }))
      .filter((document) => validate(visible, document).length > 0);
    expect(refused.length).toBeGreaterThan(20);
    for (const document of refused) {
      const { status, errors } = await ana.graphql(document.loc!.source.body.replace(/@\w+/g, ''));
      expect([status, errors![0]!.extensions.code]).toEqual([400, 'GRAPHQL_VALIDATION_FAILED']);
    }
  });
});

describe('a schema of any kind', () => {
  const SDL = `
    interface Named { name(in: String = "en", old: Int): String oldName: String }
    type Hive implements Named { name(in: String = "en", old: Int): String oldName: String state: State oldState: OldState }
    type Queen implements Named { name(in: String = "en", old: Int): String oldName: String }
    type OldThing { hive: Hive }
    union Found = Hive | Queen
    enum State { LIVING DEAD }
    enum OldState { VIVA }
    input By { hive: [HiveBy!]! = [{ number: 1 }] oldBy: OldBy }
    input HiveBy @oneOf { number: Int label: String }
    input OldBy { number: Int = 3 }
    type Query { find(by: By!): [[Found!]!]! named: Named oldThings: [OldThing!] }`;

  it('keeps what is not legacy as it is', () => {
    const schema = buildSchema(SDL);
    for (const type of Object.values(schema.getTypeMap())) {
      if (type.name.startsWith('__') || !('getFields' in type)) continue;
      for (const field of Object.values(type.getFields()))
        for (const one of [field, ...('args' in field ? field.args : [])])
          if (one.name.startsWith('old')) one.extensions = { legacy: true };
    }
    const resolve = () => [];
    schema.getQueryType()!.getFields().find!.resolve = resolve;
    const copy = hideLegacy(schema);
    const kept = SDL.replace(
      / oldState: OldState| oldBy: OldBy| oldThings: \[OldThing!\]| oldName: String|, old: Int/g,
      '',
    )
      .replace(/^ *(type OldThing|enum OldState|input OldBy).*\n/gm, '')
      // A root field may be null.
      .replace('find(by: By!): [[Found!]!]!', 'find(by: By!): [[Found!]!]');
    expect(printSchema(lexicographicSortSchema(copy))).toBe(printSchema(lexicographicSortSchema(buildSchema(kept))));
    expect(copy.getQueryType()!.getFields().find!.resolve).toBe(resolve);
    expect(validateSchema(copy)).toEqual([]);
  });
});
