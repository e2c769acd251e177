// A personal access token from its creation to its end, as its owner and the programs that hold it see it.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client, startTestApp, type TestApp } from '../../support/client.js';
import { allSent, mailsTo } from '../../support/mail.js';
import { changeRole, share } from '../../support/members.js';
import { insertToken, withToken } from '../../support/tokens.js';
import { type Beekeeper, beekeeper, PASSWORD } from '../../support/world.js';

let app: TestApp;
let ana: Beekeeper;
beforeAll(async () => {
  app = await startTestApp();
  ana = await beekeeper(app);
});
afterAll(() => app.close());

const CREATE = `mutation ($input: CreatePersonalAccessTokenInput!) {
  createPersonalAccessToken(input: $input) { token personalAccessToken { id name scope apiaryIds expiresAt lastUsedAt } }
}`;
const input = (fields: object = {}) => ({ input: { name: 'Display', password: PASSWORD, ...fields } });
const DAY_MS = 86_400_000;
const rename = (who: Client, id: string, name: string) =>
  who.graphql(`mutation { updateApiary(input: { id: "${id}", name: "${name}" }) { apiary { name } } }`);

describe('a token is created', () => {
  it('for reading and 90 days if nothing else is asked for, shown once, and announced by a mail', async () => {
    const owner = await beekeeper(app);
    const { createPersonalAccessToken: created } = await owner.ask(CREATE, input());
    expect(created.token).toMatch(/^bk_[0-9A-Za-z]{36}$/);
    const { expiresAt, ...shown } = created.personalAccessToken;
    expect(shown).toMatchObject({ name: 'Display', scope: 'READ', apiaryIds: null, lastUsedAt: null });
    expect(Math.round((Date.parse(expiresAt) - Date.now()) / DAY_MS)).toBe(90);
    const {
      me: { personalAccessTokens },
    } = await owner.ask('{ me { personalAccessTokens { id name } } }');
    expect(personalAccessTokens).toEqual([{ id: shown.id, name: 'Display' }]);
    const exported = JSON.stringify((await owner.rest('GET', '/users/me/export')).body);
    const [row] = await app.database.sql<{ hash: string; text: string }>(
      'select token_hash as hash, to_jsonb(t)::text as text from personal_access_tokens t where user_id = $1',
      [owner.id],
    );
    expect(exported).toContain(shown.id);
    for (const secret of [created.token, row!.hash]) expect(exported).not.toContain(secret);
    expect(row!.text).not.toContain(created.token);
    await allSent(app);
    const mails = mailsTo(app, owner.email).filter(({ text }) => text.includes('«Display»'));
    expect(mails).toHaveLength(1);
    expect(mails[0]!.text).not.toContain(created.token);
  });

  it('without telling its name to an address that nobody has verified, if that could be a message', async () => {
    const owner = await beekeeper(app);
    await owner.ask(CREATE, input({ name: 'Win at https://example.net' }));
    await allSent(app);
    const mail = mailsTo(app, owner.email).find(({ subject }) => subject === 'Un token de acceso nuevo')!;
    expect(mail.text).toContain('se creó el token de acceso personal, que vence');
    expect(mail.text).not.toContain('example.net');
  });

  it('only with the password, and only with what makes sense', async () => {
    const refused = async (fields: object) =>
      (await ana.graphql(CREATE, input(fields))).errors![0]!.extensions as Record<string, unknown>;
    const fieldOf = async (fields: object) => ((await refused(fields)).fields as { field: string }[])[0]!.field;
    expect(await fieldOf({ password: 'Wrong-2026' })).toBe('password');
    expect(await fieldOf({ name: ' ' })).toBe('name');
    expect(await fieldOf({ expiresInDays: 731 })).toBe('expiresInDays');
    expect(await fieldOf({ expiresInDays: 0 })).toBe('expiresInDays');
    expect(await fieldOf({ apiaryIds: [] })).toBe('apiaryIds');
    expect(await fieldOf({ apiaryIds: Array(101).fill(ana.id) })).toBe('apiaryIds');
    const foreign = await (await beekeeper(app)).apiary();
    for (const id of [foreign, ana.id, 'x']) expect((await refused({ apiaryIds: [id] })).code).toBe('NOT_FOUND');
  });

  it('up to 20 times, also at once', async () => {
    const owner = await beekeeper(app);
    for (let i = 0; i < 18; i++) await insertToken(app, owner);
    await insertToken(app, owner, { expiresAt: '2026-01-01' });
    await insertToken(app, owner, { revokedAt: '2026-01-01' });
    const answers = await Promise.all(Array.from({ length: 4 }, () => owner.graphql(CREATE, input())));
    const reasons = answers.map(({ errors }) => errors?.[0]?.extensions.reason ?? 'created').sort();
    expect(reasons).toEqual(['TOO_MANY_TOKENS', 'TOO_MANY_TOKENS', 'created', 'created']);
  });
});

describe('text that is no token', () => {
  it('is refused alike, without a statement if its checksum is wrong', async () => {
    const { token } = await insertToken(app, ana);
    const changed = token.slice(0, -1) + (token.endsWith('A') ? 'B' : 'A');
    const { token: deleted } = await insertToken(app, ana);
    await app.database.sql('delete from personal_access_tokens where name = $1', ['Of the tests']);
    const answerOf = async (text: string) => {
      const { status, body } = await new Client(app.url, text).rest('GET', '/auth/me');
      return { status, body };
    };
    const expected = { status: 401, body: expect.objectContaining({ error_code: 'TOKEN_INVALID' }) };
    for (const text of [changed, deleted, 'bk_', `bk_${'0'.repeat(36)}`, `BK_${token.slice(3)}`, `${token}x`])
      expect({ text, answer: await answerOf(text) }).toEqual({ text, answer: expected });
  });
});

it('in the place of a password begins no guesses of the password again', async () => {
  const limits = { RATE_LIMITS: 'on', RATE_LIMIT_GUESSES: '4/15m' };
  const limited = await startTestApp(limits, app.database);
  const owner = await beekeeper(app);
  const { token } = await insertToken(app, owner, { expiresAt: new Date(Date.now() + DAY_MS).toISOString() });
  const logIn = async (password: string) =>
    (await limited.anyone.rest('POST', '/auth/login', { email: owner.email, password })).status;
  const statuses: number[] = [];
  for (let i = 0; i < 4; i++) statuses.push(await logIn('Wrong-2026'), await logIn('Wrong-2027'), await logIn(token));
  await limited.close();
  expect(statuses).toEqual([401, 401, 200, 401, 401, 200, 429, 429, 200, 429, 429, 200]);
});

describe('a token ends', () => {
  const isRefused = async (client: Client) => (await client.rest('GET', '/auth/me')).body.error_code;

  it('when it is revoked, at once', async () => {
    const { id, token } = await insertToken(app, ana, { scope: 'MANAGE' });
    const client = new Client(app.url, token);
    expect((await client.rest('GET', '/apiaries')).status).toBe(200);
    const revoke = () => ana.ask(`mutation { revokePersonalAccessToken(input: { id: "${id}" }) { deletedId } }`);
    expect(await revoke()).toEqual({ revokePersonalAccessToken: { deletedId: id } });
    expect(await isRefused(client)).toBe('TOKEN_INVALID');
    expect(await revoke()).toEqual({ revokePersonalAccessToken: { deletedId: id } });
    expect((await ana.ask(`{ nodes(ids: ["${id}"]) { id } }`)).nodes).toEqual([null]);
  });

  it('when it is revoked, expires or changes in the database, within a second', async () => {
    for (const change of ['revoked_at = now()', `expires_at = now() - interval '1 second'`]) {
      const { id, token } = await insertToken(app, ana);
      const client = new Client(app.url, token);
      expect((await client.rest('GET', '/apiaries')).status).toBe(200);
      await app.database.sql(`update personal_access_tokens set ${change} where id = $1`, [id]);
      await new Promise((done) => setTimeout(done, 1100));
      expect([change, await isRefused(client)]).toEqual([change, 'TOKEN_INVALID']);
    }
  });

  it('with the account, and when its password is reset or an administrator ends its sessions', async () => {
    const endings: ((owner: Beekeeper, admin: Beekeeper) => Promise<unknown>)[] = [
      (owner) => owner.ask(`mutation { deleteMyAccount(input: { password: "${PASSWORD}" }) { success } }`),
      (owner, admin) =>
        admin.ask(`mutation { endUserSessions(input: { id: "${owner.id}", reason: "Lost" }) { endedSessionsCount } }`),
      (owner, admin) =>
        admin.ask(`mutation { setUserStatus(input: { id: "${owner.id}", isActive: false }) { user { id } } }`),
    ];
    const admin = await beekeeper(app);
    await app.database.sql(`update users set role = 'ADMIN' where id = $1`, [admin.id]);
    await new Promise((done) => setTimeout(done, 1100));
    for (const end of endings) {
      const owner = await beekeeper(app);
      const client = await withToken(app, owner);
      expect((await client.rest('GET', '/apiaries')).status).toBe(200);
      await end(owner, admin);
      expect(await isRefused(client)).toBe('TOKEN_INVALID');
    }
  });

  it('but not when its account logs out or changes the password', async () => {
    const owner = await beekeeper(app);
    const client = await withToken(app, owner);
    await owner.ask(
      `mutation { changePassword(input: { currentPassword: "${PASSWORD}", newPassword: "Another-2026" }) { success } }`,
    );
    await owner.ask('mutation { logOut { success } }');
    expect((await client.rest('GET', '/apiaries')).status).toBe(200);
  });
});

describe('what a token does', () => {
  it('is in the change log with its id, and what a session does is not', async () => {
    const apiary = await ana.apiary();
    const { id, token } = await insertToken(app, ana, { scope: 'MANAGE' });
    await rename(ana, apiary, 'By hand');
    await rename(new Client(app.url, token), apiary, 'By a program');
    await new Client(app.url, token).rest('POST', '/beehives', { apiary_id: apiary });
    const log = '{ changeLog(first: 4) { nodes { kind action tokenId actor { userId } } } }';
    const { changeLog } = (await ana.ask(`{ apiary(id: "${apiary}") ${log} }`)).apiary;
    expect(changeLog.nodes.map(({ kind, tokenId }: { kind: string; tokenId: string }) => [kind, tokenId])).toEqual([
      ['BEEHIVE', id],
      ['APIARY', id],
      ['APIARY', null],
      ['APIARY', null],
    ]);
    expect(changeLog.nodes[0].actor).toEqual({ userId: ana.id });
  });

  it('is limited by the role of its account, as that is now', async () => {
    const bea = await beekeeper(app);
    const apiary = await ana.apiary();
    await share(ana, apiary, bea, 'MANAGER');
    const client = await withToken(app, bea, { scope: 'MANAGE' });
    expect((await rename(client, apiary, 'As a manager')).errors).toBeUndefined();
    await changeRole(ana, apiary, bea.id, 'VIEWER');
    expect((await rename(client, apiary, 'As a viewer')).errors![0]!.extensions.reason).toBe('ROLE_TOO_LOW');
  });

  it('is noted as its last use', async () => {
    const { id, token } = await insertToken(app, ana);
    await new Client(app.url, token).rest('GET', '/apiaries');
    // The caches write it every few minutes, and at their end.
    await app.app.sessions.close();
    const { node } = await ana.ask(`{ node(id: "${id}") { ... on PersonalAccessToken { lastUsedAt } } }`);
    expect(Date.now() - Date.parse(node.lastUsedAt)).toBeLessThan(60_000);
  });
});
