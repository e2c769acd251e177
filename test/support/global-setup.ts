import 'reflect-metadata';
import { existsSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { openDatabase } from '../../src/database/orm.js';
import { startThrowawayPostgres, toSocketServer } from '../../src/database/provision.js';
import type { EmbeddedPostgres } from '../../src/embedded-postgres/embedded-postgres.js';
import { model } from '../../src/model.js';
import { migrateDatabase } from '../../src/schema/migrate.js';
import { TEMPLATE } from './database.js';

declare global {
  var testPostgres: EmbeddedPostgres | undefined;
}

const MEMORY = '/dev/shm';
/** The databases of all workers take a tenth of it. */
const MIN_MEMORY_BYTES = 4 * 2 ** 30;
/** Files in memory, if there is enough: each test file copies a database of a thousand files. */
function chooseFolder(): string {
  if (!existsSync(MEMORY)) return tmpdir();
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize >= MIN_MEMORY_BYTES ? MEMORY : tmpdir();
}

/** Starts one PostgreSQL for the whole run, with a migrated template database that each test file clones. */
export default async function globalSetup(): Promise<void> {
  const postgres = await startThrowawayPostgres({ max_connections: '200', max_wal_size: '256MB' }, chooseFolder());
  globalThis.testPostgres = postgres;
  const { socketDir, port, user } = postgres;
  process.env.TEST_POSTGRES = JSON.stringify({ socketDir, port, user });
  const { orm } = await openDatabase(model, toSocketServer(postgres, 'postgres'), 2);
  await orm.em.getConnection().execute(`create database ${TEMPLATE}`);
  await orm.close(true);
  const template = await openDatabase(model, toSocketServer(postgres, TEMPLATE), 2);
  await migrateDatabase(model, toSocketServer(postgres, TEMPLATE), template);
  await template.orm.close(true);
}
