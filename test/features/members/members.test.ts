// Members of an apiary: who may change them, transfer, and what the end of a membership does.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { isOfRequest, isOfSession, startTestApp, statementsOf, type TestApp } from '../../support/client.js';
import {
  accept,
  changeRole,
  endAccess,
  inDays,
  inviteTo,
  leave,
  membersOf,
  ROLE_TOO_LOW,
  type Role,
  refusalOf,
  removeMember,
  share,
  transfer,
} from '../../support/members.js';
import { expectOwnersTrue } from '../../support/owners.js';
import { type Beekeeper, beekeeper } from '../../support/world.js';

let app: TestApp;
let owner: Beekeeper;
let people: Record<'manager' | 'worker' | 'viewer' | 'inspector' | 'expired' | 'outsider' | 'other', Beekeeper>;
beforeAll(async () => {
  app = await startTestApp();
  owner = await beekeeper(app, 'owner@example.org');
  const names = ['manager', 'worker', 'viewer', 'inspector', 'expired', 'outsider', 'other'];
  const created = await Promise.all(names.map(async (name) => [name, await beekeeper(app)] as const));
  people = Object.fromEntries(created) as typeof people;
});
afterAll(() => expectOwnersTrue(app.database));
afterAll(() => app.close());

/** An apiary with a member of each role; the access of `expired` has ended. */
async function sharedApiary(): Promise<string> {
  const apiary = await owner.apiary();
  await share(owner, apiary, people.expired, 'INSPECTOR');
  await endAccess(app.database, people.expired);
  for (const role of ['manager', 'worker', 'viewer', 'inspector'] as const)
    await share(owner, apiary, people[role], role.toUpperCase() as Role);
  return apiary;
}

describe('the list of members', () => {
  it('shows names and no address, to the owner and to every member, with cursors and a total', async () => {
    const apiary = await sharedApiary();
    const query = `query ($id: ID!, $after: String) { apiary(id: $id) {
      viewerRole owner { userId name } members(first: 3, after: $after) {
        totalCount pageInfo { hasNextPage endCursor } nodes { role memberUntil user { userId name } invitedBy { name } } } } }`;
    const seen = (await owner.ask(query, { id: apiary })).apiary;
    expect(seen).toMatchObject({ viewerRole: 'OWNER', owner: { userId: owner.id, name: 'bee' } });
    expect(seen.members).toMatchObject({ totalCount: 5, pageInfo: { hasNextPage: true } });
    const user = ({ id: userId }: Beekeeper) => ({ userId, name: 'bee' });
    expect(seen.members.nodes).toEqual([
      { role: 'INSPECTOR', memberUntil: expect.any(String), user: user(people.expired), invitedBy: { name: 'bee' } },
      { role: 'MANAGER', memberUntil: null, user: user(people.manager), invitedBy: { name: 'bee' } },
      { role: 'WORKER', memberUntil: null, user: user(people.worker), invitedBy: { name: 'bee' } },
    ]);
    const rest = (await owner.ask(query, { id: apiary, after: seen.members.pageInfo.endCursor })).apiary.members;
    expect(rest.nodes.map(({ role }: { role: Role }) => role)).toEqual(['VIEWER', 'INSPECTOR']);
    for (const name of ['manager', 'worker', 'viewer', 'inspector'] as const) {
      const { apiary: same } = await people[name].ask(query, { id: apiary });
      expect(same).toEqual({ ...seen, viewerRole: name.toUpperCase() });
    }
    const { errors } = await owner.graphql(`{ apiary(id: "${apiary}") { members { nodes { user { email } } } } }`);
    expect(errors![0]!.message).toContain('Cannot query field "email"');
  });

  it('of many apiaries, with owners and names, needs a fixed number of statements', async () => {
    const query = `{ apiaries { nodes { viewerRole owner { name }
      members { totalCount nodes { user { name } invitedBy { name } } } invitations { nodes { invitedBy { name } } } } } }`;
    const count = async (who: Beekeeper): Promise<number> => {
      await who.ask(query);
      const sent = await statementsOf(app.app, () => who.ask(query));
      return sent.filter((text) => isOfRequest(text) && !isOfSession(text)).length;
    };
    const host = await beekeeper(app);
    const guest = await beekeeper(app);
    const add = async (): Promise<void> => {
      const apiary = await host.apiary();
      await share(host, apiary, guest, 'MANAGER');
      await inviteTo(host, apiary, 'VIEWER');
    };
    await add();
    const ofOne = [await count(host), await count(guest)];
    for (let i = 0; i < 4; i++) await add();
    expect([await count(host), await count(guest)]).toEqual(ofOne);
    expect(Math.max(...ofOne)).toBeLessThanOrEqual(6);
  });
});

describe('who may change and remove members', () => {
  type Actor = keyof typeof people | 'owner';
  const actor = (name: Actor): Beekeeper => (name === 'owner' ? owner : people[name]);
  /** The member on whom the actor acts, its new role, and the response. */
  const cases: [Actor, Exclude<Actor, 'owner'>, Role, string | undefined][] = [
    ['outsider', 'viewer', 'WORKER', 'NOT_FOUND'],
    ['expired', 'viewer', 'WORKER', 'NOT_FOUND'],
    ['inspector', 'viewer', 'WORKER', ROLE_TOO_LOW],
    ['viewer', 'inspector', 'VIEWER', ROLE_TOO_LOW],
    ['worker', 'viewer', 'INSPECTOR', ROLE_TOO_LOW],
    ['viewer', 'viewer', 'WORKER', ROLE_TOO_LOW],
    ['manager', 'viewer', 'WORKER', undefined],
    ['manager', 'worker', 'INSPECTOR', undefined],
    ['manager', 'inspector', 'VIEWER', undefined],
    ['manager', 'viewer', 'MANAGER', ROLE_TOO_LOW],
    ['manager', 'manager', 'WORKER', ROLE_TOO_LOW],
    ['manager', 'outsider', 'WORKER', 'NOT_FOUND'],
    ['owner', 'viewer', 'MANAGER', undefined],
    ['owner', 'manager', 'VIEWER', undefined],
    ['owner', 'expired', 'INSPECTOR', undefined],
    ['owner', 'outsider', 'WORKER', 'NOT_FOUND'],
  ];

  it.each(cases)('%s: %s becomes %s', async (who, whom, role, refusal) => {
    const apiary = await sharedApiary();
    const before = await membersOf(owner, apiary);
    const answer = await changeRole(actor(who), apiary, actor(whom).id, role);
    expect(refusalOf(answer)).toBe(refusal);
    if (refusal === undefined)
      expect(answer.data.changeMemberRole.apiaryMember).toMatchObject({ role, user: { name: 'bee' } });
    const changed = refusal === undefined && { [actor(whom).id]: role };
    expect(await membersOf(owner, apiary)).toEqual({ ...before, ...changed });
  });

  it.each(cases.filter(([, , role]) => role !== 'MANAGER'))('%s removes %s', async (who, whom, _role, refusal) => {
    const apiary = await sharedApiary();
    const before = await membersOf(owner, apiary);
    expect(refusalOf(await removeMember(actor(who), apiary, actor(whom).id))).toBe(refusal);
    if (refusal === undefined) delete before[actor(whom).id];
    expect(await membersOf(owner, apiary)).toEqual(before);
  });

  it('a second manager is neither changed nor removed by the first', async () => {
    const apiary = await sharedApiary();
    await changeRole(owner, apiary, people.worker.id, 'MANAGER');
    expect(refusalOf(await changeRole(people.manager, apiary, people.worker.id, 'VIEWER'))).toBe(ROLE_TOO_LOW);
    expect(refusalOf(await removeMember(people.manager, apiary, people.worker.id))).toBe(ROLE_TOO_LOW);
  });

  it('nobody becomes the owner by a change of the role, and the owner is no member', async () => {
    const apiary = await sharedApiary();
    const { errors } = await changeRole(owner, apiary, people.viewer.id, 'OWNER');
    expect(errors).toMatchObject([
      {
        message: 'role must be one of MANAGER, WORKER, VIEWER, INSPECTOR',
        extensions: { code: 'BAD_USER_INPUT', fields: [{ field: 'role' }] },
      },
    ]);
    for (const who of [owner, people.manager]) {
      expect(refusalOf(await changeRole(who, apiary, owner.id, 'VIEWER'))).toBe('NOT_FOUND');
      expect(refusalOf(await removeMember(who, apiary, owner.id))).toBe('NOT_FOUND');
    }
  });

  it.each<[string, Role, string | undefined, string]>([
    ['an inspector without an end', 'INSPECTOR', undefined, 'memberUntil is required for the role INSPECTOR'],
    ['an end in the past', 'INSPECTOR', inDays(-1), 'memberUntil must be in the future, at most 366 days from now'],
    [
      'an end that is too far away',
      'INSPECTOR',
      inDays(367),
      'memberUntil must be in the future, at most 366 days from now',
    ],
    ['an end for another role', 'VIEWER', inDays(3), 'memberUntil must be omitted unless the role is INSPECTOR'],
  ])('%s is refused', async (_what, role, until, message) => {
    const apiary = await sharedApiary();
    const { errors } = await owner.graphql(
      `mutation ($id: ID!, $user: ID!, $role: ApiaryRole!, $until: DateTime) {
        changeMemberRole(input: { apiaryId: $id, userId: $user, role: $role, memberUntil: $until }) { apiaryMember { id } } }`,
      { id: apiary, user: people.worker.id, role, until },
    );
    expect(errors).toMatchObject([
      { message, extensions: { code: 'BAD_USER_INPUT', fields: [{ field: 'memberUntil' }] } },
    ]);
  });

  it('ids that are none are not found', async () => {
    const apiary = await sharedApiary();
    expect(refusalOf(await removeMember(owner, 'nonsense', people.viewer.id))).toBe('NOT_FOUND');
    expect(refusalOf(await removeMember(owner, apiary, 'nonsense'))).toBe('NOT_FOUND');
    expect(refusalOf(await changeRole(owner, apiary, "' or true --", 'VIEWER'))).toBe('NOT_FOUND');
    expect(refusalOf(await transfer(owner, apiary, 'nonsense'))).toBe('NOT_FOUND');
  });
});

describe('the end of a membership', () => {
  it('refuses the next request, over both APIs', async () => {
    const apiary = await sharedApiary();
    const beehive = await owner.beehive(apiary);
    const read = `{ beehive(id: "${beehive}") { id } }`;
    await people.worker.ask(read);
    await removeMember(people.manager, apiary, people.worker.id);
    expect(refusalOf(await people.worker.graphql(read))).toBe('NOT_FOUND');
    expect((await people.worker.rest('PUT', `/beehives/${beehive}`, { observations: 'No' })).status).toBe(404);
  });

  it('by leaving: once, for every role but the owner', async () => {
    const apiary = await sharedApiary();
    for (const name of ['manager', 'worker', 'viewer', 'inspector'] as const) {
      expect(await leave(people[name], apiary)).toMatchObject({ data: { leaveApiary: { apiaryId: apiary } } });
      expect(refusalOf(await people[name].graphql(`{ apiary(id: "${apiary}") { id } }`))).toBe('NOT_FOUND');
      expect(refusalOf(await leave(people[name], apiary))).toBe('NOT_FOUND');
    }
    for (const name of ['expired', 'outsider'] as const)
      expect(refusalOf(await leave(people[name], apiary))).toBe('NOT_FOUND');
    expect(refusalOf(await leave(owner, apiary))).toBe('CONFLICT OWNER_CANNOT_LEAVE');
    expect(await membersOf(owner, apiary)).toEqual({ [people.expired.id]: 'INSPECTOR' });
  });

  it('of an inspector is its date: the list shows it, and the background job removes it 30 days later', async () => {
    const apiary = await sharedApiary();
    const read = `{ apiary(id: "${apiary}") { id } }`;
    expect(refusalOf(await people.inspector.graphql(read))).toBeUndefined();
    await endAccess(app.database, people.inspector);
    expect(refusalOf(await people.inspector.graphql(read))).toBe('NOT_FOUND');
    const remove = () => app.app.expiredRows.remove();
    await remove();
    expect(await membersOf(owner, apiary)).toMatchObject({ [people.inspector.id]: 'INSPECTOR' });
    await app.database.sql(
      `update apiary_members set member_until = now() - interval '31 days' where user_id = $1 and apiary_id = $2`,
      [people.inspector.id, apiary],
    );
    expect((await remove()).apiary_members).toBe(1);
    expect(await membersOf(owner, apiary)).not.toHaveProperty(people.inspector.id);
  });
});

describe('a transfer', () => {
  it('makes a member the owner of everything in the apiary; the owner before becomes a manager', async () => {
    const apiary = await sharedApiary();
    const beehive = await owner.beehive(apiary, { beehiveNumber: 1 });
    const item = await owner.item(apiary, { quantity: 4 });
    await people.worker.ask(
      `mutation { recordInspection(input: { beehiveId: "${beehive}", answers: [] }) { inspection { id } } }`,
    );
    const invitation = await inviteTo(owner, apiary, 'VIEWER');
    const { data } = await transfer(owner, apiary, people.worker.id);
    expect(data.transferApiary.apiary).toEqual({
      id: apiary,
      viewerRole: 'MANAGER',
      owner: { userId: people.worker.id },
    });
    await expectOwnersTrue(app.database);
    const query = `{ apiary(id: "${apiary}") { userId viewerRole members { totalCount } inspections { totalCount }
      inventoryItems { nodes { stockMovements { totalCount } } } invitations { nodes { id } } } }`;
    const seen = (await people.worker.ask(query)).apiary;
    expect(seen).toEqual({
      userId: people.worker.id,
      viewerRole: 'OWNER',
      members: { totalCount: 5 },
      inspections: { totalCount: 1 },
      inventoryItems: { nodes: [{ stockMovements: { totalCount: 1 } }] },
      invitations: { nodes: [{ id: invitation.id }] },
    });
    expect(await membersOf(owner, apiary)).toMatchObject({ [owner.id]: 'MANAGER' });
    expect((await people.worker.rest('GET', '/apiaries')).body).toMatchObject([{ id: apiary }]);
    expect((await owner.rest('PUT', `/inventory/${item}/adjust`, { amount: 1 })).status).toBe(200);
    expect((await owner.rest('DELETE', `/apiaries/${apiary}`)).status).toBe(403);
    expect((await people.worker.rest('DELETE', `/apiaries/${apiary}`)).status).toBe(204);
  });

  it('without a role for the owner before: it sees nothing then', async () => {
    const apiary = await sharedApiary();
    expect((await transfer(owner, apiary, people.viewer.id, false)).data.transferApiary.apiary).toBeNull();
    expect(refusalOf(await owner.graphql(`{ apiary(id: "${apiary}") { id } }`))).toBe('NOT_FOUND');
    expect(Object.keys(await membersOf(people.viewer, apiary))).not.toContain(owner.id);
  });

  it.each([
    ['outsider', 'NOT_FOUND'],
    ['expired', 'NOT_FOUND'],
    ['inspector', ROLE_TOO_LOW],
    ['viewer', ROLE_TOO_LOW],
    ['worker', ROLE_TOO_LOW],
    ['manager', ROLE_TOO_LOW],
  ] as const)('is refused for the role: %s', async (name, refusal) => {
    const apiary = await sharedApiary();
    expect(refusalOf(await transfer(people[name], apiary, people.manager.id))).toBe(refusal);
    expect((await owner.ask(`{ apiary(id: "${apiary}") { userId } }`)).apiary.userId).toBe(owner.id);
  });

  it('is to a member only: neither to an outsider, an expired inspector nor oneself', async () => {
    const apiary = await sharedApiary();
    for (const { id } of [people.outsider, people.expired, owner])
      expect(refusalOf(await transfer(owner, apiary, id))).toBe('NOT_FOUND');
  });

  it('to a member whose account is deactivated is refused as for an outsider', async () => {
    const apiary = await sharedApiary();
    const member = await beekeeper(app);
    await share(owner, apiary, member, 'WORKER');
    const before = await membersOf(owner, apiary);
    const setActive = (isActive: boolean) =>
      app.database.sql('update users set is_active = $2 where id = $1', [member.id, isActive]);
    await setActive(false);
    const [refused, outside] = [
      await transfer(owner, apiary, member.id),
      await transfer(owner, apiary, people.outsider.id),
    ];
    expect(refusalOf(refused)).toBe('NOT_FOUND');
    expect(refused.errors![0]!.message).toBe(outside.errors![0]!.message);
    expect(await membersOf(owner, apiary)).toEqual(before);
    await setActive(true);
    expect(refusalOf(await transfer(owner, apiary, member.id))).toBeUndefined();
  });
});

describe('concurrently', () => {
  it('of two transfers, one happens', async () => {
    const apiary = await sharedApiary();
    const answers = await Promise.all([
      transfer(owner, apiary, people.worker.id),
      transfer(owner, apiary, people.viewer.id),
    ]);
    const refusals = answers.map(refusalOf);
    expect(refusals.filter((refusal) => refusal === undefined)).toHaveLength(1);
    expect(refusals.filter((refusal) => refusal !== undefined)[0]).toMatch(/^(NOT_FOUND|FORBIDDEN ROLE_TOO_LOW)$/);
    const winner = refusals[0] === undefined ? people.worker : people.viewer;
    expect((await winner.ask(`{ apiary(id: "${apiary}") { userId } }`)).apiary.userId).toBe(winner.id);
    expect(await membersOf(winner, apiary)).toMatchObject({ [owner.id]: 'MANAGER' });
  });

  it('what is created and recorded during a transfer belongs to the new owner', async () => {
    const apiary = await sharedApiary();
    const beehive = await owner.beehive(apiary);
    const item = await owner.item(apiary, { quantity: 50 });
    const {
      question: { question },
    } = await owner.ask(
      `mutation { question: createQuestion(input: { apiaryId: "${apiary}", text: "Calm?" }) { question { id } } }`,
    );
    const writes = [
      `createBeehive(input: { apiaryId: "${apiary}" }) { beehive { id } }`,
      `recordInspection(input: { beehiveId: "${beehive}", answers: [{ questionId: "${question.id}", text: "Yes" }] }) { inspection { id } }`,
      `adjustStock(input: { id: "${item}", amount: -1 }) { inventoryItem { quantity } }`,
      `createInventoryItem(input: { apiaryId: "${apiary}", itemName: "Wax", unit: "kg", quantity: 2 }) { inventoryItem { id } }`,
      `overrideQuestion(input: { beehiveId: "${beehive}", questionId: "${question.id}" }) { beehiveQuestion { id } }`,
    ];
    for (const newOwner of [people.worker, people.viewer, owner]) {
      const current = (await people.manager.ask(`{ apiary(id: "${apiary}") { userId } }`)).apiary.userId;
      const giver = [owner, people.worker, people.viewer].find(({ id }) => id === current)!;
      const send = () => writes.map((write) => people.manager.graphql(`mutation { ${write} }`));
      const [transferred, ...written] = await Promise.all([transfer(giver, apiary, newOwner.id), ...send(), ...send()]);
      expect(refusalOf(transferred)).toBeUndefined();
      // A row whose parent changed hands at the same moment may be refused, as if it were sent later; nothing is half written.
      for (const answer of written) expect(refusalOf(answer) ?? 'CONFLICT').toMatch(/^(CONFLICT|NOT_FOUND)/);
      await expectOwnersTrue(app.database);
    }
  });

  it('a removal and writes: each write is whole or refused', async () => {
    const apiary = await sharedApiary();
    const item = await owner.item(apiary, { quantity: 100 });
    const take = () =>
      people.worker.graphql(
        `mutation { adjustStock(input: { id: "${item}", amount: -1 }) { inventoryItem { quantity } } }`,
      );
    const [removed, ...taken] = await Promise.all([
      removeMember(owner, apiary, people.worker.id),
      ...Array.from({ length: 12 }, take),
    ]);
    expect(refusalOf(removed)).toBeUndefined();
    const done = taken.filter((answer) => refusalOf(answer) === undefined).length;
    expect(taken.every((answer) => [undefined, 'NOT_FOUND'].includes(refusalOf(answer)))).toBe(true);
    expect((await owner.ask(`{ inventoryItem(id: "${item}") { quantity } }`)).inventoryItem.quantity).toBe(100 - done);
    expect(refusalOf(await take())).toBe('NOT_FOUND');
  });

  it('a manager who is removed meanwhile grants nothing more', async () => {
    for (let round = 0; round < 5; round++) {
      const apiary = await sharedApiary();
      const { token } = await inviteTo(owner, apiary, 'VIEWER');
      const [removed, changed] = await Promise.all([
        removeMember(owner, apiary, people.manager.id),
        changeRole(people.manager, apiary, people.viewer.id, 'WORKER'),
        accept(people.other, token),
      ]);
      expect(refusalOf(removed)).toBeUndefined();
      expect([undefined, 'NOT_FOUND']).toContain(refusalOf(changed));
      expect(refusalOf(await changeRole(people.manager, apiary, people.viewer.id, 'INSPECTOR'))).toBe('NOT_FOUND');
    }
  });
});
