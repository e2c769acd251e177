// Administrators list and search accounts, deactivate them, and beekeepers may not.
import { beforeAll, describe, expect, it } from '@jest/globals';
import { type Answer, Client } from '../../support/client.js';
import { CONNECTION, expectPagesOfWhole, idsOfLinked } from '../../support/connections.js';
import { expectLikeMissing, MISSING_IDS } from '../../support/missing-ids.js';
import { expectGraphqlRefused, expectRefused } from '../../support/refusals.js';
import { type Beekeeper, beekeeper, PASSWORD } from '../../support/world.js';
import { administrator, app, setPermissions, setStatus } from './administration.fixture.js';

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
      await setPermissions(ana, ana.id, { grant: ['USERS_READ'] }),
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
      show_shared_apiaries: false,
      language: 'es',
      role: 'BEEKEEPER',
      permissions: [],
      is_verified: false,
      is_active: true,
      time_zone: 'UTC',
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
    (await root.ask(`{ users(filter: { ${args} }) { nodes { id } } }`)).users.nodes.map(({ id }: { id: string }) => id);

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
          `query ($first: Int, $after: String) { users(filter: { search: "${MARK}" }, first: $first, after: $after) { ${CONNECTION} } }`,
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
      setUserStatus: { user: { id: luz.id, isActive: false, isVerified: false } },
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
    expect((await setStatus(root, luz.id, { isActive: true })).data.setUserStatus.user).toMatchObject({
      isActive: true,
      isVerified: true,
    });
    expect(await me(luz)).toBe(200);
  });

  it('is refused without a change; over REST, it is accepted as before', async () => {
    const [root, luz] = [await administrator(), await beekeeper(app)];
    const { errors } = await setStatus(root, luz.id, {});
    expect(errors).toMatchObject([
      {
        extensions: {
          code: 'BAD_USER_INPUT',
          fields: [{ field: 'isActive', message: 'is required, or `isVerified`' }],
        },
      },
    ]);
    const { status, body } = await root.rest('PUT', `/users/${luz.id}/status`, {});
    expect([status, body]).toMatchObject([200, { id: luz.id }]);
  });

  it('whose log-in is refused says whom to ask', async () => {
    const [root, luz] = [await administrator(), await beekeeper(app)];
    await setStatus(root, luz.id, { isActive: false });
    expectRefused(await logIn(luz.email), {
      status: 403,
      code: 'ACCOUNT_DISABLED',
      message: 'This account is deactivated: ask an administrator of this service',
    });
  });
});
