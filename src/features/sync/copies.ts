// Records that a client gets whole, in pages of constant cost: a record is sought by its parent and its id, so a page begins where the last one ended.
import type { QuerySql } from '../../access/access.js';
import type { Context } from '../../context.js';
import type { Step, StepParent } from '../../records/record.js';
import { recordRows } from '../../records/records.js';
import { Apiary } from '../apiaries/apiary.entity.js';
import { Beehive } from '../beehives/beehive.entity.js';
import { InventoryItem } from '../inventory/inventory-item.entity.js';
import { ACCESS, selectLog } from './log-page.js';
import { type Copies, type Position, START } from './sync-cursor.js';
import type { SyncKind } from './sync-kind.js';

/** A record that the client gets; its content is loaded later. */
export interface Copy {
  kind: SyncKind;
  id: string;
}

/** The column of a record that contains the id of its parent. */
const COLUMNS: Record<StepParent, string> = {
  apiary: 'apiary_id',
  beehive: 'beehive_id',
  moved: 'id',
  item: 'item_id',
  owner: 'owner_id',
};
/** Whether a record was there when the copies began, and visible: the log has the others, with what is below them. */
const isKnown = (id: string): string => `${id} not in (select row_id from added)`;

/** By their numbers. */
const STEPS: (Step & { kind: SyncKind })[] = [];
for (const [kind, { synced }] of recordRows)
  for (const [number, step] of Object.entries(synced?.steps ?? {}))
    STEPS[Number(number)] = { kind, ...(typeof step === 'string' ? { parent: step } : step) };

export const startCopies = (scope: Pick<Copies, 'apiaryId' | 'movedAfter'> = {}): Copies => ({
  ...scope,
  step: 0,
  parent: START,
  id: START,
});

/**
 * Reads up to `limit` records.
 * @param until the position in the log from which the client will go on, which is the end of the part in which hives moved
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

function isInScope({ apiaryId, movedAfter }: Copies, parent: StepParent): boolean {
  if (movedAfter) return parent === 'beehive' || parent === 'moved';
  return parent === 'owner' ? apiaryId === undefined : parent !== 'moved';
}

/**
 * The parents are read first, through the viewer's apiaries, and each parent's records through the index of the parent, which `offset 0`
 * ensures: with an order and a limit, PostgreSQL might read the primary keys of everybody's records instead.
 *
 * Nothing is sent of a parent that has come since the copies began: the client does not have it, as earlier steps have passed it. If it were
 * no longer visible when the log is read, the client would keep what is below it, because only the apiary is deleted.
 */
function writeStep(
  sql: QuerySql,
  context: Context,
  { kind, parent, where = 'true', select }: (typeof STEPS)[number],
  at: Copies,
  until: Position,
  limit: number,
): string {
  const { bind } = sql;
  const after = { parent: `${bind(at.parent)}::uuid`, id: `${bind(at.id)}::uuid` };
  const size = bind(limit);
  const records =
    select?.(isKnown) ?? `select id from ${context.table(kind).name} r where ${COLUMNS[parent]} = p.id and ${where}`;
  const log = selectLog(`${bind(context.viewer.id)}::uuid`, until, 'true', bind);
  return `
    with added as materialized (
      select row_id from (${log}) log where entity = '${ACCESS}' or action = 'CREATED' or entity = 'Beehive' and fields ? 'apiary_id'),
    parents as materialized (
      select id from (${selectParents(sql, context, parent, at, until)}) own where id >= ${after.parent} and ${isKnown('id')})
    select p.id as parent, found.id from (select id from parents order by id) p, lateral (
      select * from (select * from (${records}) below where p.id > ${after.parent} or below.id > ${after.id} offset 0) rest
      order by rest.id limit ${size}) found
    order by p.id, found.id limit ${size}`;
}

const PARENTS = { beehive: Beehive, moved: Beehive, item: InventoryItem } as const;

function selectParents(
  { of, bind }: QuerySql,
  { viewer }: Context,
  parent: StepParent,
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
  const all = `select id from ${table} where ${ownership} and ${isKnown('apiary_id')}`;
  if (apiaryId) return `${all} and apiary_id = ${bind(apiaryId)}`;
  if (!movedAfter) return all;
  const upTo = `(xid, seq) <= (${bind(until.xid)}::xid8, ${bind(until.seq)}::bigint)`;
  return `${all} and id in (
    select row_id from (${selectLog(viewerId(), movedAfter, upTo, bind)}) moved where entity = 'Beehive' and fields ? 'apiary_id')`;
}
