// Records that a client gets whole, in pages of constant cost: a record is sought by its parent and its id, so a page begins where the last one ended.
import type { QuerySql } from '../../access/access.js';
import type { Context } from '../../context.js';
import { Apiary } from '../apiaries/apiary.entity.js';
import { Beehive } from '../beehives/beehive.entity.js';
import { InventoryItem } from '../inventory/inventory-item.entity.js';
import { selectLog } from './log-page.js';
import { type Copies, type Position, START } from './sync-cursor.js';
import { SyncKind } from './sync-kind.js';

/** A record that the client gets; its content is loaded later. */
export interface Copy {
  kind: SyncKind;
  id: string;
}

/** `moved`: a hive itself, which otherwise comes with its apiary. */
type Parent = 'apiary' | 'beehive' | 'moved' | 'item' | 'owner';
interface Step {
  kind: SyncKind;
  parent: Parent;
  /** Selects the ids of the records of the parent `p.id`. */
  records: string;
}

const recordsOf = (table: string, column: string): string => `select id from ${table} where ${column} = p.id`;
const FOLLOW_UPS = 'select f.id from treatments t join treatment_follow_ups f on f.treatment_id = t.id where';

const PACKS = 'select k.id, k.version from lots l join lot_packs k on k.lot_id = l.id where';

/** Parents come before their children. Treatments, harvests and lots outlive their apiary. */
const STEPS: Step[] = [
  { kind: SyncKind.APIARY, parent: 'apiary', records: recordsOf('apiaries', 'id') },
  { kind: SyncKind.QUESTION, parent: 'apiary', records: recordsOf('questions', 'apiary_id') },
  { kind: SyncKind.INVENTORY_ITEM, parent: 'apiary', records: recordsOf('inventory_items', 'apiary_id') },
  { kind: SyncKind.STOCK_MOVEMENT, parent: 'item', records: recordsOf('stock_movements', 'item_id') },
  { kind: SyncKind.BEEHIVE, parent: 'apiary', records: recordsOf('beehives', 'apiary_id') },
  { kind: SyncKind.BEEHIVE, parent: 'moved', records: recordsOf('beehives', 'id') },
  { kind: SyncKind.BEEHIVE_QUESTION, parent: 'beehive', records: recordsOf('beehive_questions', 'beehive_id') },
  { kind: SyncKind.INSPECTION, parent: 'beehive', records: recordsOf('inspections', 'beehive_id') },
  { kind: SyncKind.MITE_COUNT, parent: 'beehive', records: recordsOf('mite_counts', 'beehive_id') },
  { kind: SyncKind.TREATMENT, parent: 'beehive', records: recordsOf('treatments', 'beehive_id') },
  { kind: SyncKind.TREATMENT_FOLLOW_UP, parent: 'beehive', records: `${FOLLOW_UPS} t.beehive_id = p.id` },
  {
    kind: SyncKind.TREATMENT,
    parent: 'apiary',
    records: `${recordsOf('treatments t', 'apiary_id')}
      and not exists (select 1 from beehives b where b.id = t.beehive_id and b.apiary_id = t.apiary_id)`,
  },
  {
    kind: SyncKind.TREATMENT_FOLLOW_UP,
    parent: 'apiary',
    records: `${FOLLOW_UPS} t.apiary_id = p.id and t.beehive_id is null`,
  },
  {
    kind: SyncKind.TREATMENT,
    parent: 'owner',
    records: `${recordsOf('treatments', 'owner_id')} and beehive_id is null and apiary_id is null`,
  },
  {
    kind: SyncKind.TREATMENT_FOLLOW_UP,
    parent: 'owner',
    records: `${FOLLOW_UPS} t.owner_id = p.id and t.beehive_id is null and t.apiary_id is null`,
  },
  // New steps come last: the cursors of the previous version number them.
  { kind: SyncKind.QUEEN, parent: 'apiary', records: recordsOf('queens', 'apiary_id') },
  { kind: SyncKind.QUEEN, parent: 'owner', records: `${recordsOf('queens', 'owner_id')} and apiary_id is null` },
  { kind: SyncKind.QUEEN_REIGN, parent: 'beehive', records: recordsOf('queen_reigns', 'beehive_id') },
  { kind: SyncKind.BEEHIVE_PLACEMENT, parent: 'beehive', records: recordsOf('beehive_placements', 'beehive_id') },
  { kind: SyncKind.COLONY_EVENT, parent: 'beehive', records: recordsOf('colony_events', 'beehive_id') },
  { kind: SyncKind.HARVEST, parent: 'apiary', records: recordsOf('harvests', 'apiary_id') },
  { kind: SyncKind.HARVEST, parent: 'owner', records: `${recordsOf('harvests', 'owner_id')} and apiary_id is null` },
  { kind: SyncKind.LOT, parent: 'apiary', records: recordsOf('lots', 'apiary_id') },
  { kind: SyncKind.LOT, parent: 'owner', records: `${recordsOf('lots', 'owner_id')} and apiary_id is null` },
  { kind: SyncKind.LOT_PACK, parent: 'apiary', records: `${PACKS} l.apiary_id = p.id` },
  { kind: SyncKind.LOT_PACK, parent: 'owner', records: `${PACKS} l.owner_id = p.id and l.apiary_id is null` },
];

export const startCopies = (scope: Pick<Copies, 'apiaryId' | 'movedAfter'> = {}): Copies => ({
  ...scope,
  step: 0,
  parent: START,
  id: START,
});

/**
 * Reads up to `limit` records.
 * @param until the end of the part of the log in which hives moved
 * @returns the records, and where to go on; undefined if there are no more
 */
export async function readCopies(
  context: Context,
  copies: Copies,
  until: Position,
  limit: number,
): Promise<{ records: Copy[]; next: Copies | undefined }> {
  const records: Copy[] = [];
  let at = copies;
  for (let index = copies.step; index < STEPS.length; index++) {
    const step = STEPS[index]!;
    if (index > at.step) at = { ...at, step: index, parent: START, id: START };
    if (!isInScope(copies, step.parent)) continue;
    const missing = limit - records.length;
    const rows = await context.access.query<CopyRow>((sql) => writeStep(sql, context, step, at, until, missing + 1));
    const page = rows.slice(0, missing);
    records.push(...page.map(({ id }) => ({ kind: step.kind, id })));
    const last = page.at(-1);
    if (last) at = { ...at, parent: last.parent, id: last.id };
    if (rows.length > missing) return { records, next: at };
  }
  return { records, next: undefined };
}

interface CopyRow {
  parent: string;
  id: string;
}

function isInScope({ apiaryId, movedAfter }: Copies, parent: Parent): boolean {
  if (movedAfter) return parent === 'beehive' || parent === 'moved';
  return parent === 'owner' ? apiaryId === undefined : parent !== 'moved';
}

/**
 * The parents are read first, through the viewer's apiaries, and each parent's records through the index of the parent, which `offset 0`
 * ensures: with an order and a limit, PostgreSQL might read the primary keys of everybody's records instead.
 */
function writeStep(
  sql: QuerySql,
  context: Context,
  { parent, records }: Step,
  at: Copies,
  until: Position,
  limit: number,
): string {
  const { bind } = sql;
  const after = { parent: `${bind(at.parent)}::uuid`, id: `${bind(at.id)}::uuid` };
  const size = bind(limit);
  return `
    with parents as materialized (select id from (${selectParents(sql, context, parent, at, until)}) own where id >= ${after.parent})
    select p.id as parent, found.id from (select id from parents order by id) p, lateral (
      select * from (select * from (${records}) below where p.id > ${after.parent} or below.id > ${after.id} offset 0) rest
      order by rest.id limit ${size}) found
    order by p.id, found.id limit ${size}`;
}

const PARENTS = { beehive: Beehive, moved: Beehive, item: InventoryItem } as const;

function selectParents(
  { of, bind }: QuerySql,
  { viewer }: Context,
  parent: Parent,
  { apiaryId, movedAfter }: Copies,
  until: Position,
): string {
  const viewerId = (): string => `${bind(viewer.id)}::uuid`;
  if (parent === 'owner') return `select ${viewerId()} as id`;
  if (parent === 'apiary') {
    const { table, ownership } = of(Apiary);
    return `select id from ${table} where ${ownership}${apiaryId ? ` and id = ${bind(apiaryId)}` : ''}`;
  }
  const { table, ownership } = of(PARENTS[parent], apiaryId !== undefined || movedAfter !== undefined);
  const all = `select id from ${table} where ${ownership}`;
  if (apiaryId) return `${all} and apiary_id = ${bind(apiaryId)}`;
  if (!movedAfter) return all;
  const upTo = `(xid, seq) <= (${bind(until.xid)}::xid8, ${bind(until.seq)}::bigint)`;
  return `${all} and id in (
    select row_id from (${selectLog(viewerId(), movedAfter, upTo, bind)}) moved where entity = 'Beehive' and fields ? 'apiary_id')`;
}
