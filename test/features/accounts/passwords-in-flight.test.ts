// A password that is replaced while another request verifies the old one, which is slow and may wait for those of others.
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startTestApp, type TestApp } from '../../support/client.js';
import { type Beekeeper, beekeeper, PASSWORD } from '../../support/world.js';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** Sends the request while the row of the account is locked, and another password is in it when it is free. */
async function whilePasswordChanges<T>({ id }: Beekeeper, send: () => Promise<T>): Promise<T> {
  const change = await app.app.pool.connect();
  try {
    await change.query('begin');
    await change.query('select 1 from users where id = $1 for update', [id]);
    const answer = send();
    const isWaiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    for (let tries = 0; (await app.database.sql(isWaiting)).length === 0; tries++) {
      if (tries === 100) throw new Error('the request does not wait for the account');
      await new Promise((done) => setTimeout(done, 50));
    }
    await change.query(`update users set password_hash = 'of another password' where id = $1`, [id]);
    await change.query('update sessions set ended_at = now() where user_id = $1', [id]);
    await change.query('commit');
    return await answer;
  } finally {
    change.release();
  }
}

it('opens no session with the old one', async () => {
  const ana = await beekeeper(app);
  const answer = await whilePasswordChanges(ana, () =>
    app.anyone.rest('POST', '/auth/login', { email: ana.email, password: PASSWORD }),
  );
  expect([answer.status, answer.body.error_code]).toEqual([401, 'INVALID_CREDENTIALS']);
  const open = 'select 1 from sessions where user_id = $1 and ended_at is null';
  expect(await app.database.sql(open, [ana.id])).toEqual([]);
});

it('lets nobody create a token, change the address or begin a second factor with the old one', async () => {
  for (const [field, fields] of [
    ['createPersonalAccessToken', 'name: "Late", scope: MANAGE'],
    ['requestEmailChange', 'newEmail: "late@example.org"'],
    ['beginSecondFactor', ''],
  ]) {
    const ana = await beekeeper(app);
    const operation = `mutation { ${field}(input: { ${fields} password: "${PASSWORD}" }) { __typename } }`;
    const { errors } = await whilePasswordChanges(ana, () => ana.graphql(operation));
    expect([field, errors?.[0]?.extensions.fields]).toEqual([field, [{ field: 'password', message: 'is wrong' }]]);
  }
});
