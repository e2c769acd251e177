// A standby becomes the primary while phones have cursors of the old one: nothing is missed, also where the new primary gives the numbers of
// transactions again that these cursors have passed. SYNC_SEED repeats the decisions of the phones.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { findFreePort } from '../process/ports.js';
import { type Service, until } from '../process/service.js';
import { share } from '../support/members.js';
import { expectEqual, Phone, visibleTo } from '../support/phone.js';
import { ReplicatedPostgres } from '../support/postgres/replicated.js';
import type { PostgresServer } from '../support/postgres/server.js';
import { below, createRandom } from '../support/random.js';
import { newBeekeeper, Services } from '../support/service.js';
import { syncServer } from '../support/sync-server.js';
import { type SyncServer, SyncWorld } from '../support/sync-world.js';
import { Load } from '../support/timed-request.js';

const SEED = Number(process.env.SYNC_SEED ?? Math.floor(Math.random() * 2 ** 31));
const PHONES = 12;
const WORK_MS = 10_000;
/** Transactions of which the standby never hears. */
const UNKNOWN = 500;

jest.setTimeout(180_000);

const services = new Services();
let postgres: ReplicatedPostgres;
let primary: PostgresServer;
let service: Service;
let port: number;
let load: Load | undefined;
beforeEach(async () => {
  postgres = await ReplicatedPostgres.create(services.folder());
  primary = postgres.primary;
  port = await findFreePort();
});
afterEach(async () => {
  await load?.stop().catch(() => {});
  load = undefined;
  await services.end();
  await postgres.stop();
});

async function serve(): Promise<SyncServer> {
  service = services.start({ DATABASE_URL: postgres.url(primary.port), PORT: String(port) });
  return syncServer([await service.ready()], () => primary.url('hives'));
}

/** The primary is lost, and the standby takes its place. */
async function failOver(): Promise<void> {
  await postgres.primary.stop('SIGKILL');
  await postgres.standby.start();
  await postgres.promote();
  primary = postgres.standby;
  await service.stop('SIGKILL');
}

it(`phones that work during a failover end equal to the service (SYNC_SEED=${SEED})`, async () => {
  const world = await SyncWorld.start(await serve(), { seed: SEED, people: 5, phones: PHONES });
  const random = createRandom(SEED);
  load = new Load(PHONES, async (i) => {
    await world.act(world.phones[i]!);
    await sleep(below(random, 500));
  });
  await sleep(WORK_MS);
  await failOver();
  await serve();
  await sleep(WORK_MS);
  await load.stop();
  await world.end();
  expect(service.output).not.toMatch(/unexpected error|Unhandled/);
});

it('a standby that is behind becomes the primary: phones miss nothing of what it has', async () => {
  await primary.sql(`alter system set synchronous_standby_names = ''`);
  await primary.sql('select pg_reload_conf()');
  const server = await serve();
  const [ana, ben] = [await newBeekeeper(server.urls[0]!), await newBeekeeper(server.urls[0]!)];
  const apiary = await ana.apiary();
  const [kept, changed, deleted] = [await ana.beehive(apiary), await ana.beehive(apiary), await ana.beehive(apiary)];
  await share(ana, apiary, ben, 'WORKER');
  const phones = [ana, ben].map((who) => new Phone(server, who, undefined, 2));
  for (const phone of phones) await phone.sync();
  await until(async () => {
    const [row] = await primary.sql<{ n: number }>(
      'select count(*)::int as n from pg_stat_replication where replay_lsn >= pg_current_wal_lsn()',
    );
    return row!.n === 1;
  });

  await postgres.standby.stop();
  await primary.sql(
    `do $$ begin for i in 1..${UNKNOWN} loop perform pg_current_xact_id(); commit; end loop; end $$`,
    'hives',
  );
  const lost = await ana.beehive(apiary);
  const update = (id: string, observations: string): Promise<unknown> =>
    ana.ask('mutation ($input: UpdateBeehiveInput!) { updateBeehive(input: $input) { beehive { id } } }', {
      input: { id, state: { observations } },
    });
  await update(changed, 'Lost');
  await ana.ask(`mutation { deleteBeehive(input: { id: "${deleted}" }) { deletedId } }`);
  for (const phone of phones) await phone.sync();
  await expectEqual(phones[0]!, server);

  await failOver();
  await serve();
  const added = await ana.beehive(apiary);
  await update(kept, 'After the failover');
  const [now] = await primary.sql<{ xid: string }>('select pg_current_xact_id()::text as xid', 'hives');
  for (const phone of phones) {
    const { position } = JSON.parse(Buffer.from(phone.cursor!, 'base64url').toString());
    expect(Number(position.xid)).toBeGreaterThan(Number(now!.xid));
    await phone.sync();
    expect([added, kept, changed, deleted].map((id) => phone.records.has(id))).toEqual([true, true, true, true]);
    // A record that only the lost primary had may stay on the phone, with what belongs to it: the next operation on it is refused.
    phone.drop(lost);
    await expectEqual(phone, server);
  }
  const { executeOperations } = await ana.ask(
    'mutation ($operations: [SyncOperation!]!) { executeOperations(input: { operations: $operations }) { results { status error { code } } } }',
    { operations: [{ key: randomUUID(), mutation: { deleteBeehive: { id: lost } } }] },
  );
  expect(executeOperations.results).toMatchObject([{ status: 'REJECTED', error: { code: 'NOT_FOUND' } }]);
  expect((await visibleTo(ben, server)).size).toBe(phones[1]!.records.size);
});
