// 10,000 accounts whose digest is due at the same hour, and 500 with nothing to be told: two processes, of which the one that writes the mails
// is killed while it does.
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { type Service, until } from '../process/service.js';
import { type Reachable, reachableDatabase, Services } from '../support/service.js';
import { SlowMailServer } from '../support/slow-mail-server.js';

jest.setTimeout(900_000);

const ACCOUNTS = 10_000;
const QUIET = 500;
const KILL_AFTER = 2000;
/** Mails that a process sends at the same time. */
const AT_ONCE = 5;

const services = new Services();
let reachable: Reachable;
let server: SlowMailServer;
beforeAll(async () => {
  reachable = await reachableDatabase();
  server = await SlowMailServer.listen(0);
});
afterAll(async () => {
  await services.end();
  await server.close();
  await reachable.drop();
});

const start = (): Service =>
  services.start({
    DATABASE_URL: reachable.url,
    SMTP_URL: server.url,
    PUBLIC_URL: 'https://bees.example',
  });

/** Inserts accounts, each with an apiary and, of the first ones, a task; all digests are due. */
async function seed(): Promise<void> {
  const { sql } = reachable.database;
  await sql(
    `insert into users (id, created_at, updated_at, email, username, is_verified, password_hash, language)
     select gen_random_uuid(), now(), now(), 'bee-' || n || '@example.org', 'bee', true, '', 'en' from generate_series(1, ${ACCOUNTS + QUIET}) n`,
  );
  await sql(
    `insert into apiaries (id, created_at, updated_at, owner_id, name) select gen_random_uuid(), now(), now(), id, 'North' from users`,
  );
  await sql(
    `insert into tasks (id, created_at, updated_at, apiary_id, title, kind, actor_id)
     select gen_random_uuid(), now(), now(), a.id, 'Feed', 'FEED', u.id from users u join apiaries a on a.owner_id = u.id
     where substring(u.email from '[0-9]+')::int <= ${ACCOUNTS}`,
  );
  await sql(
    `insert into digests (id, created_at, updated_at, user_id, frequency) select gen_random_uuid(), now(), now(), id, 'DAILY' from users`,
  );
  await sql('analyze');
  await sql(`update digests set due_at = date_trunc('hour', now())`);
}
const due = async (): Promise<number> =>
  (await reachable.database.sql<{ n: number }>('select count(*)::int as n from digests where due_at <= now()'))[0]!.n;
const waiting = async (): Promise<number> =>
  (await reachable.database.sql<{ n: number }>('select count(*)::int as n from mails'))[0]!.n;

it('each gets one mail, although a process is killed', async () => {
  const first = start();
  await first.ready();
  await seed();
  const began = performance.now();
  await until(async () => (await due()) <= ACCOUNTS + QUIET - KILL_AFTER);
  await start().ready();
  const left = await due();
  await first.stop('SIGKILL');
  // It was at work.
  expect(left).toBeGreaterThan(0);
  await until(async () => (await due()) === 0 && (await waiting()) === 0);
  const seconds = Math.round((performance.now() - began) / 1000);

  const digests = new Map<string, Set<string>>();
  for (const [at, recipient] of server.recipients.entries())
    digests.set(recipient, (digests.get(recipient) ?? new Set()).add(server.accepted[at]!));
  const expected = Array.from({ length: ACCOUNTS }, (_, n) => `bee-${n + 1}@example.org`);
  expect(expected.filter((recipient) => !digests.has(recipient))).toEqual([]);
  expect(digests.size).toBe(ACCOUNTS);
  expect([...digests].filter(([, ids]) => ids.size > 1)).toEqual([]);
  const repeated = server.accepted.length - ACCOUNTS;
  process.stderr.write(`    ${ACCOUNTS} digests in ${seconds} s, ${left} due at the kill, ${repeated} sent twice\n`);
  // What was being sent when the process was killed: mail programs show copies with the same Message-ID once.
  expect(repeated).toBeLessThanOrEqual(AT_ONCE);
  const written = await reachable.database.sql<{ n: number }>(
    'select count(*)::int as n from digests where sent_at is not null and due_at > now()',
  );
  expect(written).toEqual([{ n: ACCOUNTS }]);
});
