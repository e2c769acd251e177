// Log-in, log-out, and the account of a token.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { isOfRequest, startTestApp, statementsOf, type TestApp } from '../../support/client.js';
import { expectGraphqlRefused, expectRefused } from '../../support/refusals.js';
import { beekeeper, PASSWORD } from '../../support/world.js';
import {
  app,
  as,
  LOG_IN,
  logIn,
  me,
  newAddress,
  register,
  SECRET,
  sessionOf,
  waitForStatus,
} from './accounts.fixture.js';

describe('log-in', () => {
  it('returns 200 with a session; the id is the same string everywhere', async () => {
    const { body: registered } = await register({ username: 'ana' });
    const { user_id: id, email } = registered;
    const { status, body } = await logIn(email);
    expect(status).toBe(200);
    expect(body).toEqual(sessionOf({ id, email, username: 'ana', is_verified: false, is_active: true }));
    expect(body).toHaveProperty('token', body.access_token);
    expect(body.access_token).not.toBe(registered.access_token);
  });

  it('returns the token and the account over GraphQL', async () => {
    const { body } = await register({ username: 'ana' });
    const { logIn: session } = await app.anyone.ask(LOG_IN, { email: body.email.toUpperCase(), password: PASSWORD });
    expect(session).toMatchObject({
      tokenType: 'Bearer',
      user: { id: body.user_id, email: body.email, username: 'ana', isVerified: false, isActive: true },
    });
    expect(await me(as(session.accessToken))).toMatchObject({ status: 200, body: { id: body.user_id } });
  });

  it('returns the same response for a wrong password and an unknown address', async () => {
    const { body } = await register();
    const [wrong, unknown] = [await logIn(body.email, 'Zangano-2026'), await logIn('nobody@example.org')];
    expectRefused(wrong, { status: 401, code: 'INVALID_CREDENTIALS' });
    expect({ status: unknown.status, body: unknown.body }).toEqual({ status: wrong.status, body: wrong.body });
    expect([...unknown.headers.keys()]).toEqual([...wrong.headers.keys()]);
    const [wrongPassword, unknownAddress] = [
      await app.anyone.graphql(LOG_IN, { email: body.email, password: 'Zangano-2026' }),
      await app.anyone.graphql(LOG_IN, { email: 'nobody@example.org', password: PASSWORD }),
    ];
    expectGraphqlRefused(wrongPassword, { code: 'UNAUTHENTICATED' });
    expect(unknownAddress).toEqual(wrongPassword);
  });

  it('compares the whole password', async () => {
    const { body } = await register();
    for (const password of [PASSWORD.slice(0, -1), `${PASSWORD} `, 'x'.repeat(500)]) {
      expect((await logIn(body.email, password)).status).toBe(401);
    }
  });
});

describe('me', () => {
  it('returns the account of the token over both APIs', async () => {
    const { body } = await register({ username: 'ana', phone: '3001234567' });
    const { user_id: id, email } = body;
    expect(await me(as(body.access_token))).toMatchObject({
      status: 200,
      body: { id, user_id: id, email, username: 'ana', is_verified: false, is_active: true },
    });
    const account = await as(body.access_token).ask('{ me { id email username phone isVerified isActive } }');
    expect(account).toEqual({
      me: { id, email, username: 'ana', phone: '3001234567', isVerified: false, isActive: true },
    });
  });

  it('never contains the password or its hash', async () => {
    const ana = await beekeeper(app);
    const { body } = await me(ana);
    expect(JSON.stringify(body)).not.toMatch(/argon2|password/i);
    const { errors } = await ana.graphql('{ me { passwordHash } }');
    expect(errors).toMatchObject([{ extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } }]);
  });
});

it('serves paths with a trailing slash without a redirect', async () => {
  const email = newAddress();
  const account = { username: 'bee', email, password: PASSWORD };
  expect((await app.anyone.rest('POST', '/auth/register/', account)).status).toBe(201);
  const { status, body } = await app.anyone.rest('POST', '/auth/login/', { email, password: PASSWORD });
  expect(status).toBe(200);
  expect((await as(body.access_token).rest('GET', '/auth/me/')).body.email).toBe(email);
  expect((await as(body.access_token).rest('POST', '/auth/logout/')).status).toBe(204);
});

describe('log-out', () => {
  it('returns 204 without a body and ends the session at once over both APIs', async () => {
    const ana = await beekeeper(app);
    expect((await me(ana)).status).toBe(200);
    expect(await ana.rest('POST', '/auth/logout')).toMatchObject({ status: 204, body: undefined });
    expectRefused(await me(ana), { status: 401, code: 'SESSION_OVER' });
    const answer = await ana.graphql('{ me { id } }');
    expect(answer.status).toBe(401);
    expectGraphqlRefused(answer, { code: 'UNAUTHENTICATED' });
    expect((await ana.rest('POST', '/auth/logout')).status).toBe(401);
  });

  it('ends the session for both APIs over GraphQL too', async () => {
    const ana = await beekeeper(app);
    expect(await ana.ask('mutation { logOut { success } }')).toEqual({ logOut: { success: true } });
    expect((await me(ana)).status).toBe(401);
    expect((await ana.graphql('{ me { id } }')).status).toBe(401);
  });

  it('does not end other sessions of the account', async () => {
    const ana = await beekeeper(app);
    const { body } = await logIn(ana.email);
    await ana.rest('POST', '/auth/logout');
    expect((await me(as(body.access_token))).status).toBe(200);
    expect((await logIn(ana.email)).status).toBe(200);
  });

  it('is effective for requests after it, also among concurrent ones', async () => {
    const ana = await beekeeper(app);
    await Promise.all([...Array.from({ length: 20 }, () => me(ana)), ana.rest('POST', '/auth/logout')]);
    expect((await me(ana)).status).toBe(401);
  });
});

describe('two processes on one database', () => {
  let other: TestApp;
  beforeAll(async () => {
    other = await startTestApp({ JWT_SECRET: SECRET }, app.database);
  });
  afterAll(() => other.close());

  it('a session is valid in both, and ending it in one ends it in the other', async () => {
    const ana = await beekeeper(app);
    const onOther = as(ana.token!, other);
    const { body } = await logIn(ana.email);
    const secondSession = as(body.access_token, other);
    for (const client of [ana, onOther, secondSession]) expect((await me(client)).status).toBe(200);
    await ana.rest('POST', '/auth/logout');
    await waitForStatus(401, () => me(onOther));
    expect((await onOther.graphql('{ me { id } }')).status).toBe(401);
    expect((await me(secondSession)).status).toBe(200);
  });

  it('a token that is signed with another secret is refused', async () => {
    const foreign = await startTestApp({ JWT_SECRET: 'the secret of another service, of 32 bytes' }, app.database);
    try {
      const { token } = await beekeeper(foreign);
      expect((await me(as(token!, foreign))).status).toBe(200);
      expect((await me(as(token!, other))).status).toBe(401);
    } finally {
      await foreign.close();
    }
  });
});

it('a request of a cached session runs only its own statement', async () => {
  const ana = await beekeeper(app);
  const statements = async (requests: number): Promise<string[]> => {
    const texts = await statementsOf(app.app, async () => {
      for (let i = 0; i < requests; i++) expect((await me(ana)).status).toBe(200);
    });
    // Session changes and mails are polled by timers, not by requests.
    return texts.filter(isOfRequest);
  };
  // Caching may take more than one request: a lookup is not cached if another session is invalidated meanwhile.
  for (let tries = 20; (await statements(1)).length > 1; tries--) expect(tries).toBeGreaterThan(0);
  const texts = await statements(20);
  expect(texts).toHaveLength(20);
  expect(texts.filter((text) => /\bsessions\b/.test(text))).toEqual([]);
});

it('answers of both APIs are not stored by caches', async () => {
  const { body } = await register({});
  const headers = { authorization: `Bearer ${body.access_token}`, 'content-type': 'application/json' };
  const query = JSON.stringify({ query: '{ me { email } }' });
  for (const [path, init] of [
    ['/api/v1/auth/me', { headers }],
    ['/api/v1/auth/me', {}],
    ['/api/v1/users/me/export', { headers }],
    ['/graphql', { headers, method: 'POST', body: query }],
    ['/graphql?', { headers, method: 'POST', body: query }],
    [`/graphql?query=${encodeURIComponent('{ me { email } }')}`, { headers }],
  ] as const)
    expect((await fetch(app.url + path, init)).headers.get('cache-control')).toBe('no-store');
});

it('fifty concurrent log-ins do not delay the request of another session', async () => {
  const ana = await beekeeper(app);
  await me(ana);
  let finished = 0;
  const logIns = Array.from({ length: 50 }, async () => {
    await logIn(ana.email, 'Wrong-password-1');
    finished += 1;
  });
  expect((await me(ana)).status).toBe(200);
  expect(finished).toBeLessThan(50);
  await Promise.all(logIns);
});
