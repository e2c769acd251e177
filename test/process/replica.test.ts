// Reads from a real streaming replica: an account that has just written reads its writes, others read from the replica, and an outage of
// the replica causes no errors.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { pino } from 'pino';
import { openReplicas } from '../../src/database/orm.js';
import { Replicas } from '../../src/database/replicas.js';
import { Client } from '../support/client.js';
import { share } from '../support/members.js';
import { readChanges } from '../support/phone.js';
import { type Beekeeper, beekeeper, PASSWORD } from '../support/world.js';
import { findFreePort } from './ports.js';
import { createFolder, removeFolder, Service, until } from './service.js';

const BIN = [
  '/usr/lib/postgresql/18/bin',
  '/usr/lib/postgresql/17/bin',
  '/usr/lib/postgresql/16/bin',
  '/usr/lib/postgresql/15/bin',
].find((folder) => existsSync(join(folder, 'pg_basebackup')));
const withReplica = BIN ? describe : describe.skip;
if (!BIN)
  process.stderr.write(
    'No pg_basebackup was found, so the tests of replicas are SKIPPED (Debian: apt-get install postgresql).\n',
  );

let folder: string;
let service: Service;
let url: string;
let ports: { primary: number; replica: number };

/** Runs a tool as the user of PostgreSQL. */
function run(tool: string, ...args: string[]): void {
  const isRoot = process.getuid?.() === 0;
  const [command, rest] = isRoot
    ? ['setpriv', ['--reuid=postgres', '--regid=postgres', '--clear-groups', join(BIN!, tool)]]
    : [join(BIN!, tool), []];
  const { status, stderr } = spawnSync(command, [...rest, ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  if (status !== 0) throw new Error(`${tool}: ${stderr}`);
}
const start = (name: string, port: number): void =>
  run(
    'pg_ctl',
    '-D',
    join(folder, 'pg', name),
    '-w',
    '-l',
    join(folder, 'pg', `${name}.log`),
    '-o',
    `-p ${port} -k ${join(folder, 'pg')} -c fsync=off`,
    'start',
  );
const stop = (name: string): void => run('pg_ctl', '-D', join(folder, 'pg', name), '-m', 'immediate', 'stop');
const urlOf = (port: number): string => `postgresql://bees@127.0.0.1:${port}/postgres`;

async function query<R extends object>(port: number, sql: string): Promise<R[]> {
  const client = new pg.Client({ connectionString: urlOf(port) });
  await client.connect();
  try {
    return (await client.query<R>(sql)).rows;
  } finally {
    await client.end();
  }
}
/** Returns how many scans of the table `beehives` a server has counted. */
const countScans = async (port: number): Promise<number> =>
  Number(
    (
      await query<{ n: string }>(
        port,
        `select coalesce(sum(idx_scan + seq_scan), 0) as n from pg_stat_user_tables where relname = 'beehives'`,
      )
    )[0]!.n,
  );

withReplica('a replica', () => {
  let ana: Beekeeper;
  let apiary: string;
  /** A member of an apiary of Ana's. */
  let dora: Beekeeper;
  let shared: string;
  beforeAll(async () => {
    folder = createFolder();
    mkdirSync(join(folder, 'pg'));
    if (process.getuid?.() === 0) spawnSync('chown', ['postgres', join(folder, 'pg')]);
    ports = { primary: await findFreePort(), replica: await findFreePort() };
    run('initdb', '-D', join(folder, 'pg', 'primary'), '-U', 'bees', '-A', 'trust', '-E', 'UTF8', '--no-sync');
    start('primary', ports.primary);
    run(
      'pg_basebackup',
      '-D',
      join(folder, 'pg', 'replica'),
      '-R',
      '-X',
      'stream',
      '-c',
      'fast',
      '-h',
      '127.0.0.1',
      '-p',
      String(ports.primary),
      '-U',
      'bees',
    );
    start('replica', ports.replica);
    service = new Service(folder, {
      DATABASE_URL: urlOf(ports.primary),
      DATABASE_REPLICA_URLS: urlOf(ports.replica),
      WEB_CONCURRENCY: '2',
      PORT: String(await findFreePort()),
    });
    url = await service.ready();
    ana = await beekeeper({ url, anyone: new Client(url) });
    apiary = await ana.apiary();
    dora = await beekeeper({ url, anyone: new Client(url) });
    shared = await ana.apiary();
    await share(ana, shared, dora, 'VIEWER');
  }, 60_000);
  afterAll(async () => {
    await service?.stop();
    for (const name of ['replica', 'primary']) if (existsSync(join(folder, 'pg', name, 'postmaster.pid'))) stop(name);
    removeFolder(folder);
  });

  it('never returns an older state to its writer, in any process', async () => {
    // The replica lags, as under load.
    await query(ports.replica, 'select pg_wal_replay_pause()');
    for (let number = 1; number <= 10; number++) {
      await ana.beehive(apiary, { beehiveNumber: number });
      const lists = await Promise.all(
        Array.from({ length: 4 }, () => ana.rest('GET', `/beehives?apiary_id=${apiary}`)),
      );
      expect(lists.map(({ body }) => body.length)).toEqual([number, number, number, number]);
    }
    await query(ports.replica, 'select pg_wal_replay_resume()');
  });

  it('does not hide an account that has just been created, or its sessions, from any process', async () => {
    await query(ports.replica, 'select pg_wal_replay_pause()');
    const luz = await beekeeper({ url, anyone: new Client(url) });
    const statuses = async (): Promise<number[]> =>
      Promise.all(Array.from({ length: 8 }, async () => (await luz.rest('GET', '/auth/me')).status));
    expect(new Set(await statuses())).toEqual(new Set([200]));
    const { body } = await luz.rest('POST', '/auth/login', { email: luz.email, password: PASSWORD });
    const again = new Client(url, body.access_token);
    expect((await again.ask('{ me { sessions { id } } }')).me.sessions).toHaveLength(2);
    expect((await again.ask('{ me { email } }')).me).toEqual({ email: luz.email });
    await query(ports.replica, 'select pg_wal_replay_resume()');
  });

  it('serves the reads of an account that has not written for a while', async () => {
    await until(async () => {
      const before = await countScans(ports.replica);
      expect((await ana.rest('GET', `/beehives?apiary_id=${apiary}`)).body).toHaveLength(10);
      return (await countScans(ports.replica)) > before;
    });
  }, 60_000);

  it('serves changes from the primary, although the same account reads lists from the replica', async () => {
    const count = async (): Promise<number> => (await dora.rest('GET', `/beehives?apiary_id=${shared}`)).body.length;
    await until(async () => {
      const scans = await countScans(ports.replica);
      await count();
      return (await countScans(ports.replica)) > scans;
    });
    let page = await readChanges(dora);
    while (page.hasMore) page = await readChanges(dora, page.endCursor);
    await query(ports.replica, 'select pg_wal_replay_pause()');
    try {
      const hive = await ana.beehive(shared, { beehiveNumber: 100 });
      expect(await count()).toBe(0);
      const { changes } = await readChanges(dora, page.endCursor);
      expect(changes).toMatchObject([
        { recordId: hive, deleted: false, node: { beehiveNumber: 100 } },
        { kind: 'BEEHIVE_PLACEMENT', node: { beehiveId: { id: hive } } },
      ]);
    } finally {
      await query(ports.replica, 'select pg_wal_replay_resume()');
    }
  }, 60_000);

  it('cancels a statement that conflicts with the changes it receives: the primary answers', async () => {
    await query(
      ports.primary,
      `create function cancelled_on_replica() returns text language plpgsql as $$ begin
        if pg_is_in_recovery() then
          raise 'canceling statement due to conflict with recovery' using errcode = '40001';
        end if;
        return 'primary';
      end $$`,
    );
    const primary = new pg.Pool({ connectionString: urlOf(ports.primary) });
    const replicas = new Replicas(primary, openReplicas([urlOf(ports.replica)], 2, false), pino({ level: 'silent' }));
    try {
      await replicas.start();
      const read = async (text: string): Promise<unknown> => {
        const { rows } = await replicas.readPoolFor('an account').query({ text, values: [] });
        return rows[0].result;
      };
      await until(async () => (await read('select pg_is_in_recovery() as result')) === true);
      expect(await read('select cancelled_on_replica() as result')).toBe('primary');
      expect(await read('select pg_is_in_recovery() as result')).toBe(true);
    } finally {
      await replicas.stop();
      await primary.end();
    }
  });

  it('can stop without errors for clients, and serves reads again after a restart', async () => {
    stop('replica');
    const statuses = await Promise.all(
      Array.from({ length: 20 }, async () => (await ana.rest('GET', `/beehives?apiary_id=${apiary}`)).status),
    );
    expect(new Set(statuses)).toEqual(new Set([200]));
    // Each of the two processes says why, once.
    const lines = (msg: string) => service.log.filter((line) => line.msg === msg);
    const replica = `127.0.0.1:${ports.replica}/postgres`;
    // On a busy machine, it may have been behind before.
    const refused = () => lines('a read replica is not used').filter(({ code }) => code !== undefined);
    await until(() => refused().length === 2);
    for (const line of refused())
      expect(line).toMatchObject({
        level: 40,
        replica,
        code: 'ECONNREFUSED',
        reason: expect.stringMatching(/ECONNREFUSED/),
      });
    start('replica', ports.replica);
    await until(() => lines('a read replica is used again').length >= 2);
    await until(async () => {
      const before = await countScans(ports.replica);
      await ana.rest('GET', `/beehives?apiary_id=${apiary}`);
      return (await countScans(ports.replica)) > before;
    });
  }, 60_000);
});
