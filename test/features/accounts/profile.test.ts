// The current account: its profile, the data export, and deletion.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startTestApp, type TestApp } from '../../support/client.js';
import { allSent } from '../../support/mail.js';
import { expectLikeMissing } from '../../support/missing-ids.js';
import { expectBadInput, expectGraphqlRefused, expectRefused } from '../../support/refusals.js';
import { allRemoved } from '../../support/removals.js';
import { type Beekeeper, beekeeper, PASSWORD } from '../../support/world.js';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** An account with one record of each kind; `mark` is part of every name. */
async function createAccountWithData(mark: string): Promise<Beekeeper> {
  const owner = await beekeeper(app);
  const apiary = await owner.apiary({ name: `${mark} apiary` });
  const hive = await owner.beehive(apiary, { observations: `${mark} hive` });
  await owner.item(apiary, { itemName: `${mark} item`, quantity: 5 });
  const { body: question } = await owner.rest('POST', '/questions', {
    apiary_id: apiary,
    texto: `${mark} question`,
    tipoRespuesta: 'texto',
  });
  const inspection = await owner.rest('POST', '/inspections', {
    beehive_id: hive,
    answers: [{ question_id: question.id, answer: `${mark} answer` }],
    notes: `${mark} inspection`,
  });
  expect(inspection).toMatchObject({ status: 201 });
  // Loaded after the inspection, because some of the default questions are required.
  await owner.rest('POST', `/questions/load_defaults/${apiary}`);
  return owner;
}
const PARTS = ['apiary', 'hive', 'item', 'question', 'inspection', 'answer'];

describe('the profile', () => {
  let ana: Beekeeper;
  let luz: Beekeeper;
  beforeAll(async () => {
    [ana, luz] = [await beekeeper(app), await beekeeper(app)];
  });
  const UPDATE = `mutation ($input: UpdateProfileInput!) {
    profile: updateProfile(input: $input) { user { id username fullName phone location photoUrl language } }
  }`;

  it('a REST update changes the given fields only', async () => {
    const put = (body: object) => ana.rest('PUT', `/users/${ana.id}`, body);
    const all = {
      username: 'ana',
      full_name: 'Ana Pérez',
      phone: '300',
      location: 'Cali',
      photo_url: 'https://a/b.png',
    };
    expect(await put(all)).toMatchObject({ status: 200, body: { id: ana.id, ...all } });
    expect((await put({ phone: '301' })).body).toMatchObject({ ...all, phone: '301' });
    expect((await put({ full_name: '', location: null })).body).toMatchObject({
      ...all,
      phone: '301',
      full_name: '',
      location: null,
    });
    expect((await ana.rest('GET', `/users/${ana.id}`)).body).toMatchObject({ full_name: '', phone: '301' });
    expect((await ana.rest('GET', '/auth/me')).body).toMatchObject({ username: 'ana', phone: '301' });
  });

  it('a GraphQL update changes the given fields of the current account only', async () => {
    const update = async (input: object) => (await luz.ask(UPDATE, { input })).profile.user;
    const changed = await update({ fullName: 'Luz', phone: '', language: 'EN' });
    expect(changed).toMatchObject({ id: luz.id, username: 'bee', fullName: 'Luz', phone: '', language: 'EN' });
    const again = await update({ username: 'luz', phone: null });
    expect(again).toMatchObject({ id: luz.id, username: 'luz', fullName: 'Luz', phone: null, language: 'EN' });
  });

  it.each<[object, string]>([
    [{ username: '' }, 'username'],
    [{ username: null }, 'username'],
    [{ username: 'x'.repeat(101) }, 'username'],
    [{ full_name: 'x'.repeat(201) }, 'full_name'],
    [{ phone: 5 }, 'phone'],
    [{ phone: 'a\0b' }, 'phone'],
  ])('REST refuses %.40j', async (body, field) => {
    expectBadInput(await luz.rest('PUT', `/users/${luz.id}`, body), field);
  });

  it('of another account cannot be changed', async () => {
    await expectLikeMissing(
      (who, id) => who.rest('PUT', `/users/${encodeURIComponent(id)}`, { phone: '1' }),
      ana,
      luz.id,
    );
    // A GraphQL client cannot even name it.
    const named = await ana.graphql(UPDATE, { input: { id: luz.id, phone: '1' } });
    expectGraphqlRefused(named, {
      code: 'BAD_USER_INPUT',
      field: 'id',
      message: 'id is not defined by type UpdateProfileInput',
    });
    expect((await luz.rest('GET', '/auth/me')).body.phone).not.toBe('1');
    expect((await app.anyone.rest('PUT', `/users/${luz.id}`, { phone: '1' })).status).toBe(401);
  });

  it('an update cannot change permissions, the e-mail address or the id', async () => {
    const body = {
      id: luz.id,
      user_id: luz.id,
      role: 'ADMIN',
      is_verified: true,
      permissions: ['users:read'],
      email: 'x@y.zz',
    };
    expect((await ana.rest('PUT', `/users/${ana.id}`, body)).body).toMatchObject({
      id: ana.id,
      email: ana.email,
      role: 'BEEKEEPER',
      is_verified: false,
      permissions: [],
    });
  });
});

describe('the data export', () => {
  let ana: Beekeeper;
  let luz: Beekeeper;
  beforeAll(async () => {
    [ana, luz] = [await createAccountWithData('wasp'), await createAccountWithData('drone')];
  });

  it('returns all data of the account as JSON, and nothing of other accounts', async () => {
    const { status, headers, body } = await ana.rest('GET', '/users/me/export');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toMatch(/^application\/json/);
    expect(headers.get('content-disposition')).toMatch(/^attachment/);
    const text = JSON.stringify(body);
    for (const part of PARTS) expect(text).toContain(`wasp ${part}`);
    expect(text).not.toContain('drone');
    expect(text).not.toContain(luz.id);
    expect(text).not.toContain(luz.email);
    expect(body.user).toMatchObject([{ id: ana.id, email: ana.email }]);
    const { body: questions } = await ana.rest('GET', `/questions/apiary/${body.apiaries[0].id}`);
    const lengths = Object.fromEntries(
      [
        'sessions',
        'apiaries',
        'beehives',
        'questions',
        'inspections',
        'answers',
        'inventoryItems',
        'stockMovements',
      ].map((name) => [name, body[name].length]),
    );
    expect(lengths).toEqual({
      sessions: 1,
      apiaries: 1,
      beehives: 1,
      questions: questions.length,
      inspections: 1,
      answers: 1,
      inventoryItems: 1,
      stockMovements: 1,
    });
  });

  it('contains no hash', async () => {
    const text = JSON.stringify((await ana.rest('GET', '/users/me/export')).body);
    const hashes = await app.database.sql<{ hash: string }>(
      `select hash from refresh_tokens union all select hash from one_time_tokens union all select password_hash from users`,
    );
    expect(hashes.length).toBeGreaterThan(4);
    for (const { hash } of hashes) expect(text).not.toContain(hash);
    expect(text).not.toMatch(/argon2|hash/i);
  });

  it('returns lists whole that are read in several pages', async () => {
    const apiary = await luz.apiary();
    await app.database.sql(
      `insert into beehives (id, created_at, updated_at, apiary_id, observations)
       select gen_random_uuid(), now(), now(), $1::uuid, 'one of ' || i from generate_series(1, 1200) i`,
      [apiary],
    );
    const { body } = await luz.rest<{ beehives: { id: string; apiaryId: string }[] }>('GET', '/users/me/export');
    expect(new Set(body.beehives.map(({ id }) => id)).size).toBe(1201);
    expect(body.beehives).toHaveLength(1201);
  });

  it('requires authentication', async () => {
    expectRefused(await app.anyone.rest('GET', '/users/me/export'), {
      status: 401,
      code: 'TOKEN_MISSING',
      message: 'No token found',
    });
  });
});

describe('deleting the account', () => {
  const deleteAccount = (who: Beekeeper, password: string) =>
    who.graphql('mutation ($password: String!) { deleteMyAccount(input: { password: $password }) { success } }', {
      password,
    });

  /** The number of rows of each table, except those that belong to no account. */
  async function countRows(): Promise<Record<string, number>> {
    await allSent(app);
    const tables = await app.database.sql<{ name: string }>(
      `select tablename as name from pg_tables where schemaname = 'public'
       and tablename not in ('session_changes', 'rate_limits') order by 1`,
    );
    const counts: Record<string, number> = {};
    for (const { name } of tables) {
      const [row] = await app.database.sql<{ n: number }>(`select count(*)::int as n from "${name}"`);
      counts[name] = row!.n;
    }
    return counts;
  }

  it('requires the password', async () => {
    const ana = await createAccountWithData('hornet');
    const before = await countRows();
    expectGraphqlRefused(await deleteAccount(ana, 'Zangano-2026'), { code: 'BAD_USER_INPUT', field: 'password' });
    expect(await countRows()).toEqual(before);
    expect((await ana.rest('GET', '/auth/me')).status).toBe(200);
  });

  it('deletes all its rows in every table, and none of other accounts', async () => {
    const luz = await createAccountWithData('moth');
    const before = await countRows();
    const ana = await createAccountWithData('hornet');
    await app.anyone.rest('POST', '/auth/forgot-password', { email: ana.email });
    const between = await countRows();
    for (const table of ['users', 'sessions', 'refresh_tokens', 'one_time_tokens', 'apiaries', 'beehives', 'answers']) {
      expect([table, between[table]! > before[table]!]).toEqual([table, true]);
    }
    expect((await deleteAccount(ana, PASSWORD)).data).toEqual({ deleteMyAccount: { success: true } });
    await allRemoved(app);
    expect(await countRows()).toEqual(before);
    expect((await luz.rest('GET', '/apiaries')).body).toMatchObject([{ name: 'moth apiary', beehives_count: 1 }]);
  });

  it('ends the sessions at once, and the e-mail address can be registered again', async () => {
    const ana = await beekeeper(app);
    const { body } = await app.anyone.rest('POST', '/auth/login', { email: ana.email, password: PASSWORD });
    expect((await ana.rest('GET', '/auth/me')).status).toBe(200);
    await deleteAccount(ana, PASSWORD);
    expect((await ana.rest('GET', '/auth/me')).status).toBe(401);
    expect((await ana.graphql('{ me { id } }')).status).toBe(401);
    const refreshed = await app.anyone.rest('POST', '/auth/refresh', { refresh_token: body.refresh_token });
    expect(refreshed.status).toBe(401);
    const logIn = await app.anyone.rest('POST', '/auth/login', { email: ana.email, password: PASSWORD });
    expectRefused(logIn, { status: 401, code: 'INVALID_CREDENTIALS' });
    expect((await beekeeper(app, ana.email)).id).not.toBe(ana.id);
  });

  it('requires authentication', async () => {
    const answer = await app.anyone.graphql(
      `mutation { deleteMyAccount(input: { password: "${PASSWORD}" }) { success } }`,
    );
    expect(answer.status).toBe(401);
  });
});
