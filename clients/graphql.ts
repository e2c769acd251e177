// What a client of GraphQL in TypeScript needs beside schema.graphql. Copy this file: it imports nothing.
// Apollo Client: `new InMemoryCache({ possibleTypes, typePolicies })`. GraphQL Code Generator: `config: { scalars }`.

type Fields = Record<string, unknown>;
/** A page of a connection, as it was sent and as the cache stores it. */
type Page = Fields & { pageInfo?: { hasNextPage?: boolean; endCursor?: string | null } };
/** By the cursor after which they begin; the first one by an empty text. */
type Pages = Record<string, Page | null>;
interface Options {
  args: Fields | null;
}
interface ReadOptions extends Options {
  canRead: (record: never) => boolean;
}

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

/** Whether two selections of a list or an object have the same values, as far as both have them. */
function agree(one: unknown, other: unknown): boolean {
  if (!isObject(one) || !isObject(other)) return one === other;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  if (Array.isArray(one) && one.length !== (other as unknown as unknown[]).length) return false;
  return Object.keys(one).every((name) => !(name in other) || agree(one[name], other[name]));
}

function unite(one: unknown, other: unknown): unknown {
  if (!isObject(one) || !isObject(other)) return other;
  if (Array.isArray(one)) return one.map((value, i) => unite(value, (other as unknown as unknown[])[i]));
  const common = Object.keys(one).filter((name) => name in other);
  return { ...one, ...other, ...Object.fromEntries(common.map((name) => [name, unite(one[name], other[name])])) };
}

/** Keeps what other components have selected of the same data. After a change, only what was read last is known to be true. */
const merge = <T>(existing: unknown, incoming: T): T =>
  (agree(existing, incoming) ? unite(existing, incoming) : incoming) as T;

/** A list of objects without an id: which of them are the same, their values say. */
const list = { merge };

/**
 * A connection. A query without `after` shows all pages that have been loaded since its first one, in `nodes` and in `edges`; to load more,
 * send it again with the same arguments and `after: pageInfo.endCursor`.
 */
const connection = (...keyArgs: string[]) => ({
  keyArgs,
  merge(existing: Pages | undefined, incoming: Page | null, { args }: Options): Pages {
    const after = (args?.after ?? '') as string;
    const page = merge(existing?.[after], incoming);
    const isListAgain = after === '' && (incoming === null || 'nodes' in incoming || 'edges' in incoming);
    return isListAgain ? { [after]: page } : { ...existing, [after]: page };
  },
  read(pages: Pages | undefined, { args, canRead }: ReadOptions): Page | null | undefined {
    const after = (args?.after ?? '') as string;
    const first = pages?.[after];
    if (!first) return first;
    const loaded = [first];
    for (let page = first; after === '' && page.pageInfo?.hasNextPage !== false; ) {
      const next = pages[page.pageInfo?.endCursor || 'none'];
      if (!next || loaded.includes(next)) break;
      loaded.push(next);
      page = next;
    }
    const rows = (name: string): unknown[] => loaded.flatMap((page) => (page[name] as unknown[] | undefined) ?? []);
    const edges = rows('edges').filter((edge) => canRead(((edge as Fields).node ?? edge) as never));
    return {
      ...Object.assign({}, ...loaded),
      ...('nodes' in first && { nodes: rows('nodes') }),
      ...('edges' in first && { edges }),
      ...(first.pageInfo && {
        pageInfo: { ...first.pageInfo, ...loaded.at(-1)!.pageInfo, ...startOf(first.pageInfo) },
      }),
    };
  },
});

const startOf = (pageInfo: Fields): Fields =>
  Object.fromEntries(Object.entries(pageInfo).filter(([name]) => /^(startCursor|hasPreviousPage)$/.test(name)));

// Everything below is written by `npm run generate`.

/** The types of each interface. */
// biome-ignore format: generated
export const possibleTypes = {
  AuditChange: ['AuditAct', 'AuditPermissionsChange', 'AuditRoleChange', 'AuditSessionsEnd', 'AuditStatusChange', 'AuditZoneChange'],
  Node: ['Answer', 'Apiary', 'ApiaryInvitation', 'ApiaryMember', 'AuditEntry', 'Beehive', 'BeehivePlacement', 'BeehiveQuestion', 'CalendarFeed', 'ColonyEvent', 'Deletion', 'Feeding', 'FileImport', 'Harvest', 'HarvestRevision', 'HarvestSource', 'Identity', 'ImportRow', 'Inspection', 'InventoryItem', 'Keeper', 'Lot', 'LotHarvest', 'LotPack', 'Measurement', 'MiteCount', 'PersonalAccessToken', 'Product', 'PushSubscription', 'Queen', 'QueenReign', 'Question', 'RestrictedZone', 'Session', 'StockMovement', 'Task', 'Treatment', 'TreatmentFollowUp', 'User', 'Webhook', 'WebhookDelivery'],
  SearchRecord: ['Apiary', 'Beehive', 'Inspection', 'InventoryItem', 'Lot', 'Queen', 'Treatment'],
  TaskRecord: ['Inspection', 'Treatment'],
  TimelineRecord: ['ColonyEvent', 'Feeding', 'Harvest', 'Inspection', 'Measurement', 'MiteCount', 'QueenReign', 'Task', 'Treatment'],
  WorklistRecord: ['Apiary', 'Beehive', 'Inspection', 'InventoryItem', 'Lot', 'Task', 'Treatment', 'TreatmentFollowUp'],
};

/** The type of the values of each scalar in TypeScript. */
// biome-ignore format: generated
export const scalars = {
  BigInt: 'number',
  CountryCode: 'string',
  CurrencyCode: 'string',
  DateTime: 'string',
  Decimal: 'string',
  GeoJSONArea: '{ type: "Polygon"; coordinates: number[][][] } | { type: "MultiPolygon"; coordinates: number[][][][] }',
  LocalDate: 'string',
  TimeZone: 'string',
  URL: 'string',
};

/** How the cache merges what has no id of its own: lists, and objects that belong to a record. */
// biome-ignore format: generated
export const typePolicies = {
  AccountUsage: { merge: true },
  Activity: { merge: true, fields: { changes: list } },
  AnnualDeclaration: { merge: true, fields: { countries: list, apiaries: connection('first') } },
  Apiary: { fields: { changeLog: connection('first', 'filter'), placeWarnings: list, beehives: connection('first', 'filter', 'orderBy'), feedings: connection('first', 'filter'), harvests: connection('first', 'filter'), lots: connection('first', 'filter'), inspections: connection('first', 'filter'), answerTrends: list, inventoryItems: connection('first', 'filter', 'orderBy'), stockMovements: connection('first'), measurements: connection('first', 'filter'), invitations: connection('first'), members: connection('first'), products: connection('first', 'filter'), queens: connection('first', 'filter'), healthTrends: list, treatmentShares: list, shortages: list, tasks: connection('first', 'filter'), miteCounts: connection('first', 'filter'), treatmentRecords: connection('first', 'filter'), treatmentTrend: list, worklist: connection('first', 'filter') } },
  AuditAct: { merge: true },
  AuditPermissionsChange: { merge: true },
  AuditRoleChange: { merge: true },
  AuditSessionsEnd: { merge: true },
  AuditStatusChange: { merge: true },
  AuditZoneChange: { merge: true },
  AuditedZone: { merge: true },
  BankProduct: { fields: { ingredients: list, authorisations: list } },
  Beehive: { fields: { timeline: connection('first', 'filter'), placements: connection('first'), colonyEvents: connection('first'), feedings: connection('first', 'filter'), inspections: connection('first', 'filter'), answers: connection('first'), measurements: connection('first', 'filter'), latestMeasurements: list, queenReigns: connection('first'), miteCounts: connection('first', 'filter'), treatments: connection('first', 'filter') } },
  BeehiveMovement: { merge: true },
  ChangePage: { merge: true, fields: { changes: list } },
  Consumption: { merge: true, fields: { periods: list } },
  DeclaredApiary: { merge: true },
  Digest: { merge: true },
  FeedingTotals: { merge: true },
  FileImport: { fields: { rows: connection('first', 'filter'), sheets: list, questions: list } },
  Harvest: { fields: { lots: connection('first') } },
  HarvestRevision: { fields: { sources: list } },
  HealthTrend: { fields: { points: list } },
  HoneyYield: { merge: true },
  IdentityProvider: { merge: true },
  ImportRow: { fields: { records: list, problems: list, remarks: list } },
  ImportSheet: { fields: { columns: list } },
  IngredientTotals: { merge: true, fields: { totals: list } },
  InventoryItem: { fields: { stockMovements: connection('first') } },
  InventorySummary: { merge: true, fields: { totalValue: list, byUnit: list } },
  Lot: { fields: { packs: connection('first'), origins: list } },
  MeasurementSeries: { merge: true, fields: { points: list } },
  MiteTrend: { merge: true, fields: { points: list } },
  Money: { merge: true },
  MovementPlace: { merge: true },
  OpenInvitation: { merge: true },
  Person: { merge: true },
  Position: { merge: true },
  Product: { fields: { ingredients: list } },
  Queen: { fields: { daughters: connection('first', 'filter'), reigns: connection('first') } },
  QueenPerformance: { merge: true },
  Query: { fields: { worklist: connection('first', 'filter'), apiaries: connection('first', 'filter', 'orderBy'), nearestApiaries: list, beehives: connection('first', 'filter', 'orderBy', 'apiaryId'), questionTemplates: list, inspections: connection('first', 'filter', 'beehiveId', 'apiaryId'), treatments: connection('first', 'filter', 'beehiveId', 'apiaryId'), treatmentRegister: connection('first', 'filter', 'apiaryId'), tasks: connection('first', 'filter', 'apiaryId', 'beehiveId'), taskPlans: list, products: connection('first', 'filter', 'apiaryId'), productBank: list, inventoryItems: connection('first', 'filter', 'orderBy', 'apiaryId'), lowStockItems: connection('first', 'filter', 'orderBy'), queens: connection('first', 'filter', 'apiaryId'), harvests: connection('first', 'filter', 'apiaryId'), lots: connection('first', 'filter', 'apiaryId'), honeyYield: connection('first', 'filter', 'by', 'apiaryId'), movementBook: connection('first', 'filter', 'apiaryId'), keepers: connection('first'), restrictedZones: connection('first', 'filter', 'apiaryId'), search: connection('text', 'filter', 'first'), deletions: connection('first', 'filter', 'apiaryId'), identityProviders: list, users: connection('first', 'filter', 'orderBy'), auditEntries: connection('first', 'filter') } },
  QuestionTemplate: { fields: { translations: list } },
  QuestionTrend: { fields: { periods: list } },
  Questionnaire: { merge: true },
  Statistics: { merge: true, fields: { beehivesByHealth: list, beehivesByStatus: list } },
  StatisticsPeriod: { merge: true, fields: { lossesByCause: list } },
  Task: { fields: { beehives: list, items: list } },
  TaskPlan: { fields: { steps: list } },
  TimelineEntry: { merge: true, fields: { changes: list } },
  Treatment: { fields: { ingredients: list } },
  TreatmentKeeper: { merge: true },
  TrendPeriod: { fields: { counts: list } },
  Webhook: { fields: { deliveries: connection('first') } },
  WorklistItem: { merge: true },
};
