// RUNNING A STATEMENT on the pool that MikroORM owns. Each distinct text becomes one prepared statement, which PostgreSQL parses and
// plans once per connection. Names are bounded: after NAMES texts the rest run unnamed, which is slower and never wrong.
import { CompiledQuery, type Transaction } from 'kysely';
import type { Pool, PoolClient, TypeOverrides } from 'pg';
import type { Statement } from './statement.js';

const NAMES = 500;
const names = new Map<string, string>();
function nameOf(text: string): string | undefined {
  let name = names.get(text);
  if (name === undefined && names.size < NAMES) {
    name = `s${names.size}`;
    names.set(text, name);
  }
  return name;
}

/** Where statements run: on the pool, or in the unit of work's transaction while one is open. */
export interface Connected {
  pool: Pool;
  transaction?: Transaction<never> | undefined;
}

/** In a transaction a statement joins it: it sees its changes, and never waits for a second connection of the pool. */
export async function run<R>({ pool, transaction }: Connected, { text, values }: Statement): Promise<R[]> {
  if (transaction) return (await transaction.executeQuery(CompiledQuery.raw(text, values))).rows as R[];
  return (await pool.query({ name: nameOf(text), text, values })).rows as R[];
}

const TIMESTAMPTZ = 1184;
const NUMERIC = 1700;

/** For the ORM's config. Timestamps arrive as `2026-05-01T08:00:00.000Z`, without a Date in between; numeric as number. */
export function preparePool(pool: Pool): void {
  const types = pool.options.types as unknown as TypeOverrides;
  types.setTypeParser(TIMESTAMPTZ, isoText);
  types.setTypeParser(NUMERIC, Number);
  releaseTheDead(pool);
}

/**
 * A connection that dies in a transaction is never given back by Kysely, whose rollback fails then; it would be missing from the
 * pool for ever, and closing the pool would wait for it. So it is given back here.
 */
function releaseTheDead(pool: Pool): void {
  const inUse = new WeakSet<PoolClient>();
  pool.on('acquire', (client) => inUse.add(client));
  pool.on('release', (_error, client) => inUse.delete(client));
  pool.on('connect', (client) => {
    client.once('end', () => {
      if (!inUse.has(client)) return;
      client.release(true);
      // Whoever held it may still give it back, which pg would take for a mistake.
      client.release = () => {};
    });
  });
}

/** PostgreSQL writes `2026-05-01 08:00:00.5+00`. */
function isoText(text: string): string {
  if (!text.endsWith('+00') || text[10] !== ' ') return new Date(text).toISOString();
  const milliseconds = text[19] === '.' ? text.slice(20, -3).padEnd(3, '0').slice(0, 3) : '000';
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${milliseconds}Z`;
}
