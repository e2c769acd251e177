// `node` returns accounts, sessions, memberships, invitations and what belongs to a harvest to those who see them elsewhere, and to nobody else.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startTestApp, type TestApp } from '../../support/client.js';
import { changeRole, inviteTo, refusalOf, removeMember, revoke, share } from '../../support/members.js';
import { type Beekeeper, beekeeper, harvestFrom } from '../../support/world.js';

let app: TestApp;
let owner: Beekeeper;
let manager: Beekeeper;
let viewer: Beekeeper;
let stranger: Beekeeper;
let administrator: Beekeeper;
let apiary: string;
beforeAll(async () => {
  app = await startTestApp();
  const people = await Promise.all(Array.from({ length: 5 }, () => beekeeper(app)));
  [owner, manager, viewer, stranger, administrator] = people as [Beekeeper, Beekeeper, Beekeeper, Beekeeper, Beekeeper];
  await app.database.sql(`update users set permissions = '{users:read}' where id = $1`, [administrator.id]);
  apiary = await owner.apiary();
  await share(owner, apiary, manager, 'MANAGER');
  await share(owner, apiary, viewer, 'VIEWER');
});
afterAll(() => app.close());

const NODE = 'query ($id: ID!) { node(id: $id) { __typename id } }';

/** Who of all finds a record, by its type. */
async function findersOf(id: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  const unknown = await stranger.graphql(NODE, { id: randomUUID() });
  for (const [name, who] of Object.entries({ owner, manager, viewer, stranger, administrator })) {
    const { data, errors } = await who.graphql(NODE, { id });
    if (data.node) expect(data.node.id).toBe(id);
    // What somebody does not see looks as if it did not exist.
    else expect({ data, errors }).toEqual({ data: unknown.data, errors: unknown.errors });
    if (data.node) found[name] = data.node.__typename;
  }
  return found;
}

it('an account, for itself and for administrators', async () => {
  expect(await findersOf(owner.id)).toEqual({ owner: 'User', administrator: 'User' });
  const { me } = await owner.ask('{ me { id email language } }');
  const { node } = await owner.ask('query ($id: ID!) { node(id: $id) { id ... on User { email language } } }', {
    id: owner.id.toUpperCase(),
  });
  expect(node).toEqual(me);
});

describe('a session', () => {
  const sessionsOf = async (who: Beekeeper): Promise<{ id: string; isCurrent: boolean }[]> =>
    (await who.ask('{ me { sessions { id isCurrent } } }')).me.sessions;

  it('for its account', async () => {
    const [session] = await sessionsOf(owner);
    expect(await findersOf(session!.id)).toEqual({ owner: 'Session' });
    const root = await beekeeper(app);
    await app.database.sql(`update users set role = 'ADMIN' where id = $1`, [root.id]);
    expect((await root.ask(NODE, { id: session!.id })).node).toEqual({ __typename: 'Session', id: session!.id });
    const { node } = await owner.ask(`{ node(id: "${session!.id}") { id ... on Session { isCurrent } } }`);
    expect(node).toEqual(session);
  });

  it('for nobody, once it has ended or expired', async () => {
    const { email } = owner;
    await app.anyone.rest('POST', '/auth/login', { email, password: 'Abeja-2026' });
    await app.anyone.rest('POST', '/auth/login', { email, password: 'Abeja-2026' });
    const [ended, expired] = (await sessionsOf(owner)).filter(({ isCurrent }) => !isCurrent);
    await owner.ask(`mutation { endSession(input: { id: "${ended!.id}" }) { deletedId } }`);
    await app.database.sql('update sessions set expires_at = now() where id = $1', [expired!.id]);
    for (const { id } of [ended!, expired!]) expect(await findersOf(id)).toEqual({});
  });
});

it('a membership, for everybody in the apiary, as long as it lasts', async () => {
  const { nodes } = (await owner.ask(`{ apiary(id: "${apiary}") { members { nodes { id user { userId } } } } }`)).apiary
    .members;
  const { id } = nodes.find(({ user }: { user: { userId: string } }) => user.userId === viewer.id);
  const all = { owner: 'ApiaryMember', manager: 'ApiaryMember', viewer: 'ApiaryMember' };
  expect(await findersOf(id)).toEqual(all);
  const guest = await beekeeper(app);
  await share(owner, apiary, guest, 'WORKER');
  const read = async () => (await guest.graphql(NODE, { id })).data.node;
  expect(await read()).toEqual({ __typename: 'ApiaryMember', id });
  await removeMember(owner, apiary, guest.id);
  expect(await read()).toBeNull();
});

describe('an invitation', () => {
  it('for the owner and managers, who list it', async () => {
    const { id } = await inviteTo(owner, apiary, 'WORKER');
    expect(await findersOf(id)).toEqual({ owner: 'ApiaryInvitation', manager: 'ApiaryInvitation' });
    await revoke(owner, id);
    expect(await findersOf(id)).toEqual({});
  });

  it('to the role of managers, for the owner only', async () => {
    const { id } = await inviteTo(owner, apiary, 'MANAGER');
    expect(await findersOf(id)).toEqual({ owner: 'ApiaryInvitation' });
  });

  it('not for a manager who has become a worker', async () => {
    const { id } = await inviteTo(owner, apiary, 'VIEWER');
    const other = await beekeeper(app);
    await share(owner, apiary, other, 'MANAGER');
    const read = async () => refusalOf(await other.graphql(NODE, { id }));
    expect(await read()).toBeUndefined();
    await changeRole(owner, apiary, other.id, 'WORKER');
    expect(await read()).toBe('NOT_FOUND');
  });

  it('not once it is used up', async () => {
    const { id, token } = await inviteTo(owner, apiary, 'WORKER');
    const guest = await beekeeper(app);
    await guest.ask('mutation ($token: String!) { acceptInvitation(input: { token: $token }) { apiary { id } } }', {
      token,
    });
    expect(await findersOf(id)).toEqual({});
    await removeMember(owner, apiary, guest.id);
  });
});

it('what belongs to a harvest, for those who see the harvest', async () => {
  const hive = await owner.beehive(apiary);
  const { harvest: id, lot } = await harvestFrom(owner, apiary, hive);
  await owner.ask(
    'mutation ($id: ID!) { amendHarvest(input: { id: $id, notes: "Dark", reason: "Forgotten" }) { harvest { id } } }',
    { id },
  );
  const { harvest, lot: ofLot } = await owner.ask(
    `{ harvest(id: "${id}") { sources { id } revisions { id } } lot(id: "${lot}") { contents { id } } }`,
  );
  const everybody = (type: string) => ({ owner: type, manager: type, viewer: type });
  expect(await findersOf(harvest.sources[0].id)).toEqual(everybody('HarvestSource'));
  expect(await findersOf(harvest.revisions[0].id)).toEqual(everybody('HarvestRevision'));
  expect(await findersOf(ofLot.contents[0].id)).toEqual(everybody('LotHarvest'));
});

it('an entry of the audit log, for administrators', async () => {
  const other = await beekeeper(app);
  await app.database.sql(`update users set role = 'ADMIN' where id = $1`, [other.id]);
  await other.ask('mutation ($id: ID!) { setUserStatus(input: { id: $id, isVerified: true }) { user { id } } }', {
    id: stranger.id,
  });
  const { auditEntries } = await administrator.ask('{ auditEntries(first: 1) { nodes { id } } }');
  expect(await findersOf(auditEntries.nodes[0].id)).toEqual({ administrator: 'AuditEntry' });
});

it('several of different types, in the order of their ids', async () => {
  const ids = [owner.id, randomUUID(), apiary, stranger.id];
  const { nodes } = await owner.ask('query ($ids: [ID!]!) { nodes(ids: $ids) { __typename } }', { ids });
  expect(nodes).toEqual([{ __typename: 'User' }, null, { __typename: 'Apiary' }, null]);
});
