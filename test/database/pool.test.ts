// The connections to the database: what they return, what they hold, and when they are given up.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { openDatabase, openReplicas } from '../../src/database/orm.js';
import { queryPool } from '../../src/database/pool.js';
import { PreparedStatements } from '../../src/database/prepared-statements.js';
import { isPassedRow } from '../../src/engine/engine.js';
import { fast } from '../../src/engine/fast.js';
import { model } from '../../src/model.js';
import { startTestApp, type TestApp } from '../support/client.js';
import { cloneDatabase, type TestDatabase } from '../support/database.js';
import { beekeeper } from '../support/world.js';

describe('values', () => {
  let database: TestDatabase;
  let app: TestApp;
  beforeAll(async () => {
    database = await cloneDatabase();
    const [{ name }] = (await database.sql('select current_database() as name')) as [{ name: string }];
    await database.sql(`alter database ${pg.escapeIdentifier(name)} set timezone to 'America/Bogota'`);
    app = await startTestApp({}, database);
  });
  afterAll(async () => {
    await app.close();
    await database.drop();
  });

  it('moments before 1883 are right in a database of another time zone', async () => {
    const ana = await beekeeper(app);
    const apiary = await ana.apiary();
    await database.sql(`update apiaries set created_at = '1850-03-04T05:06:07Z' where id = $1`, [apiary]);
    const { apiary: read } = await ana.ask(`{ apiary(id: "${apiary}") { createdAt } }`);
    expect(read.createdAt).toBe('1850-03-04T05:06:07.000Z');
  });

  it('the pool of a replica reads every type as the pool of the primary does', async () => {
    const server = database.server as { host: string; port: number; user: string; database: string };
    const url = `postgresql://${server.user}@${encodeURIComponent(server.host)}:${server.port}/${server.database}`;
    const primary = await openDatabase(model, database.server, 1, { engine: fast });
    const [replica] = openReplicas([url], 1, false, { engine: fast });
    const query = `select '2027-05-01'::date as day, '2027-05-01 10:00+02'::timestamptz as moment, 1.5::numeric as number,
      12345678901234::int8 as big, true as flag, array['a', 'b'] as list, 'x'::text as text, 2.5::float8 as double`;
    try {
      const expected = (await primary.pool.query(query)).rows;
      expect(expected).toMatchObject([{ day: '2027-05-01', moment: '2027-05-01T08:00:00.000Z', number: 1.5 }]);
      expect((await replica!.query(query)).rows).toEqual(expected);
    } finally {
      await replica!.end();
      await primary.orm.close(true);
    }
  });

  it('a connection is not given up because this process was busy when the response came', async () => {
    const { orm, pool } = await openDatabase(model, database.server, 1);
    try {
      await pool.query('select 1');
      const response = pool.query('select pg_sleep(0.05), 7 as n');
      await new Promise((resolve) => setTimeout(resolve, 10));
      const until = performance.now() + 5600;
      while (performance.now() < until);
      expect((await response).rows).toMatchObject([{ n: 7 }]);
    } finally {
      await orm.close(true);
    }
  });
});

describe('prepared statements', () => {
  const select = { text: 'select id, amount, note from described order by id', values: [] };
  let database: TestDatabase;
  let opened: Awaited<ReturnType<typeof openDatabase>>;
  beforeAll(async () => {
    database = await cloneDatabase();
    await database.sql('create table described (id int, amount numeric, note text)');
    await database.sql(`insert into described values (1, 1.50, null), (2, null, 'Ñ')`);
    opened = await openDatabase(model, database.server, 2, { engine: fast });
  });
  afterAll(async () => {
    await opened.orm.close(true);
    await database.drop();
  });

  it('have the same rows whenever they are executed, and for a response as PostgreSQL sends them', async () => {
    const { pool } = opened;
    for (let i = 0; i < 3; i++) {
      const { rows, fields } = await queryPool(pool, select);
      expect(rows).toEqual([
        { id: 1, amount: 1.5, note: null },
        { id: 2, amount: null, note: 'Ñ' },
      ]);
      expect(fields.map(({ name }) => name)).toEqual(['id', 'amount', 'note']);
    }
    const { rows } = await queryPool(pool, { ...select, isPassedOn: true });
    expect(rows.map((row) => isPassedRow(row) && [row.text('amount'), row.text('note')])).toEqual([
      ['1.50', null],
      [null, 'Ñ'],
    ]);
  });

  it('are described anew on a connection that parses them after the table has changed', async () => {
    const { pool } = opened;
    await database.sql('alter table described alter amount type text');
    await expect(queryPool(pool, select)).rejects.toThrow('cached plan must not change result type');
    // The only idle connection is in use: the pool opens another one.
    const client = await pool.connect();
    const { rows } = await queryPool(pool, select);
    expect(rows).toMatchObject([{ amount: '1.50' }, { amount: null }]);
    client.release();
  });

  it('have the types that their connection knows, where others were told something else meanwhile', async () => {
    const statement = { text: 'select amount from described where id = $1', values: [1] };
    const { pool } = opened;
    const amounts = async (): Promise<unknown[]> => (await queryPool(pool, statement)).rows.map(({ amount }) => amount);
    await database.sql('alter table described alter amount type numeric using amount::numeric');
    expect(await amounts()).toEqual([1.5]);
    const first = await pool.connect();
    await database.sql('alter table described alter amount type text');
    expect(await amounts()).toEqual(['1.50']);
    const second = await pool.connect();
    await database.sql('alter table described alter amount type numeric using amount::numeric');
    first.release();
    expect(await amounts()).toEqual([1.5]);
    second.release();
  });
});

describe('names of prepared statements', () => {
  it('are bounded, never given twice, and free again after a while', () => {
    const statements = new PreparedStatements();
    const nameFor = (text: string) => statements.find(text)?.name;
    const given = Array.from({ length: 2000 }, (_, i) => nameFor(`select ${i}`)).filter(Boolean);
    expect(given).toHaveLength(500);
    expect(new Set(given).size).toBe(500);
    expect(nameFor('select 1')).toBe(given[1]);
    expect(nameFor('select 1999')).toBeUndefined();
  });
});
