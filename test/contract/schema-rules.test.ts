// The rules of scripts/lint-schema.mjs on the real schema, and each of them on an invented one.
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { buildSchema, type GraphQLSchema } from 'graphql';

type Rule = (schema: GraphQLSchema) => string[];
interface SchemaRules {
  RULES: Record<string, Rule>;
  unannouncedChanges(released: GraphQLSchema, schema: GraphQLSchema, changelog: string): string[];
}
// Imported by URL, because tsc does not compile the scripts.
const { RULES, unannouncedChanges }: SchemaRules = await import(pathToFileURL('scripts/schema-rules.mjs').href);

const sdl = readFileSync('schema.graphql', 'utf8');
const schema = buildSchema(sdl);

it.each(Object.keys(RULES))('the schema satisfies the rule %s', (name) => {
  expect(RULES[name]!(schema)).toEqual([]);
});

const QUERY = '"What can be read." type Query { "A hive." hive: ID }';
const violations = (rule: string, text: string): string[] => RULES[rule]!(buildSchema(text));

it.each([
  ['naming', 'type Query { bee_hive: ID }', 'Query.bee_hive: the name is not in camelCase'],
  ['naming', 'type Query { getHive: ID }', 'Query.getHive: a query is named after what it returns'],
  ['naming', 'type Query { hive: Hive } enum Hive { Lost }', 'Hive.Lost: the name is not in UPPER_CASE'],
  ['naming', 'type Query { hive(Id: ID): hive } type hive { id: ID }', 'Query.hive(Id:): the name is not in camelCase'],
  ['reservedNames', 'type Query { yield: Int }', 'Query.yield: reserved in JavaScript'],
  [
    'listsAndNumbers',
    'type Query { bees: BeeConnection hive: Hive } type BeeConnection { a: Int } type Hive { bees: Int }',
    'Hive.bees: a number, while Query.bees is a list',
  ],
  ['descriptions', `${QUERY} "A bee." scalar Bee enum Kind { A }`, 'Kind: no description'],
  ['descriptions', `${QUERY} "A bee" scalar Bee`, 'Bee: the description ends without a full stop'],
  ['descriptions', `${QUERY} "a bee." scalar Bee`, 'Bee: the description begins with a small letter'],
  ['descriptions', `${QUERY} "B${'e'.repeat(399)}." scalar Bee`, 'Bee: 401 characters of description, of 400'],
  [
    'deprecations',
    'type Query { a: Int @deprecated }',
    'Query.a: the reason of @deprecated does not name a replacement',
  ],
  ['unusedTypes', 'type Query { hive: ID } type Bee { id: ID }', 'Bee: no operation reaches this type'],
  ['inputs', 'type Query { a: Int } type Mutation { add(name: String): Int! }', 'Mutation.add: takes one argument'],
  ['inputs', 'type Query { a: Int } type Mutation { add: Int! }', 'Mutation.add: returns a payload, nullable'],
  [
    'inputs',
    'type Query { a: Int } type Mutation { add(input: BeeInput!): AddPayload } input BeeInput { id: ID! } type AddPayload { id: ID }',
    'Mutation.add: takes AddInput and returns AddPayload',
  ],
  [
    'inputs',
    'type Query { a: Int } type Mutation { add(input: AddInput!): BeePayload } input AddInput { id: ID! } type BeePayload { id: ID }',
    'Mutation.add: takes AddInput and returns AddPayload',
  ],
  [
    'refusedFields',
    `${QUERY} type Bee { id: ID!, wings(first: Int): Int! }`,
    'Bee.wings: a field with arguments is nullable',
  ],
  ['inputs', 'type Query { a(b: Bee): Int } input Bee { id: ID }', 'Bee: a type is called …Input if, and only if'],
  [
    'inputs',
    'type Query { a: BeeInput } type BeeInput { id: ID }',
    'BeeInput: a type is called …Input if, and only if',
  ],
  [
    'ids',
    'type Query { a(b: BeeInput): Int } input BeeInput { id: ID }',
    'BeeInput.id: the id of a new record is called',
  ],
  [
    'ids',
    'type Query { a(b: BeeInput): Int } input BeeInput { newId: ID! }',
    'BeeInput.newId: a client need not choose',
  ],
  [
    'references',
    'type Query { bee: Bee! } type Bee { hive: Hive! hiveId: ID! } type Hive { id: ID! }',
    'Bee.hiveId: stands beside hive, which is never null',
  ],
])('%s: refuses %s', (rule, text, problem) => {
  expect(violations(rule, text)).toContainEqual(expect.stringContaining(problem));
});

it('accepts the id of a record that may be gone, and those of the specification', () => {
  const hive = 'type Hive { id: ID! }';
  expect(violations('references', `type Query { bee: Bee } type Bee { hive: Hive hiveId: ID! } ${hive}`)).toEqual([]);
  const specified =
    'type Query { hive: Beehive } type Beehive { apiary: Apiary! apiaryId: ID! } type Apiary { id: ID! }';
  expect(violations('references', specified)).toEqual([]);
});

describe('connections', () => {
  const connection = (query: string, rest = ''): string[] =>
    violations(
      'connections',
      `type Query { ${query} } type PageInfo { hasNextPage: Boolean! hasPreviousPage: Boolean! startCursor: String endCursor: String }
      type BeeConnection { edges: [BeeEdge!]! pageInfo: PageInfo! } type BeeEdge { node: ID cursor: String! } ${rest}`,
    );

  it('accepts those of Relay', () => {
    expect(connection('bees(first: Int = 10, after: String): BeeConnection!')).toEqual([]);
  });

  it('refuses a list without a page size, and a connection without pages', () => {
    expect(connection('bees(after: String): BeeConnection!')).toEqual([
      'Query.bees: a connection takes first: Int and after: String',
    ]);
    expect(connection('a: Int', 'type AntConnection { edges: [BeeEdge!]! } type AntEdge { node: [ID] }')).toEqual(
      ['AntConnection.pageInfo', 'AntConnection.edges', 'AntEdge.cursor', 'AntEdge.node'].map(
        (at) => `${at}: missing, or not of the type that Relay demands`,
      ),
    );
  });
});

describe('a change that breaks clients of the released schema', () => {
  const changes = (released: string, next: string, changelog: string): string[] =>
    unannouncedChanges(buildSchema(released), buildSchema(next), changelog);
  const released =
    'type Query { hive(id: ID): Hive } type Hive { health: Health name: String } enum Health { GOOD BAD }';

  it.each([
    ['Hive.name', 'a field', released.replace('name: String', '')],
    ['Health.BAD', 'an enum value', released.replace(' BAD', '')],
    ['Query.hive(id:)', 'an argument', released.replace('(id: ID)', '')],
    ['Query.hive(at:)', 'a required argument', released.replace('id: ID', 'id: ID, at: ID!')],
    ['Hive.health', 'a type of a field', released.replace('health: Health', 'health: [Health]')],
    ['Health', 'a type', 'type Query { hive(id: ID): Hive } type Hive { health: String name: String }'],
  ])('needs a line about %s in the changelog (%s)', (coordinate, _, next) => {
    const problem = expect.stringContaining(`\`${coordinate}\` is not named under Unreleased: `);
    expect(changes(released, next, '## Unreleased\n\n## 1.0.0\n')).toContainEqual(problem);
    const line = `- **Breaking:** \`${coordinate}\``;
    const named = (changelog: string): string[] =>
      changes(released, next, changelog).filter((one) => one.startsWith(`\`${coordinate}\``));
    expect(named(`## Unreleased\n\n${line}\n\n## 1.0.0\n`)).toEqual([]);
    expect(named(`## Unreleased\n\n${line}\n`)).toEqual([]);
    expect(named(`## Unreleased\n\n## 1.0.0\n\n${line}\n`)).toHaveLength(1);
  });

  it('leaves out what breaks nobody', () => {
    expect(changes(released, `${released} extend type Query { hives: [Hive] }`, '')).toEqual([]);
    expect(changes(sdl, sdl, '')).toEqual([]);
  });
});
