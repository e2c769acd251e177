// Permissions of administrators, the last administrator, and the audit log.
import { describe, expect, it } from '@jest/globals';
import { Client, type GraphqlAnswer, startTestApp } from '../../support/client.js';
import { CONNECTION, expectPagesOfWhole } from '../../support/connections.js';
import { expectGraphqlRefused, expectRefused } from '../../support/refusals.js';
import { type Beekeeper, beekeeper, PASSWORD } from '../../support/world.js';
import { accountWith, administrator, app, CHANGE, setPermissions, setStatus } from './administration.fixture.js';

/** Two new administrators; all other accounts lose the role. */
async function onlyTwoAdministrators(): Promise<[Beekeeper, Beekeeper]> {
  await app.database.sql(`update users set role = 'BEEKEEPER'`);
  return [await administrator(), await administrator()];
}
const administrators = async (): Promise<string[]> =>
  (await app.database.sql<{ id: string }>(`select id from users where role = 'ADMIN' and is_active`)).map(
    ({ id }) => id,
  );
const deleteMyAccount = (who: Client) =>
  who.graphql(`mutation { deleteMyAccount(input: { password: "${PASSWORD}" }) { success } }`);

describe('permissions', () => {
  it('are effective from the next request, granted and revoked', async () => {
    const [root, luz] = [await administrator(), await beekeeper(app)];
    const list = async (): Promise<number> => (await luz.rest('GET', '/users')).status;
    expect(await list()).toBe(403);
    await setPermissions(root, luz.id, { grant: ['USERS_READ'] });
    expect(await list()).toBe(200);
    await setPermissions(root, luz.id, { revoke: ['USERS_READ', 'USERS_WRITE'] });
    expect(await list()).toBe(403);
    await setPermissions(root, luz.id, { role: 'ADMIN' });
    expect(await list()).toBe(200);
  });

  it('that two administrators grant at once are both kept, and one leaves the others', async () => {
    const [one, other, luz] = [await administrator(), await administrator(), await beekeeper(app)];
    await Promise.all([
      setPermissions(one, luz.id, { grant: ['USERS_READ'] }),
      setPermissions(other, luz.id, { grant: ['TEMPLATES_WRITE'] }),
    ]);
    const { user } = (await setPermissions(one, luz.id, { revoke: ['USERS_READ'] })).data.setUserPermissions;
    expect(user.permissions).toEqual(['TEMPLATES_WRITE']);
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
        { grant: ['TEMPLATES_WRITE'] },
        { grant: ['USERS_WRITE', 'USERS_READ'] },
        { grant: ['TEMPLATES_WRITE'], revoke: ['TEMPLATES_WRITE'] },
        { role: 'ADMIN' },
        { role: 'ADMIN', revoke: ['USERS_WRITE'] },
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
    const granted = await setPermissions(writer, luz.id, { grant: ['USERS_WRITE'] });
    expect(granted.data.setUserPermissions.user.permissions).toEqual(['USERS_WRITE']);
  });

  it('to write accounts do not show one by a change that changes nothing', async () => {
    const [writer, luz] = [await accountWith('BEEKEEPER', ['users:write']), await beekeeper(app)];
    for (const answer of [
      await setStatus(writer, luz.id, { isActive: true }),
      await setPermissions(writer, luz.id, {}),
      await setPermissions(writer, luz.id, { grant: [], revoke: ['USERS_READ'] }),
    ])
      expectGraphqlRefused(answer, { code: 'FORBIDDEN' });
    for (const path of ['status', 'permissions'])
      expectRefused(await writer.rest('PUT', `/users/${luz.id}/${path}`, {}), { status: 403, code: 'FORBIDDEN' });
    expect((await setStatus(writer, luz.id, { isVerified: true })).errors).toBeUndefined();
    const root = await administrator();
    expect((await setStatus(root, luz.id, { isVerified: true })).errors).toBeUndefined();
  });

  it('the last administrator cannot delete the account through a process that does not know the role yet', async () => {
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
      await setPermissions(writer, root.id, { revoke: ['USERS_READ'] }),
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
    change: object;
    reason: string | null;
    createdAt: string;
  }
  const entries = async (who: Client, id: string): Promise<Entry[]> =>
    (
      await who.ask(
        `query ($id: ID) { auditEntries(filter: { subjectId: $id }) { nodes { actorId subjectId change { ${CHANGE} } reason createdAt } } }`,
        { id },
      )
    ).auditEntries.nodes;

  it('records actor, subject, field, old and new value and time, the latest first', async () => {
    const [root, luz] = [await administrator(), await beekeeper(app)];
    await setStatus(root, luz.id, { isVerified: true, reason: 'By post' });
    await setPermissions(root, luz.id, { grant: ['TEMPLATES_WRITE'] });
    await setPermissions(root, luz.id, { role: 'ADMIN' });
    await root.rest('PUT', `/users/${luz.id}/status`, { is_active: false });
    const entry = { actorId: root.id, subjectId: luz.id, reason: null, createdAt: expect.stringMatching(/^\d{4}-/) };
    expect(await entries(root, luz.id)).toEqual([
      { ...entry, change: { field: 'IS_ACTIVE', value: false } },
      { ...entry, change: { field: 'ROLE', oldRole: 'BEEKEEPER', newRole: 'ADMIN' } },
      { ...entry, change: { field: 'PERMISSIONS', granted: ['TEMPLATES_WRITE'], revoked: [] } },
      { ...entry, change: { field: 'IS_VERIFIED', value: true }, reason: 'By post' },
    ]);
  });

  it('does not record requests that changed nothing or were refused', async () => {
    const [root, luz] = [await administrator(), await beekeeper(app)];
    await setStatus(root, luz.id, { isActive: true, isVerified: false });
    await setPermissions(root, luz.id, { role: 'BEEKEEPER', revoke: ['USERS_READ'] });
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
            auditEntries(filter: { subjectId: $id }, first: $first, after: $after) { ${CONNECTION} }
          }`,
          { id: luz.id, ...paging },
        )
      ).auditEntries;
    await expectPagesOfWhole(ask, 2, 3);
  });
});

it('a refusal names the permission that is missing, on both APIs', async () => {
  const [ana, writer] = [await beekeeper(app), await accountWith('BEEKEEPER', ['users:write'])];
  const message = 'Your account does not have permission to do this';
  const { errors } = await ana.graphql('{ users { totalCount } }');
  expect(errors).toMatchObject([{ message, extensions: { code: 'FORBIDDEN', permission: 'USERS_READ' } }]);
  const { status, body } = await ana.rest('PUT', `/users/${ana.id}/status`, { is_active: true });
  expect([status, body]).toEqual([
    403,
    { message, error: message, error_code: 'FORBIDDEN', permission: 'users:write' },
  ]);
  // What no permission grants.
  const { errors: refused } = await setStatus(writer, (await administrator()).id, { isVerified: true });
  expect(refused).toMatchObject([{ message: 'Only administrators can do this' }]);
  expect(refused![0]!.extensions).toEqual({ code: 'FORBIDDEN' });
});
