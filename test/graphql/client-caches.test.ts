// Clients keep records by type and id: what stands under the same id must be the same, whatever arguments and parent led to it. Apollo Client
// and urql show of every field what the service has sent, with different arguments in one operation and one after the other.

import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { GraphQLInterfaceType } from 'graphql';
import { possibleTypes, typePolicies } from '../../clients/graphql.js';
import { hideLegacy } from '../../src/graphql/legacy.js';
import { createSchema } from '../../src/graphql-schema.js';
import { DEMO_ACCOUNT } from '../../src/seeds/demo.js';
import { EXAMPLE } from '../../src/shared/example-ids.js';
import { groupBy } from '../../src/shared/group-by.js';
import { Client, startTestApp, type TestApp } from '../support/client.js';
import {
  apolloClient,
  type CachingClient,
  fetchOnce,
  relayPagination,
  urqlClient,
} from '../support/client-caches/clients.js';
import { halvesOf, typesWithoutId } from '../support/client-caches/halves.js';
import { type Operation, readEverything } from '../support/client-caches/operations.js';
import { remove } from '../support/deletions.js';
import { globalOfService } from '../support/import-once.js';
import { addBrowser } from '../support/push-service.js';

const schema = hideLegacy(createSchema());
const service = globalOfService as { Date: DateConstructor };
const RealDate = service.Date;

/** What the service calculates for the present time is the same in every response. */
function stopClock(): void {
  const now = RealDate.now();
  service.Date = class extends RealDate {
    constructor(...args: unknown[]) {
      super(...((args.length > 0 ? args : [now]) as [number]));
    }
    static override now = (): number => now;
  } as DateConstructor;
}

let app: TestApp;
let fetchShared: typeof fetch;
let everything: Awaited<ReturnType<typeof readEverything>>;

// biome-ignore lint/suspicious/noExplicitAny: any JSON
async function ask(document: string): Promise<Record<string, any>> {
  const response = await fetchShared('', { body: JSON.stringify({ query: document }) });
  const { data, errors } = (await response.json()) as { data: Record<string, unknown>; errors?: { message: string }[] };
  if (errors) throw new Error(`${errors.map(({ message }) => message).join('; ')}: ${document.slice(0, 200)}`);
  return data;
}

beforeAll(async () => {
  app = await startTestApp({ DEMO_DATA: 'on' });
  await app.database.sql(`update users set role = 'ADMIN' where email = $1`, [DEMO_ACCOUNT.email]);
  const { body } = await app.anyone.rest('POST', '/auth/login', DEMO_ACCOUNT);
  fetchShared = fetchOnce(app.url, body.access_token);
  const client = new Client(app.url, body.access_token);
  await recordVisit(client);
  await addBrowser(client);
  await changeRecords(client);
  await deleteRecords(client);
  const known = {
    'Query.invitation.token': [await invite(client), await invite(client)],
    // Others' accounts refuse the fields that are their own.
    'Query.user.id': [(await ask('{ me { id } }')).me.id],
    'Query.lotByCode.code': (await ask('{ lots(first: 2) { nodes { code } } }')).lots.nodes.map(
      ({ code }: { code: string }) => code,
    ),
  };
  const { beehives } = await ask('{ beehives { nodes { id questionOverrides { id } treatments { totalCount } } } }');
  const ids = new Map([['Beehive', new Set<string>(beehives.nodes.toSorted(compareRecords).map(idOf))]]);
  stopClock();
  everything = await readEverything(schema, ask, known, ids);
}, 120_000);
afterAll(async () => {
  service.Date = RealDate;
  await app.close();
});

it('finds every record again by its id', async () => {
  const types = schema.getPossibleTypes(schema.getType('Node') as GraphQLInterfaceType).map(({ name }) => name);
  const found: [type: string, sent: number, returned: number][] = [];
  for (const type of types) {
    const ids = [...(everything.ids.get(type) ?? [])].slice(0, 100);
    const { nodes } = await ask(`{ nodes(ids: ${JSON.stringify(ids)}) { __typename id } }`);
    found.push([
      type,
      ids.length,
      nodes.filter((node: { __typename: string } | null) => node?.__typename === type).length,
    ]);
  }
  expect(found.filter(([, sent, returned]) => sent === 0 || sent !== returned)).toEqual([]);
});

it('there are records for every field', () => {
  expect(everything.problems).toEqual([]);
});

/** Fields of which no parent has several records, or of accounts that have not been measured yet. */
const SAME = ['Queen.daughters'];

it('the arguments make a difference', () => {
  const byField = groupBy(
    everything.operations.filter(({ isTogether }) => !isTogether),
    ({ coordinate }) => coordinate,
  );
  const same = [...byField].filter(
    ([, all]) => all.length > 1 && new Set(all.map(({ sent }) => JSON.stringify(sent))).size === 1,
  );
  expect(same.map(([coordinate]) => coordinate)).toEqual(SAME);
});

interface HiveRow {
  id: string;
  questionOverrides: unknown[];
  treatments: { totalCount: number };
}
const idOf = ({ id }: HiveRow): string => id;
/** The hives with most of what only some have are first. */
const compareRecords = (one: HiveRow, other: HiveRow): number =>
  other.questionOverrides.length - one.questionOverrides.length ||
  other.treatments.totalCount - one.treatments.totalCount;

// What the demo data has none of.
async function recordVisit(client: Client): Promise<void> {
  const { createApiary } = await client.ask(
    'mutation { createApiary(input: { name: "Sin preguntas" }) { apiary { id } } }',
  );
  const { createBeehive } = await client.ask(
    'mutation ($apiary: ID!) { createBeehive(input: { apiaryId: $apiary }) { beehive { id } } }',
    { apiary: createApiary.apiary.id },
  );
  await client.ask(
    'mutation ($hive: ID!) { recordVisit(input: { beehives: [{ beehiveId: $hive }], answers: [] }) { inspections { id } } }',
    { hive: createBeehive.beehive.id },
  );
}
async function deleteRecords(client: Client): Promise<void> {
  for (const name of ['One', 'Another']) {
    const { createApiary } = await client.ask(
      'mutation ($name: String!) { createApiary(input: { name: $name }) { apiary { id } } }',
      { name },
    );
    const { createTask } = await client.ask(
      'mutation ($apiary: ID!) { createTask(input: { apiaryId: $apiary, title: "Look", kind: INSPECT }) { task { id } } }',
      { apiary: createApiary.apiary.id },
    );
    await remove(client, 'deleteTask', createTask.task.id);
  }
}
async function changeRecords(client: Client): Promise<void> {
  const { harvests, users } = await client.ask(
    '{ harvests(filter: { statuses: [CLOSED] }, first: 1) { nodes { id } } users(filter: { search: "demo2" }, first: 1) { nodes { id } } }',
  );
  await client.ask(
    `mutation ($harvest: ID!, $user: ID!) {
      amendHarvest(input: { id: $harvest, notes: "Dark", reason: "Forgotten" }) { harvest { id } }
      setUserStatus(input: { id: $user, isVerified: false }) { user { id } }
    }`,
    { harvest: harvests.nodes[0].id, user: users.nodes[0].id },
  );
}
/** @returns the token */
async function invite(client: Client): Promise<string> {
  const { inviteToApiary } = await client.ask(
    'mutation ($apiary: ID!) { inviteToApiary(input: { apiaryId: $apiary, role: VIEWER }) { link } }',
    { apiary: EXAMPLE.apiary },
  );
  return inviteToApiary.link.split('/').at(-1);
}

/** Where the client shows something else than what was sent. */
async function differences(client: CachingClient, operations: Operation[]): Promise<string[]> {
  const found: string[] = [];
  const check = async ({ coordinate, document, sent }: Operation, read: CachingClient['open']): Promise<void> => {
    const difference = findDifference(await read(document), sent);
    if (difference) found.push(`${coordinate}: ${difference.slice(0, 200)}`);
  };
  for (const operation of operations) await check(operation, client.open);
  for (const operation of operations) if (operation.isTogether) await check(operation, client.reload);
  // Screens that are still open, with everything that others have read since.
  for (const operation of operations) if (!operation.isOfNoRecord) await check(operation, client.show);
  return found;
}

/** The path to the first value that differs. */
function findDifference(shown: unknown, sent: unknown, path = ''): string | undefined {
  if (sent === null || typeof sent !== 'object')
    return shown === sent ? undefined : `${path} is ${JSON.stringify(shown)}, not ${JSON.stringify(sent)}`;
  if (shown === null || typeof shown !== 'object') return `${path} is missing`;
  const names = new Set([...Object.keys(sent), ...Object.keys(shown)]);
  for (const name of names) {
    const [a, b] = [shown, sent].map((value) => (value as Record<string, unknown>)[name]);
    const difference = findDifference(a, b, `${path}.${name}`);
    if (difference) return difference;
  }
  return undefined;
}

type Fetch = typeof fetch;
const defaultApollo = (fetch: Fetch): CachingClient => apolloClient(fetch);
const apollo = (fetch: Fetch): CachingClient => apolloClient(fetch, { possibleTypes, typePolicies });
const urql = (fetch: Fetch): CachingClient => urqlClient(fetch, schema);
const urqlWithPages = (fetch: Fetch): CachingClient =>
  urqlClient(fetch, schema, { Query: { worklist: relayPagination(), tasks: relayPagination() } });

/** With the policies, a query shows the pages that were loaded after its own: what continues a list is not a screen of its own. */
const isWhole = ({ document }: Operation): boolean => !document.includes('after: ');

it.each<[string, typeof apollo, (operation: Operation) => boolean]>([
  ['Apollo Client', defaultApollo, () => true],
  ['Apollo Client with the policies', apollo, isWhole],
  ['urql', urql, () => true],
])(
  '%s shows what the service has sent',
  async (_name, create, isTested) => {
    expect(await differences(create(fetchShared), everything.operations.filter(isTested))).toEqual([]);
  },
  120_000,
);

describe.each([
  ['Apollo Client', apollo, apollo],
  ['urql', urql, urqlWithPages],
])('%s with the settings of docs/graphql.md', (_name, usual, withPages) => {
  function counted(create = usual): { client: CachingClient; count: () => number } {
    let requests = 0;
    const client = create((...sent) => {
      requests += 1;
      return fetchShared(...sent);
    });
    return { client, count: () => requests };
  }

  it('shows two components that select different fields of an object without an id, with one request of each', async () => {
    const documents = everything.operations.filter((one) => isWhole(one) && !one.isTogether);
    const all = documents.map((one) => ({ ...one, ...halvesOf(schema, one.document) }));
    const split = new Set(all.flatMap(({ types }) => [...types]));
    const sent = new Map<string, unknown>();
    for (const { halves } of all) for (const half of halves) sent.set(half, await ask(half));
    const problems: string[] = [];
    for (const { coordinate, halves } of all) {
      const { client, count } = counted();
      const difference = findDifference(
        await client.mount(halves),
        halves.map((half) => sent.get(half)),
      );
      if (difference) problems.push(`${coordinate}: ${difference.slice(0, 200)}`);
      if (count() > 2) problems.push(`${coordinate}: ${count()} requests`);
    }
    expect(problems).toEqual([]);
    expect(
      typesWithoutId(schema)
        .filter((type) => !split.has(type))
        .sort(),
    ).toEqual(NOT_SPLIT);
  }, 300_000);

  it('shows the queries of docs/graphql.md from its cache', async () => {
    const blocks = [...readFileSync('docs/graphql.md', 'utf8').matchAll(/^```graphql\n(.*?)^```$/gms)];
    const queries = blocks.map(([, text]) => text!).filter((text) => text.startsWith('query'));
    expect(queries).not.toEqual([]);
    for (const query of queries) {
      const { client, count } = counted();
      const shown = [await client.open(query), await client.show(query)].map(withoutTypenames);
      const sent = withoutTypenames(await ask(query));
      expect(shown).toEqual([sent, sent]);
      expect(count()).toBe(1);
    }
  });

  it.each([
    ['nodes', (row: string) => `nodes { ${row} }`],
    ['edges', (row: string) => `edges { node { ${row} } }`],
  ])('loads more %s', async (rows, write) => {
    for (const list of ['worklist', 'tasks']) {
      const row = list === 'worklist' ? 'key title record { id }' : 'id title';
      const document = `query ($after: String) { ${list}(first: 2, after: $after) { ${write(row)} pageInfo { hasNextPage endCursor } } }`;
      const whole = await ask(`{ ${list}(first: 4) { ${write(row)} } }`);
      const { client, count } = counted(withPages);
      const first = (await client.open(document)) as typeof whole;
      await client.open(document, { after: first[list].pageInfo.endCursor });
      const shown = (await client.show(document)) as typeof whole;
      expect(withoutTypenames(shown[list][rows])).toEqual(whole[list][rows]);
      expect(shown[list].pageInfo.endCursor).not.toBe(first[list].pageInfo.endCursor);
      expect(count()).toBe(2);
    }
  });
});

/** A type with one field, and types that stand only below records of which the documents select no objects. */
const NOT_SPLIT = [
  ...[
    'AuditAct',
    'AuditPermissionsChange',
    'AuditRoleChange',
    'AuditSessionsEnd',
    'AuditStatusChange',
    'AuditZoneChange',
  ],
  ...['AuditedZone', 'EarlierSource', 'ImportProblem', 'ImportedRecord', 'Questionnaire'],
];

const withoutTypenames = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (name, one) => (name === '__typename' ? undefined : one)));
