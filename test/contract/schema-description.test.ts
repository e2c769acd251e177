// The description of the schema states the limits of the sources, and names what a client finds in the schema.
import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { buildSchema, type GraphQLObjectType, isInterfaceType } from 'graphql';

const schema = buildSchema(readFileSync('schema.graphql', 'utf8'));
const description = schema.description!;

/** Returns the number that a source states behind a text: `16 * 1024 * 1024` is 16777216. */
function constant(file: string, before: string): number {
  const source = readFileSync(`src/${file}`, 'utf8');
  const at = source.indexOf(before);
  if (at < 0) throw new Error(`src/${file} has no "${before}"`);
  const [, product] = /^([\d_]+(?: \* [\d_]+)*)/.exec(source.slice(at + before.length))!;
  return product!.split(' * ').reduce((result, factor) => result * Number(factor.replaceAll('_', '')), 1);
}

const limits = new Map(
  [...description.matchAll(/^\| (.+?) \| ([\d,]+)([^|]*)\|$/gm)].map(([, name, figure]) => [
    name!,
    Number(figure!.replaceAll(',', '')),
  ]),
);
const expected: [limit: string, figure: number][] = [
  ['Body of a request', constant('http/body.ts', 'BODY_LIMIT_KB = ')],
  ['Commas and opening brackets of a body', constant('http/body.ts', 'MAX_BODY_VALUES = ')],
  ['Length of a document', constant('settings/settings.ts', 'DOCUMENT_LIMIT_KB: wholeNumber(1, 256).default(') * 1024],
  ['Tokens of a document', constant('graphql/apollo.ts', 'MAX_TOKENS = ')],
  ['Depth of an operation', constant('graphql/operation-limits.ts', 'MAX_DEPTH = ')],
  ['Aliases of an operation', constant('graphql/operation-limits.ts', 'MAX_ALIASES = ')],
  ['Directives of an operation', constant('graphql/operation-limits.ts', 'MAX_DIRECTIVES = ')],
  ['Fields that a document selects', constant('graphql/operation-limits.ts', 'MAX_SELECTIONS = ')],
  ['Objects of a response', constant('admission/response-budget.ts', 'MAX_OBJECTS = ')],
  ['Size of a response', constant('admission/response-budget.ts', 'MAX_BYTES = ') / 1024 ** 2],
  ['Entries of a list in an input', constant('graphql/input-problems.ts', 'MAX_LIST_LENGTH = ')],
  ['Message over a WebSocket', constant('http/sockets.ts', 'MAX_MESSAGE_BYTES = ') / 1024],
  ['Subscriptions of a WebSocket', constant('http/socket-protocol.ts', 'MAX_SUBSCRIPTIONS = ')],
  ['WebSockets of an account', constant('http/socket-protocol.ts', 'MAX_CONNECTIONS_OF_ACCOUNT = ')],
  ['WebSockets of an IP address', constant('http/sockets.ts', 'MAX_CONNECTIONS_OF_NETWORK = ')],
];

it.each(expected)('%s: %d', (limit, figure) => {
  const [stated] = [...limits].filter(([name]) => name.startsWith(limit)).map(([, number]) => number);
  expect(stated).toBe(figure);
});

it('states no other limit', () => {
  expect(limits.size).toBe(expected.length);
});

it('states the sizes of lists and pages, and how long a response is stored', () => {
  const number = (of: number): string => of.toLocaleString('en');
  expect(description).toContain(`at most ${constant('graphql/page-args.ts', 'MAX_PAGE_SIZE = ')};`);
  expect(description).toContain(`more than ${number(constant('database/list-limits.ts', 'MAX_LIST_ROWS = '))} rows`);
  expect(description).toContain(`counts as ${constant('graphql/cost.ts', 'ASSUMED_LIST_SIZE = ')} `);
  expect(description).toContain(/RETENTION = '([^']+)'/.exec(readFileSync('src/shared/retention.ts', 'utf8'))![1]);
  const longestKey = /KEY_FORMAT = .*\{1,(\d+)\}/.exec(readFileSync('src/idempotency/idempotent-mutation.ts', 'utf8'));
  expect(description).toContain(`1–${longestKey![1]} visible ASCII characters`);
});

it('leaves the codes and reasons of errors to their types', () => {
  const names = ['ErrorCode', 'ErrorReason', 'OperationError'];
  for (const name of names) expect(description).toContain(`\`${name}\``);
  expect(names.filter((name) => !schema.getType(name))).toEqual([]);
  expect(description.length).toBeLessThan(9000);
});

it('names fields and types that exist', () => {
  const [query, mutation] = [schema.getQueryType()!.getFields(), schema.getMutationType()!.getFields()];
  expect(isInterfaceType(schema.getType('Node'))).toBe(true);
  expect(Object.keys(query)).toEqual(expect.arrayContaining(['node', 'nodes']));
  expect(Object.keys(mutation)).toEqual(expect.arrayContaining(['logIn', 'register']));
  const connection = schema.getType('ApiaryConnection') as GraphQLObjectType;
  expect(Object.keys(connection.getFields()).sort()).toEqual(['edges', 'nodes', 'pageInfo', 'totalCount']);
});
