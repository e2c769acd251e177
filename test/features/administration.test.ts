// Administration of accounts over both APIs, and its authorization.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Answer, Client, type GraphqlAnswer, startTestApp, type TestApp } from '../support/client.js';
import { CONNECTION, expectPagesOfWhole, idsOfLinked } from '../support/connections.js';
import { expectLikeMissing, MISSING_IDS } from '../support/missing-ids.js';
import { expectGraphqlRefused, expectRefused } from '../support/refusals.js';
import { type Beekeeper, beekeeper, PASSWORD } from '../support/world.js';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** A new account whose role and permissions are set in the database. */
async function accountWith(role: 'ADMIN' | 'BEEKEEPER', permissions: string[] = []): Promise<Beekeeper> {
  const account = await beekeeper(app);
  await app.database.sql('update users set role = $2, permissions = $3 where id = $1', [account.id, role, permissions]);
  return account;
}
const administrator = (): Promise<Beekeeper> => accountWith('ADMIN');

/** Two new administrators; all other accounts lose the role. */
async function onlyTwoAdministrators(): Promise<[Beekeeper, Beekeeper]> {
  await app.database.sql(`update users set role = 'BEEKEEPER'`);
  return [await administrator(), await administrator()];
}
const administrators = async (): Promise<string[]> =>
  (await app.database.sql<{ id: string }>(`select id from users where role = 'ADMIN' and is_active`)).map(
    ({ id }) => id,
  );

const SET_STATUS = `mutation ($id: ID!, $input: SetUserStatusInput!) {
  setUserStatus(id: $id, input: $input) { id isActive isVerified }
}`;
const SET_PERMISSIONS = `mutation ($id: ID!, $input: SetUserPermissionsInput!) {
  setUserPermissions(id: $id, input: $input) { id role permissions }
}`;
const setStatus = (who: Client, id: string, input: object) => who.graphql(SET_STATUS, { id, input });
const setPermissions = (who: Client, id: string, input: object) => who.graphql(SET_PERMISSIONS, { id, input });
const deleteMyAccount = (who: Client) => who.graphql(`mutation { deleteMyAccount(password: "${PASSWORD}") }`);
const logIn = (email: string): Promise<Answer<{ access_token: string }>> =>
  app.anyone.rest('POST', '/auth/login', { email, password: PASSWORD });
const me = async (who: Client): Promise<number> => (await who.rest('GET', '/auth/me')).status;

describe('a beekeeper', () => {
  let ana: Beekeeper;
  let luz: Beekeeper;
  beforeAll(async () => {
    [ana, luz] = [await beekeeper(app), await beekeeper(app)];
  });

  it.each<[string, string, string, object | undefined]>([
    ['cannot list accounts', 'GET', '/users', undefined],
    ['cannot change the status of an account', 'PUT', '/users/{id}/status', { is_active: false }],
    ['cannot change the permissions of an account', 'PUT', '/users/{id}/permissions', { role: 'ADMIN' }],
  ])('%s over REST', async (_what, method, path, body) => {
    for (const id of [luz.id, ana.id, MISSING_IDS[0]!]) {
      expectRefused(await ana.rest(method, path.replace('{id}', id), body), { status: 403, code: 'FORBIDDEN' });
    }
    expect((await app.anyone.rest(method, path.replace('{id}', luz.id), body)).status).toBe(401);
  });

  it('is refused the same over GraphQL', async () => {
    const id = luz.id;
    for (const answer of [
      await ana.graphql('{ users { totalCount } }'),
      await ana.graphql('{ auditEntries { totalCount } }'),
      await setStatus(ana, id, { isActive: false }),
      await setStatus(ana, ana.id, { isVerified: true }),
      await setPermissions(ana, ana.id, { role: 'ADMIN' }),
      await setPermissions(ana, ana.id, { permissions: ['USERS_READ'] }),
    ]) {
      expectGraphqlRefused(answer, { code: 'FORBIDDEN' });
    }
    expect(await me(luz)).toBe(200);
  });

  it('reads the own account and no other', async () => {
    expect(await ana.rest('GET', `/users/${ana.id}`)).toMatchObject({ status: 200, body: { id: ana.id } });
    await expectLikeMissing((who, id) => who.rest('GET', `/users/${id}`), ana, luz.id);
    await expectLikeMissing((who, id) => who.graphql('query ($id: ID!) { user(id: $id) { id } }', { id }), ana, luz.id);
  });
});

describe('accounts over REST', () => {
  it('are a bare array without secrets', async () => {
    const [root, luz] = [await administrator(), await beekeeper(app)];
    const { status, body } = await root.rest<{ id: string }[]>('GET', '/users');
    expect(status).toBe(200);
    const expected = {
      id: luz.id,
      user_id: luz.id,
      email: luz.email,
      username: 'bee',
      full_name: null,
      phone: null,
      location: null,
      photo_url: null,
      language: 'es',
      role: 'BEEKEEPER',
      permissions: [],
      is_verified: false,
      is_active: true,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    };
    expect(body.find(({ id }) => id === luz.id)).toEqual(expected);
    expect(await root.rest('GET', `/users/${luz.id}`)).toMatchObject({ status: 200, body: expected });
    expect(JSON.stringify(body)).not.toContain('argon2');
  });

  it('PUT status changes the status', async () => {
    const [root, luz] = [await administrator(), await beekeeper(app)];
    const put = (body: object) => root.rest('PUT', `/users/${luz.id}/status`, body);
    expect(await put({ is_verified: true })).toMatchObject({
      status: 200,
      body: { id: luz.id, is_verified: true, is_active: true },
    });
    expect(await put({ is_active: false })).toMatchObject({
      status: 200,
      body: { is_verified: true, is_active: false },
    });
    expect(await me(luz)).toBe(401);
    expect((await put({ is_active: 'perhaps' })).status).toBe(400);
  });

  it('PUT permissions changes the role and the permissions', async () => {
    const [root, luz] = [await administrator(), await beekeeper(app)];
    const put = (body: object) => root.rest('PUT', `/users/${luz.id}/permissions`, body);
    expect(await put({ permissions: ['users:read', 'templates:write'] })).toMatchObject({
      status: 200,
      body: { role: 'BEEKEEPER', permissions: ['templates:write', 'users:read'] },
    });
    expect(await put({ role: 'ADMIN' })).toMatchObject({
      status: 200,
      body: { role: 'ADMIN', permissions: ['templates:write', 'users:read'] },
    });
    expect((await put({ role: 'BEEKEEPER', permissions: [] })).body).toMatchObject({
      role: 'BEEKEEPER',
      permissions: [],
    });
    expect((await put({ permissions: ['everything'] })).status).toBe(400);
    expect((await put({ role: 'KING' })).status).toBe(400);
  });

  it('return 404 if they do not exist', async () => {
    const root = await administrator();
    for (const id of MISSING_IDS.map(encodeURIComponent)) {
      for (const answer of [
        await root.rest('GET', `/users/${id}`),
        await root.rest('PUT', `/users/${id}/status`, { is_active: false }),
        await root.rest('PUT', `/users/${id}/permissions`, { role: 'ADMIN' }),
      ]) {
        expectRefused(answer, { status: 404, code: 'NOT_FOUND' });
      }
    }
  });
});

describe('searching accounts', () => {
  let root: Beekeeper;
  let accounts: Record<'ana' | 'luz' | 'off', Beekeeper>;
  const MARK = 'quetzal';
  beforeAll(async () => {
    root = await administrator();
    const [ana, luz, off] = [
      await beekeeper(app, `ana.${MARK}@example.org`),
      await beekeeper(app, `luz.${MARK}@example.org`),
      await beekeeper(app, `off.${MARK}@example.org`),
    ];
    accounts = { ana, luz, off };
    await ana.rest('PUT', `/users/${ana.id}`, { full_name: 'Ana 100% Ñandú' });
    await app.database.sql(`update users set role = 'ADMIN', is_verified = true where id = $1`, [luz.id]);
    await app.database.sql('update users set is_active = false where id = $1', [off.id]);
  });

  const names = (ids: string[]): string[] =>
    Object.entries(accounts)
      .filter(([, { id }]) => ids.includes(id))
      .map(([name]) => name);
  const search = async (args: string): Promise<string[]> =>
    (await root.ask(`{ users(${args}) { nodes { id } } }`)).users.nodes.map(({ id }: { id: string }) => id);

  it.each([
    [`search: "${MARK}"`, ['ana', 'luz', 'off']],
    [`search: "${MARK.toUpperCase()}"`, ['ana', 'luz', 'off']],
    [`search: "ana.${MARK}"`, ['ana']],
    ['search: "100% ñandú"', ['ana']],
    ['search: "1_0%"', []],
    [`search: "${MARK}", role: ADMIN`, ['luz']],
    [`search: "${MARK}", role: BEEKEEPER`, ['ana', 'off']],
    [`search: "${MARK}", isActive: false`, ['off']],
    [`search: "${MARK}", isActive: true`, ['ana', 'luz']],
    [`search: "${MARK}", isVerified: true`, ['luz']],
    [`search: "${MARK}", isVerified: false, isActive: true`, ['ana']],
    [`search: "no ${MARK}"`, []],
  ])('by %s', async (args, expected) => {
    const ids = await search(args);
    expect(names(ids)).toEqual(expected);
    expect(ids).toHaveLength(expected.length);
  });

  it('by the same conditions over REST', async () => {
    const ids = async (query: string): Promise<string[]> =>
      names((await root.rest('GET', `/users?${query}`)).body.map(({ id }: { id: string }) => id));
    expect(await ids(`search=${MARK}&is_active=true`)).toEqual(['ana', 'luz']);
    expect(await ids(`q=${MARK}&role=ADMIN`)).toEqual(['luz']);
    expect(await ids(`search=${MARK}&is_verified=false`)).toEqual(['ana', 'off']);
  });

  it('in pages', async () => {
    const ask = async (paging: object) =>
      (
        await root.ask(
          `query ($first: Int, $after: String) { users(search: "${MARK}", first: $first, after: $after) { ${CONNECTION} } }`,
          { ...paging },
        )
      ).users;
    await expectPagesOfWhole(ask, 2, 3);
    const pages = await idsOfLinked(root, `/users?search=${MARK}&first=2`);
    expect(pages.map(({ length }) => length)).toEqual([2, 1]);
  });
});

describe('deactivating', () => {
  it('refuses requests, refreshes and log-ins at once, until the account is activated again', async () => {
    const [root, luz] = [await administrator(), await beekeeper(app)];
    const { body: session } = await app.anyone.rest('POST', '/auth/login', { email: luz.email, password: PASSWORD });
    expect(await me(luz)).toBe(200);
    expect((await setStatus(root, luz.id, { isActive: false })).data).toEqual({
      setUserStatus: { id: luz.id, isActive: false, isVerified: false },
    });
    expect(await me(luz)).toBe(401);
    expect((await luz.graphql('{ me { id } }')).status).toBe(401);
    expect((await app.anyone.rest('POST', '/auth/refresh', { refresh_token: session.refresh_token })).status).toBe(401);
    expectRefused(await logIn(luz.email), { status: 403, code: 'ACCOUNT_DISABLED' });

    await setStatus(root, luz.id, { isActive: true });
    const again = await logIn(luz.email);
    expect(await me(new Client(app.url, again.body.access_token))).toBe(200);
    expect(await me(luz)).toBe(401);
  });

  it('leaves omitted fields unchanged', async () => {
    const [root, luz] = [await administrator(), await beekeeper(app)];
    await setStatus(root, luz.id, { isVerified: true });
    expect((await setStatus(root, luz.id, {})).data.setUserStatus).toMatchObject({ isActive: true, isVerified: true });
    expect(await me(luz)).toBe(200);
  });
});

describe('permissions', () => {
  it('are effective from the next request, granted and revoked', async () => {
    const [root, luz] = [await administrator(), await beekeeper(app)];
    const list = async (): Promise<number> => (await luz.rest('GET', '/users')).status;
    expect(await list()).toBe(403);
    await setPermissions(root, luz.id, { permissions: ['USERS_READ'] });
    expect(await list()).toBe(200);
    await setPermissions(root, luz.id, { permissions: [] });
    expect(await list()).toBe(403);
    await setPermissions(root, luz.id, { role: 'ADMIN' });
    expect(await list()).toBe(200);
  });

  it('to read do not include writing', async () => {
    const [reader, luz] = [await accountWith('BEEKEEPER', ['users:read']), await beekeeper(app)];
    expect((await reader.rest('GET', `/users/${luz.id}`)).status).toBe(200);
    expectGraphqlRefused(await setStatus(reader, luz.id, { isActive: false }), { code: 'FORBIDDEN' });
    expectGraphqlRefused(await setPermissions(reader, reader.id, { role: 'ADMIN' }), { code: 'FORBIDDEN' });
  });

  it('can be granted only by accounts that have them', async () => {
    const [writer, luz] = [await accountWith('BEEKEEPER', ['users:write']), await beekeeper(app)];
    for (const id of [luz.id, writer.id]) {
      for (const input of [
        { permissions: ['TEMPLATES_WRITE'] },
        { permissions: ['USERS_WRITE', 'USERS_READ'] },
        { role: 'ADMIN' },
        { role: 'ADMIN', permissions: [] },
      ]) {
        expectGraphqlRefused(await setPermissions(writer, id, input), { code: 'FORBIDDEN' });
      }
    }
    const rows = await app.database.sql('select role, permissions from users where id = any($1) order by permissions', [
      [luz.id, writer.id],
    ]);
    expect(rows).toEqual([
      { role: 'BEEKEEPER', permissions: [] },
      { role: 'BEEKEEPER', permissions: ['users:write'] },
    ]);
    const granted = await setPermissions(writer, luz.id, { permissions: ['USERS_WRITE'] });
    expect(granted.data.setUserPermissions.permissions).toEqual(['USERS_WRITE']);
  });

  it('C6: to write accounts do not show one by a change that changes nothing', async () => {
    const [writer, luz] = [await accountWith('BEEKEEPER', ['users:write']), await beekeeper(app)];
    for (const answer of [
      await setStatus(writer, luz.id, {}),
      await setStatus(writer, luz.id, { isActive: true }),
      await setPermissions(writer, luz.id, {}),
      await setPermissions(writer, luz.id, { permissions: [] }),
    ])
      expectGraphqlRefused(answer, { code: 'FORBIDDEN' });
    for (const path of ['status', 'permissions'])
      expectRefused(await writer.rest('PUT', `/users/${luz.id}/${path}`, {}), { status: 403, code: 'FORBIDDEN' });
    expect((await setStatus(writer, luz.id, { isVerified: true })).errors).toBeUndefined();
    const root = await administrator();
    expect((await setStatus(root, luz.id, {})).errors).toBeUndefined();
  });

  it('C5: the last administrator cannot delete the account through a process that does not know the role yet', async () => {
    const [first, last] = await onlyTwoAdministrators();
    const other = await startTestApp({}, app.database);
    try {
      await app.database.sql(`update users set role = 'BEEKEEPER' where id = any($1)`, [[first.id, last.id]]);
      const stale = new Client(other.url, last.token);
      expect((await stale.rest('GET', '/auth/me')).status).toBe(200);
      const hashing = deleteMyAccount(stale);
      await app.database.sql(`update users set role = 'ADMIN' where id = $1`, [last.id]);
      const { errors } = await hashing;
      expect(errors?.[0]?.extensions.reason).toBe('LAST_ADMINISTRATOR');
      expect(await administrators()).toEqual([last.id]);
    } finally {
      await other.close();
    }
  });

  it('to write accounts do not allow changing an administrator', async () => {
    const root = await administrator();
    await administrator();
    const writer = await accountWith('BEEKEEPER', ['users:write', 'users:read', 'templates:write']);
    for (const answer of [
      await setStatus(writer, root.id, { isActive: false }),
      await setStatus(writer, root.id, { isVerified: true }),
      await setPermissions(writer, root.id, { role: 'BEEKEEPER' }),
      await setPermissions(writer, root.id, { permissions: [] }),
    ]) {
      expectGraphqlRefused(answer, { code: 'FORBIDDEN' });
    }
    expect((await root.rest('GET', '/users')).status).toBe(200);
  });
});

describe('the last administrator', () => {
  const conflict = { code: 'CONFLICT' };

  it('cannot be deactivated, demoted or deleted', async () => {
    const [root, other] = await onlyTwoAdministrators();
    expect((await setPermissions(root, other.id, { role: 'BEEKEEPER' })).errors).toBeUndefined();
    expectGraphqlRefused(await setPermissions(root, root.id, { role: 'BEEKEEPER' }), conflict);
    expectGraphqlRefused(await setStatus(root, root.id, { isActive: false }), conflict);
    expectGraphqlRefused(await deleteMyAccount(root), conflict);
    expectRefused(await root.rest('PUT', `/users/${root.id}/status`, { is_active: false }), {
      status: 409,
      code: 'LAST_ADMINISTRATOR',
    });
    expectRefused(await root.rest('PUT', `/users/${root.id}/permissions`, { role: 'BEEKEEPER' }), {
      status: 409,
      code: 'LAST_ADMINISTRATOR',
    });
    expect(await administrators()).toEqual([root.id]);
    expect((await root.rest('GET', '/users')).status).toBe(200);
  });

  it('deactivated administrators do not count', async () => {
    const [root, other] = await onlyTwoAdministrators();
    await setStatus(root, other.id, { isActive: false });
    expectGraphqlRefused(await setPermissions(root, root.id, { role: 'BEEKEEPER' }), conflict);
    expect(await administrators()).toEqual([root.id]);
  });

  const demote = (who: Client, id: string) => setPermissions(who, id, { role: 'BEEKEEPER' });
  const deactivate = (who: Client, id: string) => setStatus(who, id, { isActive: false });
  type Operation = (who: Beekeeper, other: string) => Promise<GraphqlAnswer<unknown>>;
  it.each<[string, number, Operation]>([
    ['demote each other', 10, demote],
    ['deactivate each other', 3, deactivate],
    ['step down', 3, (who) => demote(who, who.id)],
    ['delete their accounts', 3, (who) => deleteMyAccount(who)],
  ])('remains if two administrators %s concurrently', async (_what, rounds, operation) => {
    for (let round = 0; round < rounds; round++) {
      const [one, other] = await onlyTwoAdministrators();
      const answers = await Promise.all([operation(one, other.id), operation(other, one.id)]);
      const codes = answers.flatMap(({ errors }) => errors?.map(({ extensions }) => extensions.code) ?? []);
      expect(['CONFLICT', 'FORBIDDEN', 'UNAUTHENTICATED']).toEqual(expect.arrayContaining(codes));
      expect(await administrators()).toHaveLength(1);
    }
  });
});

describe('the audit log', () => {
  interface Entry {
    actorId: string;
    subjectId: string;
    field: string;
    before: string;
    after: string;
    createdAt: string;
  }
  const entries = async (who: Client, id: string): Promise<Entry[]> =>
    (
      await who.ask(
        'query ($id: ID) { auditEntries(subjectId: $id) { nodes { actorId subjectId field before after createdAt } } }',
        { id },
      )
    ).auditEntries.nodes;

  it('records actor, subject, field, old and new value and time, the latest first', async () => {
    const [root, luz] = [await administrator(), await beekeeper(app)];
    await setStatus(root, luz.id, { isVerified: true });
    await setPermissions(root, luz.id, { permissions: ['TEMPLATES_WRITE'] });
    await setPermissions(root, luz.id, { role: 'ADMIN' });
    await root.rest('PUT', `/users/${luz.id}/status`, { is_active: false });
    const entry = { actorId: root.id, subjectId: luz.id, createdAt: expect.stringMatching(/^\d{4}-/) };
    expect(await entries(root, luz.id)).toEqual([
      { ...entry, field: 'isActive', before: 'true', after: 'false' },
      { ...entry, field: 'role', before: '"BEEKEEPER"', after: '"ADMIN"' },
      { ...entry, field: 'permissions', before: '[]', after: '["templates:write"]' },
      { ...entry, field: 'isVerified', before: 'false', after: 'true' },
    ]);
  });

  it('does not record requests that changed nothing or were refused', async () => {
    const [root, luz] = [await administrator(), await beekeeper(app)];
    await setStatus(root, luz.id, { isActive: true, isVerified: false });
    await setPermissions(root, luz.id, { role: 'BEEKEEPER', permissions: [] });
    await setPermissions(luz, luz.id, { role: 'ADMIN' });
    expect(await entries(root, luz.id)).toEqual([]);
  });

  it('outlives the account that was changed, and can be paged', async () => {
    const [root, luz] = [await administrator(), await beekeeper(app)];
    for (const isVerified of [true, false, true]) await setStatus(root, luz.id, { isVerified });
    expect((await deleteMyAccount(luz)).errors).toBeUndefined();
    const ask = async (paging: object) =>
      (
        await root.ask(
          `query ($id: ID, $first: Int, $after: String) {
            auditEntries(subjectId: $id, first: $first, after: $after) { ${CONNECTION} }
          }`,
          { id: luz.id, ...paging },
        )
      ).auditEntries;
    await expectPagesOfWhole(ask, 2, 3);
  });
});
