// Who owns a row follows from what its record belongs to: the triggers of owners (schema/owner-triggers.ts) and what a transfer of an apiary
// changes, at once (features/members/pass-on.commands.ts) and later (maintenance/transfers.ts), are derived from this. No list of tables is kept by
// hand (ADR 0003).
import type { EntityMetadata, MetadataStorage } from '@mikro-orm/core';
import { isKept } from '../database/where.js';
import { recordRows } from './records.js';

/** A foreign key, and the table to which it leads. */
export interface Link {
  column: string;
  table: string;
}
export interface OwnedTable {
  entity: string;
  table: string;
  /** The column of its primary key. */
  key: string;
  /** Whose owner a row has. */
  parent: Link;
  /** Whose owner a row has that has no parent any more. */
  otherwise: Link | undefined;
  /** A row keeps its owner when the parent gets another one, and leaves the parent. */
  staysWithOwner: boolean;
  /** Rows may be there without a parent. */
  outlives: boolean;
  /** The foreign key contains the owner, so that PostgreSQL itself passes a new one on (database/schema-with-owners.ts). */
  isCascaded: boolean;
  /** Its other foreign keys, which may be empty: they lead to nothing of another owner. */
  references: Link[];
  /** How many parents lead to the apiary. */
  depth: number;
  /**
   * Nothing belongs to its rows, and no client changes one by itself: there may be any number. When the parent gets another owner, they may get
   * it later (maintenance/transfers.ts).
   */
  isHistory: boolean;
  /** It stays while the deletion of its parent can be undone: there is no foreign key (ADR 0064). */
  isKept: boolean;
}

/** @throws Error for an entity in an apiary that has no owner, or of which no record says to what it belongs: its rows would stay with the wrong account */
export function describeOwnership(metadata: MetadataStorage): OwnedTable[] {
  const entities = [...metadata.getAll().values()].filter(({ abstract, tableName }) => !abstract && tableName);
  const owned = recordRows.flatMap(
    ([entity, { path, otherwise, tracked, outlives = false, staysWithOwner = false }]): OwnedTable[] => {
      const relation = (path as readonly string[] | undefined)?.[0];
      if (relation === undefined) return [];
      const meta = entities.find(({ className }) => className === entity)!;
      const parent = linkOf(meta, relation);
      const isCascaded = parent.table === 'apiaries' && propertyOf(meta, relation).deleteRule === 'cascade';
      const references = meta.props.flatMap(({ name, deleteRule }) =>
        deleteRule === 'set null' && name !== relation ? [linkOf(meta, name)] : [],
      );
      return [
        {
          entity,
          table: meta.tableName,
          key: meta.getPrimaryProps()[0]!.fieldNames[0]!,
          parent,
          otherwise: otherwise?.length === 1 ? linkOf(meta, otherwise[0]!) : undefined,
          staysWithOwner,
          outlives,
          isCascaded,
          references,
          depth: path!.length,
          isKept: isKept(propertyOf(meta, relation)),
          isHistory: !isCascaded && !outlives && (!tracked || tracked.insertsOnly === true),
        },
      ];
    },
  );
  for (const { parent } of owned) for (const above of owned) if (above.table === parent.table) above.isHistory = false;
  const inApiaries = new Set(['apiaries', ...owned.map(({ table }) => table)]);
  for (const { className, tableName, properties, props } of entities) {
    const isBelow = props.some(({ targetMeta }) => targetMeta && inApiaries.has(targetMeta.tableName));
    if (tableName === 'apiaries' || !(isBelow || 'ownerId' in properties)) continue;
    if (!('ownerId' in properties))
      throw new Error(`${className} refers to what is in apiaries: it must extend OwnedEntity`);
    if (!inApiaries.has(tableName))
      throw new Error(`${className} has an owner: its record must say to what it belongs (inApiary)`);
  }
  return owned;
}

const propertyOf = (meta: EntityMetadata, name: string): EntityMetadata['props'][number] =>
  (meta.properties as Record<string, EntityMetadata['props'][number]>)[name]!;

function linkOf(meta: EntityMetadata, relation: string): Link {
  const { fieldNames, targetMeta } = propertyOf(meta, relation);
  return { column: fieldNames[0]!, table: targetMeta!.tableName };
}

/** SQL: a row is below the row `id` of a table, by its parents or as that row itself. @returns undefined if its parents do not lead there */
export function writeBelow(
  owned: readonly OwnedTable[],
  row: string,
  table: string,
  root: string,
  id: string,
): string | undefined {
  if (table === root) return `${row}.id = ${id}`;
  const own = owned.find((one) => one.table === table);
  if (!own) return undefined;
  const { parent, otherwise } = own;
  const above = writeBelow(owned, 'above', parent.table, root, id);
  if (!above) return undefined;
  const below =
    parent.table === root
      ? `${row}.${parent.column} = ${id}`
      : `${row}.${parent.column} in (select above.id from ${parent.table} above where ${above})`;
  if (otherwise?.table !== root) return below;
  return `(${below} or ${row}.${parent.column} is null and ${row}.${otherwise.column} = ${id})`;
}

/** Whether rows keep their owner in a transfer, as their record does, or that to which they belong. */
export const isLeft = (owned: readonly OwnedTable[], { parent, staysWithOwner }: OwnedTable): boolean =>
  staysWithOwner || owned.some((above) => above.table === parent.table && isLeft(owned, above));

/** SQL: the apiary of a row. */
export function writeApiary(owned: readonly OwnedTable[], row: string, table: string): string {
  if (table === 'apiaries') return `${row}.id`;
  const { parent } = owned.find((one) => one.table === table)!;
  if (parent.table === 'apiaries') return `${row}.${parent.column}`;
  const above = `${parent.table}_above`;
  return `(select ${writeApiary(owned, above, parent.table)} from ${parent.table} ${above} where ${above}.id = ${row}.${parent.column})`;
}

/** SQL: the owner that a row has, or is to get. */
export const writeOwner = (owned: readonly OwnedTable[], row: string, table: string): string => {
  const own = owned.find((one) => one.table === table);
  if (!own?.isHistory) return `${row}.owner_id`;
  return `(select p.owner_id from ${own.parent.table} p where p.id = ${row}.${own.parent.column})`;
};

/** A table whose rows get the new owner of the apiary `$1`. */
export interface TransferredTable {
  table: string;
  where: string;
}

/**
 * Rows below others come first. Those to which the foreign key passes the owner on are missing: it would refuse another one. So is history,
 * which the triggers pass on, or leave for later.
 */
export function describeTransfer(owned: readonly OwnedTable[]): TransferredTable[] {
  return owned
    .filter((own) => !own.isCascaded && !own.isHistory && !isLeft(owned, own))
    .sort((a, b) => b.depth - a.depth)
    .map(({ table }) => ({ table, where: writeBelow(owned, table, table, 'apiaries', '$1')! }));
}

/**
 * SQL: a row of history is below what a deletion `d` has kept. An array, so that PostgreSQL seeks each parent in its index.
 * @param which a condition on the deletion
 */
export const writeKeptHistory = ({ parent }: OwnedTable, which: string): string =>
  `${parent.column} = any(array(
    select (gone ->> 'id')::uuid from deletions d join deleted_rows k on k.deletion_id = d.id cross join lateral jsonb_array_elements(k.rows) gone
    where k.table_name = '${parent.table}' and k.column_name is null and ${which}))`;
