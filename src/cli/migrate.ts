// npm run migration:create | migration:check | migration:up
import { type Database, openDatabase } from '../database/orm.js';
import { migrate, socketServer, startThrowawayPostgres } from '../database/provision.js';
import { model } from '../model.js';
import { withDatabase } from './with-database.js';

/** A database made by the migrations alone, which says what they lack. */
async function fromMigrations<T>(work: (database: Database) => Promise<T>): Promise<T> {
  const postgres = await startThrowawayPostgres();
  try {
    const database = await openDatabase(model, socketServer(postgres, 'postgres'), 2);
    try {
      await migrate(model, socketServer(postgres, 'postgres'), database.pool);
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
    fromMigrations(async ({ orm }) => {
      const { fileName, diff } = await orm.migrator.create();
      if (diff.up.length === 0) console.log('The migrations already make what the entities describe.');
      else console.log(`${fileName}: read it, edit it, and add it to src/database/migrations/index.ts`);
    }),
  check: () =>
    fromMigrations(async ({ orm }) => {
      const missing = await orm.schema.getUpdateSchemaSQL({ wrap: false });
      if (missing.trim() !== '')
        throw new Error(`The migrations do not make what the entities describe. They lack:\n${missing}`);
      console.log('The migrations make what the entities describe.');
    }),
  up: () => withDatabase(async ({ where }) => console.log(`${where} is up to date.`), { log: console.log }),
};

const command = commands[process.argv[2] ?? ''];
if (!command) throw new Error(`one of ${Object.keys(commands).join(', ')}`);
await command();
