// A deletion by cascade is one statement, which may take longer than a statement may. What is below a row is deleted here first, in
// pieces, within the transaction that then deletes the row itself.
import type { EntityMetadata } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { changeInPieces } from './pieces.js';
import { type QueryTarget, runStatement } from './pool.js';

/** The rows of a table that refer to others by a column, and what happens to them when those are deleted. */
export interface Branch {
  table: string;
  /** The column of its primary key, if that is not `id`. */
  key?: string;
  column: string;
  /** The condition of the rows that refer to the row, or to one below it, whose id is `$1`. */
  where: string;
  action: 'delete' | 'set null';
  below: Branch[];
}

/** Deletes every row below a row that the transaction has locked. What is added meanwhile is left to the cascade. */
export async function deleteBelow(
  target: QueryTarget & { readonly em: EntityManager },
  tableName: string,
  id: string,
): Promise<void> {
  const branches = branchesBelow([...target.em.getMetadata().getAll().values()], tableName);
  if (branches.length === 0) return;
  target.budget?.allowMoreTime();
  // The ledger is otherwise only deleted after its item, which a trigger demands.
  await runStatement(target, { text: `select set_config('beekeeping.deletes_below', 'on', true)`, values: [] });
  for (const branch of branches) await lockParents(target, branch, id);
  for (const branch of branches) await remove(target, branch, id);
}

/** @param ids SQL that selects the parents */
export function branchesBelow(all: EntityMetadata[], parent: string, ids = '$1'): Branch[] {
  const branches = all
    .filter((child) => child.tableName !== parent)
    .flatMap((child) => child.relations.map((relation) => ({ child, relation })))
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
 * has locked a child may add a row below the parent.
 */
async function lockParents(target: QueryTarget, { table, where, below }: Branch, id: string): Promise<void> {
  if (below.length === 0) return;
  const text = `select count(*) from (select 1 from ${table} where ${where} order by id for no key update) locked`;
  await runStatement(target, { text, values: [id] });
  for (const branch of below) await lockParents(target, branch, id);
}

async function remove(target: QueryTarget, { table, column, where, action, below }: Branch, id: string): Promise<void> {
  for (const branch of below) await remove(target, branch, id);
  const change = action === 'delete' ? `delete from ${table}` : `update ${table} set ${column} = null`;
  await changeInPieces(target, { table, where, values: [id], change });
}
