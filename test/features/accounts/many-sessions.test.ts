// An account with more sessions than a statement can have parameters (65,535): ending them is one statement.
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Client, startTestApp, type TestApp } from '../../support/client.js';
import { type Beekeeper, beekeeper, PASSWORD } from '../../support/world.js';

const SESSIONS = 70_000;

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** Gives an account many sessions. */
async function crowded(ana?: Beekeeper): Promise<Beekeeper> {
  ana ??= await beekeeper(app);
  await app.database.sql(
    `insert into sessions (id, created_at, updated_at, user_id, last_seen_at, expires_at)
     select gen_random_uuid(), now(), now(), $1, now(), now() + interval '30 days'
     from generate_series(1, $2::int)`,
    [ana.id, SESSIONS],
  );
  await app.database.sql('analyze sessions');
  return ana;
}
const living = async ({ id }: Beekeeper): Promise<number> =>
  (await app.database.sql('select 1 from sessions where user_id = $1 and ended_at is null', [id])).length;

const countSessions = async ({ id }: Beekeeper): Promise<number> =>
  (await app.database.sql('select 1 from sessions where user_id = $1', [id])).length;

const CHANGE = `mutation { changePassword(input: { currentPassword: "${PASSWORD}", newPassword: "Colmena-2027" }) { success } }`;

it('70,000 sessions are ended by a change of the password', async () => {
  const ana = await crowded();
  expect((await ana.graphql(CHANGE)).errors).toBeUndefined();
  expect(await living(ana)).toBe(1);
  expect(await ana.ask('mutation { endOtherSessions { endedSessionsCount } }')).toEqual({
    endOtherSessions: { endedSessionsCount: 0 },
  });
}, 60_000);

it('70,000 sessions are ended by a deactivation; the caches are up to date at once', async () => {
  const [root, ana] = [await beekeeper(app), await crowded()];
  await app.database.sql(`update users set role = 'ADMIN' where id = $1`, [root.id]);
  expect((await ana.rest('GET', '/auth/me')).status).toBe(200);
  expect((await root.rest('PUT', `/users/${ana.id}/status`, { is_active: false })).status).toBe(200);
  expect(await living(ana)).toBe(0);
  expect((await ana.rest('GET', '/auth/me')).status).toBe(401);
  expect((await root.rest('GET', '/auth/me')).status).toBe(200);
}, 60_000);

it('are removed in the background after 30 days, without a note to every process', async () => {
  const ana = await beekeeper(app);
  const [own] = await app.database.sql<{ id: string }>('select id from sessions where user_id = $1', [ana.id]);
  await crowded(ana);
  await app.database.sql('truncate session_changes');
  await app.database.sql(
    `update sessions set ended_at = now() - interval '31 days', expires_at = now() - interval '31 days' where user_id = $1 and id <> $2`,
    [ana.id, own!.id],
  );
  await app.database.sql('truncate session_changes');
  // The service removes some of them meanwhile by itself; what one round has locked, the other leaves.
  for (let rounds = 0; (await countSessions(ana)) > 1 && rounds < 20; rounds += 1) await app.app.expiredRows.remove();
  expect(await countSessions(ana)).toBe(1);
  expect(await app.database.sql('select 1 from session_changes')).toEqual([]);
  expect((await new Client(app.url, ana.token).rest('GET', '/auth/me')).status).toBe(200);
}, 120_000);
