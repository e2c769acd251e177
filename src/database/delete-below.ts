// A deletion by cascade is one statement, which may take longer than a statement may. What is below a row is deleted here first, in
// pieces, within the transaction that then deletes the row itself.
import type { EntityMetadata } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { changeInPieces } from './pieces.js';
import { type QueryTarget, runStatement } from './pool.js';
import { isKept } from './where.js';

/** The rows of a table that refer to others by a column, and what happens to them when those are deleted. */
export interface Branch {
  table: string;
  /** The column of its primary key, if that is not `id`. */
  key?: string;
  column: string;
  /** The condition of the rows that refer to the row, or to one below it, whose id is `$1`. */
  where: string;
  action: 'delete' | 'set null';
  /** They stay as long as the deletion can be undone. */
  isKept?: boolean;
  below: Branch[];
}

/**
 * Deletes every row below a row that the transaction has locked. What is added meanwhile is left to the cascade.
 * @param deletion by which it can be undone
 */
export async function deleteBelow(
  target: QueryTarget & { readonly em: EntityManager },
  tableName: string,
  id: string,
  deletion?: string,
): Promise<void> {
  const branches = branchesBelow([...target.em.getMetadata().getAll().values()], tableName);
  if (branches.length === 0) return;
  target.budget?.allowMoreTime();
  // The ledger is otherwise only deleted after its item (keep_stock_movement.sql).
  await runStatement(target, { text: `select set_config('beekeeping.deletes_below', 'on', true)`, values: [] });
  for (const branch of branches) await lockParents(target, branch, id);
  for (const branch of branches) await remove(target, branch, id, deletion);
}

/** @param ids SQL that selects the parents */
export function branchesBelow(all: EntityMetadata[], parent: string, ids = '$1'): Branch[] {
  const branches = all
    .flatMap((child) => child.relations.map((relation) => ({ child, relation })))
    .filter(({ child, relation }) => child.tableName !== parent || relation.deleteRule === 'set null')
    .filter(({ relation }) => relation.targetMeta?.tableName === parent && relation.fieldNames?.length === 1)
    .filter(({ relation: { deleteRule } }) => deleteRule === 'cascade' || deleteRule === 'set null')
    .map(({ child, relation }): Branch => {
      const [table, column] = [child.tableName, relation.fieldNames[0]!];
      const where = `${column} in (${ids})`;
      if (relation.deleteRule === 'set null') return { table, column, where, action: 'set null', below: [] };
      return {
        table,
        column,
        where,
        action: 'delete',
        ...(isKept(relation) && { isKept: true }),
        below: branchesBelow(all, table, `select id from ${table} where ${where}`),
      };
    });
  // A row that is deleted by another branch need not be changed.
  const rank = ({ table, action }: Branch): number => (action === 'set null' ? 2 : Number(table !== LOCKED_FIRST));
  return branches.sort((a, b) => rank(a) - rank(b));
}

/** Hives are locked before items, as by who takes a product from the stock to treat them. */
const LOCKED_FIRST = 'beehives';

/**
 * Parents are locked before children, as everywhere: all of them before anything is deleted, as a child may have two. Not `for update`: who
 * has locked a child may add a row below the parent. What may be kept is never changed.
 */
async function lockParents(target: QueryTarget, branch: Branch, id: string): Promise<void> {
  const { table, where, below } = branch;
  if (below.length === 0 || branch.isKept) return;
  const text = `select count(*) from (select 1 from ${table} where ${where} order by id for no key update) locked`;
  await runStatement(target, { text, values: [id] });
  for (const branch of below) await lockParents(target, branch, id);
}

/** Keeps what the columns of rows were, whose ids are `$1`, for the deletion `$2`. */
const keepReferences = ({ table, column }: Branch): string => `
  with kept as (
    insert into deleted_rows (id, created_at, updated_at, deletion_id, table_name, column_name, rows)
    select gen_random_uuid(), now(), now(), $2, '${table}', '${column}', jsonb_agg(jsonb_build_object('id', id, 'value', ${column}))
    from ${table} where id = any($1))`;

async function remove(target: QueryTarget, branch: Branch, id: string, deletion: string | undefined): Promise<void> {
  const { table, column, where, action, below } = branch;
  for (const one of below) await remove(target, one, id, deletion);
  if (branch.isKept && deletion) return;
  const values = [id];
  if (action === 'delete') return changeInPieces(target, { table, where, values, change: `delete from ${table}` });
  const change = `update ${table} set ${column} = null`;
  if (!deletion) return changeInPieces(target, { table, where, values, change });
  const kept = `${keepReferences(branch)} ${change}`;
  await changeInPieces(target, { table, where, values, change: kept, changeValues: [deletion] });
}
