// Inviting people to an apiary, the mail they get, the list of invitations, and revoking one.
import { describe, expect, it } from '@jest/globals';
import type { Client } from '../../support/client.js';
import { allSent, invitationMail, mailsTo, tokenIn } from '../../support/mail.js';
import {
  accept,
  changeRole,
  deleteAccount,
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
} from '../../support/members.js';
import { type Beekeeper, beekeeper, PASSWORD } from '../../support/world.js';
import { apiary, app, invitations, name, owner, people } from './invitations.fixture.js';

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
      if (answer.data?.inviteToApiary) await revoke(owner, answer.data.inviteToApiary.apiaryInvitation.id);
    }
  });

  it('returns the invitation and the link, which leads to a page of the service', async () => {
    const before = Date.now();
    const { data } = await invite(owner, { apiaryId: apiary, role: 'WORKER' });
    const { link, apiaryInvitation: invitation } = data.inviteToApiary;
    expect(link).toMatch(new RegExp(`^${app.url}/accept-invitation/[\\w-]{43}$`));
    expect(invitation).toMatchObject({
      apiary: { id: apiary },
      role: 'WORKER',
      email: null,
      memberUntil: null,
      usesLeft: 1,
      invitedBy: { userId: owner.id },
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
        query: `mutation { inviteToApiary(input: { apiaryId: "${apiary}", role: VIEWER }) { link apiaryInvitation { id } } }`,
      }),
    });
    const { data } = (await response.json()) as {
      data: { inviteToApiary: { link: string; apiaryInvitation: { id: string } } };
    };
    const token = tokenOf(data.inviteToApiary);
    const tables = await app.database.sql<{ name: string }>(
      `select tablename as name from pg_tables where schemaname = 'public'`,
    );
    const rows = await Promise.all(tables.map(({ name }) => app.database.sql(`select * from "${name}"`)));
    const dump = JSON.stringify(rows);
    expect(dump).toContain(data.inviteToApiary.apiaryInvitation.id);
    expect(dump).not.toContain(token);
    expect(dump).not.toContain(Buffer.from(token, 'base64url').toString('hex'));
    await revoke(owner, data.inviteToApiary.apiaryInvitation.id);
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
    ['several uses for one address', { email: 'a@example.org', uses: 2 }, 'uses must not be combined with `email`'],
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
    await owner.ask('mutation { updateProfile(input: { language: ES }) { user { id } } }');
    await inviteTo(owner, apiary, 'WORKER', { email: ' Guest-1@Example.org' });
    const spanish = await invitationMail(app, 'guest-1@example.org');
    expect(spanish.subject).toBe('Invitación a un apiario');
    expect(spanish.text).toMatch(
      /^Hola:\n\nÍñigo le invita al apiario «El Encinar», para trabajar en él\. El enlace sirve durante 7 días:\n\nhttp/,
    );
    expect(spanish.html).toContain('lang="es"');
    await owner.ask('mutation { updateProfile(input: { language: EN }) { user { id } } }');
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
    await spam.ask('mutation { updateProfile(input: { language: EN }) { user { id } } }');
    let sent = 0;
    for (const text of ['you won! www.example.com', 'see https://bees.example', 'bee\u2028bee', 'x'.repeat(51)]) {
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
    if (refusal !== undefined) expect((await revoke(owner, id)).data.revokeInvitation.deletedId).toBe(id);
    // A repetition has the same response.
    expect((await revoke(owner, id)).data.revokeInvitation.deletedId).toBe(id);
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
