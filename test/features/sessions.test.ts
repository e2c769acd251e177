// Sessions after the log-in: how they are kept alive, seen and ended.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Answer, Client, startTestApp, type TestApp } from '../support/client.js';
import { expectLikeMissing } from '../support/missing-ids.js';
import { expectGraphqlRefused, expectRefused } from '../support/refusals.js';
import { type Beekeeper, beekeeper, PASSWORD } from '../support/world.js';

const WEEK = 7 * 24 * 3600;
const QUARTER = 15 * 60;

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
/** Opens and refreshes sessions on one of the doors. A refusal gives nothing. */
interface Door {
  logIn: (email: string) => Promise<Tokens>;
  refresh: (token: string) => Promise<Tokens | undefined>;
}

const as = ({ access }: Tokens): Client => new Client(app.url, access);
const me = async (tokens: Tokens): Promise<number> => (await as(tokens).rest('GET', '/auth/me')).status;

const logIn = (email: string, headers: Record<string, string> = {}) =>
  app.anyone.rest('POST', '/auth/login', { email, password: PASSWORD }, headers);
const refreshOverRest = (token: string) => app.anyone.rest('POST', '/auth/refresh', { refresh_token: token });
const REFRESH =
  'mutation ($token: String!) { s: refreshSession(refreshToken: $token) { accessToken refreshToken expiresIn } }';
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

const rest: Door = {
  logIn: async (email) => fromRest(await logIn(email)),
  refresh: async (token) => {
    const answer = await refreshOverRest(token);
    if (answer.status === 200) return fromRest(answer);
    expectRefused(answer, { status: 401, code: 'SESSION_OVER' });
    return undefined;
  },
};
const graphql: Door = {
  logIn: async (email) => fromGraphql((await app.anyone.ask(LOG_IN, { email, password: PASSWORD })).s),
  refresh: async (token) => {
    const { data, errors, status } = await app.anyone.graphql(REFRESH, { token });
    if (!errors) return fromGraphql(data.s);
    expectGraphqlRefused({ errors }, { code: 'UNAUTHENTICATED' });
    expect(status).toBe(401);
    return undefined;
  },
};

/** As if this many seconds had passed since tokens of this account were used. */
const longAgo = (email: string, seconds: number) =>
  app.database.sql(
    `update refresh_tokens t set used_at = t.used_at - $2 * interval '1 second'
     from sessions s join users u on u.id = s.user_id where s.id = t.session_id and u.email = $1`,
    [email, seconds],
  );

describe.each([
  ['REST', rest],
  ['GraphQL', graphql],
])('refreshing over %s', (_name, door) => {
  it('gives other tokens, which work', async () => {
    const first = await door.logIn(ana.email);
    const second = (await door.refresh(first.refresh))!;
    expect(second.refresh).not.toBe(first.refresh);
    expect(await me(second)).toBe(200);
    const third = (await door.refresh(second.refresh))!;
    expect(await me(third)).toBe(200);
    expect(new Set([first.refresh, second.refresh, third.refresh]).size).toBe(3);
  });

  it('takes a used token again within a moment: the answer may have been lost', async () => {
    const first = await door.logIn(ana.email);
    const lost = await door.refresh(first.refresh);
    const again = (await door.refresh(first.refresh))!;
    expect(again.refresh).not.toBe(lost!.refresh);
    expect(await me(again)).toBe(200);
    expect(await door.refresh(again.refresh)).toBeDefined();
  });

  it('with a token that was used long before ends the whole session, at once', async () => {
    const luz = await beekeeper(app);
    const first = await door.logIn(luz.email);
    const second = (await door.refresh(first.refresh))!;
    const third = (await door.refresh(second.refresh))!;
    const elsewhere = await door.logIn(luz.email);
    expect(await me(third)).toBe(200);
    await longAgo(luz.email, 3600);
    expect(await door.refresh(first.refresh)).toBeUndefined();
    for (const tokens of [first, second, third]) expect(await me(tokens)).toBe(401);
    expect(await door.refresh(third.refresh)).toBeUndefined();
    expect(await me(elsewhere)).toBe(200);
    expect(await door.refresh(elsewhere.refresh)).toBeDefined();
  });

  it('with one token many times at once never ends the session', async () => {
    const first = await door.logIn(ana.email);
    const all = await Promise.all(Array.from({ length: 10 }, () => door.refresh(first.refresh)));
    for (const tokens of all) expect(await me(tokens!)).toBe(200);
    expect(await door.refresh(all[0]!.refresh)).toBeDefined();
  });

  it('is refused after the log-out', async () => {
    const tokens = await door.logIn(ana.email);
    const next = (await door.refresh(tokens.refresh))!;
    expect((await as(next).rest('POST', '/auth/logout')).status).toBe(204);
    expect(await door.refresh(tokens.refresh)).toBeUndefined();
    expect(await door.refresh(next.refresh)).toBeUndefined();
    expect(await me(next)).toBe(401);
  });

  it('is refused to an account that is deactivated', async () => {
    const luz = await beekeeper(app);
    const { refresh } = await door.logIn(luz.email);
    await app.database.sql('update users set is_active = false where id = $1', [luz.id]);
    expect(await door.refresh(refresh)).toBeUndefined();
  });

  it('is refused when the session has expired', async () => {
    const luz = await beekeeper(app);
    const { refresh } = await door.logIn(luz.email);
    await app.database.sql('update sessions set expires_at = now() where user_id = $1', [luz.id]);
    expect(await door.refresh(refresh)).toBeUndefined();
  });

  it.each(['nonsense', '', 'x'.repeat(5000)])('is refused with %.20j', async (token) => {
    expect(await door.refresh(token)).toBeUndefined();
  });

  it('is refused with an access token', async () => {
    expect(await door.refresh((await door.logIn(ana.email)).access)).toBeUndefined();
  });
});

describe('tokens', () => {
  it('live as long after a refresh as they did before, whichever door is used', async () => {
    const long = await rest.logIn(ana.email);
    const short = await graphql.logIn(ana.email);
    expect([long.seconds, short.seconds]).toEqual([WEEK, QUARTER]);
    for (const door of [rest, graphql]) {
      expect((await door.refresh(long.refresh))!.seconds).toBe(WEEK);
      expect((await door.refresh(short.refresh))!.seconds).toBe(QUARTER);
    }
  });

  it('are of 256 bits, and in the database only as hashes', async () => {
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

  it('refresh to a session as REST clients read it', async () => {
    const { status, body } = await refreshOverRest((await rest.logIn(ana.email)).refresh);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      token: body.access_token,
      token_type: 'Bearer',
      expires_in: WEEK,
      user_id: ana.id,
      email: ana.email,
      is_active: true,
      user: { id: ana.id, email: ana.email },
    });
  });

  it('are needed to refresh', async () => {
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
  (await who.ask('{ mySessions { id device address isCurrent lastSeenAt } }')).mySessions;
const end = (who: Client, id: string) => who.graphql('mutation ($id: ID!) { endSession(id: $id) }', { id });

/** Somebody with a session on a telephone and one on a desk. */
async function somebody(): Promise<{ phone: Client; desk: Client; email: string }> {
  const { email, token } = await beekeeper(app);
  await new Client(app.url, token).rest('POST', '/auth/logout');
  const on = async (device: string): Promise<Client> =>
    new Client(app.url, (await logIn(email, { 'user-agent': device })).body.access_token);
  return { phone: await on('Telephone/1.0'), desk: await on('Desk/2.0'), email };
}

describe('my sessions', () => {
  it('are told with their device and address, and which one asks', async () => {
    const { phone } = await somebody();
    const sessions = await sessionsOf(phone);
    expect(sessions.map(({ device, isCurrent, address }) => ({ device, isCurrent, address })).sort(byDevice)).toEqual([
      { device: 'Desk/2.0', isCurrent: false, address: '127.0.0.1' },
      { device: 'Telephone/1.0', isCurrent: true, address: '127.0.0.1' },
    ]);
  });

  it('are mine alone', async () => {
    const [one, other] = [await somebody(), await somebody()];
    const theirs = new Set((await sessionsOf(other.phone)).map(({ id }) => id));
    expect((await sessionsOf(one.phone)).filter(({ id }) => theirs.has(id))).toEqual([]);
  });

  it('can be ended one by one, at once', async () => {
    const { phone, desk } = await somebody();
    expect((await desk.rest('GET', '/auth/me')).status).toBe(200);
    const other = (await sessionsOf(phone)).find(({ isCurrent }) => !isCurrent)!;
    expect((await end(phone, other.id)).data).toEqual({ endSession: other.id });
    expect((await desk.rest('GET', '/auth/me')).status).toBe(401);
    expect(await sessionsOf(phone)).toMatchObject([{ isCurrent: true }]);
  });

  it("can't be ended by somebody else, who does not learn that they are there", async () => {
    const { phone } = await somebody();
    const [{ id }] = (await sessionsOf(phone)) as [Session];
    await expectLikeMissing(end, ana, id);
    expect(await sessionsOf(phone)).toHaveLength(2);
  });

  it('can be ended all but the one that asks, at once', async () => {
    const { phone, desk, email } = await somebody();
    const third = await graphql.logIn(email);
    expect([(await desk.rest('GET', '/auth/me')).status, await me(third)]).toEqual([200, 200]);
    expect(await phone.ask('mutation { endOtherSessions }')).toEqual({ endOtherSessions: 2 });
    expect([(await desk.rest('GET', '/auth/me')).status, await me(third)]).toEqual([401, 401]);
    expect(await graphql.refresh(third.refresh)).toBeUndefined();
    expect(await sessionsOf(phone)).toMatchObject([{ device: 'Telephone/1.0', isCurrent: true }]);
  });

  it('stay one when it is refreshed', async () => {
    const { email, phone } = await somebody();
    const third = await graphql.logIn(email);
    await graphql.refresh(third.refresh);
    expect(await sessionsOf(phone)).toHaveLength(3);
  });

  it('are for who is logged in', async () => {
    expect((await app.anyone.graphql('{ mySessions { id } }')).status).toBe(401);
    expect((await app.anyone.graphql('mutation { endOtherSessions }')).status).toBe(401);
  });
});

const byDevice = (a: Pick<Session, 'device'>, b: Pick<Session, 'device'>): number => (a.device! < b.device! ? -1 : 1);
