// How many members, memberships and invitations there may be.
import { describe, expect, it } from '@jest/globals';
import { Client, startTestApp } from '../../support/client.js';
import {
  accept,
  invite,
  inviteTo,
  membersOf,
  ROLE_TOO_LOW,
  refusalOf,
  revoke,
  share,
  TOKEN_INVALID,
  transfer,
} from '../../support/members.js';
import { beekeeper } from '../../support/world.js';
import { apiary, app, owner, people } from './invitations.fixture.js';

const MAX_MEMBERS = 50;
const MAX_MEMBERSHIPS = 200;
const MAX_OPEN_INVITATIONS = 20;

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

  it('of two acceptances of the last use, one succeeds, in ten rounds', async () => {
    for (let round = 0; round < 10; round++) {
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
      for (const { data } of answers)
        expect(data.acceptInvitation.apiary).toMatchObject({ id: place, viewerRole: 'VIEWER' });
    }
  });

  it('one invitation or acceptance for each document', async () => {
    const { errors } = await owner.graphql(
      'mutation { a: acceptInvitation(input: { token: "a" }) { apiary { id } } b: acceptInvitation(input: { token: "b" }) { apiary { id } } }',
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

  it('an account invites so many a day, by mail fewer; the refusal says when to try again', async () => {
    const settings = { RATE_LIMITS: 'on', RATE_LIMIT_INVITATIONS: '3/1d', RATE_LIMIT_INVITATION_MAILS: '1/1d' };
    const limited = await startTestApp(settings, app.database);
    const second = await startTestApp(settings, app.database);
    // What the owner did before counts, too.
    await app.database.sql('delete from rate_limits');
    try {
      const place = await owner.apiary();
      const input = { apiaryId: place, role: 'VIEWER' };
      const sender = new Client(limited.url, owner.token);
      const invited = [];
      // What is refused for another reason does not count.
      expect(refusalOf(await invite(sender, { ...input, role: 'OWNER' }))).toBe('BAD_USER_INPUT');
      for (const fields of [{ email: 'one@example.org' }, { email: 'two@example.org' }, {}, {}])
        invited.push(refusalOf(await invite(sender, { ...input, ...fields })));
      expect(invited).toEqual([undefined, 'RATE_LIMITED', undefined, 'RATE_LIMITED']);
      const response = await fetch(`${limited.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${owner.token}` },
        body: JSON.stringify({
          query: `mutation { inviteToApiary(input: { apiaryId: "${place}", role: VIEWER }) { link } }`,
        }),
      });
      expect(response.status).toBe(429);
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(86_000);
      const manager = new Client(second.url, people.manager.token);
      await share(owner, place, people.manager, 'MANAGER');
      expect(refusalOf(await invite(manager, input))).toBeUndefined();
    } finally {
      await limited.close();
      await second.close();
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
