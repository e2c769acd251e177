// The statements of copies.ts. Parents are read first, apiary by apiary, and then the records of each.
import type { EntityClass } from '@mikro-orm/core';
import type { QuerySql } from '../../access/access.js';
import { type Copies, type Position, START } from '../../changelog/log-cursor.js';
import { ACCESS, selectLog } from '../../changelog/sync-log.js';
import type { Context } from '../../context.js';
import type { RecordName, Step, StepParent } from '../../records/record.js';
import { recordRows } from '../../records/records.js';
import { Apiary } from '../apiaries/apiary.entity.js';
import { Beehive } from '../beehives/beehive.entity.js';

/** The most that a statement reads: most have no records of most kinds. */
const MAX_PARENTS = 5000;

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
export const STEPS: (Step & { kind: RecordName })[] = [];
for (const [kind, { synced }] of recordRows)
  for (const [number, step] of Object.entries(synced?.steps ?? {}))
    STEPS[Number(number)] = { kind, ...(typeof step === 'string' ? { parent: step } : step) };

export function isInScope({ apiaryId, movedAfter }: Copies, parent: StepParent): boolean {
  if (movedAfter) return parent === 'beehive' || parent === 'moved';
  return parent === 'owner' ? apiaryId === undefined : parent !== 'moved';
}

/**
 * Only as many parents are read as have the records of the page: that is why they are not materialized.
 *
 * The records of each parent are read through the index of the parent, which `offset 0` ensures: with an order and a limit, PostgreSQL might
 * read the primary keys of everybody's records instead.
 *
 * Nothing is sent of a parent that has come since the copies began: the client does not have it, as earlier steps have passed it. If it were
 * no longer visible when the log is read, the client would keep what is below it, because only the apiary is deleted.
 *
 * Each row also says where its record is, and which parent was the last, if there may be more. Without records, there is one row without an id.
 */
export function writeStep(
  sql: QuerySql,
  context: Context,
  { kind, parent, where = 'true', from }: (typeof STEPS)[number],
  at: Copies,
  until: Position,
  limit: number,
): string {
  const { bind } = sql;
  const bindId = (id: string): string => `${bind(id)}::uuid`;
  const [lastParent, lastId] = [bindId(at.parent), bindId(at.id)];
  const size = bind(limit);
  const records = context.table(kind);
  const { table, ownership } = sql.of(records.meta.class as EntityClass<object>, true);
  const rows = from?.(isKnown) ?? `${table} r where ${COLUMNS[parent]} = p.id and ${where}`;
  const log = selectLog(bindId(context.viewer.id), until, 'true', bind, context.viewer.token);
  return `
    with added as materialized (
      select row_id from (${log}) log where entity = '${ACCESS}' or action = 'CREATED' or entity = 'Beehive' and fields ? 'apiary_id'),
    parents as not materialized (
      select apiary, id from (${selectParents(sql, context, parent, at, until)}) own order by apiary, id limit ${MAX_PARENTS}),
    records as materialized (
      select p.apiary as "@apiary", p.id as "@parent", found.* from (select * from parents order by apiary, id) p, lateral (
        select ${records.list()} from (select r.* from ${rows} offset 0) r
        where (p.id <> ${lastParent} or id > ${lastId}) and ${ownership} order by id limit ${size}) found
      order by p.apiary, p.id, found.id limit ${size})
    select last.*, records.* from (select 1) one
      left join (
        select apiary as "@lastApiary", id as "@lastParent" from parents where (select count(*) from records) < ${size}
        order by apiary, id offset ${MAX_PARENTS - 1}) last on true
      left join records on true
    order by "@apiary", "@parent", id`;
}

const PARENTS = { beehive: 'beehives', item: 'inventory_items' } as const;

/** From the parent on with which the page begins. */
function selectParents(
  { of, bind }: QuerySql,
  { viewer }: Context,
  parent: StepParent,
  { apiaryId, movedAfter, ...at }: Copies,
  until: Position,
): string {
  const bindId = (id: string): string => `${bind(id)}::uuid`;
  const viewerId = (): string => bindId(viewer.id);
  const ofNone = `'${START}'::uuid as apiary`;
  if (parent === 'owner') return `select ${ofNone}, ${viewerId()} as id`;
  if (movedAfter) {
    const { table, ownership } = of(Beehive, true);
    const upTo = `(xid, seq) <= (${bind(until.xid)}::xid8, ${bind(until.seq)}::bigint)`;
    return `select ${ofNone}, id from ${table} where ${ownership} and ${isKnown('apiary_id')} and ${isKnown('id')} and id >= ${bindId(at.parent)}
      and id in (
        select row_id from (${selectLog(viewerId(), movedAfter, upTo, bind, viewer.token)}) moved where entity = 'Beehive' and fields ? 'apiary_id')`;
  }
  const { table, ownership } = of(Apiary);
  const scope = apiaryId ? ` and id = ${bind(apiaryId)}` : '';
  const apiaries = `select id from ${table} where ${ownership}${scope} and ${isKnown('id')}`;
  if (parent === 'apiary') return `select ${ofNone}, id from (${apiaries} and id >= ${bindId(at.parent)}) a`;
  const last = bindId(at.apiary);
  return `select a.id as apiary, p.id from (${apiaries} and id >= ${last} order by id) a, lateral (
    select id from ${PARENTS[parent as keyof typeof PARENTS]} where apiary_id = a.id and ${isKnown('id')}
      and id >= case when a.id = ${last} then ${bindId(at.parent)} else '${START}' end
    order by id limit ${MAX_PARENTS}) p`;
}
