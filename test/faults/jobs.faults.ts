// Two processes that send 500 mails, of which one is killed; what cron adds while both run, and a database that is away.
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { type Service, until } from '../process/service.js';
import { invite } from '../support/members.js';
import { newBeekeeper, type Reachable, reachableDatabase, Services } from '../support/service.js';
import { SlowMailServer } from '../support/slow-mail-server.js';

jest.setTimeout(400_000);

const MAILS = 500;
const MS_PER_MAIL = 400;
/** The mails that each process sends at once. */
const AT_ONCE = 5;
const KILL_AFTER = 150;
/** The most that an apiary can have. */
const MAX_INVITATIONS = 20;

const services = new Services();
let reachable: Reachable;
let server: SlowMailServer;
let running: Service[];
beforeAll(async () => {
  reachable = await reachableDatabase();
  server = await SlowMailServer.listen(MS_PER_MAIL);
  const settings = {
    DATABASE_URL: reachable.url,
    SMTP_URL: server.url,
    PUBLIC_URL: 'https://bees.example',
    RATE_LIMITS: 'off',
  };
  running = [services.start(settings), services.start(settings)];
});
afterAll(async () => {
  await services.end();
  await server.close();
  await reachable.drop();
});

it('kill -9 of a process loses no mail, and only what it was sending is sent twice', async () => {
  const [one, other] = running as [Service, Service];
  const ana = await newBeekeeper(await one.ready());
  await other.ready();
  const recipients = Array.from({ length: MAILS }, (_, n) => `bee-${n}@example.org`);
  const inviteAll = async (): Promise<void> => {
    let apiaryId = '';
    for (const [n, email] of recipients.entries()) {
      if (n % MAX_INVITATIONS === 0) apiaryId = await ana.apiary();
      const { errors } = await invite(ana, { apiaryId, role: 'VIEWER', email });
      if (errors) throw new Error(JSON.stringify(errors));
    }
  };
  const invited = inviteAll();
  await until(() => server.accepted.length >= KILL_AFTER);
  running.pop();
  await other.stop('SIGKILL');
  await invited;
  await until(async () => (await reachable.database.sql('select from mails')).length === 0);

  const counts = new Map<string, number>();
  for (const recipient of server.recipients) counts.set(recipient, (counts.get(recipient) ?? 0) + 1);
  expect(recipients.filter((recipient) => !counts.has(recipient))).toEqual([]);
  const repeated = [...counts].filter(([, count]) => count > 1);
  process.stderr.write(`    ${server.accepted.length} mails accepted, ${repeated.length} twice\n`);
  // The server had received them when the process was killed.
  expect(repeated.length).toBeGreaterThan(0);
  expect(repeated.length).toBeLessThanOrEqual(AT_ONCE);
  // Mail programs show copies once.
  expect(new Set(server.accepted).size).toBe(MAILS + 1);
});

it('what cron adds is added once for all processes', async () => {
  running.push(services.start({ DATABASE_URL: reachable.url }));
  await running[1]!.ready();
  const [first] = await reachable.database.sql<{ at: string }>('select now()::text as at');
  await sleep(150_000);
  const added = await reachable.database.sql<{ name: string; n: number; minutes: number; failed: number }>(
    `select name, count(*)::int as n, count(distinct date_trunc('minute', created_on))::int as minutes,
        count(*) filter (where state = 'failed')::int as failed
      from jobs.job where name in ('account-usage', 'expired-rows', 'removals') and created_on > $1 group by 1 order by 1`,
    [first!.at],
  );
  expect(added.map(({ name }) => name)).toEqual(['account-usage', 'expired-rows', 'removals']);
  for (const { n, minutes, failed } of added) {
    expect({ failed, n }).toEqual({ failed: 0, n: minutes });
    expect(n).toBeGreaterThanOrEqual(2);
  }
});

it('while the database is away, jobs wait; when it is back, they run', async () => {
  const { database, network, url } = reachable;
  const service = services.start({ DATABASE_URL: url, SMTP_URL: server.url, PUBLIC_URL: 'https://bees.example' });
  const address = await service.ready();
  for (const fail of [() => network.refuse(), () => network.silence()]) {
    await fail();
    // Longer than the failover of a cluster.
    await sleep(25_000);
    await network.resume();
    await until(async () => (await fetch(`${address}/readyz`)).status === 200);
    const [{ at }] = (await database.sql<{ at: string }>('select now()::text as at')) as [{ at: string }];
    const accepted = server.accepted.length;
    await newBeekeeper(address);
    await until(() => server.accepted.length > accepted);
    const done = `select from jobs.job where name = 'expired-rows' and state = 'completed' and created_on > $1`;
    await until(async () => (await database.sql(done, [at])).length > 0);
  }
  const warnings = service.log.filter(({ msg }) => String(msg).startsWith('jobs could not'));
  expect(warnings.length).toBeGreaterThan(0);
  expect(warnings.length).toBeLessThanOrEqual(6);
  expect(await service.stop()).toBe(0);
});
