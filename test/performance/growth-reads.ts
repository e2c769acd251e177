// Everything that a client can read: each root field of Query and each GET route, by its line in the authorization matrix, each nested field
// with arguments, and the screens of an app, which read all apiaries at once.
import type { Audience, RecordIds } from '../authorization/case.js';
import { features } from '../authorization/cases/index.js';
import type { Client } from '../support/client.js';

export interface Reader {
  client: Client;
  ids: RecordIds;
  /** Where the feed of changes has been read to. */
  cursor: string;
}
export interface Read {
  audience: Audience;
  /** @throws unless the response is a success */
  send: (reader: Reader) => Promise<unknown>;
}

const operation =
  (document: (ids: RecordIds, reader: Reader) => string): Read['send'] =>
  (reader) =>
    reader.client.ask(document(reader.ids, reader));

const route =
  (path: (ids: RecordIds) => string): Read['send'] =>
  async ({ client, ids }) => {
    const { status, body } = await client.rest('GET', path(ids));
    if (status !== 200) throw new Error(`${path(ids)}: ${status} ${JSON.stringify(body)}`);
    return body;
  };

/** Root fields whose lines in the matrix read less than they could. */
const FULLER: Record<string, (ids: RecordIds) => string> = {
  'Query.apiaries': () =>
    '{ apiaries(filter: { includeShared: true }, first: 100) { totalCount nodes { name beehivesCount viewerRole owner { name } } } }',
  'Query.changes': () => '{ changes { hasMore changes { kind node { __typename id } } } }',
  'Query.invitation': ({ apiary }) =>
    `{ invitation(token: "${apiary.replaceAll('-', '')}${'0'.repeat(11)}") { apiaryName } }`,
  'Query.me': () =>
    `{ me { lastSeenAt sessions { device lastSeenAt } calendarFeeds { name kinds lastReadAt } webhooks { url status deliveries(first: 50) { nodes { kind status } } }
      personalAccessTokens { name scope apiaryIds lastUsedAt } identities { subject } digest { hour } pushSubscriptions { host } fileImports { fileName } usage { rowsCount } } }`,
  'Query.nodes': ({ apiary, beehive, item, inspection, treatment, queen, harvest, lot, pack, question }) =>
    `{ nodes(ids: ${JSON.stringify([apiary, beehive, item, inspection, treatment, queen, harvest, lot, pack, question])}) { __typename id } }`,
  // A declaration is of one's own apiaries.
  'AnnualDeclaration.apiaries': () => '{ annualDeclaration { apiaries(first: 50) { nodes { name } } } }',
  'Query.restrictedZones': ({ apiary }) =>
    `{ restrictedZones(first: 50) { totalCount nodes { name isForAll } } of: restrictedZones(apiaryId: "${apiary}") { nodes { name } } }`,
  'Query.search': () => '{ search(text: "visit 7", first: 50) { nodes { __typename } } }',
  'Query.statistics': () =>
    `{ statistics { beehivesCount beehivesByHealth { __typename } beehivesByStatus { __typename } healthScore activeTreatmentsCount
      overdueInspectionsCount recentInspectionsCount inventoryItemsCount lowStockItemsCount } }`,
  'Query.worklist': () => '{ worklist(first: 50) { totalCount nodes { kind } } }',
};

const lists: [string, string][] = ['beehives', 'harvests', 'lots', 'inspections', 'queens', 'tasks', 'treatments']
  .flatMap((field): [string, string][] => [
    [`${field} of all apiaries`, `{ ${field}(first: 50) { nodes { id } pageInfo { endCursor } } }`],
    [`number of ${field} of all apiaries`, `{ ${field}(first: 1) { totalCount } }`],
  ])
  .concat(
    ['APIARY', 'BEEHIVE', 'QUEEN', 'YEAR'].map((by) => [
      `yield by ${by} of all apiaries`,
      `{ honeyYield(by: ${by}, first: 50) { nodes { grams } } }`,
    ]),
  );
const HIVE_PAGE = `apiary { name } queen { name } lastInspection { notes answers { asText } } questionnaire { __typename }
  inspections(first: 10) { nodes { answers { asText } } } treatments(first: 10) { nodes { followUps { reviewedOn } } }
  miteTrend { __typename } timeline(first: 20) { nodes { kind } pageInfo { hasNextPage } }`;
const screens: Record<string, (ids: RecordIds, reader: Reader) => string> = {
  ...Object.fromEntries(lists.map(([name, document]) => [name, () => document])),
  home: () => `{ me { id } statistics { beehivesCount overdueInspectionsCount lowStockItemsCount } worklist(first: 10) { totalCount }
    apiaries(filter: { includeShared: true }, first: 50) { nodes { name beehivesCount } } }`,
  'statistics of every apiary': () =>
    '{ apiaries(filter: { includeShared: true }, first: 100) { nodes { statistics { beehivesCount healthScore } healthTrends { __typename } } } }',
  'an apiary': ({ apiary }) => `{ apiary(id: "${apiary}") { name members { nodes { role } } questions { text }
    beehives(first: 50) { totalCount nodes { beehiveNumber queen { name } lastInspection { occurredAt } } } } }`,
  'a hive': ({ beehive }) => `{ beehive(id: "${beehive}") { ${HIVE_PAGE} } }`,
  'hives that need attention': () =>
    `{ beehives(first: 25, filter: { health: [AT_RISK, UNHEALTHY] }, orderBy: { field: LAST_INSPECTED_AT, direction: ASC }) { nodes { id } } }`,
  'treatment register of all apiaries': () => '{ treatmentRegister(first: 50) { nodes { productName } } }',
  'changes since the last time': (_ids, { cursor }) => `{ changes(after: "${cursor}") { hasMore changes { kind } } }`,
};

/** By the name of the field, the route or the screen. */
export const reads = new Map<string, Read>();
for (const { fields, routes, nested } of features) {
  for (const [name, [audience, document]] of Object.entries(fields))
    if (name.startsWith('Query.')) reads.set(name, { audience, send: operation(FULLER[name] ?? document) });
  for (const [name, [audience, request]] of Object.entries(routes))
    if (name.startsWith('get ')) reads.set(name, { audience, send: route((ids) => request(ids).path) });
  for (const [name, document] of Object.entries(nested))
    reads.set(name, { audience: 'reader', send: operation(FULLER[name] ?? document) });
}
for (const [name, document] of Object.entries(screens))
  reads.set(name, { audience: 'viewer', send: operation(document) });
