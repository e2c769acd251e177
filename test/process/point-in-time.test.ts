// A restore to a moment with the commands of deploy/backup, as an operator performs it: the service runs on exactly what had been committed,
// and a phone that has read what came later ends equal to it.
import { execFile } from 'node:child_process';
import { chownSync, cpSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { expectEqual, Phone } from '../support/phone.js';
import { findInstalledTools, PostgresServer } from '../support/postgres/server.js';
import { newBeekeeper, Services } from '../support/service.js';
import { syncServer } from '../support/sync-server.js';
import { Load, send } from '../support/timed-request.js';
import { findFreePort } from './ports.js';
import { type Service, until } from './service.js';

jest.setTimeout(120_000);

const SCRIPTS = fileURLToPath(new URL('../../../deploy/backup/', import.meta.url));
const STOCK = 100_000;
const WRITERS = 4;

const tools = findInstalledTools();
if (!tools)
  process.stderr.write(
    '    No pg_basebackup was found in /usr/lib/postgresql, so the restore to a moment is SKIPPED (apt-get install postgresql).\n',
  );

(tools ? describe : describe.skip)('a restore to a moment (skipped without pg_basebackup)', () => {
  const services = new Services();
  const servers: PostgresServer[] = [];
  let root: string;
  let archive: string;
  let cluster: PostgresServer;
  let service: Service;
  let port: number;

  beforeAll(async () => {
    root = services.folder();
    cpSync(SCRIPTS, join(root, 'bin'), { recursive: true });
    archive = join(root, 'archive');
    cluster = await PostgresServer.create(root, {
      track_commit_timestamp: 'on',
      archive_mode: 'on',
      archive_command: `${root}/bin/archive-wal.sh %p %f ${archive}/wal`,
    });
    servers.push(cluster);
    for (const folder of [archive, join(archive, 'wal')]) createFolder(folder);
    await cluster.sql('create database hives');
    port = await findFreePort();
  });
  afterAll(async () => {
    await services.end();
    for (const server of servers) await server.stop('SIGQUIT');
  });

  function createFolder(path: string): void {
    mkdirSync(path, { mode: 0o700 });
    const { uid, gid } = statSync(cluster.dataDir);
    chownSync(path, uid, gid);
  }

  /** Runs a command of deploy/backup as the owner of PostgreSQL's files. @returns its output */
  async function run(script: string, ...args: string[]): Promise<string> {
    const { uid, gid } = statSync(cluster.dataDir);
    const env = { PATH: process.env.PATH, PG_BIN: tools, PGUSER: 'app', TZ: 'UTC' };
    const { stdout } = await promisify(execFile)(join(root, 'bin', script), args, { uid, gid, env, cwd: '/' });
    return stdout;
  }

  async function serve(on: PostgresServer): Promise<string> {
    service = services.start({ DATABASE_URL: on.url('hives'), PORT: String(port) });
    return service.ready();
  }

  async function readNow(): Promise<string> {
    const [row] = await cluster.sql<{ now: string }>('select clock_timestamp()::text as now');
    return row!.now;
  }

  const personsOf = async (server: PostgresServer, where: string): Promise<string[]> => {
    const text = `select person from stock_movements where person is not null and ${where} order by 1`;
    return (await server.sql<{ person: string }>(text, 'hives')).map(({ person }) => person);
  };

  it('has exactly what was committed until then, and phones forget the rest', async () => {
    const early = await readNow();
    let url = await serve(cluster);
    const ana = await newBeekeeper(url);
    const apiary = await ana.apiary();
    const [changed, deleted] = [await ana.beehive(apiary), await ana.beehive(apiary)];
    const item = await ana.item(apiary, { quantity: STOCK });
    await run('base-backup.sh', archive, `--dbname=${cluster.url()}`);

    const acknowledged: string[] = [];
    const path = `/api/v1/inventory/${item}/exit`;
    const load = new Load(WRITERS, async (client, round) => {
      const body = { quantity: 1, person: `${client} ${round}` };
      if ((await send(url, { method: 'POST', path, token: ana.token, body })).status === 200)
        acknowledged.push(body.person);
    });
    await sleep(2000);
    const before = [...acknowledged];
    const moment = await readNow();
    await sleep(500);
    await load.stop();

    const late = await ana.beehive(apiary);
    const update = `mutation { updateBeehive(input: { id: "${changed}", state: { observations: "Too late" } }) { beehive { id } } }`;
    for (const mutation of [update, `mutation { deleteBeehive(input: { id: "${deleted}" }) { deletedId } }`])
      await ana.ask(mutation);
    const sync = syncServer([url], () => servers.at(-1)!.url('hives'));
    const phone = new Phone(sync, ana, undefined, 2);
    await phone.sync();
    const expected = await personsOf(cluster, `pg_xact_commit_timestamp(xmin) <= '${moment}'`);
    const all = await personsOf(cluster, 'true');
    const [last] = await cluster.sql<{ segment: string }>('select pg_walfile_name(pg_switch_wal()) as segment');
    await until(() => readdirSync(join(archive, 'wal')).includes(last!.segment));
    expect(await service.stop()).toBe(0);
    await cluster.stop('SIGKILL');

    const dataDir = join(root, 'restored');
    const restored = await PostgresServer.at(dataDir);
    const output = await run('restore.sh', archive, 'hives', dataDir, moment);
    expect(output).toMatch(/\d{2,} indexes are complete/);
    expect(output).toMatch(/recovery stopping before commit/);
    await expect(run('restore.sh', archive, 'hives', dataDir, moment)).rejects.toThrow(/is not empty/);
    await expect(run('restore.sh', archive, 'hives', join(root, 'other'), early)).rejects.toThrow(/no base backup/);
    restored.configure({ archive_mode: 'off' });
    await restored.start();
    servers.push(restored);

    const persons = await personsOf(restored, 'true');
    process.stderr.write(
      `    ${before.length} exits acknowledged before the moment, ${persons.length} restored of ${all.length}\n`,
    );
    expect(persons).toEqual(expected);
    expect(before.filter((person) => !persons.includes(person))).toEqual([]);
    expect(all.length).toBeGreaterThan(persons.length);
    url = await serve(restored);
    const { body } = await send(url, { path: `/api/v1/inventory/${item}`, token: ana.token });
    expect(Number(body.quantity)).toBe(STOCK - persons.length);

    // Without the new history, the copies of what was created, changed and deleted after the moment would remain.
    await phone.sync();
    await expectEqual(phone, sync);
    expect([late, changed, deleted].map((id) => phone.records.has(id))).toEqual([false, true, true]);
    const added = await ana.beehive(apiary);
    await phone.sync();
    expect(phone.records.has(added)).toBe(true);
  });

  it('the archive never replaces a segment', async () => {
    const wal = join(root, 'wal');
    createFolder(wal);
    const segments = ['one', 'other'].map((content) => join(root, content));
    for (const segment of segments) writeFileSync(segment, segment, { mode: 0o644 });
    const store = (segment: string) => run('archive-wal.sh', segment, '000000010000000000000001', wal);
    await store(segments[0]!);
    await store(segments[0]!);
    await expect(store(segments[1]!)).rejects.toThrow(/exists with other content/);
    expect(readdirSync(wal)).toEqual(['000000010000000000000001']);
  });
});
