// The steps of a migration that changes a large table while others use it.
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { AbstractSqlDriver, MikroORM } from '@mikro-orm/postgresql';
import pg from 'pg';
import { OnlineMigration } from '../../src/database/online-migration.js';
import { openDatabase } from '../../src/database/orm.js';
import { model } from '../../src/model.js';
import { cloneDatabase, type TestDatabase } from '../support/database.js';

/** More than two pieces. */
const ROWS = 5000;

class Steps extends OnlineMigration {
  override up(): void {}
  readonly fillSize = (): Promise<void> => this.fill('combs', 'size', 'length(t.name)');
  readonly requireSize = (): Promise<void> => this.requireNotNull('combs', 'size');
  readonly addColumn = (): Promise<void> => this.alter('alter table combs add column if not exists colour text');
  /** Locks two rows, the second one after `between`. */
  readonly lockBoth = (ids: [string, string], between: () => Promise<void>): Promise<unknown> =>
    this.inTransaction(async (execute) => {
      await execute('select from combs where id = ? for update', [ids[0]]);
      await between();
      await execute('select from combs where id = ? for update', [ids[1]]);
    });
}

let database: TestDatabase;
let orm: MikroORM;
let steps: Steps;
let other: pg.Client;
beforeAll(async () => {
  database = await cloneDatabase('template1');
  ({ orm } = await openDatabase(model, database.server, 2));
  steps = new Steps(orm.em.getDriver() as AbstractSqlDriver, orm.config);
  other = new pg.Client(database.server as pg.ClientConfig);
  await other.connect();
});
afterAll(async () => {
  await other.end();
  await orm.close(true);
  await database.drop();
});
beforeEach(async () => {
  await database.sql('drop table if exists combs');
  await database.sql(
    'create table combs (id uuid primary key default gen_random_uuid(), name text not null, size int)',
  );
  await database.sql(`insert into combs (name) select 'Comb ' || n from generate_series(1, ${ROWS}) n`);
});

const count = async (where: string): Promise<number> =>
  (await database.sql<{ n: number }>(`select count(*)::int as n from combs where ${where}`))[0]!.n;
/** Whether a step has ended. */
const watch = (step: Promise<unknown>): { ended: boolean } => {
  const state = { ended: false };
  step.finally(() => (state.ended = true)).catch(() => {});
  return state;
};

it('fills a column in pieces, also rows that others had locked or have added meanwhile', async () => {
  await other.query('begin');
  await other.query(`update combs set name = 'Locked comb' where name = 'Comb 17'`);
  const filled = steps.fillSize();
  const state = watch(filled);
  // Everything else is filled, and can be read and written, while the row is locked.
  while ((await count('size is null')) > 1) await pause(20);
  await database.sql(`update combs set name = 'Comb 1.' where name = 'Comb 1'`);
  await database.sql(`insert into combs (id, name) values ('00000000-0000-0000-0000-000000000001', 'Late')`);
  expect(state.ended).toBe(false);
  await other.query('commit');
  await filled;
  expect(await count('size is null')).toBe(0);
  expect(await count(`name = 'Locked comb' and size = length(name)`)).toBe(1);
  expect(await count(`name = 'Late' and size = 4`)).toBe(1);
});

it('requires a column, also if it begins again', async () => {
  await expect(steps.requireSize()).rejects.toMatchObject({ code: '23514' });
  await steps.fillSize();
  await steps.requireSize();
  await steps.requireSize();
  await expect(database.sql(`insert into combs (name) values ('None')`)).rejects.toMatchObject({ code: '23502' });
  expect(
    await database.sql(`select conname from pg_constraint where conrelid = 'combs'::regclass and contype = 'c'`),
  ).toEqual([]);
});

it('an alteration gives way to a long transaction: writes wait for a moment only', async () => {
  await other.query('begin');
  await other.query('select from combs limit 1');
  const altered = steps.addColumn();
  const state = watch(altered);
  await pause(100);
  const started = performance.now();
  await database.sql(`insert into combs (name) values ('Meanwhile')`);
  expect(performance.now() - started).toBeLessThan(900);
  expect(state.ended).toBe(false);
  await other.query('commit');
  await altered;
  expect(await count('colour is null')).toBe(ROWS + 1);
});

it('a transaction is repeated after a deadlock', async () => {
  const [one, two] = await database.sql<{ id: string }>('select id from combs order by id limit 2');
  const ids: [string, string] = [one!.id, two!.id];
  await other.query(`set deadlock_timeout = '10s'`);
  await other.query('begin');
  await other.query('select from combs where id = $1 for update', [ids[1]]);
  let attempts = 0;
  let crossing: Promise<unknown> = Promise.resolve();
  const locked = steps.lockBoth(ids, async () => {
    attempts += 1;
    // Waits for the first row, as the step does for the second one.
    if (attempts === 1) {
      crossing = other.query('select from combs where id = $1 for update', [ids[0]]);
      await pause(50);
    }
  });
  await pause(1500);
  await crossing;
  await other.query('commit');
  await locked;
  expect(attempts).toBeGreaterThan(1);
});
