// Accepting an invitation, and what the holder of its link may know.
import { describe, expect, it } from '@jest/globals';
import { type Client, startTestApp, statementsOf } from '../../support/client.js';
import {
  accept,
  changeRole,
  endAccess,
  inDays,
  inviteTo,
  leave,
  membersOf,
  type Role,
  refusalOf,
  removeMember,
  revoke,
  share,
  TOKEN_INVALID,
} from '../../support/members.js';
import { beekeeper } from '../../support/world.js';
import { apiary, app, invitations, name, owner, people } from './invitations.fixture.js';

describe('accepting', () => {
  it('makes a member, who sees the apiary in the same response and from then on', async () => {
    const place = await owner.apiary({ name: 'La Vega' });
    const beehive = await owner.beehive(place);
    const guest = await beekeeper(app);
    await guest.ask('{ apiaries { nodes { id } } }');
    const { token } = await inviteTo(owner, place, 'WORKER');
    const expected = {
      id: place,
      name: 'La Vega',
      viewerRole: 'WORKER',
      owner: { userId: owner.id, name: expect.any(String) },
      beehives: { nodes: [{ id: beehive }] },
    };
    expect((await accept(guest, token)).data.acceptInvitation.apiary).toEqual(expected);
    expect((await guest.rest('PUT', `/beehives/${beehive}`, { observations: 'Calm' })).status).toBe(200);
    // Again, with the same response: it uses nothing up, and works although the invitation is used up.
    expect((await accept(guest, token)).data.acceptInvitation.apiary).toEqual(expected);
    expect(refusalOf(await accept(people.other, token))).toBe(TOKEN_INVALID);
  });

  it('needs a session', async () => {
    const { token } = await inviteTo(owner, apiary, 'VIEWER');
    expect(refusalOf(await accept(app.anyone, token))).toBe('UNAUTHENTICATED TOKEN_MISSING');
  });

  it('unknown, expired, revoked and used-up tokens look alike', async () => {
    const expired = await inviteTo(owner, apiary, 'VIEWER');
    await app.database.sql('update apiary_invitations set expires_at = now() where id = $1', [expired.id]);
    const tooLate = await inviteTo(owner, apiary, 'INSPECTOR');
    await app.database.sql('update apiary_invitations set member_until = now() where id = $1', [tooLate.id]);
    const revoked = await inviteTo(owner, apiary, 'VIEWER');
    await revoke(owner, revoked.id);
    const used = await inviteTo(owner, apiary, 'VIEWER');
    await accept(await beekeeper(app), used.token);
    const answers = [];
    for (const { token } of [expired, tooLate, revoked, used, { token: 'guessed' }, { token: '' }])
      answers.push(await accept(people.outsider, token));
    expect(refusalOf(answers[0]!)).toBe(TOKEN_INVALID);
    for (const answer of answers) expect(answer).toEqual(answers[0]);
  });

  it('an invitation with an address is for the account with it, in any case', async () => {
    const guest = await beekeeper(app);
    const { token } = await inviteTo(owner, apiary, 'VIEWER', { email: `  ${guest.email.toUpperCase()}` });
    const answer = await accept(people.outsider, token);
    expect(refusalOf(answer)).toBe('FORBIDDEN INVITATION_FOR_ANOTHER');
    expect(JSON.stringify(answer)).not.toContain(guest.email);
    expect(refusalOf(await accept(guest, token))).toBeUndefined();
  });

  it.each<[Role, Role, Role]>([
    ['MANAGER', 'VIEWER', 'MANAGER'],
    ['WORKER', 'INSPECTOR', 'WORKER'],
    ['VIEWER', 'INSPECTOR', 'VIEWER'],
    ['VIEWER', 'WORKER', 'WORKER'],
    ['INSPECTOR', 'VIEWER', 'VIEWER'],
    ['WORKER', 'WORKER', 'WORKER'],
  ])('a %s who accepts an invitation to %s is then %s', async (role, invited, expected) => {
    const place = await owner.apiary();
    const guest = await beekeeper(app);
    await share(owner, place, guest, role);
    const { token, id } = await inviteTo(owner, place, invited);
    expect((await accept(guest, token)).data.acceptInvitation.apiary).toMatchObject({ viewerRole: expected });
    expect(await membersOf(owner, place)).toEqual({ [guest.id]: expected });
    // Only a raised role uses it up.
    expect((await invitations(owner, place))!.some((one) => one.id === id)).toBe(role === expected);
  });

  it('the owner who accepts stays the owner', async () => {
    const { token, id } = await inviteTo(owner, apiary, 'VIEWER');
    expect((await accept(owner, token)).data.acceptInvitation.apiary).toMatchObject({ viewerRole: 'OWNER' });
    expect(await membersOf(owner, apiary)).not.toHaveProperty(owner.id);
    await revoke(owner, id);
  });

  it('a later end prolongs the access of an inspector, an earlier one does not shorten it', async () => {
    const place = await owner.apiary();
    const guest = await beekeeper(app);
    const until = async (): Promise<string> =>
      (await owner.ask(`{ apiary(id: "${place}") { members { nodes { memberUntil } } } }`)).apiary.members.nodes[0]
        .memberUntil;
    const dates = [inDays(10), inDays(20), inDays(5)];
    for (const memberUntil of dates) {
      const { token } = await inviteTo(owner, place, 'INSPECTOR', { memberUntil });
      expect(refusalOf(await accept(guest, token))).toBeUndefined();
    }
    expect(await until()).toBe(dates[1]);
    await endAccess(app.database, guest);
    const { token } = await inviteTo(owner, place, 'INSPECTOR', { memberUntil: dates[2] });
    expect(refusalOf(await accept(guest, token))).toBeUndefined();
    expect(await until()).toBe(dates[2]);
  });

  it('a link with several uses admits each account once: not after a departure or a lower role', async () => {
    const place = await owner.apiary();
    const { token } = await inviteTo(owner, place, 'WORKER', { uses: 3 });
    for (const who of [people.outsider, people.other]) await accept(who, token);
    await leave(people.other, place);
    expect(refusalOf(await accept(people.other, token))).toBe(TOKEN_INVALID);
    expect(refusalOf(await accept(people.viewer, token))).toBeUndefined();
    await changeRole(owner, place, people.viewer.id, 'VIEWER');
    expect((await accept(people.viewer, token)).data.acceptInvitation.apiary).toMatchObject({ viewerRole: 'VIEWER' });
    expect(refusalOf(await accept(people.worker, token))).toBe(TOKEN_INVALID);
  });
});

describe('a link with uses left that a member has accepted', () => {
  /** A guest who has accepted the first of two links, and another link that the guest does not know. */
  async function withGuest(role: Role = 'WORKER') {
    const [place, guest] = [await owner.apiary(), await beekeeper(app)];
    const accepted = await inviteTo(owner, place, role, { uses: 5 });
    const unknown = await inviteTo(owner, place, role, { uses: 5 });
    expect(refusalOf(await accept(guest, accepted.token))).toBeUndefined();
    return { place, guest, accepted, unknown, second: await beekeeper(app) };
  }
  const openIn = async (place: string) => (await invitations(owner, place))!.map(({ id }) => id);

  it('is revoked with the removal: a second account of the same person is refused, and the owner sees what is open', async () => {
    const { place, guest, accepted, unknown, second } = await withGuest();
    await removeMember(owner, place, guest.id);
    for (const who of [guest, second]) expect(refusalOf(await accept(who, accepted.token))).toBe(TOKEN_INVALID);
    expect(await membersOf(owner, place)).toEqual({});
    expect(await openIn(place)).toEqual([unknown.id]);
    const { changeLog } = (
      await owner.ask(
        `{ apiary(id: "${place}") { changeLog { nodes { kind action recordId actor { userId } changes { field } } } } }`,
      )
    ).apiary;
    expect(changeLog.nodes).toContainEqual({
      kind: 'APIARY_INVITATION',
      action: 'UPDATED',
      recordId: accepted.id,
      actor: { userId: owner.id },
      changes: [{ field: 'revokedAt' }],
    });
    expect(refusalOf(await accept(second, unknown.token))).toBeUndefined();
  });

  it('is also revoked if it had changed nothing for the member, whose role was higher', async () => {
    const { place, guest, unknown, second } = await withGuest();
    const lower = await inviteTo(owner, place, 'VIEWER', { uses: 5 });
    expect(refusalOf(await accept(guest, lower.token))).toBeUndefined();
    await removeMember(owner, place, guest.id);
    for (const who of [guest, second]) expect(refusalOf(await accept(who, lower.token))).toBe(TOKEN_INVALID);
    expect(await openIn(place)).toEqual([unknown.id]);
  });

  it('is revoked by a lower role, or an earlier end, than it grants, and by no other change', async () => {
    const { place, guest, accepted, unknown, second } = await withGuest();
    await changeRole(owner, place, guest.id, 'MANAGER');
    await changeRole(owner, place, guest.id, 'WORKER');
    expect((await openIn(place)).sort()).toEqual([accepted.id, unknown.id].sort());
    await changeRole(people.manager, place, guest.id, 'VIEWER');
    await changeRole(owner, place, guest.id, 'VIEWER');
    expect(await openIn(place)).toEqual([unknown.id]);
    expect(refusalOf(await accept(second, accepted.token))).toBe(TOKEN_INVALID);

    const inspected = await withGuest('INSPECTOR');
    await changeRole(owner, inspected.place, inspected.guest.id, 'INSPECTOR', inDays(40));
    expect(await openIn(inspected.place)).toHaveLength(2);
    await changeRole(owner, inspected.place, inspected.guest.id, 'INSPECTOR', inDays(3));
    expect(await openIn(inspected.place)).toEqual([inspected.unknown.id]);
  });

  it('stays valid when the member leaves: nobody revokes the links of the owner by joining and leaving', async () => {
    const { place, guest, accepted, second } = await withGuest();
    await leave(guest, place);
    expect(refusalOf(await accept(guest, accepted.token))).toBe(TOKEN_INVALID);
    expect(refusalOf(await accept(second, accepted.token))).toBeUndefined();
  });

  it('and is accepted by others during the removal admits them before it or not at all, in ten rounds', async () => {
    for (let round = 0; round < 10; round++) {
      const { place, guest, accepted, unknown, second } = await withGuest();
      const [removed, again, other] = await Promise.all([
        removeMember(owner, place, guest.id),
        accept(guest, accepted.token),
        accept(second, accepted.token),
      ]);
      expect(refusalOf(removed)).toBeUndefined();
      for (const answer of [again, other]) expect([undefined, TOKEN_INVALID]).toContain(refusalOf(answer));
      const isMember = refusalOf(other) === undefined;
      expect(await membersOf(owner, place)).toEqual(isMember ? { [second.id]: 'WORKER' } : {});
      expect(await openIn(place)).toEqual([unknown.id]);
      expect(refusalOf(await accept(people.other, accepted.token))).toBe(TOKEN_INVALID);
    }
  });

  it('and is accepted by a member for the first time during the removal is revoked, or refused', async () => {
    for (let round = 0; round < 10; round++) {
      const { place, guest, unknown, second } = await withGuest('VIEWER');
      const higher = await inviteTo(owner, place, 'WORKER', { uses: 5 });
      const [removed, raised] = await Promise.all([removeMember(owner, place, guest.id), accept(guest, higher.token)]);
      expect(refusalOf(removed)).toBeUndefined();
      // If the removal commits before the response is written, the account no longer sees the apiary that it would return.
      expect([undefined, 'NOT_FOUND', 'CONFLICT CHANGED_CONCURRENTLY']).toContain(refusalOf(raised));
      const members = await membersOf(owner, place);
      // Who has it accepted after the removal has used a link that was not known to be theirs before.
      const isBack = guest.id in members;
      expect(members).toEqual(isBack ? { [guest.id]: 'WORKER' } : {});
      if (isBack) continue;
      expect(await openIn(place)).toEqual([unknown.id]);
      expect(refusalOf(await accept(second, higher.token))).toBe(TOKEN_INVALID);
    }
  });
});

describe('what the holder of a link may know', () => {
  const READ = `query ($token: String!) { invitation(token: $token) { apiaryName inviterName role expiresAt memberUntil email } }`;
  const read = (token: string, who: Client = app.anyone) => who.graphql(READ, { token });

  it('is the apiary, by whom, as what and until when, without a session; the address if it is bound to one', async () => {
    const host = await beekeeper(app);
    await name(host, 'Ana Pérez');
    const place = await host.apiary({ name: 'La Vega' });
    const link = await inviteTo(host, place, 'WORKER');
    const { data } = await read(link.token);
    expect(data.invitation).toEqual({
      apiaryName: 'La Vega',
      inviterName: 'Ana Pérez',
      role: 'WORKER',
      expiresAt: expect.stringMatching(/^20/),
      memberUntil: null,
      email: null,
    });
    const days = (Date.parse(data.invitation.expiresAt) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(6.9);
    expect(days).toBeLessThan(7.1);
    const mailed = await inviteTo(host, place, 'INSPECTOR', { email: people.other.email });
    expect((await read(mailed.token, people.outsider)).data.invitation).toMatchObject({
      role: 'INSPECTOR',
      memberUntil: expect.stringMatching(/^20/),
      email: people.other.email,
    });
    // Reading uses nothing up.
    expect(refusalOf(await accept(people.outsider, link.token))).toBeUndefined();
  });

  it('carries no message, as the mail does not', async () => {
    const host = await beekeeper(app);
    await name(host, 'Win at evil.example');
    const place = await host.apiary({ name: 'x'.repeat(51) });
    const { token } = await inviteTo(host, place, 'VIEWER');
    expect((await read(token)).data.invitation).toMatchObject({ apiaryName: null, inviterName: null, role: 'VIEWER' });
  });

  it('is nothing for a token that nobody can use: all of these look alike', async () => {
    const manager = await beekeeper(app);
    const place = await owner.apiary();
    await share(owner, place, manager, 'MANAGER');
    const [expired, tooLate, revoked, used] = [
      await inviteTo(owner, place, 'VIEWER'),
      await inviteTo(owner, place, 'INSPECTOR'),
      await inviteTo(owner, place, 'VIEWER'),
      await inviteTo(owner, place, 'VIEWER'),
    ];
    await app.database.sql('update apiary_invitations set expires_at = now() where id = $1', [expired.id]);
    await app.database.sql('update apiary_invitations set member_until = now() where id = $1', [tooLate.id]);
    await revoke(owner, revoked.id);
    await accept(await beekeeper(app), used.token);
    const ofManager = await inviteTo(manager, place, 'VIEWER');
    expect(refusalOf(await read(ofManager.token))).toBeUndefined();
    await app.database.sql('update users set is_active = false where id = $1', [manager.id]);
    const deleted = await inviteTo(owner, await owner.apiary(), 'VIEWER');
    await app.database.sql('delete from apiaries where id = (select apiary_id from apiary_invitations where id = $1)', [
      deleted.id,
    ]);
    const answers = [];
    const unknown = ['guessed', '', 'x'.repeat(43), 'x'.repeat(50_000), "' or true --"];
    const known = [expired, tooLate, revoked, used, ofManager, deleted].map(({ token }) => token);
    for (const token of [...known, ...unknown]) answers.push(await read(token));
    expect(refusalOf(answers[0]!)).toBe(TOKEN_INVALID);
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(answers[0]).toMatchObject({
      errors: (await accept(people.other, expired.token)).errors!.map(({ message }) => ({ message })),
    });
  });

  it('is limited as log-ins are; a text that cannot be a token costs no statement about invitations', async () => {
    const sent = await statementsOf(app.app, () => read('guessed'));
    expect(sent.filter((text) => text.includes('apiary_invitations'))).toEqual([]);
    const { errors } = await app.anyone.graphql(
      '{ a: invitation(token: "a") { role } b: invitation(token: "b") { role } }',
    );
    expect(errors![0]!.message).toContain('only one credential attempt');
    const limited = await startTestApp({ RATE_LIMITS: 'on', RATE_LIMIT_LOGINS: '3/1m' }, app.database);
    try {
      const guesses = [];
      for (let i = 0; i < 4; i++) guesses.push(refusalOf(await read(`guess ${i}`, limited.anyone)));
      expect(guesses).toEqual([...Array(3).fill(TOKEN_INVALID), 'RATE_LIMITED']);
    } finally {
      await limited.close();
    }
  });
});
