// What the activity of an apiary says of its members and invitations.
import { describe, expect, it } from '@jest/globals';
import { expectLogExact } from '../../support/change-log.js';
import { Client, startTestApp } from '../../support/client.js';
import {
  accept,
  changeRole,
  deleteAccount,
  inviteTo,
  leave,
  type Role,
  refusalOf,
  removeMember,
  revoke,
  share,
  transfer,
} from '../../support/members.js';
import { type Beekeeper, beekeeper, PASSWORD } from '../../support/world.js';
import { activityOf, ana, apiary, app, ben, cleo, named, READ } from './member-activity.fixture.js';

/** The entries after the creation of the apiary, oldest first, in words. */
const storyOf = async (who: Client, id = apiary): Promise<string[]> =>
  (await activityOf(who, id)).nodes
    .toReversed()
    .slice(1)
    .map(({ kind, action, actor, person, changes }) =>
      [
        actor?.name ?? 'nobody',
        action,
        kind,
        ...(person ? [person.name] : []),
        ...changes.map(({ field, from, to }) => `${field} ${from}→${to}`),
      ].join(' '),
    );

describe('members', () => {
  it('join, get another role, leave and are removed, by whom', async () => {
    await share(ana, apiary, ben, 'MANAGER');
    await share(ben, apiary, cleo, 'VIEWER');
    await changeRole(ben, apiary, cleo.id, 'WORKER');
    await changeRole(ben, apiary, cleo.id, 'WORKER');
    await leave(cleo, apiary);
    await share(ben, apiary, cleo, 'WORKER');
    await removeMember(ben, apiary, cleo.id);
    expect(await storyOf(ana)).toEqual([
      'Ana CREATED APIARY_INVITATION role null→MANAGER',
      'Ben CREATED APIARY_MEMBER Ben role null→MANAGER',
      'Ben CREATED APIARY_INVITATION role null→VIEWER',
      'Cleo CREATED APIARY_MEMBER Cleo role null→VIEWER',
      'Ben UPDATED APIARY_MEMBER Cleo role VIEWER→WORKER',
      'Cleo DELETED APIARY_MEMBER Cleo role WORKER→null',
      'Ben CREATED APIARY_INVITATION role null→WORKER',
      'Cleo CREATED APIARY_MEMBER Cleo role null→WORKER',
      'Ben DELETED APIARY_MEMBER Cleo role WORKER→null',
    ]);
    const { nodes } = await activityOf(ana);
    expect(nodes.filter(({ kind }) => kind.startsWith('APIARY_')).every(({ label }) => label === null)).toBe(true);
  });

  it('a raised role and the revocations that follow from a removal are entries of their own', async () => {
    await share(ana, apiary, ben, 'WORKER');
    await accept(ben, (await inviteTo(ana, apiary, 'MANAGER')).token);
    await inviteTo(ben, apiary, 'VIEWER');
    const open = await inviteTo(ana, apiary, 'VIEWER');
    for (let times = 2; times > 0; times--) expect(refusalOf(await revoke(ana, open.id))).toBeUndefined();
    await removeMember(ana, apiary, ben.id);
    const since = (await storyOf(ana)).slice(2);
    expect(since.slice(0, 5)).toEqual([
      'Ana CREATED APIARY_INVITATION role null→MANAGER',
      'Ben UPDATED APIARY_MEMBER Ben role WORKER→MANAGER',
      'Ben CREATED APIARY_INVITATION role null→VIEWER',
      'Ana CREATED APIARY_INVITATION role null→VIEWER',
      expect.stringMatching(/^Ana UPDATED APIARY_INVITATION revokedAt null→2/),
    ]);
    expect(since.slice(5).sort()).toEqual([
      'Ana DELETED APIARY_MEMBER Ben role MANAGER→null',
      expect.stringMatching(/^Ana UPDATED APIARY_INVITATION revokedAt null→2/),
    ]);
  });

  it('a transfer names the new owner, and does not look like a removal', async () => {
    await share(ana, apiary, ben, 'WORKER');
    expect(refusalOf(await transfer(ana, apiary, ben.id))).toBeUndefined();
    for (const who of [ana, ben])
      expect((await storyOf(who)).slice(2)).toEqual([
        `Ana UPDATED APIARY Ben userId ${ana.id}→${ben.id}`,
        'Ana CREATED APIARY_MEMBER Ana role null→MANAGER',
      ]);
    // Ben removes who was the owner.
    await removeMember(ben, apiary, ana.id);
    expect((await storyOf(ben)).at(-1)).toBe('Ben DELETED APIARY_MEMBER Ana role MANAGER→null');
  });

  it('every member reads who the members are; only the owner and managers read of invitations', async () => {
    const readers: [Role, Beekeeper][] = [];
    for (const role of ['MANAGER', 'WORKER', 'VIEWER', 'INSPECTOR'] as const) {
      const member = await beekeeper(app);
      await share(ana, apiary, member, role);
      readers.push([role, member]);
    }
    await revoke(ana, (await inviteTo(ana, apiary, 'WORKER', { email: 'dora@example.org' })).id);
    const all = await activityOf(ana);
    expect(all.nodes.filter(({ kind }) => kind === 'APIARY_INVITATION')).toHaveLength(6);
    expect(all.totalCount).toBe(11);
    for (const [role, member] of readers) {
      const { nodes, totalCount } = await activityOf(member);
      const expected = all.nodes.filter(({ kind }) => role === 'MANAGER' || kind !== 'APIARY_INVITATION');
      expect({ role, totalCount, nodes }).toEqual({ role, totalCount: expected.length, nodes: expected });
      const paged = await member.ask(
        `{ apiary(id: "${apiary}") { changeLog(first: 3) { totalCount nodes { kind } pageInfo { hasNextPage } } } }`,
      );
      expect(paged.apiary.changeLog).toEqual({
        totalCount: expected.length,
        nodes: expected.slice(0, 3).map(({ kind }) => ({ kind })),
        pageInfo: { hasNextPage: true },
      });
    }
    expect(refusalOf(await cleo.graphql(READ, { id: apiary }))).toBe('NOT_FOUND');
  });

  it('names are those of now, and nothing remains of a deleted account but its id', async () => {
    const dora = await named('Dora');
    const { token } = await inviteTo(ana, apiary, 'WORKER', { email: dora.email });
    expect(refusalOf(await accept(dora, token))).toBeUndefined();
    await dora.ask('mutation { updateProfile(input: { username: "Theodora" }) { user { id } } }');
    expect((await storyOf(ana)).at(-1)).toBe('Theodora CREATED APIARY_MEMBER Theodora role null→WORKER');
    await deleteAccount(dora, PASSWORD);
    expect((await storyOf(ana)).slice(1)).toEqual([
      'nobody CREATED APIARY_MEMBER role null→WORKER',
      'nobody DELETED APIARY_MEMBER role WORKER→null',
    ]);
    const log = await app.database.sql('select * from changes where apiary_id = $1', [apiary]);
    const hashes = await app.database.sql<{ token_hash: string }>('select token_hash from apiary_invitations');
    const text = JSON.stringify(log);
    for (const secret of ['Dora', 'Theodora', dora.email, token, ...hashes.map((row) => row.token_hash)])
      expect(text).not.toContain(secret);
  });

  it('a removal after a deletion in one transaction is listed', async () => {
    await share(ana, apiary, ben, 'WORKER');
    const hive = await ana.beehive(apiary);
    const query = `mutation { deleteBeehive(input: { id: "${hive}" }) { deletedId } removeMember(input: { apiaryId: "${apiary}", userId: "${ben.id}" }) { deletedId } }`;
    const headers = {
      'content-type': 'application/json',
      authorization: `Bearer ${ana.token}`,
      'idempotency-key': apiary,
    };
    const response = await fetch(`${ana.url}/graphql`, { method: 'POST', headers, body: JSON.stringify({ query }) });
    expect(await response.json()).not.toHaveProperty('errors');
    expect((await storyOf(ana)).slice(-2)).toEqual([
      'Ana DELETED BEEHIVE',
      'Ana DELETED APIARY_MEMBER Ben role WORKER→null',
    ]);
  });

  it('what expires is deleted without an entry that people see', async () => {
    await share(ana, apiary, ben, 'INSPECTOR');
    const before = await storyOf(ana);
    await app.database.sql(`update apiary_members set member_until = now() - interval '31 days' where apiary_id = $1`, [
      apiary,
    ]);
    await app.database.sql(
      `update apiary_invitations set expires_at = now() - interval '31 days' where apiary_id = $1`,
      [apiary],
    );
    const { apiary_members: members, apiary_invitations: invitations } = await app.app.expiredRows.remove();
    expect([members, invitations]).toEqual([1, 1]);
    const deleted = await app.database.sql(
      `select entity, subject_id, notable from changes where apiary_id = $1 and action = 'DELETED' order by entity`,
      [apiary],
    );
    expect(deleted).toEqual([
      { entity: 'ApiaryInvitation', subject_id: null, notable: false },
      { entity: 'ApiaryMember', subject_id: ben.id, notable: false },
    ]);
    // The updates by hand are listed.
    expect((await storyOf(ana)).filter((line) => !line.startsWith('nobody UPDATED'))).toEqual(before);
  });

  it('are part of the export, without names', async () => {
    await share(ana, apiary, ben, 'WORKER');
    const { body } = await ana.rest('GET', '/users/me/export');
    const entries = body.activity.filter(({ apiaryId, kind }: { apiaryId: string; kind: string }) =>
      [apiaryId === apiary, kind.startsWith('ApiaryM')].every(Boolean),
    );
    expect(entries).toMatchObject([
      {
        kind: 'ApiaryMember',
        action: 'CREATED',
        actorId: ben.id,
        subjectId: ben.id,
        fields: { role: [null, 'WORKER'] },
      },
    ]);
  });
});

it('a removed member turns no page; a repetition with the Idempotency-Key has the response of then, anything else is refused', async () => {
  await share(ana, apiary, ben, 'WORKER');
  const hive = await ana.beehive(apiary, { beehiveNumber: 1 });
  const item = await ana.item(apiary, { itemName: 'Sugar', quantity: 5 });
  for (let foodFrames = 1; foodFrames < 5; foodFrames++)
    await ana.rest('PUT', `/beehives/${hive}`, { food_frames: foodFrames });
  await ana.ask(`mutation { recordInspection(input: { beehiveId: "${hive}", answers: [] }) { inspection { id } } }`);
  const cursors = (await ben.ask(`{
      apiary(id: "${apiary}") { changeLog(first: 1) { pageInfo { endCursor } } members(first: 1) { pageInfo { endCursor } } }
      beehive(id: "${hive}") { timeline(first: 1) { pageInfo { endCursor } } }
    }`)) as Record<string, Record<string, { pageInfo: { endCursor: string } }>>;
  const after = (of: string, list: string): string => cursors[of]![list]!.pageInfo.endCursor;
  const exit = async (key: string) => {
    const query = `mutation { recordExit(input: { id: "${item}", quantity: 1, person: "Ben" }) { inventoryItem { quantity } } }`;
    const headers = {
      'content-type': 'application/json',
      authorization: `Bearer ${ben.token}`,
      'idempotency-key': key,
    };
    const response = await fetch(`${ben.url}/graphql`, { method: 'POST', headers, body: JSON.stringify({ query }) });
    return (await response.json()) as { data: unknown; errors?: { extensions: { code: string } }[] };
  };
  const first = await exit(`${apiary}-1`);
  expect(first).toEqual({ data: { recordExit: { inventoryItem: { quantity: 4 } } } });

  await removeMember(ana, apiary, ben.id);
  for (const query of [
    `{ apiary(id: "${apiary}") { changeLog(first: 1, after: "${after('apiary', 'changeLog')}") { nodes { key } } } }`,
    `{ apiary(id: "${apiary}") { members(first: 1, after: "${after('apiary', 'members')}") { nodes { id } } } }`,
    `{ beehive(id: "${hive}") { timeline(first: 1, after: "${after('beehive', 'timeline')}") { nodes { key } } } }`,
  ])
    expect(refusalOf(await ben.graphql(query))).toBe('NOT_FOUND');
  const ids = [apiary, hive, item, ...(await activityOf(ana)).nodes.map(({ recordId }) => recordId)];
  const { nodes } = await ben.ask('query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', { ids });
  expect(nodes).toEqual(ids.map(() => null));
  // A cursor is a place in the order: with one of another apiary, the own activity has its own entries only.
  const own = await ben.apiary({ name: 'Own' });
  const { apiary: read } = await ben.ask(
    `{ apiary(id: "${own}") { changeLog(first: 5, after: "${after('apiary', 'changeLog')}") { totalCount nodes { label } } } }`,
  );
  expect(read.changeLog).toEqual({ totalCount: 1, nodes: [] });

  expect(await exit(`${apiary}-1`)).toEqual(first);
  expect((await exit(`${apiary}-2`)).errors).toMatchObject([{ extensions: { code: 'NOT_FOUND' } }]);
  expect((await ana.ask(`{ inventoryItem(id: "${item}") { quantity } }`)).inventoryItem).toEqual({ quantity: 4 });
});

it('the demo data show the work of two accounts', async () => {
  const demo = await startTestApp({ DEMO_DATA: 'on' });
  try {
    const logIn = async (email: string): Promise<Client> => {
      const { body } = await demo.anyone.rest('POST', '/auth/login', { email, password: 'Demo-hives-1' });
      return new Client(demo.url, body.access_token);
    };
    const [owner, member] = [await logIn('demo@example.org'), await logIn('demo2@example.org')];
    const { apiaries } = await member.ask('{ apiaries { nodes { id name viewerRole } } }');
    expect(apiaries.nodes).toMatchObject([{ name: 'El Encinar', viewerRole: 'WORKER' }]);
    const { id } = apiaries.nodes[0];
    const newest = (await activityOf(owner, id)).nodes.slice(0, 3);
    expect(newest.map(({ kind, action, actor }) => [actor?.name, action, kind].join(' ')).sort()).toEqual([
      'demo 2 CREATED APIARY_MEMBER',
      'demo 2 CREATED INSPECTION',
      'demo 2 CREATED STOCK_MOVEMENT',
    ]);
    const { beehives } = await owner.ask(
      `{ beehives(apiaryId: "${id}", first: 1) { nodes { timeline { nodes { kind actor { name } } } } } }`,
    );
    const names = beehives.nodes[0].timeline.nodes.map(({ actor }: { actor: { name: string } | null }) => actor?.name);
    expect([names[0], new Set(names)]).toEqual(['demo 2', new Set(['demo 2', 'demo'])]);
    await expectLogExact(demo.database);
  } finally {
    await demo.close();
  }
});

it('the fields of a person are no more than the id and the name', async () => {
  const fields = Object.keys((app.app.schema.getType('Person') as unknown as { getFields(): object }).getFields());
  expect(fields.sort()).toEqual(['name', 'userId']);
});
