// What is read of a season of an apiary, from the documents of the lists.
import { type IngredientTotals, loadIngredientTotals } from '../../features/treatments/ingredient-totals.queries.js';
import { HIVE_LISTS } from '../lists/hive-lists.js';
import { HONEY_LISTS } from '../lists/honey-lists.js';
import type { Node } from '../lists/list.js';
import { PRODUCT_LISTS } from '../lists/product-lists.js';
import { QUEEN_LISTS } from '../lists/queen-lists.js';
import { treatmentList } from '../lists/treatment-list.js';
import { type ReportSource, readAll } from './report.js';

const INSPECTIONS = `query ($apiary_id: ID, $from: LocalDate, $to: LocalDate, $page: Int, $cursor: String) {
  inspections(apiaryId: $apiary_id, filter: { statuses: [COMPLETED], from: $from, to: $to }, first: $page, after: $cursor) {
    nodes { beehive { id } }
    pageInfo { hasNextPage endCursor }
  }
}`;
const HIVES = `query ($apiary_id: ID, $page: Int, $cursor: String) {
  beehives(apiaryId: $apiary_id, filter: { life: ANY }, first: $page, after: $cursor) {
    nodes { id label healthStatus endedOn endCause queen { name year } placements { nodes { placedOn } } }
    pageInfo { hasNextPage endCursor }
  }
}`;
const documentOf = (name: string): string =>
  [...HIVE_LISTS, ...PRODUCT_LISTS, ...QUEEN_LISTS, ...HONEY_LISTS].find((one) => one.name === name)!.document;

export interface Apiary {
  id: string;
  name: string;
  location: string | null;
}
export interface Season {
  apiary: Apiary;
  /** Those that were there in the year, or still are. */
  hives: Node[];
  /** The completed inspections by the id of the hive. */
  inspections: Map<string, number>;
  counts: Node[];
  treatments: Node[];
  ingredients: IngredientTotals;
  feedings: Node[];
  reigns: Node[];
  events: Node[];
  /** Closed ones. */
  harvests: Node[];
}

const flatten = (hives: Node[], field: string): Node[] =>
  hives.flatMap((beehive) => beehive[field].nodes.map((one: object) => ({ ...one, beehive })));

/** @param filter that makes the document shorter */
export async function readSeason(source: ReportSource, apiary: Apiary, year: number, filter: string): Promise<Season> {
  const [from, to] = [`${year}-01-01`, `${year}-12-31`];
  const isIn = (day: string | null): boolean => day !== null && day >= from && day <= to;
  const read = (document: string, variables: object): Promise<Node[]> =>
    readAll(source, document, { apiary_id: apiary.id, ...variables }, filter);
  const hives = (await read(HIVES, {})).filter(
    ({ endedOn, placements }) =>
      (endedOn === null || endedOn >= from) && placements.nodes.some((one: Node) => one.placedOn <= to),
  );
  const inspections = new Map<string, number>();
  // They are counted, and not listed: a year of many hives has thousands.
  for await (const nodes of source.readerOf(INSPECTIONS).read(source.context, { apiary_id: apiary.id, from, to }))
    for (const { beehive } of nodes) inspections.set(beehive.id, (inspections.get(beehive.id) ?? 0) + 1);
  const ofHives = async (list: string, field: string): Promise<Node[]> =>
    flatten(await readAll(source, documentOf(list), { apiary_id: apiary.id }, filter), field);
  const reigns = (await ofHives('reigns', 'queenReigns')).filter((one) => isIn(one.startedOn) || isIn(one.endedOn));
  const events = (await ofHives('colony-events', 'colonyEvents')).filter((one) => isIn(one.occurredOn));
  return {
    apiary,
    hives,
    inspections,
    counts: oldestFirst(await read(documentOf('mite-counts'), { from, to }), 'countedOn'),
    treatments: oldestFirst(await read(treatmentList.document, { from, to }), 'startedOn'),
    ingredients: await loadIngredientTotals(source.context, 'apiary_id', apiary.id, { from, to }),
    feedings: oldestFirst(await read(documentOf('feedings'), { from, to }), 'fedOn'),
    reigns: oldestFirst(reigns, 'startedOn'),
    events: oldestFirst(events, 'occurredOn'),
    harvests: oldestFirst(await read(documentOf('harvests'), { from, to, status: ['CLOSED'] }), 'harvestedOn'),
  };
}

const oldestFirst = (nodes: Node[], field: string): Node[] =>
  nodes.toSorted((a, b) => (a[field] < b[field] ? -1 : a[field] > b[field] ? 1 : 0));
