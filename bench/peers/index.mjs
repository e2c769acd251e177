// The servers that are measured. A row defines how a server is started, which workloads it supports, and how its schema differs from the
// plain one of lib/workloads.mjs: `documents` are its own documents, `requests` whole requests, `extract` normalizes its responses.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { BENCH, OUT, POOL, ROOT } from '../lib/places.mjs';
import {
  ANSWER_FIELDS,
  GRAPHQL,
  HIVE_FIELDS,
  INSPECTION_FIELDS,
  LATEST,
  LOW_ITEM_FIELDS,
  MOVEMENT_FIELDS,
  PAGE,
  PAGE_HIVE_FIELDS,
  PAGE_INFO,
  WORKLOADS,
} from '../lib/workloads.mjs';

const ALL_WORKLOADS = Object.keys(WORKLOADS);
/** Only the strongest servers support these. */
const LISTS = ['W8', 'W9', 'W10'];
const withoutLists = (workloads) => workloads.filter((workload) => !LISTS.includes(workload));
const HIVE = HIVE_FIELDS.join(' ');
const peer = (file) => [join(BENCH, 'peers', file)];

/** As in production: rate limits, request log, sessions. Only the limit of requests from an address is raised beyond the load. */
const OUR_ENV = {
  HOST: '127.0.0.1',
  DB_POOL: String(POOL),
  DATA_DIR: join(OUT, 'data'),
  RATE_LIMIT_REQUESTS: '999999999/1m',
};

const ours = {
  id: 'ours',
  title: 'this service',
  command: ['--max-semi-space-size=8', '--expose-gc', join(ROOT, 'dist/bundle/main.js')],
  workloads: ALL_WORKLOADS,
  env: OUR_ENV,
  documents: {
    W1: `query W1 { apiaries { nodes { id name location beehives { nodes { ${HIVE} } }
      inventoryItems { nodes { itemName quantity minimumStock } } } } }`,
    W2: `query W2($apiaryId: ID!) { beehives(apiaryId: $apiaryId) { nodes { ${HIVE} } } }`,
    W4: `mutation W4($input: UpdateBeehiveInput!) { updateBeehive(input: $input) { beehive { ${HIVE} } } }`,
    W5: 'mutation W5($input: AdjustStockInput!) { adjustStock(input: $input) { inventoryItem { id quantity minimumStock } } }',
    W8: `query W8($beehiveId: ID!) { inspections(beehiveId: $beehiveId) {
      nodes { ${INSPECTION_FIELDS.join(' ')} answers { ${ANSWER_FIELDS.join(' ')} } } } }`,
    W9: `query W9 { lowStockItems { nodes { ${LOW_ITEM_FIELDS.join(' ')}
      stockMovements(first: ${LATEST}) { nodes { ${MOVEMENT_FIELDS.join(' ')} } } } } }`,
    W10: `query W10($filter: BeehiveFilter, $orderBy: BeehiveOrder, $first: Int, $after: String) {
      beehives(filter: $filter, orderBy: $orderBy, first: $first, after: $after) { nodes { ${PAGE_HIVE_FIELDS.join(' ')} } ${PAGE_INFO} } }`,
  },
  requests: {
    W4: ({ hiveId: id, frames, healthStatus, observations }, documents) => {
      const state = { foodFrames: frames, broodFrames: 9 - frames, healthStatus, observations };
      const input = { id, state };
      return { method: 'POST', path: '/graphql', body: { query: documents.W4, variables: { input } } };
    },
    W5: ({ itemId: id, amount }, documents) => ({
      method: 'POST',
      path: '/graphql',
      body: { query: documents.W5, variables: { input: { id, amount } } },
    }),
    W10: (_pick, documents) => {
      const order = { orderBy: { field: 'LAST_INSPECTED_AT', direction: 'ASC' } };
      const variables = { filter: { health: PAGE.health }, ...order, first: PAGE.first, after: null };
      return { method: 'POST', path: '/graphql', body: { query: documents.W10, variables } };
    },
  },
  extract: {
    W1: ({ apiaries }) => ({
      apiaries: apiaries.nodes.map((a) => ({
        ...a,
        beehives: a.beehives.nodes,
        inventoryItems: a.inventoryItems.nodes,
      })),
    }),
    W2: ({ beehives }) => ({ beehives: beehives.nodes }),
    W4: ({ updateBeehive }) => ({ updateBeehive: updateBeehive.beehive }),
    W5: ({ adjustStock }) => ({ adjustStock: adjustStock.inventoryItem }),
    W8: ({ inspections }) => ({ inspections: inspections.nodes }),
    W9: ({ lowStockItems: { nodes } }) => ({
      lowStockItems: nodes.map((item) => ({ ...item, movements: item.stockMovements.nodes })),
    }),
    W10: ({ beehives }) => ({ hivePage: beehives }),
  },
};

/** The same service, which the packages alone execute. */
const plain = {
  ...ours,
  id: 'plain',
  title: 'this service, ENGINE=plain',
  env: { ...OUR_ENV, DATA_DIR: join(OUT, 'data-plain'), ENGINE: 'plain' },
};

/** The same service without admission control. */
const off = {
  ...ours,
  id: 'off',
  title: 'this service, ADMISSION=off',
  env: { ...OUR_ENV, DATA_DIR: join(OUT, 'data-off'), ADMISSION: 'off' },
};

/** The id of the same service in another checkout. */
export const BEFORE = 'before';
/** This service, in one way or another: no peers. */
export const OWN = [ours.id, plain.id, off.id, BEFORE];
/** @param folder a checkout of the service that has been bundled (`npm run bundle`), so that both run alike */
export function oursAt(folder) {
  const main = resolve(folder, 'dist/bundle/main.js');
  if (!existsSync(main)) throw new Error(`${main} does not exist: bundle that checkout first`);
  const title = 'the service in another checkout';
  const env = { ...OUR_ENV, DATA_DIR: join(OUT, 'data-before') };
  return { ...ours, id: BEFORE, title, command: ['--max-semi-space-size=8', '--expose-gc', main], env };
}

const ROW = `id: rowId ${HIVE.replace('id ', '')}`;
const postgraphile = {
  id: 'postgraphile',
  title: 'PostGraphile 5, row-level security',
  command: peer('postgraphile.mjs'),
  workloads: withoutLists(GRAPHQL),
  env: { GRAPHILE_ENV: 'production' },
  asVisitor: true,
  documents: {
    W1: `query W1 { allApiaries(orderBy: CREATED_AT_ASC) { nodes { id: rowId name location
      beehives: beehivesByApiaryId(orderBy: BEEHIVE_NUMBER_ASC) { nodes { ${ROW} } }
      inventoryItems: inventoryItemsByApiaryId(orderBy: ITEM_NAME_ASC) { nodes { itemName quantity minimumStock } } } } }`,
    W2: `query W2($apiaryId: UUID!) {
      allBeehives(condition: { apiaryId: $apiaryId }, orderBy: BEEHIVE_NUMBER_ASC) { nodes { ${ROW} } } }`,
    W4: `mutation W4($id: UUID!, $patch: BeehivePatch!) {
      updateBeehiveByRowId(input: { rowId: $id, beehivePatch: $patch }) { beehive { ${ROW} } } }`,
    W5: `mutation W5($id: UUID!, $amount: Int!) {
      adjustStock(input: { itemId: $id, amount: $amount }) { result { id: rowId quantity minimumStock } } }`,
  },
  requests: {
    W4: ({ hiveId, frames, healthStatus, observations }, documents) => {
      const patch = { foodFrames: frames, broodFrames: 9 - frames, healthStatus, observations };
      return { method: 'POST', path: '/graphql', body: { query: documents.W4, variables: { id: hiveId, patch } } };
    },
    W5: ({ itemId, amount }, documents) => ({
      method: 'POST',
      path: '/graphql',
      body: { query: documents.W5, variables: { id: itemId, amount } },
    }),
  },
  extract: {
    W1: ({ allApiaries }) => ({
      apiaries: allApiaries.nodes.map((a) => ({
        ...a,
        beehives: a.beehives.nodes,
        inventoryItems: a.inventoryItems.nodes,
      })),
    }),
    W2: ({ allBeehives }) => ({ beehives: allBeehives.nodes }),
    W4: ({ updateBeehiveByRowId }) => ({ updateBeehive: updateBeehiveByRowId.beehive }),
    W5: ({ adjustStock }) => ({ adjustStock: adjustStock.result }),
  },
};

/** The server that the others are compared with. */
export const BASE = 'limit';
/** Servers whose /graphql is not backed by a GraphQL engine. */
export const ANCHORS = [BASE, 'fastify'];

export const PEERS = [
  {
    id: BASE,
    title: 'the limit: node:http + pg, JSON from PostgreSQL',
    command: peer('limit.mjs'),
    workloads: ALL_WORKLOADS,
  },
  ours,
  plain,
  off,
  { id: 'fastify', title: 'Fastify 5 + pg, no GraphQL', command: peer('fastify.mjs'), workloads: ALL_WORKLOADS },
  { id: 'mercurius', title: 'Mercurius 16, JIT and loaders', command: peer('mercurius.mjs'), workloads: GRAPHQL },
  {
    id: 'yoga',
    title: 'GraphQL Yoga 5 + Kysely + DataLoader',
    command: peer('yoga.mjs'),
    workloads: withoutLists(GRAPHQL),
  },
  {
    id: 'apollo',
    title: 'Apollo Server 5 + Express 5 + DataLoader + pg',
    command: peer('apollo.mjs'),
    workloads: withoutLists(ALL_WORKLOADS),
  },
  postgraphile,
  {
    id: 'naive',
    title: 'Apollo + type-graphql + MikroORM, naively',
    command: [join(BENCH, 'dist/naive/server.js')],
    workloads: withoutLists(ALL_WORKLOADS),
    compile: join(BENCH, 'peers/naive'),
  },
];
