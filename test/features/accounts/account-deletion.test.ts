// The deletion and the export of an account that shares apiaries.
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startTestApp, type TestApp } from '../../support/client.js';
import {
  accept,
  deleteAccount,
  endAccess,
  inviteTo,
  membersOf,
  refusalOf,
  share,
  TOKEN_INVALID,
  transfer,
} from '../../support/members.js';
import { expectOwnersTrue } from '../../support/owners.js';
import { type Beekeeper, beekeeper, PASSWORD } from '../../support/world.js';

let app: TestApp;
let owner: Beekeeper;
let member: Beekeeper;
beforeAll(async () => {
  app = await startTestApp();
  owner = await beekeeper(app);
  member = await beekeeper(app);
});
afterAll(() => app.close());

const accounts = async (...who: Beekeeper[]): Promise<number> =>
  (await app.database.sql('select 1 from users where id = any($1)', [who.map(({ id }) => id)])).length;

it('of an owner is refused with the names of the apiaries that others use, until they are transferred', async () => {
  const leaver = await beekeeper(app);
  const [first, second] = [await leaver.apiary({ name: 'El Encinar' }), await leaver.apiary({ name: 'La Vega' })];
  await leaver.apiary({ name: 'Nobody else’s' });
  await share(leaver, first, member, 'WORKER');
  await share(leaver, second, member, 'VIEWER');
  const { errors } = await deleteAccount(leaver, PASSWORD);
  expect(errors).toMatchObject([
    {
      message: 'Others use these apiaries: El Encinar, La Vega. Transfer them first, or confirm that they are deleted',
      extensions: { code: 'CONFLICT', reason: 'APIARY_HAS_MEMBERS' },
    },
  ]);
  await transfer(leaver, first, member.id);
  await transfer(leaver, second, member.id, false);
  expect(refusalOf(await deleteAccount(leaver, PASSWORD))).toBeUndefined();
  expect(await accounts(leaver)).toBe(0);
  const names = (await member.ask('{ apiaries(filter: { role: OWNER }) { nodes { name } } }')).apiaries.nodes;
  expect(names).toEqual([{ name: 'El Encinar' }, { name: 'La Vega' }]);
  expect(await membersOf(member, first)).toEqual({});
  await expectOwnersTrue(app.database);
});

it('of an owner deletes shared apiaries if that is confirmed', async () => {
  const leaver = await beekeeper(app);
  const apiary = await leaver.apiary();
  const beehive = await leaver.beehive(apiary);
  await share(leaver, apiary, member, 'WORKER');
  expect((await deleteAccount(leaver, PASSWORD, true)).data.deleteMyAccount.success).toBe(true);
  expect(refusalOf(await member.graphql(`{ beehive(id: "${beehive}") { id } }`))).toBe('NOT_FOUND');
  expect(await app.database.sql('select 1 from apiary_members where apiary_id = $1', [apiary])).toEqual([]);
});

it('needs no confirmation where the access of the only member has ended', async () => {
  const leaver = await beekeeper(app);
  const inspector = await beekeeper(app);
  await share(leaver, await leaver.apiary(), inspector, 'INSPECTOR');
  await endAccess(app.database, inspector);
  expect(refusalOf(await deleteAccount(leaver, PASSWORD))).toBeUndefined();
});

it('with a wrong password is refused and names nothing', async () => {
  await share(owner, await owner.apiary({ name: 'Secret place' }), member, 'VIEWER');
  const answer = await deleteAccount(owner, 'Wrong-2026');
  expect(refusalOf(answer)).toBe('BAD_USER_INPUT');
  expect(JSON.stringify(answer)).not.toContain('Secret place');
});

it('of a member ends its memberships, and leaves what it recorded and whom it invited; its open links let in nobody', async () => {
  const leaver = await beekeeper(app);
  const apiary = await owner.apiary();
  await share(owner, apiary, leaver, 'MANAGER');
  const beehive = await leaver.beehive(apiary);
  await share(leaver, apiary, member, 'WORKER');
  const { token } = await inviteTo(leaver, apiary, 'VIEWER');
  expect(refusalOf(await deleteAccount(leaver, PASSWORD))).toBeUndefined();
  const seen = await owner.ask(`{ apiary(id: "${apiary}") {
    members { nodes { user { userId } invitedBy { name } } } invitations { nodes { invitedBy { name } } } beehives { nodes { id } } } }`);
  expect(seen.apiary).toEqual({
    members: { nodes: [{ user: { userId: member.id }, invitedBy: null }] },
    invitations: { nodes: [{ invitedBy: null }] },
    beehives: { nodes: [{ id: beehive }] },
  });
  expect(refusalOf(await accept(await beekeeper(app), token))).toBe(TOKEN_INVALID);
});

it('and an acceptance at the same moment: nobody is a member of an apiary that is gone', async () => {
  for (let round = 0; round < 5; round++) {
    const leaver = await beekeeper(app);
    const { token } = await inviteTo(leaver, await leaver.apiary(), 'VIEWER');
    const [deleted, accepted] = await Promise.all([deleteAccount(leaver, PASSWORD), accept(member, token)]);
    expect([undefined, 'CONFLICT APIARY_HAS_MEMBERS']).toContain(refusalOf(deleted));
    const isGone = refusalOf(deleted) === undefined;
    expect(await accounts(leaver)).toBe(isGone ? 0 : 1);
    if (!isGone) expect(refusalOf(accepted)).toBeUndefined();
    const dangling = `select 1 from apiary_members m where not exists (
      select 1 from apiaries a join users u on u.id = a.owner_id where a.id = m.apiary_id)`;
    expect(await app.database.sql(dangling)).toEqual([]);
  }
});

it('the export contains the memberships of the account, and nothing of the apiaries of others', async () => {
  const reader = await beekeeper(app);
  const [shared, own] = [await owner.apiary(), await reader.apiary()];
  await owner.beehive(shared);
  await share(owner, shared, reader, 'WORKER');
  await share(reader, own, member, 'VIEWER');
  const { body } = await reader.rest('GET', '/users/me/export');
  expect(body.memberships).toEqual([
    expect.objectContaining({ apiaryId: shared, userId: reader.id, role: 'WORKER', memberUntil: null }),
  ]);
  expect(body.apiaries.map(({ id }: { id: string }) => id)).toEqual([own]);
  expect(body.beehives).toEqual([]);
  // The log of the own apiary has the ids of those who did something in it.
  expect(JSON.stringify({ ...body, activity: [] })).not.toContain(member.id);
});

it('removes the mails that wait for the account, and no others', async () => {
  const [administrator, leaver, abuser, other] = [
    await beekeeper(app),
    await beekeeper(app),
    await beekeeper(app),
    await beekeeper(app),
  ];
  await app.database.sql(`update users set role = 'ADMIN' where id = $1`, [administrator.id]);
  for (const { email } of [leaver, abuser, other])
    await app.database.sql(
      `insert into mails (id, created_at, updated_at, recipient, subject, text, html)
       values (gen_random_uuid(), now(), now(), $1, 'Later', '', '')`,
      [email],
    );
  const recipients = async (): Promise<string[]> =>
    (await app.database.sql<{ recipient: string }>(`select recipient from mails where subject = 'Later'`)).map(
      ({ recipient }) => recipient,
    );
  expect((await deleteAccount(leaver, PASSWORD)).errors).toBeUndefined();
  expect(await recipients()).toEqual([abuser.email, other.email]);
  const { errors } = await administrator.graphql(
    `mutation ($id: ID!) { deleteUser(input: { id: $id, reason: "Abuse 7" }) { success } }`,
    { id: abuser.id },
  );
  expect(errors).toBeUndefined();
  expect(await recipients()).toEqual([other.email]);
});
