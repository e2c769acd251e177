// Brings a database to the schema of this version. Several processes may start at the same time.
import type { MigrationObject } from '@mikro-orm/core';
import type { MikroORM } from '@mikro-orm/postgresql';
import type pg from 'pg';
import { type Database, type Model, openDatabase, type Server } from '../database/orm.js';
import { withAdvisoryLock } from '../database/provision.js';
import { migrations } from './migrations/index.js';
import { describeRoutines, migrateRoutines, ROUTINES } from './triggers.js';

/** The key of an advisory lock. */
const MIGRATION_LOCK = 7_202_611;

/** The name of the newest migration of this version. */
export const LAST_MIGRATION = migrations.at(-1)!.name;

const listMigrations = (orm: MikroORM): MigrationObject[] => [
  ...migrations,
  migrateRoutines(LAST_MIGRATION, describeRoutines(orm.getMetadata())),
];

/** Runs the pending migrations, in one process at a time. They may take long, so they use connections without timeouts. @returns their names */
export async function migrateDatabase(model: Model, server: Server, database: Database): Promise<string[]> {
  if (await isCurrent(database)) return [];
  return withAdvisoryLock(database.pool, MIGRATION_LOCK, async () => {
    const { orm } = await openDatabase(model, server, 2, { hasTimeouts: false });
    try {
      orm.config.set('migrations', { ...orm.config.get('migrations'), migrationsList: listMigrations(orm) });
      return (await orm.migrator.up()).map(({ name }) => name);
    } finally {
      await orm.close(true);
    }
  });
}

/** A newer version has functions and triggers for its own tables: a process of this one leaves them alone. */
async function isCurrent(database: Database): Promise<boolean> {
  const states = await readMigrations(database);
  const isNewer = states.some(({ name, isKnown }) => !isKnown && !name.includes(ROUTINES) && name > LAST_MIGRATION);
  return states.every(({ name, appliedAt }) => appliedAt !== undefined || (isNewer && name.includes(ROUTINES)));
}

export interface MigrationState {
  name: string;
  /** Undefined: pending. */
  appliedAt: Date | undefined;
  /** Whether this version has it: a newer one may have applied others. */
  isKnown: boolean;
}

const UNDEFINED_TABLE = '42P01';
/** Reads what has been applied, and applies nothing. @returns every migration, in the order of the names */
export async function readMigrations({ orm, pool }: { orm: MikroORM; pool: pg.Pool }): Promise<MigrationState[]> {
  const applied = new Map<string, Date>();
  try {
    const { rows } = await pool.query<{ name: string; at: string }>(
      'select name, executed_at::text as at from mikro_orm_migrations',
    );
    for (const { name, at } of rows) applied.set(name, new Date(at));
  } catch (error) {
    if ((error as { code?: string }).code !== UNDEFINED_TABLE) throw error;
  }
  const known = new Set(listMigrations(orm).map(({ name }) => name));
  const names = [...new Set([...known, ...applied.keys()])].sort();
  return names.map((name) => ({ name, appliedAt: applied.get(name), isKnown: known.has(name) }));
}
