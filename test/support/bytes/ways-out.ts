// Every way by which the records of an account leave the service, from the lists that there are: the REST routes that read, as the authorization
// matrix has them all, with each format; the root fields of GraphQL with every branch below them; the links.
import { readFileSync } from 'node:fs';
import { buildSchema, getNamedType, getOperationAST, isAbstractType, parse } from 'graphql';
import { MAX_OBJECTS } from '../../../src/admission/admission.js';
import { LISTS } from '../../../src/documents/lists/index.js';
import { formatsOf, pathOfList } from '../../../src/documents/lists/send-list.js';
import { estimateCost } from '../../../src/graphql/cost.js';
import { REST_BASE } from '../../../src/rest/route.js';
import { features } from '../../authorization/cases/index.js';
import { until } from '../../process/service.js';
import type { Adversary, HostileRequest } from '../adversary.js';
import { handshake } from '../attacks/shares.js';
import { Arguments, type FoundIds, writeArguments } from '../client-caches/arguments.js';
import type { TestDatabase } from '../database.js';
import { selectionsOf } from '../deep-reader.js';
import { openapi } from '../openapi.js';
import type { GreedyAccount } from './greedy-accounts.js';

export interface WayOut {
  name: string;
  /** What an account sends in turn. */
  requestsOf: (account: GreedyAccount) => HostileRequest[];
  /** Nothing but its path says whose it is. */
  isLink?: true;
  /** What is sent on connections of which nothing is read, whatever is requested on others. */
  subscription?: (adversary: Adversary) => Buffer;
  /** Causes what the service sends by itself, and waits until it has been sent. */
  cause?: (database: TestDatabase, accounts: GreedyAccount[]) => Promise<void>;
}

const NOT_OF_RECORDS = ['anyone', 'secret', 'invited', 'admin'];
const MAX_PAGE = 500;

const withQuery = (path: string, query: string): string => `${path}${path.includes('?') ? '&' : '?'}${query}`;
/** The same request with each format that it has, or with the largest page. */
function variantsOf(name: string, path: string): string[] {
  const list = LISTS.find((one) => name === `get ${pathOfList(one)}`);
  if (list) return formatsOf(list).map((format) => withQuery(path, `format=${format}`));
  const template = name.slice('get '.length).replaceAll(/:(\w+)/g, '{$1}');
  const parameters: { name: string; schema: { maximum?: number; enum?: string[] } }[] =
    openapi.paths[template]?.get.parameters ?? [];
  const schemaOf = (parameter: string) => parameters.find((one) => one.name === parameter)?.schema;
  const { maximum } = schemaOf('first') ?? {};
  if (maximum) return [path, withQuery(path, `first=${maximum}`)];
  return schemaOf('format')?.enum?.map((format) => withQuery(path, `format=${format}`)) ?? [path];
}

const overRest: WayOut[] = features.flatMap(({ routes }) =>
  Object.entries(routes)
    .filter(([name, [audience]]) => name.startsWith('get ') && !NOT_OF_RECORDS.includes(audience))
    .map(([name, [, request]]) => ({
      name,
      requestsOf: ({ ids }) => variantsOf(name, request(ids).path).map((path) => ({ path: `${REST_BASE}${path}` })),
    })),
);

const schema = buildSchema(readFileSync('schema.graphql', 'utf8'));
const queries = schema.getQueryType()!.getFields();
type Field = (typeof queries)[string];
/** Sizes of the pages of a list and of those below it: the first that the estimate of the cost allows. */
const PAGES = [
  { first: MAX_PAGE, below: MAX_PAGE },
  { first: MAX_PAGE, below: 50 },
  { first: 100, below: 100 },
  { first: 100, below: 10 },
  { first: 20, below: 20 },
  { first: 10, below: 5 },
];

function argumentsOf({ ids }: GreedyAccount): Arguments {
  const { item, account, zone } = ids;
  const byName = { ...ids, inventoryItem: item, user: account, restrictedZone: zone };
  const byType = Object.entries(byName).map(([name, id]): [string, Set<string>] => [toTypeName(name), new Set([id])]);
  const found: FoundIds = new Map([...byType, ['visit', new Set([ids.visit])]]);
  return new Arguments(found, { search: ['e'], text: ['e'], code: [ids.lot.toUpperCase()] });
}
const toTypeName = (name: string): string => name.replace(/^./, (letter) => letter.toUpperCase());

/** The documents of a root field: one for each branch. */
function documentsOf(field: Field, account: GreedyAccount, { first, below }: (typeof PAGES)[number]): string[] {
  const [set] = argumentsOf(account).setsOf('Query', field, []);
  if (!set) throw new Error(`Query.${field.name}: no arguments are known`);
  const page = field.args.some(({ name }) => name === 'first') ? { first } : {};
  const call = `${field.name}${writeArguments(field, { ...set, ...page })}`;
  const type = getNamedType(field.type);
  // What may be any record has more branches than it is requested.
  return selectionsOf(schema, type, isAbstractType(type) ? 0 : 1, below).map((selection) => `{ ${call} ${selection} }`);
}

const post = (query: string, variables: object = {}): HostileRequest => ({
  method: 'POST',
  path: '/graphql',
  body: JSON.stringify({ query, variables }),
});

const costOf = (text: string): number => {
  const document = parse(text);
  return estimateCost(schema, document, getOperationAST(document)!).objects({});
};

function operationsOf(field: Field, account: GreedyAccount): HostileRequest[] {
  const variants = PAGES.map((pages) => documentsOf(field, account, pages));
  return variants[0]!.flatMap((_, branch) => {
    const allowed = variants.find((documents) => costOf(documents[branch]!) <= MAX_OBJECTS);
    return allowed ? [post(allowed[branch]!)] : [];
  });
}

const overGraphql: WayOut[] = features.flatMap(({ fields }) =>
  Object.entries(fields)
    .filter(([name, [audience]]) => name.startsWith('Query.') && !NOT_OF_RECORDS.includes(audience))
    .map(([name]) => ({
      name,
      requestsOf: (account) => operationsOf(queries[name.slice('Query.'.length)]!, account),
    })),
);

const links: WayOut[] = [
  {
    name: 'a calendar',
    isLink: true,
    requestsOf: ({ calendar }) => [{ path: calendar }],
  },
  {
    name: 'a link to the register',
    isLink: true,
    requestsOf: ({ register }) => [{ path: register }, { path: `${register}/pdf` }],
  },
];

/** A text of less than 64 kB. */
function frameOf(message: object): Buffer {
  const text = Buffer.from(JSON.stringify(message));
  return Buffer.concat([Buffer.from([0x81, 0x80 | 126, text.length >> 8, text.length & 255, 0, 0, 0, 0]), text]);
}
const WATCH = 'subscription { apiaryChanged { apiaryId cursor } }';
const RENAME = 'mutation ($i: UpdateBeehiveInput!) { updateBeehive(input: $i) { beehive { observations } } }';

const sentByItself: WayOut[] = [
  {
    name: 'subscriptions',
    subscription: (adversary) =>
      Buffer.concat([
        Buffer.from(handshake(adversary.head('GET', '/graphql'))),
        frameOf({ type: 'connection_init', payload: { authorization: `Bearer ${adversary.token}` } }),
        ...Array.from({ length: 10 }, (_, n) =>
          frameOf({ id: String(n), type: 'subscribe', payload: { query: WATCH } }),
        ),
      ]),
    requestsOf: ({ ids }) =>
      ['a', 'b'].map((end) =>
        post(RENAME, { i: { id: ids.beehive, state: { observations: '🐝'.repeat(9999) + end } } }),
      ),
  },
  {
    name: 'digest mails',
    requestsOf: () => [post('{ worklist(first: 500) { nodes { kind } } }')],
    cause: async ({ sql }, accounts) => {
      const owners = [accounts.map(({ who }) => who.id)];
      await sql(`update digests set frequency = 'DAILY', due_at = now() where user_id = any($1)`, owners);
      const due = 'select 1 from digests where user_id = any($1) and due_at <= now()';
      await until(async () => (await sql(due, owners)).length === 0);
      await sql(`update digests set frequency = 'OFF' where user_id = any($1)`, owners);
    },
  },
];

export const WAYS_OUT: WayOut[] = [...links, ...sentByItself, ...overRest, ...overGraphql];
