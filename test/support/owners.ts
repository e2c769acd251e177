import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from '@jest/globals';
import type { TestDatabase } from './database.js';

/** Every foreign key from one table with owners to another one, as the database has it: a new record is among them without being named here. */
const REFERENCES = `
  select k.conrelid::regclass::text as table, f.attname as column, k.confrelid::regclass::text as target
  from pg_constraint k
    join lateral unnest(k.conkey, k.confkey) c (number, target_number) on true
    join pg_attribute f on f.attrelid = k.conrelid and f.attnum = c.number
    join pg_attribute t on t.attrelid = k.confrelid and t.attnum = c.target_number and t.attname = 'id'
  where k.contype = 'f' and k.connamespace = 'public'::regnamespace and 2 = (
    select count(*) from pg_attribute o where o.attname = 'owner_id' and o.attrelid in (k.conrelid, k.confrelid))
    or k.contype = 'f' and k.conrelid = k.confrelid and exists (
    select 1 from pg_attribute o where o.attname = 'owner_id' and o.attrelid = k.conrelid)`;

/**
 * Expects each row to have the owner of what it belongs to, up to the apiary, and to refer to nothing of another owner, once transfers have
 * passed on the rest.
 */
export async function expectOwnersTrue({ sql }: Pick<TestDatabase, 'sql'>): Promise<void> {
  const isPassingOn = async (): Promise<boolean> => (await sql('select 1 from unfinished_transfers')).length > 0;
  for (let tries = 0; tries < 200 && (await isPassingOn()); tries += 1) await sleep(50);
  const references = await sql<{ table: string; column: string; target: string }>(REFERENCES);
  expect(references.length).toBeGreaterThan(30);
  const wrong = references.map(
    ({ table, column, target }) =>
      `select '${table}.${column}' as column, t.id from ${table} t join ${target} r on r.id = t.${column} where r.owner_id <> t.owner_id`,
  );
  expect(await sql(wrong.join(' union all '))).toEqual([]);
}
