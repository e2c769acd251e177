// npm run migration:create | migration:check | migration:up | migration:status: writes a migration, compares migrations with entities,
// migrates, or lists what has been and would be applied.
import { type Database, openDatabase } from '../database/orm.js';
import { startThrowawayPostgres, toSocketServer } from '../database/provision.js';
import { model } from '../model.js';
import { createMigration } from '../schema/create-migration.js';
import { readMigrations } from '../schema/migrate.js';
import { runCommand, UsageError } from './run-command.js';
import { withDatabase } from './with-database.js';

const USAGE = `Usage: create | check | up | status
  create    writes a migration with what the entities have and the migrations lack
  check     exits with 1 if the migrations do not match the entities
  up        applies pending migrations to the configured database
  status    lists applied and pending migrations, and applies none; exits with 3 if some are pending`;

/** Runs `work` on a throwaway database that the migrations have created, for comparing it with the entities. */
async function withMigratedDatabase<T>(work: (database: Database) => Promise<T>): Promise<T> {
  const postgres = await startThrowawayPostgres();
  try {
    const database = await openDatabase(model, toSocketServer(postgres, 'postgres'), 2);
    try {
      // The tables alone: those for which there are triggers already may be what the migrations lack.
      await database.orm.migrator.up();
      return await work(database);
    } finally {
      await database.orm.close(true);
    }
  } finally {
    await postgres.stop();
  }
}

const commands: Record<string, () => Promise<void>> = {
  create: () =>
    withMigratedDatabase(async ({ orm }) => {
      const file = await createMigration(orm);
      console.log(
        file ? `Created ${file}: review it, and edit it.` : 'The migrations match the entities: nothing to create.',
      );
    }),
  check: () =>
    withMigratedDatabase(async ({ orm }) => {
      const missing = await orm.schema.getUpdateSchemaSQL({ wrap: false });
      if (missing.trim() !== '') throw new Error(`The migrations do not match the entities. Missing SQL:\n${missing}`);
      console.log('The migrations match the entities.');
    }),
  up: () =>
    withDatabase(async ({ where }) => console.log(`${where} is up to date.`), { log: console.log, creates: true }),
  status: () => withDatabase(printStatus, { migrates: false }),
};

async function printStatus(database: Database): Promise<void> {
  const states = await readMigrations(database);
  for (const { name, appliedAt, isKnown } of states) {
    const state = appliedAt ? `applied ${appliedAt.toISOString()}` : 'pending';
    console.log(`${name}  ${state}${isKnown ? '' : '  unknown to this version'}`);
  }
  const pending = states.filter(({ appliedAt }) => !appliedAt).length;
  console.log(`${states.length - pending} applied, ${pending} pending`);
  // A failure, such as a database that cannot be reached, is 1.
  if (pending > 0) process.exitCode = 3;
}

await runCommand(USAGE, async ([name = '', ...others]) => {
  if (!Object.hasOwn(commands, name) || others.length > 0) throw new UsageError();
  await commands[name]!();
});
