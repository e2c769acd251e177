// What an administrator does with the account of another, for a stated reason. Two services share the database.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '../../process/service.js';
import { Client, type GraphqlAnswer, startTestApp, type TestApp } from '../../support/client.js';
import { allSent, mailsTo } from '../../support/mail.js';
import { refusalOf, share } from '../../support/members.js';
import { MISSING_IDS } from '../../support/missing-ids.js';
import { SocketClient } from '../../support/socket.js';
import { type Beekeeper, beekeeper } from '../../support/world.js';
import { accountWith, administrator, app, CHANGE, setPermissions } from './administration.fixture.js';
import { guarded, overRest } from './second-factor.fixture.js';

let other: TestApp;
let root: Beekeeper;
beforeAll(async () => {
  other = await startTestApp({}, app.database);
  root = await administrator();
});
afterAll(() => other.close());

const REASON = 'Request 2026-117';
const END = 'mutation ($input: EndUserSessionsInput!) { act: endUserSessions(input: $input) { endedSessionsCount } }';
const EXPORT =
  'mutation ($input: RequestUserExportInput!) { act: requestUserExport(input: $input) { path expiresAt } }';
const DELETE = 'mutation ($input: DeleteUserInput!) { act: deleteUser(input: $input) { success } }';
const REMOVE = 'mutation ($input: RemoveSecondFactorInput!) { act: removeSecondFactor(input: $input) { success } }';
const act = (who: Client, document: string, id: string, input: object = {}) =>
  who.graphql(document, { input: { id, reason: REASON, ...input } });
const entriesOf = async (subjectId: string): Promise<object[]> =>
  (
    await root.ask(
      `query ($id: ID!) { auditEntries(filter: { subjectId: $id }) { nodes { actorId subjectId change { ${CHANGE} } reason } } }`,
      { id: subjectId },
    )
  ).auditEntries.nodes;
const isRefused = async (url: string, token: string | undefined): Promise<boolean> =>
  (await new Client(url, token).rest('GET', '/auth/me')).status === 401;
const download = (path: string, { token }: Client, url = app.url): Promise<Response> =>
  fetch(`${url}${path}`, { headers: { authorization: `Bearer ${token}`, 'accept-language': 'en' } });

describe('every act', () => {
  it.each([
    ['endUserSessions', END],
    ['requestUserExport', EXPORT],
    ['deleteUser', DELETE],
    ['removeSecondFactor', REMOVE],
  ])('%s needs the role, a reason and an account; a refusal writes and changes nothing', async (_name, document) => {
    const ana = await beekeeper(app);
    const deputy = await accountWith('BEEKEEPER', ['users:read', 'users:write']);
    for (const who of [ana, deputy]) {
      const refusals = await Promise.all([ana.id, root.id, ...MISSING_IDS].map((id) => act(who, document, id)));
      expect(new Set(refusals.map((answer) => JSON.stringify(answer.errors?.map(({ message }) => message)))).size).toBe(
        1,
      );
      expect(refusals.map(refusalOf)).toEqual(refusals.map(() => 'FORBIDDEN'));
    }
    for (const reason of ['', ' \n', 'x'.repeat(10_000)]) {
      const { errors } = await act(root, document, ana.id, { reason });
      expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT', fields: [{ field: 'reason' }] } }]);
      expect(errors![0]!.message.length).toBeLessThan(100);
    }
    for (const id of MISSING_IDS) expect(refusalOf(await act(root, document, id))).toBe('NOT_FOUND');
    expect(await entriesOf(ana.id)).toEqual([]);
    expect(await isRefused(app.url, ana.token)).toBe(false);
  });
});

describe('the second factor of an account', () => {
  it('is removed, with an entry and a mail; the password is enough, and the sessions have ended', async () => {
    const { ana } = await guarded(app);
    expect(refusalOf(await act(root, REMOVE, root.id))).toBe('CONFLICT');
    expect((await act(root, REMOVE, ana.id)).data).toEqual({ act: { success: true } });
    expect(await entriesOf(ana.id)).toEqual([
      { actorId: root.id, subjectId: ana.id, change: { field: 'SECOND_FACTOR' }, reason: REASON },
    ]);
    expect(await isRefused(app.url, ana.token)).toBe(true);
    expect((await overRest(app.anyone, ana.email)).status).toBe(200);
    await allSent(app);
    expect(mailsTo(app, ana.email).at(-1)!.subject).toBe('Se ha quitado el segundo factor de su cuenta');
    expect((await act(root, REMOVE, ana.id)).errors).toMatchObject([
      { extensions: { reason: 'SECOND_FACTOR_MISSING' } },
    ]);
    expect(await entriesOf(ana.id)).toHaveLength(1);
  });
});

describe('the sessions of an account', () => {
  it('are listed and ended, with their refresh tokens and subscriptions, in both processes', async () => {
    const ana = await beekeeper(app);
    const apiary = await ana.apiary();
    const logIn = `mutation { logIn(input: { email: "${ana.email}", password: "Abeja-2026" }) { accessToken refreshToken } }`;
    const second = (await app.anyone.ask(logIn)).logIn;
    const LIST = 'query ($id: ID!) { user(id: $id) { sessions { id device address isCurrent } } }';
    const { sessions } = (await root.ask(LIST, { id: ana.id })).user;
    expect(sessions).toHaveLength(2);
    expect(sessions[0]).toMatchObject({ isCurrent: false, address: expect.any(String) });
    expect(refusalOf(await root.graphql(LIST, { id: MISSING_IDS[0] }))).toBe('NOT_FOUND');

    const socket = await SocketClient.connect({ url: other.url, token: ana.token });
    await socket.watch('1', ana, apiary);
    expect((await act(root, END, ana.id)).data).toEqual({ act: { endedSessionsCount: 2 } });
    for (const token of [ana.token, second.accessToken]) {
      expect(await isRefused(app.url, token)).toBe(true);
      await until(() => isRefused(other.url, token));
    }
    expect(await socket.closed).toBe('4403 SESSION_OVER');
    const refresh = `mutation { refreshSession(input: { refreshToken: "${second.refreshToken}" }) { accessToken } }`;
    expect(refusalOf(await other.anyone.graphql(refresh))).toBe('UNAUTHENTICATED SESSION_OVER');
    expect(await entriesOf(ana.id)).toEqual([
      { actorId: root.id, subjectId: ana.id, change: { field: 'SESSIONS', endedSessionsCount: 2 }, reason: REASON },
    ]);
    expect((await act(root, END, ana.id)).data.act.endedSessionsCount).toBe(0);
    expect((await app.anyone.ask(logIn)).logIn.accessToken).toBeTruthy();
  });

  it('are not ended on the own account', async () => {
    expect(refusalOf(await act(root, END, root.id.toUpperCase()))).toBe('CONFLICT');
    expect(await isRefused(app.url, root.token)).toBe(false);
  });
});

describe('the export of an account', () => {
  it('is the same as its own, byte for byte except the time, for who requested it', async () => {
    const [ana, bea] = [await beekeeper(app), await beekeeper(app)];
    const apiary = await ana.apiary();
    await ana.beehive(apiary, { beehiveNumber: 7 });
    await ana.item(apiary, { quantity: 3 });
    await bea.beehive(await bea.apiary());
    const foreign = await bea.apiary({ name: 'Shared' });
    await share(bea, foreign, ana, 'WORKER');
    await share(ana, apiary, bea, 'VIEWER');
    await until(async () => !(await ana.graphql(`{ apiary(id: "${foreign}") { id } }`)).errors);

    const { path, expiresAt } = (await act(root, EXPORT, ana.id)).data.act;
    expect(Date.parse(expiresAt) - Date.now()).toBeGreaterThan(14 * 60_000);
    const audited = await entriesOf(ana.id);
    expect(audited).toMatchObject([{ actorId: root.id, change: { field: 'EXPORT' }, reason: REASON }]);
    const response = await download(path, root, other.url);
    expect(response.status).toBe(200);
    const bytes = async (answer: Response) => (await answer.text()).replace(/"exportedAt":"[^"]+"/, '');
    const exported = await bytes(response);
    expect(exported).toBe(await bytes(await download('/api/v1/users/me/export', ana)));
    expect(exported).toContain('"number":7');
    expect(await entriesOf(ana.id)).toEqual(audited);

    const second = await administrator();
    const answers = [];
    for (const [who, at] of [
      [second, path],
      [root, `/exports/${MISSING_IDS[0]}`],
      [root, '/exports/nonsense'],
    ] as const) {
      const refused = await download(at, who);
      answers.push([refused.status, await refused.text()]);
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]![0]).toBe(404);
    expect((await download(path, ana)).status).toBe(403);
    expect((await download(path, new Client(app.url, 'x'))).status).toBe(401);
    await app.database.sql(
      `update audit_entries set created_at = created_at - interval '16 minutes' where subject_id = $1`,
      [ana.id],
    );
    expect((await download(path, root)).status).toBe(404);
  });
});

describe('the deletion of an account', () => {
  it('ends it at once in both processes, and is audited', async () => {
    const ana = await beekeeper(app);
    await ana.apiary();
    await until(async () => !(await isRefused(other.url, ana.token)));
    const { path } = (await act(root, EXPORT, ana.id)).data.act;
    expect((await act(root, DELETE, ana.id)).data).toEqual({ act: { success: true } });
    expect([await isRefused(app.url, ana.token), await isRefused(other.url, ana.token)]).toEqual([true, true]);
    expect((await entriesOf(ana.id))[0]).toEqual({
      actorId: root.id,
      subjectId: ana.id,
      change: { field: 'ACCOUNT' },
      reason: REASON,
    });
    expect((await download(path, root)).status).toBe(404);
    expect(refusalOf(await act(root, DELETE, ana.id))).toBe('NOT_FOUND');
    await app.app.removals.remove();
    // Another round may have begun with it.
    const left = () => app.database.sql('select 1 from apiaries where owner_id = $1', [ana.id]);
    await until(async () => (await left()).length === 0);
  });

  it('is refused for administrators and, unless confirmed, for owners of shared apiaries', async () => {
    const [second, ana, bea] = [await administrator(), await beekeeper(app), await beekeeper(app)];
    expect(refusalOf(await act(root, DELETE, root.id))).toBe('CONFLICT');
    expect(refusalOf(await act(root, DELETE, second.id))).toBe('CONFLICT ACCOUNT_IS_ADMINISTRATOR');
    await share(ana, await ana.apiary({ name: 'La Vega' }), bea, 'WORKER');
    const { errors } = await act(root, DELETE, ana.id);
    expect(errors![0]).toMatchObject({ message: expect.stringContaining('La Vega') });
    expect(await entriesOf(ana.id)).toEqual([]);
    expect((await act(root, DELETE, ana.id, { deleteSharedApiaries: true })).errors).toBeUndefined();
    await setPermissions(root, second.id, { role: 'BEEKEEPER' });
    expect((await act(root, DELETE, second.id)).errors).toBeUndefined();
  });

  it('happens once if two administrators do it, and never to one who is appointed meanwhile', async () => {
    const second = await administrator();
    const ana = await beekeeper(app);
    const there = new Client(other.url, second.token);
    const refusals = (await Promise.all([act(root, DELETE, ana.id), act(there, DELETE, ana.id)])).map(refusalOf);
    expect(refusals.filter(Boolean)).toEqual(['NOT_FOUND']);
    expect(await entriesOf(ana.id)).toHaveLength(1);

    const bea = await beekeeper(app);
    const [deleted, appointed]: GraphqlAnswer<unknown>[] = await Promise.all([
      act(root, DELETE, bea.id),
      setPermissions(there, bea.id, { role: 'ADMIN' }),
    ]);
    expect([refusalOf(deleted!), refusalOf(appointed!)].filter(Boolean)).toHaveLength(1);
  });
});

it('what an account holds is read by administrators', async () => {
  const ana = await beekeeper(app);
  await ana.beehive(await ana.apiary());
  await app.app.accountUsage.measure();
  const USAGE = 'query ($id: ID!) { user(id: $id) { usage { rowsCount bytes quotaBytes } } }';
  const { usage } = (await root.ask(USAGE, { id: ana.id })).user;
  expect(usage).toEqual((await ana.ask('{ me { usage { rowsCount bytes quotaBytes } } }')).me.usage);
  expect(usage.rowsCount).toBeGreaterThan(1);
  expect(refusalOf(await root.graphql(USAGE, { id: MISSING_IDS[0] }))).toBe('NOT_FOUND');
});

it('audit entries are removed after AUDIT_RETENTION', async () => {
  const short = await startTestApp({ AUDIT_RETENTION: '2d' }, app.database);
  try {
    const [ana, bea] = [await beekeeper(app), await beekeeper(app)];
    for (const { id } of [ana, bea]) await act(root, END, id);
    await app.database.sql(`update audit_entries set created_at = now() - interval '3 days' where subject_id = $1`, [
      ana.id,
    ]);
    await app.app.expiredRows.remove();
    expect(await entriesOf(ana.id)).toHaveLength(1);
    await short.app.expiredRows.remove();
    expect([await entriesOf(ana.id), await entriesOf(bea.id)]).toMatchObject([[], [{ change: { field: 'SESSIONS' } }]]);
  } finally {
    await short.close();
  }
});
