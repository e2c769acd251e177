// A job in the middle of which its process dies: it is tried once more, and then given up, so that it does not end one process after the other.
import { afterAll, beforeAll, beforeEach, expect, it, jest } from '@jest/globals';
import pg from 'pg';
import type { PgBoss } from 'pg-boss';
import { createBoss } from '../../src/jobs/boss.js';
import { cloneDatabase, type TestDatabase } from '../support/database.js';
import { createImport, type ImportAnswer, sendFile, settled } from '../support/imports.js';
import { retryNow } from '../support/mail.js';
import { newBeekeeper, Services } from '../support/service.js';
import { Beekeeper } from '../support/world.js';
import { type Service, until } from './service.js';

jest.setTimeout(180_000);

const services = new Services();
let database: TestDatabase;
let pool: pg.Pool;
let boss: PgBoss;
beforeAll(async () => {
  database = await cloneDatabase();
  pool = new pg.Pool(database.server as pg.PoolConfig);
  boss = createBoss(pool, false);
  boss.on('error', () => {});
  await boss.start();
});
afterAll(async () => {
  await boss.stop({ close: false });
  await pool.end();
  await services.end();
  await database.drop();
});

beforeEach(() => database.sql(`delete from jobs.job where name = 'imports'`));

async function start(who?: Beekeeper): Promise<{ service: Service; who: Beekeeper }> {
  const { host, port, user, database: name } = database.server as unknown as Record<string, string>;
  const service = services.start({ DATABASE_URL: `postgresql://${user}@${encodeURIComponent(host!)}:${port}/${name}` });
  const url = await service.ready();
  return { service, who: who ? new Beekeeper(url, who.token!, who.id, who.email) : await newBeekeeper(url) };
}
const stateOf = async (): Promise<string | undefined> =>
  (await database.sql<{ state: string }>(`select state from jobs.job where name = 'imports'`))[0]?.state;

/** Kills the process in the middle of the job, which waits for the table; and finds it dead, as other processes do after a minute. */
async function dieInJob(service: Service): Promise<void> {
  const waits = `select 1 from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()`;
  await until(async () => (await database.sql(waits)).length > 0);
  await service.stop('SIGKILL');
  await database.sql(
    `select pg_terminate_backend(pid) from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()`,
  );
  await database.sql(`update jobs.job set heartbeat_on = now() - interval '2 minutes' where state = 'active'`);
  // Twice within half a minute, it does nothing.
  await database.sql(`update jobs.queue set monitor_claim_on = null, monitor_on = null where name = 'imports'`);
  await boss.supervise('imports');
  expect(await stateOf()).toBe('retry');
  await retryNow(database);
}

/** @param work while nothing is written to the rows of imports */
async function withoutWriting(work: () => Promise<void>): Promise<void> {
  await database.sql(`
    create function wait() returns trigger language plpgsql as $$ begin perform pg_sleep(3600); return null; end $$;
    create trigger wait before insert or update or delete on import_rows for each statement execute function wait()`);
  try {
    await work();
  } finally {
    await database.sql(`
      drop trigger wait on import_rows; drop function wait()`);
  }
}

it('an import in which two processes have died fails, and a third process goes on with others', async () => {
  let { service, who } = await start();
  const id = await createImport(who);
  await withoutWriting(async () => {
    expect((await sendFile(who, id, 'Apiario;Colmena\nEl Roble;1\n')).status).toBe(202);
    await dieInJob(service);
    ({ service, who } = await start(who));
    await dieInJob(service);
  });
  ({ service, who } = await start(who));
  expect(await settled(who, id)).toMatchObject({
    status: 'FAILED',
    failure:
      'The service ended twice in the middle of the import, and does not try again. What was written can be undone',
  });
  await until(() => service.output.includes('a job is given up: its process has died twice'));
  await until(async () => (await stateOf()) === 'completed');
  const next = await createImport(who);
  await sendFile(who, next, 'Apiario;Colmena\nEl Roble;1\n');
  expect(await settled(who, next)).toMatchObject({ status: 'READY' });
});

it('an import in which one process has died is tried again, and succeeds', async () => {
  let { service, who } = await start();
  const id = await createImport(who);
  await withoutWriting(async () => {
    expect((await sendFile(who, id, 'Apiario;Colmena\nEl Roble;1\n')).status).toBe(202);
    await dieInJob(service);
  });
  ({ service, who } = await start(who));
  const read: ImportAnswer = await settled(who, id);
  expect(read).toMatchObject({ status: 'READY', rows_total: 1 });
  expect(await service.stop()).toBe(0);
});
