// The workloads of large accounts, in their order: reads first, then writes, and what cannot be repeated last. Each is run once before it is
// measured, unless it destroys what it works on. `run` returns the bytes that were received.
import { randomUUID } from 'node:crypto';

const FIGURES =
  'beehivesCount healthScore activeTreatmentsCount overdueInspectionsCount recentInspectionsCount inventoryItemsCount lowStockItemsCount';
const HOME = `{ me { id } statistics { beehivesCount overdueInspectionsCount lowStockItemsCount activeTreatmentsCount }
  worklist(first: 10) { totalCount nodes { kind } }
  apiaries(filter: { includeShared: true }, first: 50) { totalCount nodes { id name location beehivesCount viewerRole } } }`;
const HIVE = `query ($id: ID!) { beehive(id: $id) { beehiveNumber health apiary { name } queen { name year } queenlessSince withdrawalUntil
  lastInspection { notes answers { questionText asText } } miteTrend { mitesToTreat }
  treatments(first: 10) { nodes { productName startedOn } } timeline(first: 30) { nodes { kind } pageInfo { hasNextPage } } } }`;
const CHANGES = `query ($after: String) { changes(after: $after, first: 500) { endCursor hasMore
  changes { kind recordId deleted version node { __typename id
    ... on Beehive { beehiveNumber observations } ... on Inspection { notes answers { id asText } } ... on Treatment { productName startedOn } } } } }`;
const PUSH =
  'mutation ($operations: [SyncOperation!]!) { executeOperations(input: { operations: $operations }) { results { status error { message } } } }';
const YIELDS = ['APIARY', 'BEEHIVE', 'QUEEN', 'YEAR'];

const read = (readers, query, variablesOf = () => undefined) => ({
  readers,
  repeat: 20,
  run: async ({ client, account }) => (await client.graphql(query, variablesOf(account))).bytes,
});

/** Reads the feed of changes to its end, and keeps the cursor. */
async function syncAll(reader) {
  let bytes = 0;
  for (let hasMore = true, after = null; hasMore; ) {
    const page = await reader.client.graphql(CHANGES, { after });
    ({ hasMore, endCursor: after } = page.data.changes);
    bytes += page.bytes;
    reader.cursor = after;
  }
  return bytes;
}

/** The inspections and stocks of a day, each under a key of its own. */
const operationsOf = ({ hives, question, item }) => [
  ...hives.slice(0, 25).map((beehiveId) => ({
    key: randomUUID(),
    mutation: {
      recordInspection: {
        beehiveId,
        answers: [{ questionId: question, yesNo: true }],
        notes: 'Calm.',
        state: { foodFrames: 4 },
      },
    },
  })),
  ...[1, 2, 3, 4, 5].map((amount) => ({ key: randomUUID(), mutation: { adjustStock: { id: item, amount } } })),
];

async function pushDay({ client, account }) {
  const { data, bytes } = await client.graphql(PUSH, { operations: operationsOf(account) });
  const refused = data.executeOperations.results.find(({ error }) => error);
  if (refused) throw new Error(`executeOperations: ${JSON.stringify(refused.error)}`);
  return bytes;
}

const today = () => new Date().toISOString().slice(0, 10);
const TREATMENT = `mutation ($input: RecordTreatmentInput!) { recordTreatment(input: $input) { treatments { id } } }`;
const VISIT = `mutation ($input: RecordVisitInput!) { recordVisit(input: $input) { inspections { id } } }`;

export const WORKLOADS = {
  home: { title: 'home screen', ...read(['firm', 'club', 'ordinary'], HOME) },
  worklist: {
    title: 'worklist, with its total',
    ...read(['firm', 'club', 'ordinary'], '{ worklist(first: 50) { totalCount nodes { kind } } }'),
  },
  hive: {
    title: 'page of a hive, with its timeline',
    ...read(['firm', 'club', 'ordinary'], HIVE, ({ hives }) => ({ id: hives[0] })),
  },
  statistics: { title: 'statistics', ...read(['firm', 'club', 'ordinary'], `{ statistics { ${FIGURES} } }`) },
  'statistics-each': {
    title: 'statistics of each of 50 apiaries',
    ...read(
      ['firm', 'club'],
      `{ apiaries(filter: { includeShared: true }, first: 50) { nodes { statistics { ${FIGURES} } } } }`,
    ),
    repeat: 5,
  },
  ...Object.fromEntries(
    YIELDS.map((by) => [
      `yield-${by.toLowerCase()}`,
      {
        title: `yield by ${by}`,
        ...read(['firm', 'ordinary'], `{ honeyYield(by: ${by}, first: 50) { nodes { grams } } }`),
        repeat: 5,
      },
    ]),
  ),
  members: {
    title: 'members of an apiary with many',
    ...read(
      ['shared'],
      'query ($id: ID!) { apiary(id: $id) { members(first: 100) { totalCount nodes { role } } } }',
      ({ apiary }) => ({ id: apiary }),
    ),
  },
  export: {
    title: 'export of all data',
    readers: ['firm', 'ordinary'],
    repeat: 1,
    once: true,
    run: ({ client }) => client.download('/users/me/export'),
  },
  sync: { title: 'first synchronization', readers: ['firm', 'club', 'ordinary'], repeat: 1, once: true, run: syncAll },
  poll: {
    title: 'poll without changes',
    readers: ['firm', 'club', 'ordinary'],
    repeat: 50,
    async run(reader) {
      if (!reader.cursor) await syncAll(reader);
      return (await reader.client.graphql(CHANGES, { after: reader.cursor })).bytes;
    },
  },
  push: {
    title: 'push of a day: 25 inspections, 5 stocks',
    readers: ['firm', 'ordinary', 'member'],
    repeat: 5,
    run: pushDay,
  },
  visit: {
    title: 'visit of 100 hives',
    readers: ['firm'],
    repeat: 5,
    run: async ({ client, account: { hives, question } }) => {
      const beehives = hives.map((beehiveId) => ({ beehiveId, notes: 'Calm.', state: { foodFrames: 5 } }));
      const input = { beehives, answers: [{ questionId: question, yesNo: true }], notes: 'Sunny.' };
      return (await client.graphql(VISIT, { input })).bytes;
    },
  },
  treatment: {
    title: 'treatment of 100 hives',
    readers: ['firm'],
    repeat: 5,
    run: async ({ client, account: { hives } }) => {
      const input = {
        beehiveIds: hives,
        kind: 'Varroa',
        productName: 'Oxalic acid',
        startedOn: today(),
        plannedDays: 5,
        withdrawalDays: 0,
      };
      return (await client.graphql(TREATMENT, { input })).bytes;
    },
  },
  'poll-others': {
    title: 'poll after the visits and treatments of others',
    readers: ['firm'],
    repeat: 1,
    once: true,
    run: async (reader) => (await reader.client.graphql(CHANGES, { after: reader.cursor })).bytes,
  },
  transfer: {
    title: 'transfer of an apiary to a member',
    readers: ['firm'],
    repeat: 1,
    once: true,
    run: async ({ client, account, other }) => {
      const input = { id: account.apiary, userId: other.userId };
      return (
        await client.graphql(
          'mutation ($input: TransferApiaryInput!) { transferApiary(input: $input) { apiary { id } } }',
          { input },
        )
      ).bytes;
    },
  },
  deletion: {
    title: 'deletion of an apiary',
    readers: ['second'],
    repeat: 1,
    once: true,
    run: async ({ client, account }) =>
      (
        await client.graphql('mutation ($id: ID!) { deleteApiary(input: { id: $id }) { deletedId } }', {
          id: account.apiary,
        })
      ).bytes,
  },
  'account-deletion': {
    title: 'deletion of an account',
    readers: ['ordinary'],
    repeat: 1,
    once: true,
    run: async ({ client, password }) =>
      (
        await client.graphql(
          'mutation ($input: DeleteMyAccountInput!) { deleteMyAccount(input: $input) { success } }',
          {
            input: { password, deleteSharedApiaries: true },
          },
        )
      ).bytes,
  },
};
