// Behind PgBouncer in transaction mode, each transaction may use another connection, so the service must not rely on prepared statements,
// session locks or session settings.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { startThrowawayPostgres } from '../../src/database/provision.js';
import type { EmbeddedPostgres } from '../../src/embedded-postgres/embedded-postgres.js';
import { expectLogExact } from '../support/change-log.js';
import { Client } from '../support/client.js';
import { beekeeper } from '../support/world.js';
import { findFreePort } from './ports.js';
import { createFolder, removeFolder, Service, until } from './service.js';

const PGBOUNCER = '/usr/sbin/pgbouncer';
const withPooler = existsSync(PGBOUNCER) ? describe : describe.skip;
if (!existsSync(PGBOUNCER))
  process.stderr.write('No PgBouncer was found, so its tests are SKIPPED (Debian: apt-get install pgbouncer).\n');

let folder: string;
let postgres: EmbeddedPostgres;
let pooler: ChildProcess;
let service: Service;
let url: string;

withPooler('PgBouncer in transaction mode', () => {
  beforeAll(async () => {
    folder = createFolder();
    postgres = await startThrowawayPostgres();
    const port = await findFreePort();
    const { socketDir, port: serverPort, user } = postgres;
    writeFileSync(join(folder, 'users.txt'), `"${user}" ""\n`, { mode: 0o644 });
    writeFileSync(
      join(folder, 'pgbouncer.ini'),
      `[databases]
* = host=${socketDir} port=${serverPort} user=${user}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
auth_type = trust
auth_file = ${join(folder, 'users.txt')}
pool_mode = transaction
default_pool_size = 3
unix_socket_dir =
`,
      { mode: 0o644 },
    );
    // PgBouncer refuses to run as root.
    const asUser = process.getuid?.() === 0 ? ['-u', 'postgres'] : [];
    pooler = spawn(PGBOUNCER, [...asUser, join(folder, 'pgbouncer.ini')], { stdio: 'ignore' });
    service = new Service(folder, {
      DATABASE_URL: `postgresql://${user}@127.0.0.1:${port}/postgres`,
      DB_POOLER: 'transaction',
      WEB_CONCURRENCY: '2',
      PORT: String(await findFreePort()),
      DB_POOL: '8',
    });
    url = await service.ready();
  }, 60_000);
  afterAll(async () => {
    await service?.stop();
    pooler?.kill();
    await postgres?.stop();
    if (folder) removeFolder(folder);
  });

  it('serves concurrent registrations, writes and reads over three server connections', async () => {
    const anyone = new Client(url);
    await until(async () => (await fetch(`${url}/readyz`)).status === 200);
    const beekeepers = await Promise.all(Array.from({ length: 4 }, () => beekeeper({ url, anyone })));
    await Promise.all(
      beekeepers.map(async (who) => {
        const apiary = await who.apiary();
        const item = await who.item(apiary, { quantity: 50 });
        await Promise.all(Array.from({ length: 10 }, (_, n) => who.beehive(apiary, { beehiveNumber: n })));
        const key = { 'idempotency-key': 'once' };
        const exits = Array.from({ length: 10 }, () =>
          who.rest('POST', `/inventory/${item}/exit`, { quantity: 2, person: 'Ana' }),
        );
        const repeated = Array.from({ length: 3 }, () =>
          who.rest('PUT', `/inventory/${item}/adjust`, { amount: -5 }, key),
        );
        for (const { status } of await Promise.all([...exits, ...repeated])) expect(status).toBe(200);
        expect((await who.rest('GET', `/inventory/${item}`)).body.quantity).toBe(25);
        for (let i = 0; i < 5; i++)
          expect((await who.rest('GET', `/beehives?apiary_id=${apiary}`)).body).toHaveLength(10);
        expect((await who.rest('POST', '/auth/logout')).status).toBe(204);
      }),
    );

    const { socketDir: host, port, user } = postgres;
    const client = new pg.Client({ host, port, user, database: 'postgres' });
    await client.connect();
    try {
      const sql = async <R extends object>(text: string): Promise<R[]> => (await client.query<R>(text)).rows;
      await expectLogExact({ sql });
      // Each: the apiary, the item with its stock, ten hives with their placements, ten exits and one adjustment.
      const sources = await sql('select actor_id = owner_id as own, count(*)::int as n from changes group by 1');
      expect(sources).toEqual([{ own: true, n: 4 * (1 + 2 + 20 + 10 + 1) }]);
      // Their mails were sent, and cron adds jobs, which are run.
      await until(async () => (await sql('select from mails')).length === 0);
      expect(readdirSync(join(folder, 'data/mail'))).toHaveLength(4);
      const doneOf = "select from jobs.job where name = 'expired-rows' and state = 'completed'";
      await until(async () => (await sql(doneOf)).length > 0);
      expect(service.output).not.toContain('jobs could not');
    } finally {
      await client.end();
    }
  }, 120_000);
});
