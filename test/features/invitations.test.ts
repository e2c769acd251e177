// Invitations to an apiary, by link and by mail, and their acceptance.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client, startTestApp, type TestApp } from '../support/client.js';
import { allSent, invitationMail, mailsTo, tokenIn } from '../support/mail.js';
import {
  accept,
  changeRole,
  deleteAccount,
  endAccess,
  inDays,
  invite,
  inviteTo,
  leave,
  membersOf,
  ROLE_TOO_LOW,
  type Role,
  refusalOf,
  removeMember,
  revoke,
  share,
  TOKEN_INVALID,
  tokenOf,
  transfer,
} from '../support/members.js';
import { type Beekeeper, beekeeper, PASSWORD } from '../support/world.js';

const MAX_MEMBERS = 50;
const MAX_MEMBERSHIPS = 200;
const MAX_OPEN_INVITATIONS = 20;

let app: TestApp;
let owner: Beekeeper;
let people: Record<'manager' | 'worker' | 'viewer' | 'inspector' | 'expired' | 'outsider' | 'other', Beekeeper>;
let apiary: string;
beforeAll(async () => {
  app = await startTestApp();
  owner = await beekeeper(app, 'owner@example.org');
  const names = ['manager', 'worker', 'viewer', 'inspector', 'expired', 'outsider', 'other'];
  const created = await Promise.all(names.map(async (name) => [name, await beekeeper(app)] as const));
  people = Object.fromEntries(created) as typeof people;
  apiary = await owner.apiary({ name: 'El Encinar' });
  for (const role of ['manager', 'worker', 'viewer', 'inspector'] as const)
    await share(owner, apiary, people[role], role.toUpperCase() as Role);
  await share(owner, apiary, people.expired, 'INSPECTOR');
  const past = `update apiary_members set expires_at = now() - interval '1 day' where user_id = $1`;
  await app.database.sql(past, [people.expired.id]);
});
afterAll(() => app.close());

const name = (who: Beekeeper, username: string): Promise<unknown> =>
  who.ask('mutation ($username: String!) { updateProfile(input: { username: $username }) { id } }', { username });
const invitations = async (who: Client, id = apiary): Promise<{ id: string; role: Role }[] | null> =>
  (await who.ask(`{ apiary(id: "${id}") { invitations { nodes { id role } } } }`)).apiary.invitations?.nodes ?? null;

/** Makes any number of accounts members, without the requests that this takes. */
async function addMembers(apiaryId: string, count: number): Promise<void> {
  await app.database.sql(
    `with people as (
       insert into users (id, created_at, updated_at, email, username, password_hash)
       select gen_random_uuid(), now(), now(), gen_random_uuid() || '@example.org', 'bee', 'none' from generate_series(1, $2::int)
       returning id)
     insert into apiary_members (id, created_at, updated_at, apiary_id, user_id, role)
     select gen_random_uuid(), now(), now(), $1, id, 'VIEWER' from people`,
    [apiaryId, count],
  );
}

describe('inviting', () => {
  type Who = keyof typeof people | 'owner';
  const ROLES: Role[] = ['MANAGER', 'WORKER', 'VIEWER', 'INSPECTOR'];
  const allowed: Record<Who, [allowed: Role[], refusal: string | undefined]> = {
    outsider: [[], 'NOT_FOUND'],
    other: [[], 'NOT_FOUND'],
    expired: [[], 'NOT_FOUND'],
    inspector: [[], ROLE_TOO_LOW],
    viewer: [[], ROLE_TOO_LOW],
    worker: [[], ROLE_TOO_LOW],
    manager: [['WORKER', 'VIEWER', 'INSPECTOR'], ROLE_TOO_LOW],
    owner: [ROLES, undefined],
  };
  const accountOf = (who: Who): Beekeeper => (who === 'owner' ? owner : people[who]);

  it.each(Object.entries(allowed))('as %s: to the roles %j', async (who, [roles, refusal]) => {
    for (const role of ROLES) {
      const memberUntil = role === 'INSPECTOR' ? inDays(5) : undefined;
      const answer = await invite(accountOf(who as Who), { apiaryId: apiary, role, memberUntil });
      expect([role, refusalOf(answer)]).toEqual([role, roles.includes(role) ? undefined : refusal]);
      if (answer.data?.inviteToApiary) await revoke(owner, answer.data.inviteToApiary.invitation.id);
    }
  });

  it('returns the invitation and the link, which leads to a page of the service', async () => {
    const before = Date.now();
    const { data } = await invite(owner, { apiaryId: apiary, role: 'WORKER' });
    const { link, invitation } = data.inviteToApiary;
    expect(link).toMatch(new RegExp(`^${app.url}/accept-invitation/[\\w-]{43}$`));
    expect(invitation).toMatchObject({
      apiaryId: apiary,
      role: 'WORKER',
      email: null,
      memberUntil: null,
      usesLeft: 1,
      invitedBy: { id: owner.id },
    });
    const days = (Date.parse(invitation.expiresAt) - before) / 86_400_000;
    expect(Math.round(days)).toBe(7);
    await revoke(owner, invitation.id);
  });

  it('nothing stored contains the token: neither a table nor a response under an Idempotency-Key', async () => {
    const response = await fetch(`${app.url}/graphql`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${owner.token}`,
        'idempotency-key': 'one-invitation',
      },
      body: JSON.stringify({
        query: `mutation { inviteToApiary(input: { apiaryId: "${apiary}", role: VIEWER }) { link invitation { id } } }`,
      }),
    });
    const { data } = (await response.json()) as {
      data: { inviteToApiary: { link: string; invitation: { id: string } } };
    };
    const token = tokenOf(data.inviteToApiary);
    const tables = await app.database.sql<{ name: string }>(
      `select tablename as name from pg_tables where schemaname = 'public'`,
    );
    const rows = await Promise.all(tables.map(({ name }) => app.database.sql(`select * from "${name}"`)));
    const dump = JSON.stringify(rows);
    expect(dump).toContain(data.inviteToApiary.invitation.id);
    expect(dump).not.toContain(token);
    expect(dump).not.toContain(Buffer.from(token, 'base64url').toString('hex'));
    await revoke(owner, data.inviteToApiary.invitation.id);
  });

  it.each<[string, object, string]>([
    ['the role OWNER', { role: 'OWNER' }, 'role must be one of MANAGER, WORKER, VIEWER, INSPECTOR'],
    ['an inspector without an end', { role: 'INSPECTOR' }, 'memberUntil is required for the role INSPECTOR'],
    [
      'an inspector for too long',
      { role: 'INSPECTOR', memberUntil: inDays(367) },
      'memberUntil must be in the future, at most 366 days from now',
    ],
    ['an end for a worker', { memberUntil: inDays(3) }, 'memberUntil must be omitted unless the role is INSPECTOR'],
    ['no address', { email: 'not an address' }, 'email must be an e-mail address'],
    ['several uses for one address', { email: 'a@example.org', uses: 2 }, 'uses must not be combined with email'],
    ['too many uses', { uses: 51 }, 'uses must be a whole number from 1 to 50'],
    ['too many days', { expiresInDays: 31 }, 'expiresInDays must be a whole number from 1 to 30'],
  ])('refuses %s', async (_what, fields, message) => {
    const { errors } = await invite(owner, { apiaryId: apiary, role: 'WORKER', ...fields });
    expect(errors).toMatchObject([
      { message, extensions: { code: 'BAD_USER_INPUT', fields: [{ field: message.split(' ')[0] }] } },
    ]);
  });

  it('refuses in Spanish, too', async () => {
    const response = await fetch(`${app.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${owner.token}`, 'accept-language': 'es' },
      body: JSON.stringify({
        query: `mutation { inviteToApiary(input: { apiaryId: "${apiary}", role: INSPECTOR }) { link } }`,
      }),
    });
    const { errors } = (await response.json()) as { errors: { message: string }[] };
    expect(errors[0]!.message).toBe('memberUntil es obligatorio para la función INSPECTOR');
  });
});

describe('the mail', () => {
  it('is in the language of the account that invites, with its name and that of the apiary', async () => {
    await name(owner, 'Íñigo');
    await owner.ask('mutation { updateProfile(input: { language: ES }) { id } }');
    await inviteTo(owner, apiary, 'WORKER', { email: ' Guest-1@Example.org' });
    const spanish = await invitationMail(app, 'guest-1@example.org');
    expect(spanish.subject).toBe('Invitación a un apiario');
    expect(spanish.text).toMatch(
      /^Hola:\n\nÍñigo le invita al apiario «El Encinar», para trabajar en él\. El enlace sirve durante 7 días:\n\nhttp/,
    );
    expect(spanish.html).toContain('lang="es"');
    await owner.ask('mutation { updateProfile(input: { language: EN }) { id } }');
    await inviteTo(owner, apiary, 'INSPECTOR', { email: 'guest-2@example.org', expiresInDays: 1 });
    const english = await invitationMail(app, 'guest-2@example.org');
    expect(english.subject).toBe('Invitation to an apiary');
    expect(english.text).toContain(
      'Íñigo invites you to the apiary “El Encinar”, to inspect its records. The link is valid for one day:',
    );
    expect(english.html).toMatch(new RegExp(`href="${app.url}/accept-invitation/`));
  });

  it('carries no message: names that are long, have lines or links are left out, also those of verified accounts', async () => {
    const spam = await beekeeper(app);
    await app.database.sql('update users set is_verified = true where id = $1', [spam.id]);
    await spam.ask('mutation { updateProfile(input: { language: EN }) { id } }');
    let sent = 0;
    for (const text of [
      'you won! www.example.com',
      'see https://bees.example',
      'a\nb',
      'bee\u2028bee',
      'x'.repeat(51),
    ]) {
      await name(spam, text);
      const own = await spam.apiary({ name: text });
      const address = `victim-${++sent}@example.org`;
      await inviteTo(spam, own, 'VIEWER', { email: address });
      const mail = await invitationMail(app, address);
      expect(mail.text).toMatch(/^Hello,\n\nSomebody invites you to an apiary, to read its records\. /);
      for (const part of [mail.subject, mail.text, mail.html]) expect(part).not.toContain(text);
    }
    await name(spam, '<b onclick="x">Ana</b>'.slice(0, 50));
    await inviteTo(spam, await spam.apiary({ name: '"><script>' }), 'VIEWER', { email: 'victim-0@example.org' });
    expect((await invitationMail(app, 'victim-0@example.org')).html).not.toMatch(/<script|<b onclick/);
  });

  it('can be sent again: the invitation before it is revoked', async () => {
    const guest = await beekeeper(app);
    const first = await inviteTo(owner, apiary, 'VIEWER', { email: guest.email });
    const second = await inviteTo(owner, apiary, 'VIEWER', { email: guest.email.toUpperCase() });
    const listed = (await invitations(owner))!.map(({ id }) => id);
    expect([listed.includes(first.id), listed.includes(second.id)]).toEqual([false, true]);
    expect(refusalOf(await accept(guest, first.token))).toBe(TOKEN_INVALID);
    const mail = await invitationMail(app, guest.email, 2);
    expect(refusalOf(await accept(guest, tokenIn(mail)))).toBeUndefined();
  });

  it('of a manager does not revoke the invitation to a manager by the owner', async () => {
    const email = 'candidate@example.org';
    const { id } = await inviteTo(owner, apiary, 'MANAGER', { email });
    await inviteTo(people.manager, apiary, 'VIEWER', { email });
    expect((await invitations(owner))!.map((one) => one.id)).toContain(id);
  });

  it('is not sent if the invitation is refused', async () => {
    await invite(people.viewer, { apiaryId: apiary, role: 'VIEWER', email: 'nobody@example.org' });
    await invite(people.manager, { apiaryId: apiary, role: 'MANAGER', email: 'nobody@example.org' });
    await allSent(app);
    expect(mailsTo(app, 'nobody@example.org')).toEqual([]);
  });
});

describe('the list of invitations', () => {
  it('is for the owner and managers, with the roles below their own, and null for other members', async () => {
    const place = await owner.apiary();
    for (const role of ['manager', 'worker', 'viewer', 'inspector'] as const)
      await share(owner, place, people[role], role.toUpperCase() as Role);
    const toManager = await inviteTo(owner, place, 'MANAGER', { email: 'candidate-2@example.org' });
    const toWorker = await inviteTo(owner, place, 'WORKER');
    const idsFor = async (who: Client) => (await invitations(who, place))!.map(({ id }) => id);
    expect(await idsFor(owner)).toEqual([toWorker.id, toManager.id]);
    expect(await idsFor(people.manager)).toEqual([toWorker.id]);
    for (const who of [people.worker, people.viewer, people.inspector])
      expect(await invitations(who, place)).toBeNull();
    await revoke(owner, toWorker.id);
    expect(await idsFor(owner)).toEqual([toManager.id]);
  });

  it('never shows a token', async () => {
    for (const field of ['token', 'tokenHash', 'acceptedBy', 'link']) {
      const { errors } = await owner.graphql(`{ apiary(id: "${apiary}") { invitations { nodes { ${field} } } } }`);
      expect(errors![0]!.message).toContain(`Cannot query field "${field}"`);
    }
  });
});

describe('revoking', () => {
  it.each([
    ['outsider', 'VIEWER', 'NOT_FOUND'],
    ['expired', 'VIEWER', 'NOT_FOUND'],
    ['inspector', 'VIEWER', 'NOT_FOUND'],
    ['viewer', 'VIEWER', 'NOT_FOUND'],
    ['worker', 'VIEWER', 'NOT_FOUND'],
    ['manager', 'MANAGER', ROLE_TOO_LOW],
    ['manager', 'WORKER', undefined],
  ] as const)('as %s, an invitation to a %s', async (who, role, refusal) => {
    const { id, token } = await inviteTo(owner, apiary, role);
    expect(refusalOf(await revoke(people[who], id))).toBe(refusal);
    if (refusal !== undefined) expect((await revoke(owner, id)).data.revokeInvitation).toBe(id);
    // A repetition has the same response.
    expect((await revoke(owner, id)).data.revokeInvitation).toBe(id);
    expect(refusalOf(await accept(people.other, token))).toBe(TOKEN_INVALID);
  });
});

describe('the end of the right to invite', () => {
  const idsOf = async (who: Client, place: string) => (await invitations(who, place))!.map(({ id }) => id);

  it('an owner who keeps no role cannot return by a link of their own, nor can anybody else by it', async () => {
    const giver = await beekeeper(app);
    const place = await giver.apiary();
    await share(giver, place, people.worker, 'WORKER');
    const { token } = await inviteTo(giver, place, 'MANAGER', { uses: 5 });
    await transfer(giver, place, people.worker.id, false);
    for (const who of [giver, people.outsider]) expect(refusalOf(await accept(who, token))).toBe(TOKEN_INVALID);
    expect(await membersOf(people.worker, place)).toEqual({});
    expect(await idsOf(people.worker, place)).toEqual([]);
  });

  it('an owner who stays as a manager keeps the invitations that a manager can issue; the new owner keeps theirs', async () => {
    const giver = await beekeeper(app);
    const place = await giver.apiary();
    await share(giver, place, people.manager, 'MANAGER');
    await inviteTo(giver, place, 'MANAGER');
    const kept = [await inviteTo(giver, place, 'WORKER'), await inviteTo(people.manager, place, 'WORKER')];
    await transfer(giver, place, people.manager.id);
    expect((await idsOf(people.manager, place)).sort()).toEqual(kept.map(({ id }) => id).sort());
    const guests = [await beekeeper(app), await beekeeper(app)];
    for (const [i, { token }] of kept.entries()) expect(refusalOf(await accept(guests[i]!, token))).toBeUndefined();
  });

  it.each<[string, (manager: Beekeeper, place: string) => Promise<unknown>]>([
    ['is removed', (manager, place) => removeMember(owner, place, manager.id)],
    ['leaves', (manager, place) => leave(manager, place)],
    ['becomes a worker', (manager, place) => changeRole(owner, place, manager.id, 'WORKER')],
    ['becomes a viewer', (manager, place) => changeRole(owner, place, manager.id, 'VIEWER')],
  ])('the links of a manager who %s are revoked, those of others are not', async (_what, end) => {
    const manager = await beekeeper(app);
    const place = await owner.apiary();
    await share(owner, place, manager, 'MANAGER');
    const links = [];
    for (const role of ['WORKER', 'VIEWER', 'INSPECTOR'] as const)
      links.push(await inviteTo(manager, place, role, { uses: 3 }));
    const ofOwner = await inviteTo(owner, place, 'VIEWER');
    await end(manager, place);
    const before = await membersOf(owner, place);
    const roleOf = async () => (await membersOf(owner, place))[manager.id];
    expect(await idsOf(owner, place)).toEqual([ofOwner.id]);
    // A higher role by their own link, or a return, is refused as an unknown token is.
    expect(refusalOf(await accept(manager, links[0]!.token))).toBe(TOKEN_INVALID);
    for (const { token } of links) expect(refusalOf(await accept(people.other, token))).toBe(TOKEN_INVALID);
    expect(await roleOf()).toBe(before[manager.id]);
    // Nor do the links come back with the role.
    if (before[manager.id]) await changeRole(owner, place, manager.id, 'MANAGER');
    else await share(owner, place, manager, 'MANAGER');
    expect(refusalOf(await accept(people.other, links[1]!.token))).toBe(TOKEN_INVALID);
    expect(refusalOf(await accept(people.other, ofOwner.token))).toBeUndefined();
  });

  it('of an account that is deleted: its links let in nobody', async () => {
    const manager = await beekeeper(app);
    const place = await owner.apiary();
    await share(owner, place, manager, 'MANAGER');
    const { token } = await inviteTo(manager, place, 'WORKER');
    expect(refusalOf(await deleteAccount(manager, PASSWORD))).toBeUndefined();
    expect(refusalOf(await accept(people.other, token))).toBe(TOKEN_INVALID);
    expect(await membersOf(owner, place)).toEqual({});
  });

  it('of an account that is deactivated: its links let in nobody while it is', async () => {
    const manager = await beekeeper(app);
    const place = await owner.apiary();
    await share(owner, place, manager, 'MANAGER');
    const { token } = await inviteTo(manager, place, 'WORKER');
    const setActive = (isActive: boolean) =>
      app.database.sql('update users set is_active = $2 where id = $1', [manager.id, isActive]);
    await setActive(false);
    expect(refusalOf(await accept(people.other, token))).toBe(TOKEN_INVALID);
    await setActive(true);
    expect(refusalOf(await accept(people.other, token))).toBeUndefined();
  });

  it('a removal revokes the invitations to the address of the account, to roles that the remover governs', async () => {
    const guest = await beekeeper(app);
    const place = await owner.apiary();
    await share(owner, place, people.manager, 'MANAGER');
    await share(owner, place, guest, 'VIEWER');
    const { token } = await inviteTo(owner, place, 'WORKER', { email: guest.email });
    const another = await inviteTo(owner, place, 'WORKER', { email: people.outsider.email });
    await removeMember(people.manager, place, guest.id);
    expect(await idsOf(owner, place)).toEqual([another.id]);
    expect(refusalOf(await accept(guest, token))).toBe(TOKEN_INVALID);
    await share(owner, place, guest, 'VIEWER');
    const toManager = await inviteTo(owner, place, 'MANAGER', { email: guest.email });
    await removeMember(people.manager, place, guest.id);
    expect(await idsOf(owner, place)).toContain(toManager.id);
    expect(refusalOf(await accept(guest, toManager.token))).toBeUndefined();
  });
});

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
      owner: { id: owner.id, name: expect.any(String) },
      beehives: { nodes: [{ id: beehive }] },
    };
    expect((await accept(guest, token)).data.acceptInvitation).toEqual(expected);
    expect((await guest.rest('PUT', `/beehives/${beehive}`, { observations: 'Calm' })).status).toBe(200);
    // Again, with the same response: it uses nothing up, and works although the invitation is used up.
    expect((await accept(guest, token)).data.acceptInvitation).toEqual(expected);
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
    expect((await accept(guest, token)).data.acceptInvitation).toMatchObject({ viewerRole: expected });
    expect(await membersOf(owner, place)).toEqual({ [guest.id]: expected });
    // Only a raised role uses it up.
    expect((await invitations(owner, place))!.some((one) => one.id === id)).toBe(role === expected);
  });

  it('the owner who accepts stays the owner', async () => {
    const { token, id } = await inviteTo(owner, apiary, 'VIEWER');
    expect((await accept(owner, token)).data.acceptInvitation).toMatchObject({ viewerRole: 'OWNER' });
    expect(await membersOf(owner, apiary)).not.toHaveProperty(owner.id);
    await revoke(owner, id);
  });

  it('a later end prolongs the access of an inspector, an earlier one does not shorten it', async () => {
    const place = await owner.apiary();
    const guest = await beekeeper(app);
    const until = async (): Promise<string> =>
      (await owner.ask(`{ apiary(id: "${place}") { members { nodes { expiresAt } } } }`)).apiary.members.nodes[0]
        .expiresAt;
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

  it('a link with several uses admits each account once: not after a removal, a departure or a lower role', async () => {
    const place = await owner.apiary();
    const { token } = await inviteTo(owner, place, 'WORKER', { uses: 3 });
    for (const who of [people.outsider, people.other]) await accept(who, token);
    await changeRole(owner, place, people.other.id, 'VIEWER');
    expect((await accept(people.other, token)).data.acceptInvitation).toMatchObject({ viewerRole: 'VIEWER' });
    await removeMember(owner, place, people.outsider.id);
    await leave(people.other, place);
    for (const who of [people.outsider, people.other]) expect(refusalOf(await accept(who, token))).toBe(TOKEN_INVALID);
    expect(refusalOf(await accept(people.viewer, token))).toBeUndefined();
    expect(refusalOf(await accept(people.worker, token))).toBe(TOKEN_INVALID);
  });
});

describe('limits', () => {
  it(`an apiary has at most ${MAX_MEMBERS} members, also when several accept at once`, async () => {
    const place = await owner.apiary();
    await addMembers(place, MAX_MEMBERS - 1);
    const { token } = await inviteTo(owner, place, 'VIEWER', { uses: 5 });
    const guests = [people.outsider, people.other, people.worker, people.viewer];
    const refusals = (await Promise.all(guests.map((who) => accept(who, token)))).map(refusalOf);
    expect(refusals.sort()).toEqual([...Array(3).fill('CONFLICT TOO_MANY_MEMBERS'), undefined]);
    expect(Object.keys(await membersOf(owner, place))).toHaveLength(MAX_MEMBERS);
    // A transfer exchanges a member for another.
    const [first] = Object.keys(await membersOf(owner, place));
    expect(refusalOf(await transfer(owner, place, first!))).toBeUndefined();
    expect(Object.keys(await membersOf(owner, place))).toHaveLength(MAX_MEMBERS);
  });

  it(`an account is a member of at most ${MAX_MEMBERSHIPS} apiaries, also when it accepts several at once`, async () => {
    const host = await beekeeper(app);
    const guest = await beekeeper(app);
    await app.database.sql(
      `with places as (
         insert into apiaries (id, created_at, updated_at, owner_id, name, treatments)
         select gen_random_uuid(), now(), now(), $1, 'An apiary', false from generate_series(1, $3::int) returning id)
       insert into apiary_members (id, created_at, updated_at, owner_id, apiary_id, user_id, role)
       select gen_random_uuid(), now(), now(), $1, id, $2, 'VIEWER' from places`,
      [host.id, guest.id, MAX_MEMBERSHIPS - 1],
    );
    const tokens = [];
    for (let i = 0; i < 3; i++) tokens.push((await inviteTo(host, await host.apiary(), 'VIEWER')).token);
    const refusals = (await Promise.all(tokens.map((token) => accept(guest, token)))).map(refusalOf);
    expect(refusals.sort()).toEqual([...Array(2).fill('CONFLICT TOO_MANY_MEMBERSHIPS'), undefined]);
    // Its own apiaries do not count; without a role in it, one can be given away.
    const own = await guest.apiary();
    await share(guest, own, host, 'WORKER');
    expect(refusalOf(await transfer(guest, own, host.id))).toBe('CONFLICT TOO_MANY_MEMBERSHIPS');
    expect(refusalOf(await transfer(guest, own, host.id, false))).toBeUndefined();
  });

  it(`an apiary has at most ${MAX_OPEN_INVITATIONS} open invitations, also when several are created at once`, async () => {
    const place = await owner.apiary();
    const ids: string[] = [];
    for (let i = 0; i < MAX_OPEN_INVITATIONS - 1; i++) ids.push((await inviteTo(owner, place, 'VIEWER')).id);
    const once = (): Promise<string | undefined> =>
      invite(owner, { apiaryId: place, role: 'VIEWER' }).then((answer) => refusalOf(answer));
    expect((await Promise.all([once(), once(), once()])).sort()).toEqual([
      ...Array(2).fill('CONFLICT TOO_MANY_INVITATIONS'),
      undefined,
    ]);
    await revoke(owner, ids[0]!);
    expect(await once()).toBeUndefined();
    expect(await once()).toBe('CONFLICT TOO_MANY_INVITATIONS');
    await app.database.sql('update apiary_invitations set expires_at = now() where id = $1', [ids[1]]);
    expect(await once()).toBeUndefined();
  });

  it('of two acceptances of the last use, one succeeds, in twenty rounds', async () => {
    for (let round = 0; round < 20; round++) {
      const place = await owner.apiary();
      const { token } = await inviteTo(owner, place, 'VIEWER');
      const answers = await Promise.all([accept(people.outsider, token), accept(people.other, token)]);
      expect(answers.map(refusalOf).sort()).toEqual([TOKEN_INVALID, undefined]);
      expect(Object.keys(await membersOf(owner, place))).toHaveLength(1);
    }
  });

  it('two acceptances by one account use one of two uses', async () => {
    const place = await owner.apiary();
    const { token } = await inviteTo(owner, place, 'VIEWER', { uses: 2 });
    const answers = await Promise.all([accept(people.outsider, token), accept(people.outsider, token)]);
    expect(answers.map(refusalOf)).toEqual([undefined, undefined]);
    expect(refusalOf(await accept(people.other, token))).toBeUndefined();
    expect(refusalOf(await accept(people.viewer, token))).toBe(TOKEN_INVALID);
  });

  it('equal acceptances at once by an account without memberships all show the apiary', async () => {
    for (let round = 0; round < 5; round++) {
      const place = await owner.apiary();
      const guest = await beekeeper(app);
      const { token } = await inviteTo(owner, place, 'VIEWER');
      const answers = await Promise.all(Array.from({ length: 3 }, () => accept(guest, token)));
      expect(answers.map(refusalOf)).toEqual([undefined, undefined, undefined]);
      for (const { data } of answers) expect(data.acceptInvitation).toMatchObject({ id: place, viewerRole: 'VIEWER' });
    }
  });

  it('one invitation or acceptance for each document', async () => {
    const { errors } = await owner.graphql(
      'mutation { a: acceptInvitation(token: "a") { id } b: acceptInvitation(token: "b") { id } }',
    );
    expect(errors![0]!.message).toContain('only one credential attempt');
  });

  it('guessing tokens and sending mails are limited', async () => {
    const limited = await startTestApp(
      { RATE_LIMITS: 'on', RATE_LIMIT_LOGINS: '3/1m', RATE_LIMIT_MAILS: '2/1m' },
      app.database,
    );
    try {
      const guesser = new Client(limited.url, people.outsider.token);
      const guesses = [];
      for (let i = 0; i < 4; i++) guesses.push(refusalOf(await accept(guesser, `guess ${i}`)));
      expect(guesses).toEqual([...Array(3).fill(TOKEN_INVALID), 'RATE_LIMITED']);
      const sender = new Client(limited.url, owner.token);
      const email = 'often@example.org';
      const sent = [];
      for (let i = 0; i < 3; i++)
        sent.push(refusalOf(await invite(sender, { apiaryId: apiary, role: 'VIEWER', email })));
      expect(sent).toEqual([undefined, undefined, 'RATE_LIMITED']);
    } finally {
      await limited.close();
    }
  });

  it('refused invitations do not use up the mails to an address; replacing one at the limit is not refused', async () => {
    const limited = await startTestApp({ RATE_LIMITS: 'on', RATE_LIMIT_MAILS: '1/1m' }, app.database);
    try {
      const [manager, sender] = [people.manager, owner].map((who) => new Client(limited.url, who.token));
      const place = await owner.apiary();
      await share(owner, place, people.manager, 'MANAGER');
      const email = 'wanted@example.org';
      await inviteTo(owner, place, 'VIEWER', { email });
      for (let i = 1; i < MAX_OPEN_INVITATIONS; i++) await inviteTo(owner, place, 'VIEWER');
      const another = { apiaryId: place, role: 'VIEWER', email: 'another@example.org' };
      for (const [who, input, refusal] of [
        [manager, { ...another, role: 'MANAGER' }, ROLE_TOO_LOW],
        [sender, another, 'CONFLICT TOO_MANY_INVITATIONS'],
        [sender, another, 'CONFLICT TOO_MANY_INVITATIONS'],
      ] as const)
        expect(refusalOf(await invite(who!, input))).toBe(refusal);
      expect(refusalOf(await invite(manager!, { ...another, email, role: 'MANAGER' }))).toBe(ROLE_TOO_LOW);
      expect(refusalOf(await invite(sender!, { apiaryId: place, role: 'VIEWER', email }))).toBeUndefined();
      expect(refusalOf(await invite(sender!, { apiaryId: place, role: 'VIEWER', email }))).toBe('RATE_LIMITED');
    } finally {
      await limited.close();
    }
  });

  it('invitations are removed 30 days after they expire or are revoked', async () => {
    const place = await owner.apiary();
    const [open, expired, revoked] = [
      await inviteTo(owner, place, 'VIEWER'),
      await inviteTo(owner, place, 'VIEWER'),
      await inviteTo(owner, place, 'VIEWER'),
    ];
    const set = (column: string, days: number, { id }: { id: string }): Promise<unknown> =>
      app.database.sql(`update apiary_invitations set ${column} = now() - make_interval(days => $2) where id = $1`, [
        id,
        days,
      ]);
    const stored = async (): Promise<string[]> => {
      await app.app.expiredRows.remove();
      const rows = await app.database.sql<{ id: string }>('select id from apiary_invitations where apiary_id = $1', [
        place,
      ]);
      return rows.map(({ id }) => id).sort();
    };
    await set('expires_at', 29, expired);
    await set('revoked_at', 29, revoked);
    expect(await stored()).toEqual([open.id, expired.id, revoked.id].sort());
    await set('expires_at', 31, expired);
    await set('revoked_at', 31, revoked);
    expect(await stored()).toEqual([open.id]);
  });
});
