// Backups with PostgreSQL's tools while the service writes, restored to another database: the data are the same and the service runs on
// them.
import { chownSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Service } from '../process/service.js';
import { findInstalledTools, PostgresServer } from '../support/postgres/server.js';
import { newBeekeeper, Services } from '../support/service.js';
import { Load, send } from '../support/timed-request.js';
import type { Beekeeper } from '../support/world.js';

jest.setTimeout(120_000);

const TABLES = `select tablename as name from pg_tables where schemaname = 'public' order by 1`;

const tools = findInstalledTools();
if (!tools)
  process.stderr.write(
    '    No pg_dump was found in /usr/lib/postgresql, so the tests of backups are SKIPPED (apt-get install postgresql).\n',
  );

(tools ? describe : describe.skip)('a backup (skipped without pg_dump in /usr/lib/postgresql)', () => {
  const services = new Services();
  const clusters: PostgresServer[] = [];
  let folder: string;
  let cluster: PostgresServer;
  let service: Service;
  let url: string;
  let ana: Beekeeper;
  let item: string;

  beforeAll(async () => {
    folder = services.folder();
    cluster = await PostgresServer.create(folder);
    clusters.push(cluster);
    await cluster.sql('create database hives');
    service = services.start({ DATABASE_URL: cluster.url('hives') });
    url = await service.ready();
    ana = await newBeekeeper(url);
    for (const name of ['El Encinar', 'La Vega', 'Ñandú “🐝”']) {
      const apiary = await ana.apiary({ name });
      await send(url, { method: 'POST', path: `/api/v1/questions/load_defaults/${apiary}`, token: ana.token });
      for (let hive = 0; hive < 5; hive++) await ana.beehive(apiary);
      item = await ana.item(apiary, { quantity: 100_000 });
    }
  });
  afterAll(async () => {
    await services.end();
    for (const one of clusters) await one.stop('SIGQUIT');
  });

  /** Creates a folder that the user of PostgreSQL can write to. */
  function createFolder(name: string): string {
    const path = join(folder, name);
    mkdirSync(path, { mode: 0o700 });
    const { uid, gid } = statSync(cluster.dataDir);
    chownSync(path, uid, gid);
    return path;
  }

  /** Returns the row count and a checksum of each table. */
  async function contents(of: PostgresServer, database: string): Promise<Record<string, string>> {
    const checksums: Record<string, string> = {};
    for (const { name } of await of.sql<{ name: string }>(TABLES, database)) {
      const text = `select count(*) || ' ' || coalesce(md5(string_agg(t::text, e'\\n' order by t::text)), '') as sum from "${name}" t`;
      const [row] = await of.sql<{ sum: string }>(text, database);
      checksums[name] = row!.sum;
    }
    return checksums;
  }

  const readExport = async (at: string): Promise<object> => {
    const { status, body } = await send(at, { path: '/api/v1/users/me/export', token: ana.token });
    expect(status).toBe(200);
    // Each process records separately when a session was last used.
    return { ...body, exportedAt: undefined, sessions: undefined };
  };

  const exit = (person: string) =>
    send(url, {
      method: 'POST',
      path: `/api/v1/inventory/${item}/exit`,
      token: ana.token,
      body: { quantity: 1, person },
    });

  /** Records stock exits while `work` runs. @returns the exits that were acknowledged before it started */
  async function whileWriting(work: () => Promise<void>): Promise<string[]> {
    const acknowledged: string[] = [];
    const startedAt = Date.now();
    const load = new Load(3, async (client, round) => {
      const person = `${startedAt}: ${client} ${round}`;
      if ((await exit(person)).status === 200) acknowledged.push(person);
    });
    await sleep(1000);
    const before = [...acknowledged];
    await work();
    await load.stop();
    expect(acknowledged.length).toBeGreaterThan(before.length);
    return before;
  }

  /** Asserts a consistent snapshot that contains everything acknowledged before the backup. */
  async function expectConsistent(of: PostgresServer, database: string, acknowledged: string[]): Promise<void> {
    const rows = await of.sql<{ person: string }>(
      `select person from stock_movements where item_id = '${item}' and person is not null`,
      database,
    );
    const persons = new Set(rows.map(({ person }) => person));
    expect(persons.size).toBe(rows.length);
    expect(acknowledged.filter((person) => !persons.has(person))).toEqual([]);
    const [stock] = await of.sql<{ quantity: string }>(
      `select quantity from inventory_items where id = '${item}'`,
      database,
    );
    expect(Number(stock!.quantity)).toBe(100_000 - persons.size);
  }

  async function expectServes(databaseUrl: string, expected: object): Promise<void> {
    const restored = services.start({ DATABASE_URL: databaseUrl });
    const at = await restored.ready();
    expect(await readExport(at)).toEqual(expected);
    const write = { method: 'POST', path: '/api/v1/apiaries', token: ana.token, body: { name: 'After the restore' } };
    expect((await send(at, write)).status).toBe(201);
    expect(await restored.stop()).toBe(0);
  }

  const dump = (file: string): Promise<string> =>
    cluster.run('pg_dump', '--format=custom', `--file=${file}`, cluster.url('hives'));
  const restore = async (file: string, database: string): Promise<void> => {
    await cluster.sql(`create database ${database}`);
    await cluster.run('pg_restore', '--exit-on-error', '--no-owner', `--dbname=${cluster.url(database)}`, file);
  };

  it('with pg_dump has the same rows in every table, and tokens stay valid', async () => {
    const file = join(createFolder('dump'), 'hives.dump');
    await dump(file);
    const expected = await readExport(url);
    await restore(file, 'restored');
    const rows = await contents(cluster, 'hives');
    expect(Object.keys(rows).length).toBeGreaterThan(10);
    expect(await contents(cluster, 'restored')).toEqual(rows);
    await expectServes(cluster.url('restored'), expected);
  });

  it('with pg_dump during writes is a consistent snapshot with everything acknowledged before', async () => {
    const file = join(createFolder('busy-dump'), 'hives.dump');
    const before = await whileWriting(async () => {
      await dump(file);
    });
    await restore(file, 'restored_busy');
    await expectConsistent(cluster, 'restored_busy', before);
  });

  it('with pg_basebackup during writes is a server with everything acknowledged before', async () => {
    const dataDir = createFolder('base');
    const before = await whileWriting(async () => {
      const to = [`--pgdata=${dataDir}`, '--checkpoint=fast', '--wal-method=stream'];
      await cluster.run('pg_basebackup', `--dbname=${cluster.url()}`, ...to);
    });
    const copy = await PostgresServer.at(dataDir);
    clusters.push(copy);
    copy.configure();
    await copy.start();
    await expectConsistent(copy, 'hives', before);
    const own = services.start({ DATABASE_URL: copy.url('hives') });
    expect((await send(await own.ready(), { path: '/api/v1/apiaries', token: ana.token })).body.length).toBe(3);
    expect(await own.stop()).toBe(0);
  });
});
