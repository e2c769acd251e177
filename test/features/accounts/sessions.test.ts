// Refreshing, listing and ending sessions.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Answer, Client, startTestApp, type TestApp } from '../../support/client.js';
import { expectLikeMissing } from '../../support/missing-ids.js';
import { expectGraphqlRefused, expectRefused } from '../../support/refusals.js';
import { type Beekeeper, beekeeper, PASSWORD } from '../../support/world.js';

const WEEK_S = 7 * 24 * 3600;
const QUARTER_HOUR_S = 15 * 60;

let app: TestApp;
let ana: Beekeeper;
beforeAll(async () => {
  app = await startTestApp();
  ana = await beekeeper(app);
});
afterAll(() => app.close());

interface Tokens {
  access: string;
  refresh: string;
  seconds: number;
}
/** Opens and refreshes sessions over one API. A refused refresh returns undefined. */
interface SessionApi {
  logIn: (email: string) => Promise<Tokens>;
  refresh: (token: string) => Promise<Tokens | undefined>;
}

const as = ({ access }: Tokens): Client => new Client(app.url, access);
const me = async (tokens: Tokens): Promise<number> => (await as(tokens).rest('GET', '/auth/me')).status;

const logIn = (email: string, headers: Record<string, string> = {}) =>
  app.anyone.rest('POST', '/auth/login', { email, password: PASSWORD }, headers);
const refreshOverRest = (token: string) => app.anyone.rest('POST', '/auth/refresh', { refresh_token: token });
const REFRESH =
  'mutation ($token: String!) { s: refreshSession(input: { refreshToken: $token }) { accessToken refreshToken expiresIn } }';
const LOG_IN = `mutation ($email: String!, $password: String!) {
  s: logIn(input: { email: $email, password: $password }) { accessToken refreshToken expiresIn }
}`;

const fromRest = ({ body }: Answer<{ access_token: string; refresh_token: string; expires_in: number }>): Tokens => ({
  access: body.access_token,
  refresh: body.refresh_token,
  seconds: body.expires_in,
});
const fromGraphql = (s: { accessToken: string; refreshToken: string; expiresIn: number }): Tokens => ({
  access: s.accessToken,
  refresh: s.refreshToken,
  seconds: s.expiresIn,
});

const rest: SessionApi = {
  logIn: async (email) => fromRest(await logIn(email)),
  refresh: async (token) => {
    const answer = await refreshOverRest(token);
    if (answer.status === 200) return fromRest(answer);
    expectRefused(answer, { status: 401, code: 'SESSION_OVER' });
    return undefined;
  },
};
const graphql: SessionApi = {
  logIn: async (email) => fromGraphql((await app.anyone.ask(LOG_IN, { email, password: PASSWORD })).s),
  refresh: async (token) => {
    const { data, errors, status } = await app.anyone.graphql(REFRESH, { token });
    if (!errors) return fromGraphql(data.s);
    expectGraphqlRefused({ errors }, { code: 'UNAUTHENTICATED' });
    expect(status).toBe(401);
    return undefined;
  },
};

/** Backdates the use of this account's refresh tokens. */
const backdateUse = (email: string, seconds: number) =>
  app.database.sql(
    `update refresh_tokens t set used_at = t.used_at - $2 * interval '1 second'
     from sessions s join users u on u.id = s.user_id where s.id = t.session_id and u.email = $1`,
    [email, seconds],
  );

describe.each([
  ['REST', rest],
  ['GraphQL', graphql],
])('refreshing over %s', (_name, api) => {
  it('returns new, valid tokens', async () => {
    const first = await api.logIn(ana.email);
    const second = (await api.refresh(first.refresh))!;
    expect(second.refresh).not.toBe(first.refresh);
    expect(await me(second)).toBe(200);
    const third = (await api.refresh(second.refresh))!;
    expect(await me(third)).toBe(200);
    expect(new Set([first.refresh, second.refresh, third.refresh]).size).toBe(3);
  });

  it('accepts a used token again within 20 seconds, because the response may have been lost', async () => {
    const first = await api.logIn(ana.email);
    const lost = await api.refresh(first.refresh);
    const again = (await api.refresh(first.refresh))!;
    expect(again.refresh).toBe(lost!.refresh);
    expect(await me(again)).toBe(200);
    expect(await api.refresh(again.refresh)).toBeDefined();
  });

  it('a copy that is used just after its owner does not live on beside it', async () => {
    const luz = await beekeeper(app);
    const first = await api.logIn(luz.email);
    const owner = (await api.refresh(first.refresh))!;
    const thief = (await api.refresh(first.refresh))!;
    const next = (await api.refresh(thief.refresh))!;
    await backdateUse(luz.email, 60);
    expect(await api.refresh(owner.refresh)).toBeUndefined();
    for (const tokens of [owner, thief, next]) expect(await me(tokens)).toBe(401);
    expect(await api.refresh(next.refresh)).toBeUndefined();
  });

  it('ends the session at once if a token that was used long ago is sent again', async () => {
    const luz = await beekeeper(app);
    const first = await api.logIn(luz.email);
    const second = (await api.refresh(first.refresh))!;
    const third = (await api.refresh(second.refresh))!;
    const otherSession = await api.logIn(luz.email);
    expect(await me(third)).toBe(200);
    await backdateUse(luz.email, 3600);
    expect(await api.refresh(first.refresh)).toBeUndefined();
    for (const tokens of [first, second, third]) expect(await me(tokens)).toBe(401);
    expect(await api.refresh(third.refresh)).toBeUndefined();
    expect(await me(otherSession)).toBe(200);
    expect(await api.refresh(otherSession.refresh)).toBeDefined();
  });

  it('concurrent refreshes with one token do not end the session', async () => {
    const first = await api.logIn(ana.email);
    const all = await Promise.all(Array.from({ length: 10 }, () => api.refresh(first.refresh)));
    for (const tokens of all) expect(await me(tokens!)).toBe(200);
    expect(await api.refresh(all[0]!.refresh)).toBeDefined();
  });

  it('is refused after log-out', async () => {
    const tokens = await api.logIn(ana.email);
    const next = (await api.refresh(tokens.refresh))!;
    expect((await as(next).rest('POST', '/auth/logout')).status).toBe(204);
    expect(await api.refresh(tokens.refresh)).toBeUndefined();
    expect(await api.refresh(next.refresh)).toBeUndefined();
    expect(await me(next)).toBe(401);
  });

  it('is refused for a deactivated account', async () => {
    const luz = await beekeeper(app);
    const { refresh } = await api.logIn(luz.email);
    await app.database.sql('update users set is_active = false where id = $1', [luz.id]);
    expect(await api.refresh(refresh)).toBeUndefined();
  });

  it('is refused after the session has expired', async () => {
    const luz = await beekeeper(app);
    const { refresh } = await api.logIn(luz.email);
    await app.database.sql('update sessions set expires_at = now() where user_id = $1', [luz.id]);
    expect(await api.refresh(refresh)).toBeUndefined();
  });

  it.each(['nonsense', '', 'x'.repeat(5000)])('is refused with %.20j', async (token) => {
    expect(await api.refresh(token)).toBeUndefined();
  });

  it('is refused with an access token', async () => {
    expect(await api.refresh((await api.logIn(ana.email)).access)).toBeUndefined();
  });
});

describe('tokens', () => {
  it('keep their lifetime after a refresh over either API', async () => {
    const long = await rest.logIn(ana.email);
    const short = await graphql.logIn(ana.email);
    expect([long.seconds, short.seconds]).toEqual([WEEK_S, QUARTER_HOUR_S]);
    for (const api of [rest, graphql]) {
      expect((await api.refresh(long.refresh))!.seconds).toBe(WEEK_S);
      expect((await api.refresh(short.refresh))!.seconds).toBe(QUARTER_HOUR_S);
    }
  });

  it('have 256 bits and are stored as hashes only', async () => {
    const { access, refresh } = await graphql.logIn(ana.email);
    const next = (await graphql.refresh(refresh))!;
    expect(Buffer.from(refresh, 'base64url')).toHaveLength(32);
    const tables = await app.database.sql<{ name: string }>(
      `select tablename as name from pg_tables where schemaname = 'public'`,
    );
    const rows = await Promise.all(tables.map(({ name }) => app.database.sql(`select * from "${name}"`)));
    const dump = JSON.stringify(rows);
    expect(dump).toContain(ana.email);
    for (const token of [access, refresh, next.refresh, next.access]) {
      expect(dump).not.toContain(token);
      expect(dump).not.toContain(Buffer.from(token, 'base64url').toString('hex'));
    }
  });

  it('a REST refresh returns a whole session', async () => {
    const { status, body } = await refreshOverRest((await rest.logIn(ana.email)).refresh);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      token: body.access_token,
      token_type: 'Bearer',
      expires_in: WEEK_S,
      user_id: ana.id,
      email: ana.email,
      is_active: true,
      user: { id: ana.id, email: ana.email },
    });
  });

  it('a refresh requires a token', async () => {
    expect(await app.anyone.rest('POST', '/auth/refresh', {})).toMatchObject({ status: 400 });
  });
});

interface Session {
  id: string;
  device: string | null;
  address: string | null;
  isCurrent: boolean;
}
const sessionsOf = async (who: Client): Promise<Session[]> =>
  (await who.ask('{ me { sessions { id device address isCurrent lastSeenAt } } }')).me.sessions;
const end = (who: Client, id: string) =>
  who.graphql('mutation ($id: ID!) { endSession(input: { id: $id }) { deletedId } }', { id });

/** An account with two sessions, on a phone and on a desktop. */
async function accountWithTwoSessions(): Promise<{ phone: Client; desktop: Client; email: string }> {
  const { email, token } = await beekeeper(app);
  await new Client(app.url, token).rest('POST', '/auth/logout');
  const on = async (device: string): Promise<Client> =>
    new Client(app.url, (await logIn(email, { 'user-agent': device })).body.access_token);
  return { phone: await on('Phone/1.0'), desktop: await on('Desktop/2.0'), email };
}

describe('sessions', () => {
  it('returns device, IP address and whether it is the current session', async () => {
    const { phone } = await accountWithTwoSessions();
    const sessions = await sessionsOf(phone);
    expect(sessions.map(({ device, isCurrent, address }) => ({ device, isCurrent, address })).sort(byDevice)).toEqual([
      { device: 'Desktop/2.0', isCurrent: false, address: '127.0.0.1' },
      { device: 'Phone/1.0', isCurrent: true, address: '127.0.0.1' },
    ]);
  });

  it('returns only sessions of the current account', async () => {
    const [one, other] = [await accountWithTwoSessions(), await accountWithTwoSessions()];
    const foreignIds = new Set((await sessionsOf(other.phone)).map(({ id }) => id));
    expect((await sessionsOf(one.phone)).filter(({ id }) => foreignIds.has(id))).toEqual([]);
  });

  it('ends one session at once', async () => {
    const { phone, desktop } = await accountWithTwoSessions();
    expect((await desktop.rest('GET', '/auth/me')).status).toBe(200);
    const other = (await sessionsOf(phone)).find(({ isCurrent }) => !isCurrent)!;
    expect((await end(phone, other.id)).data).toEqual({ endSession: { deletedId: other.id } });
    expect((await desktop.rest('GET', '/auth/me')).status).toBe(401);
    expect(await sessionsOf(phone)).toMatchObject([{ isCurrent: true }]);
  });

  it('sessions of another account cannot be ended and look like missing ones', async () => {
    const { phone } = await accountWithTwoSessions();
    const [{ id }] = (await sessionsOf(phone)) as [Session];
    await expectLikeMissing(end, ana, id);
    expect(await sessionsOf(phone)).toHaveLength(2);
  });

  it('ends all other sessions at once', async () => {
    const { phone, desktop, email } = await accountWithTwoSessions();
    const third = await graphql.logIn(email);
    expect([(await desktop.rest('GET', '/auth/me')).status, await me(third)]).toEqual([200, 200]);
    expect(await phone.ask('mutation { endOtherSessions { endedSessionsCount } }')).toEqual({
      endOtherSessions: { endedSessionsCount: 2 },
    });
    expect([(await desktop.rest('GET', '/auth/me')).status, await me(third)]).toEqual([401, 401]);
    expect(await graphql.refresh(third.refresh)).toBeUndefined();
    expect(await sessionsOf(phone)).toMatchObject([{ device: 'Phone/1.0', isCurrent: true }]);
  });

  it('a refresh does not open another session', async () => {
    const { email, phone } = await accountWithTwoSessions();
    const third = await graphql.logIn(email);
    await graphql.refresh(third.refresh);
    expect(await sessionsOf(phone)).toHaveLength(3);
  });

  it('requires authentication', async () => {
    expect((await app.anyone.graphql('{ me { sessions { id } } }')).status).toBe(401);
    expect((await app.anyone.graphql('mutation { endOtherSessions { endedSessionsCount } }')).status).toBe(401);
  });
});

const byDevice = (a: Pick<Session, 'device'>, b: Pick<Session, 'device'>): number => (a.device! < b.device! ? -1 : 1);
