// Webhooks of accounts whose records several writers change, while both processes of the service are killed again and again, the receiver fails
// half of the time, members come and go, and other programs hold transactions open. WEBHOOK_SECONDS sets how long they work.
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import pg from 'pg';
import { type Service, until } from '../process/service.js';
import { removeMember, share } from '../support/members.js';
import { newBeekeeper, type Reachable, reachableDatabase, Services } from '../support/service.js';
import { percentile } from '../support/timed-request.js';
import { type ReceivedEvent, WebhookReceiver } from '../support/webhook-receiver.js';
import { Beekeeper } from '../support/world.js';

const SECONDS = Number(process.env.WEBHOOK_SECONDS ?? 60);
const OWNERS = 3;
const KILL_EVERY_MS = 5000;
/** What was claimed before the access ended may be on its way. */
const ON_ITS_WAY_MS = 1500;
const ABSENT_MS = 4000;

jest.setTimeout(SECONDS * 1000 + 300_000);

const services = new Services();
let reachable: Reachable;
let receiver: WebhookReceiver;
beforeAll(async () => {
  reachable = await reachableDatabase();
  receiver = await WebhookReceiver.listen();
});
afterAll(async () => {
  await services.end();
  await receiver.close();
  await reachable.drop();
});

/** Without TLS, which production refuses. */
async function start(): Promise<{ service: Service; url: string }> {
  const service = services.start({
    ...{ NODE_ENV: 'test', DEMO_DATA: 'off', RATE_LIMITS: 'off', LOG_LEVEL: 'warn' },
    ...{ DATABASE_URL: reachable.url, WEBHOOK_HOSTS: 'http://127.0.0.1' },
  });
  return { service, url: await service.ready() };
}

async function hook(who: Beekeeper, to = receiver): Promise<{ path: string; id: string }> {
  const path = `/${who.id}/${to.secrets.size}`;
  const { createWebhook } = await who.ask(
    'mutation ($input: CreateWebhookInput!) { createWebhook(input: $input) { secret webhook { id } } }',
    { input: { url: `${to.url}${path}` } },
  );
  to.secrets.set(path, [createWebhook.secret]);
  return { path, id: createWebhook.webhook.id };
}

it('each committed change arrives, none before its commit, and none that an account may not see', async () => {
  const processes = [await start(), await start()];
  /** As one of the processes that run; a request to one that is being killed fails, and is not repeated. */
  const through = (who: Beekeeper): Beekeeper => {
    const { url } = processes[Math.floor(Math.random() * processes.length)]!;
    return new Beekeeper(url, who.token!, who.id, who.email);
  };
  const owners: { who: Beekeeper; apiary: string; path: string }[] = [];
  for (let i = 0; i < OWNERS; i++) {
    const who = await newBeekeeper(processes[0]!.url);
    owners.push({ who, apiary: await who.apiary(), path: (await hook(who)).path });
  }
  const guest = await newBeekeeper(processes[0]!.url);
  const ofGuest = await hook(guest);
  const began = Date.now();
  const isOver = (): boolean => Date.now() - began > SECONDS * 1000;
  receiver.answer('unreliable');

  let requests = 0;
  const write = async ({ who, apiary }: (typeof owners)[number]): Promise<void> => {
    const hives: string[] = [];
    while (!isOver()) {
      const client = through(who);
      try {
        const n = Math.random();
        if (n < 0.4 || hives.length === 0) hives.push(await client.beehive(apiary));
        else if (n < 0.9) {
          const id = hives[Math.floor(Math.random() * hives.length)];
          await client.ask(
            `mutation { updateBeehive(input: { id: "${id}", beehiveNumber: ${1 + Math.floor(Math.random() * 1e6)} }) { beehive { id } } }`,
          );
        } else await client.ask(`mutation { deleteBeehive(input: { id: "${hives.pop()}" }) { deletedId } }`);
        requests++;
      } catch {
        // Its process was killed, or another one has ended the hive.
      }
      await sleep(40 + Math.random() * 120);
    }
  };

  /** When the guest did not see the apiary of the first owner: from the answer to the removal until the next invitation. */
  const absences: [from: number, to: number][] = [];
  const comeAndGo = async (): Promise<void> => {
    const { who, apiary } = owners[0]!;
    const persist = async (work: () => Promise<unknown>): Promise<void> => {
      for (;;) {
        const isDone = await work().then(
          () => true,
          () => false,
        );
        if (isDone) return;
        await sleep(200);
      }
    };
    const isMember = async (): Promise<boolean> =>
      (await reachable.database.sql('select 1 from apiary_members where user_id = $1', [guest.id])).length > 0;
    while (!isOver()) {
      await persist(async () => (await isMember()) || (await share(through(who), apiary, through(guest), 'VIEWER')));
      await sleep(2000);
      await persist(async () => {
        if (!(await isMember())) return;
        const { errors } = await removeMember(through(who), apiary, guest.id);
        if (errors) throw new Error(errors[0]!.message);
      });
      const from = Date.now();
      await sleep(ABSENT_MS);
      absences.push([from, Date.now()]);
    }
  };

  /** Transactions of another program: the number of the entry, and when it was committed. */
  const slow = new Map<string, number>();
  const undone: string[] = [];
  const holdOpen = async (): Promise<void> => {
    const client = new pg.Client({ ...(reachable.database.server as object), application_name: 'test' });
    await client.connect();
    const { apiary } = owners[1]!;
    while (!isOver()) {
      await client.query('begin');
      await client.query(`update apiaries set name = 'Held ' || random() where id = $1`, [apiary]);
      const { rows } = await client.query(
        `select seq from changes where xid = pg_current_xact_id() and entity = 'Apiary'`,
      );
      await sleep(300 + Math.random() * 1500);
      const isKept = Math.random() < 0.6;
      const at = Date.now();
      await client.query(isKept ? 'commit' : 'rollback');
      if (isKept) slow.set(rows[0].seq, at);
      else undone.push(rows[0].seq);
      await sleep(300);
    }
    await client.end();
  };

  let kills = 0;
  const kill = async (): Promise<void> => {
    for (; !isOver(); kills++) {
      await sleep(KILL_EVERY_MS);
      const n = kills % processes.length;
      await processes[n]!.service.stop(kills % 5 === 4 ? 'SIGTERM' : 'SIGKILL');
      processes[n] = await start();
    }
  };

  await Promise.all([...owners.flatMap((owner) => [write(owner), write(owner)]), comeAndGo(), holdOpen(), kill()]);
  receiver.answer(204);
  const waiting = async (): Promise<number> => {
    await reachable.database.sql(
      `with locked as materialized (select id from webhooks order by id for update),
       due as (update webhook_deliveries d set next_at = now() from locked where d.webhook_id = locked.id and d.next_at is not null
         returning webhook_id)
       update webhooks set next_at = now() where leased_until is null and id in (select webhook_id from due)`,
    );
    const [row] = await reachable.database.sql<{ n: number }>(
      `select (select count(*) from webhook_deliveries where next_at is not null)::int + (select count(*) from changes e, webhook_cursor c
        where (e.xid, e.seq) > (c.xid, c.seq))::int as n`,
    );
    return row!.n;
  };
  await until(async () => (await waiting()) === 0);

  const numbersAt = (path: string): Set<string> => new Set(receiver.eventsAt(path).map(({ data }) => data.sequence));
  let expected = 0;
  for (const { who, path } of owners) {
    const arrived = numbersAt(path);
    const committed = await reachable.database.sql<{ seq: string }>(
      `select c.seq from changes c join webhooks w on w.user_id = c.owner_id
       where c.owner_id = $1 and c.notable and c.entity in ('Apiary', 'Beehive', 'ApiaryMember', 'ApiaryInvitation')
         and not pg_visible_in_snapshot(c.xid, w.started)`,
      [who.id],
    );
    expected += committed.length;
    expect(committed.filter(({ seq }) => !arrived.has(seq))).toEqual([]);
    // Nothing that nobody has committed, either.
    expect([...arrived].filter((seq) => !committed.some((one) => one.seq === seq))).toEqual([]);
  }
  const all = [...receiver.received, ...receiver.refused];
  const early = all.filter(({ at, body }) => at < (slow.get(body.data.sequence) ?? 0));
  expect(early).toEqual([]);
  expect(all.filter(({ body }) => undone.includes(body.data.sequence))).toEqual([]);
  const ofGone = (event: ReceivedEvent): boolean =>
    absences.some(([from, to]) => event.at > from + ON_ITS_WAY_MS && event.at < to);
  const toGuest = all.filter(({ path }) => path === ofGuest.path);
  expect(toGuest.filter(ofGone)).toEqual([]);
  expect(receiver.forged).toEqual([]);
  const copies = receiver.received.length - new Set(receiver.received.map(({ id, path }) => id + path)).size;
  process.stderr.write(
    `    ${requests} requests, ${expected} changes arrived, ${receiver.refused.length} refusals, ${copies} copies, ${kills} kills, ` +
      `${slow.size} transactions held open, ${absences.length} absences of a member who got ${toGuest.length}\n`,
  );
  expect(requests).toBeGreaterThan(SECONDS);
  expect(kills).toBeGreaterThan(1);
  expect(slow.size).toBeGreaterThan(1);
  expect(toGuest.length).toBeGreaterThan(0);
});

it('ten accounts with a hundred receivers that do not answer do not delay an eleventh', async () => {
  const processes = [await start(), await start()];
  const { url } = processes[0]!;
  const dead = await WebhookReceiver.listen();
  const eva = await newBeekeeper(url);
  const apiary = await eva.apiary();
  const { path } = await hook(eva);
  const measure = async (): Promise<number[]> => {
    const times: number[] = [];
    for (let i = 0; i < 40; i++) {
      const before = receiver.eventsAt(path).length;
      const started = performance.now();
      await eva.beehive(apiary);
      await until(() => receiver.eventsAt(path).length > before);
      times.push(performance.now() - started);
    }
    return times;
  };
  const alone = await measure();
  dead.answer('nothing');
  const stop = new AbortController();
  const changing = Array.from({ length: 10 }, async () => {
    const who = await newBeekeeper(url);
    const theirs = await who.apiary();
    for (let n = 0; n < 10; n++) await hook(who, dead);
    while (!stop.signal.aborted) {
      await who.beehive(theirs);
      await sleep(500);
    }
  });
  await until(() => dead.refused.length >= 100);
  const beside = await measure();
  stop.abort();
  await Promise.all(changing);
  const p95 = (times: number[]): number => Math.round(percentile(times, 0.95));
  process.stderr.write(
    `    an event arrives within ${p95(alone)} ms alone, ${p95(beside)} ms beside 100 receivers that do not answer (95th percentile); ` +
      `${dead.refused.length} requests to them, ${dead.mostOpen} at once\n`,
  );
  expect(p95(beside)).toBeLessThan(3000);
  await dead.close();
});
