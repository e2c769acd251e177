// The workloads. Every server receives the same picks (user, apiary, hive, amount); a server with a different schema defines its own
// documents in peers/index.mjs.
import { apiaryNumber, hiveNumber, id, itemNumber, tokenOf } from './ids.mjs';

export const WORKLOADS = {
  W1: 'GraphQL: apiaries, their hives (12 fields) and their inventory',
  W2: 'GraphQL: the hives of an apiary (12 fields)',
  W3: 'REST: the hives of an apiary',
  W4: 'GraphQL: a hive is updated',
  W4R: 'REST: a hive is updated',
  W5: 'GraphQL: a stock is adjusted, with its movement',
  W5R: 'REST: a stock is adjusted, with its movement',
  W6: 'GraphQL: { __typename }',
  W7: 'GraphQL mix: 20% W1, 60% W2, 10% W4, 10% W5',
  W7R: 'REST mix: 80% W3, 10% W4R, 10% W5R',
  W8: 'GraphQL: the inspections of a hive, with their answers',
  W9: 'GraphQL: low stock in all apiaries, with the latest movements',
  W10: 'GraphQL: a page of filtered, ordered hives, after a cursor',
};
export const REST = ['W3', 'W4R', 'W5R', 'W7R'];
export const GRAPHQL = Object.keys(WORKLOADS).filter((workload) => !REST.includes(workload));
/** Each workload with its cumulative share. */
const MIXES = {
  W7: [
    ['W1', 0.2],
    ['W2', 0.8],
    ['W4', 0.9],
    ['W5', 1],
  ],
  W7R: [
    ['W3', 0.8],
    ['W4R', 0.9],
    ['W5R', 1],
  ],
};

export const HIVE_FIELDS = [
  ...[
    'id',
    'beehiveNumber',
    'activityLevel',
    'beePopulation',
    'foodFrames',
    'broodFrames',
    'hiveStatus',
    'healthStatus',
  ],
  ...['hasProductionChamber', 'observations', 'createdAt', 'updatedAt'],
];
const HIVE = HIVE_FIELDS.join(' ');
export const INSPECTION_FIELDS = ['id', 'occurredAt', 'status', 'notes'];
export const ANSWER_FIELDS = ['questionText', 'answerType', 'text', 'number', 'choice', 'yesNo', 'score'];
export const LOW_ITEM_FIELDS = ['id', 'apiaryId', 'itemName', 'unit', 'quantity', 'minimumStock'];
export const MOVEMENT_FIELDS = ['kind', 'amount', 'balanceAfter', 'occurredAt'];
export const PAGE_HIVE_FIELDS = [...HIVE_FIELDS, 'lastInspectedAt'];
export const PAGE_INFO = 'pageInfo { hasNextPage endCursor }';
/** How many of the latest movements of an item W9 reads. */
export const LATEST = 3;
/** W10 reads a full page that follows a shorter one, of the hives that need attention. */
export const PAGE = { before: 10, first: 25, health: ['AT_RISK', 'UNHEALTHY'] };
/** The documents for servers that return plain lists, and whose mutations return the record itself. */
export const DOCUMENTS = {
  W1: `query W1 { apiaries { id name location beehives { ${HIVE} } inventoryItems { itemName quantity minimumStock } } }`,
  W2: `query W2($apiaryId: ID!) { beehives(apiaryId: $apiaryId) { ${HIVE} } }`,
  W4: `mutation W4($id: ID!, $input: UpdateBeehiveInput!) { updateBeehive(id: $id, input: $input) { ${HIVE} } }`,
  W5: 'mutation W5($input: AdjustStockInput!) { adjustStock(input: $input) { id quantity minimumStock } }',
  W6: 'query W6 { __typename }',
  W8: `query W8($beehiveId: ID!) { inspections(beehiveId: $beehiveId) { ${INSPECTION_FIELDS.join(' ')} answers { ${ANSWER_FIELDS.join(' ')} } } }`,
  W9: `query W9 { lowStockItems { ${LOW_ITEM_FIELDS.join(' ')} movements(first: ${LATEST}) { ${MOVEMENT_FIELDS.join(' ')} } } }`,
  W10: `query W10($health: [HealthCondition!]!, $first: Int!, $after: String) {
    hivePage(health: $health, first: $first, after: $after) { nodes { ${PAGE_HIVE_FIELDS.join(' ')} } ${PAGE_INFO} } }`,
};

const HEALTH = ['Healthy', 'At Risk', 'Unhealthy'];

/** The generator mulberry32: small, deterministic and sufficient here. */
function randomFrom(seed) {
  let a = seed;
  return () => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/**
 * The second half of the list adds to each stock what the first half removed, and updates the same hives with other values. However
 * often the list is repeated, no stock runs out, and each update changes its hive: an ORM would not write an unchanged row.
 */
export function picks(size, count, seed) {
  const random = randomFrom(seed);
  const upTo = (n) => 1 + Math.floor(random() * n);
  const tokens = new Map();
  const one = () => {
    const user = upTo(size.accounts);
    const apiary = upTo(size.apiaries);
    if (!tokens.has(user)) tokens.set(user, tokenOf(user));
    return {
      user,
      userId: id('user', user),
      token: tokens.get(user),
      apiaryId: id('apiary', apiaryNumber(size, user, apiary)),
      hiveId: id('hive', hiveNumber(size, user, apiary, upTo(size.hives))),
      inspectedHiveId: id('hive', hiveNumber(size, user, 1, 1)),
      itemId: id('item', itemNumber(size, user, apiary, upTo(size.items))),
      amount: -1,
      frames: upTo(10) - 1,
      healthStatus: HEALTH[upTo(3) - 1],
      observations: `Visit note ${upTo(1000)}: stores adequate, queen seen, brood pattern regular.`,
      dice: random(),
    };
  };
  const half = Array.from({ length: count / 2 }, one);
  return [...half, ...half.map((pick) => ({ ...pick, amount: 1, frames: (pick.frames + 5) % 10 }))];
}

const graphql = (query, variables) => ({ method: 'POST', path: '/graphql', body: { query, variables } });
const REQUESTS = {
  W1: (_, documents) => graphql(documents.W1),
  W2: ({ apiaryId }, documents) => graphql(documents.W2, { apiaryId }),
  W3: ({ apiaryId }) => ({ method: 'GET', path: `/api/v1/beehives?apiary_id=${apiaryId}` }),
  W4: ({ hiveId, frames, healthStatus, observations }, documents) =>
    graphql(documents.W4, {
      id: hiveId,
      input: { foodFrames: frames, broodFrames: 9 - frames, healthStatus, observations },
    }),
  W4R: ({ hiveId, frames, healthStatus, observations }) => ({
    method: 'PUT',
    path: `/api/v1/beehives/${hiveId}`,
    body: { food_frames: frames, brood_frames: 9 - frames, health_status: healthStatus, observations },
  }),
  W5: ({ itemId, amount }, documents) => graphql(documents.W5, { input: { itemId, amount } }),
  W5R: ({ itemId, amount }) => ({ method: 'PUT', path: `/api/v1/inventory/${itemId}/adjust`, body: { amount } }),
  W6: (_, documents) => graphql(documents.W6),
  W8: ({ inspectedHiveId }, documents) => graphql(documents.W8, { beehiveId: inspectedHiveId }),
  W9: (_, documents) => graphql(documents.W9),
  W10: (_, documents) => graphql(documents.W10, { health: PAGE.health, first: PAGE.first, after: null }),
};

function kindOf(workload, dice) {
  return MIXES[workload]?.find(([, upTo]) => dice < upTo)[0] ?? workload;
}

/** @returns the requests, each with its pick and its kind (within a mix, the workload that it is from). Those of W10 need a cursor. */
export function requestsFor(peer, workload, size, count = 4096, seed = 42) {
  const documents = { ...DOCUMENTS, ...peer.documents };
  return picks(size, count, seed).map((pick) => {
    const kind = kindOf(workload, pick.dice);
    const request = (peer.requests?.[kind] ?? REQUESTS[kind])(pick, documents);
    return { ...request, pick, kind, headers: { authorization: `Bearer ${pick.token}` } };
  });
}
