// Digests by web push: which browsers get them, what a push service sees, and what happens if it refuses.
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client, startTestApp, type TestApp, VAPID } from '../../support/client.js';
import { allSent, eventually, mailsTo, retryNow } from '../../support/mail.js';
import { deleteAccount } from '../../support/members.js';
import { Browser, type PushService, readVapid, startPushService } from '../../support/push-service.js';
import { expectGraphqlRefused } from '../../support/refusals.js';
import { type Beekeeper, beekeeper, PASSWORD } from '../../support/world.js';

let app: TestApp;
/** Another process with the same database. */
let second: TestApp;
let service: PushService;
/** Others, which answer nothing, or late. */
let slow: Record<'nothing' | 'late', PushService>;
beforeAll(async () => {
  service = await startPushService();
  slow = { nothing: await startPushService(), late: await startPushService() };
  slow.nothing.answer('nothing');
  slow.late.answer('late');
  const settings = {
    PUSH_SERVICES: `push.example.org,*.push.example.org,${service.url},${slow.nothing.url},${slow.late.url}`,
  };
  app = await startTestApp(settings);
  second = await startTestApp(settings, app.database);
});
afterAll(async () => {
  await second?.close();
  await app?.close();
  await Promise.all([service, slow?.nothing, slow?.late].map((one) => one?.close()));
});

const FIELDS = 'id host createdAt lastSentAt';
const add = (who: Client, input: object) =>
  who.graphql(
    `mutation ($input: AddPushSubscriptionInput!) { addPushSubscription(input: $input) { pushSubscription { ${FIELDS} } } }`,
    { input },
  );
async function subscribe(who: Client, browser = new Browser(service.url)): Promise<Browser> {
  const { errors } = await add(who, browser.input);
  if (errors) throw new Error(errors[0]!.message);
  return browser;
}
const listOf = async (who: Client) =>
  (await who.ask(`{ me { pushSubscriptions { ${FIELDS} } } }`)).me.pushSubscriptions;
const reasonOf = ({ errors }: Awaited<ReturnType<typeof add>>) =>
  errors && `${errors[0]!.extensions.code} ${errors[0]!.extensions.reason}`;
const remove = (who: Client, id: string) =>
  who.graphql('mutation ($id: ID!) { removePushSubscription(input: { id: $id }) { deletedId } }', { id });

/** An account with a verified address, something to do, and a daily digest. */
async function account(): Promise<Beekeeper> {
  const who = await beekeeper(app);
  await app.database.sql('update users set is_verified = true where id = $1', [who.id]);
  await who.ask('mutation ($input: CreateTaskInput!) { createTask(input: $input) { task { id } } }', {
    input: { apiaryId: await who.apiary(), title: 'Feed', kind: 'OTHER' },
  });
  await who.ask('mutation { setDigest(input: { frequency: DAILY }) { digest { hour } } }');
  return who;
}
async function logIn({ email }: Beekeeper): Promise<Client> {
  const { logIn: session } = await app.anyone.ask(
    'mutation ($input: LogInInput!) { logIn(input: $input) { accessToken } }',
    { input: { email, password: PASSWORD } },
  );
  return new Client(app.url, session.accessToken);
}

/** Makes the digests of accounts due, and writes them. */
async function sendDigests(...accounts: Client[]): Promise<void> {
  const ids = accounts.map((who) => (who as Beekeeper).id);
  await app.database.sql(
    `update digests set due_at = now() - interval '1 minute', sent_at = null where user_id = any($1)`,
    [ids],
  );
  await app.app.digests.send();
}
/** Waits until no message is being sent, or is about to be: what waits for another attempt waits on. */
const settled = () =>
  eventually('the messages are sent', async () => {
    const waiting = await app.database.sql(
      `select 1 from jobs.job where name = 'push' and (state in ('created', 'active') or state = 'retry' and start_after <= now())`,
    );
    return waiting.length === 0 || undefined;
  });
const jobs = (state: string) =>
  app.database.sql<{ data: object; output: object }>(
    `select data, output from jobs.job where name = 'push' and state = $1`,
    [state],
  );

describe('a message', () => {
  it('says how much there is, and nothing else, encrypted for the browser and signed for its service', async () => {
    const ana = await account();
    const browser = await subscribe(ana);
    await sendDigests(ana);
    await settled();
    const [message, ...others] = service.messagesTo(browser);
    expect(others).toEqual([]);
    expect(browser.decrypt(message!)).toEqual({ type: 'digest', total: 1 });
    expect(() => new Browser(service.url).decrypt(message!)).toThrow();
    expect(message!.headers).toMatchObject({
      ...{ ttl: '86400', urgency: 'normal', topic: 'digest', 'content-encoding': 'aes128gcm' },
      'content-length': String(message!.body.length),
    });
    const { key, claims } = readVapid(message!);
    expect(key).toBe(VAPID.VAPID_PUBLIC_KEY);
    expect((await ana.ask('{ me { digest { pushKey } } }')).me.digest.pushKey).toBe(key);
    expect(claims).toEqual({ aud: service.url, exp: expect.any(Number), sub: VAPID.VAPID_SUBJECT });
    expect(claims.exp * 1000).toBeGreaterThan(Date.now());
    expect(claims.exp * 1000).toBeLessThanOrEqual(Date.now() + 86_400_000);
    expect(Date.now() - Date.parse((await listOf(ana))[0].lastSentAt)).toBeLessThan(60_000);
    // In addition to the mail.
    await allSent(app);
    expect(
      [app, second].flatMap((one) => mailsTo(one, ana.email)).filter(({ headers }) => 'list-unsubscribe' in headers),
    ).toHaveLength(1);
  });

  it('is one for each browser and digest, by processes that send at the same time', async () => {
    const accounts = await Promise.all(Array.from({ length: 5 }, account));
    const browsers = await Promise.all(accounts.flatMap((who) => [subscribe(who), subscribe(who)]));
    await app.database.sql(`update digests set due_at = now() - interval '1 minute'`);
    await Promise.all([app, second, app, second].map((one) => one.app.digests.send()));
    await settled();
    expect(browsers.map((browser) => service.messagesTo(browser).length)).toEqual(browsers.map(() => 1));
  });

  it('is not sent with nothing due', async () => {
    const ana = await account();
    const browser = await subscribe(ana);
    await app.database.sql(
      `update tasks set status = 'CANCELED', closed_at = now(), closed_on = now() where owner_id = $1`,
      [ana.id],
    );
    await sendDigests(ana);
    await settled();
    expect(service.messagesTo(browser)).toEqual([]);
  });
});

describe('a push service that', () => {
  it.each([404, 410])('answers %d ends the subscription', async (status) => {
    const ana = await account();
    const [gone, other] = [await subscribe(ana), await subscribe(ana)];
    service.answer(status, gone);
    await sendDigests(ana);
    await settled();
    expect(await listOf(ana)).toHaveLength(1);
    expect(service.messagesTo(other)).toHaveLength(1);
    expect(await jobs('retry')).toEqual([]);
  });

  it.each([500, 503, 429])('answers %d gets the message again', async (status) => {
    const ana = await account();
    const browser = await subscribe(ana);
    service.answer(status, browser);
    await sendDigests(ana);
    await eventually('the attempt has failed', async () => (await jobs('retry')).length === 1 || undefined);
    const [job] = await jobs('retry');
    expect(job!.output).toMatchObject({ message: `PUSH_${status}` });
    expect(JSON.stringify(job)).not.toContain(browser.endpoint);
    expect((await listOf(ana))[0].lastSentAt).toBeNull();
    service.answer(201, browser);
    await retryNow(app.database);
    await eventually('it is sent', () => service.messagesTo(browser).length === 2 || undefined);
    await settled();
    expect((await listOf(ana))[0].lastSentAt).not.toBeNull();
  });

  it.each([400, 403, 413, 301, 307])('answers %d does not get it again', async (status) => {
    const ana = await account();
    const browser = await subscribe(ana);
    service.answer(status, browser);
    await sendDigests(ana);
    await settled();
    expect(await jobs('retry')).toEqual([]);
    expect(service.messagesTo(browser)).toHaveLength(1);
    expect(service.received.filter(({ path }) => path === '/elsewhere')).toEqual([]);
    expect(await listOf(ana)).toMatchObject([{ lastSentAt: null }]);
  });

  it.each([
    ['nothing', 20],
    ['late', 10],
  ] as const)(
    'answers %s delays the messages to others by no more than one timeout',
    async (answer, failed) => {
      const [ana, bea, eva] = [await account(), await account(), await account()];
      for (let n = 0; n < 10; n++) for (const who of [ana, bea]) await subscribe(who, new Browser(slow[answer].url));
      await sendDigests(ana, bea);
      await wait(1000);
      const browser = await subscribe(eva);
      const started = performance.now();
      await sendDigests(eva);
      await eventually('it is sent', () => service.messagesTo(browser).length === 1 || undefined);
      expect(performance.now() - started).toBeLessThan(14_000);
      await settled();
      // Each of two processes has begun ten at most. The others failed without a request.
      const waiting = await jobs('retry');
      expect(slow[answer].received.length).toBeLessThanOrEqual(20);
      expect(waiting.length).toBeLessThanOrEqual(failed);
      expect(waiting.map(({ output }) => output)).toEqual(
        waiting.map(() => expect.objectContaining({ message: 'PUSH_SERVICE_AWAY' })),
      );
      await app.database.sql(`delete from jobs.job where name = 'push'`);
    },
    40_000,
  );
});

describe('a subscription', () => {
  it('shows the host alone, and the same endpoint again changes it', async () => {
    const ana = await account();
    const browser = new Browser('https://a.push.example.org');
    const { data } = await add(ana, browser.input);
    const [listed, ...others] = await listOf(ana);
    expect(others).toEqual([]);
    expect(listed).toEqual({
      ...data.addPushSubscription.pushSubscription,
      host: 'a.push.example.org',
      lastSentAt: null,
    });
    const other = new Browser('https://a.push.example.org');
    await add(ana, { ...other.input, endpoint: browser.endpoint });
    expect(await listOf(ana)).toEqual([listed]);
    const stored = await app.database.sql('select p256dh, auth from push_subscriptions where id = $1', [listed.id]);
    expect(stored).toEqual([{ p256dh: other.input.p256dh, auth: other.input.auth }]);
  });

  it.each([
    'http://push.example.org/1',
    'https://push.example.org.evil.org/1',
    'https://evilpush.example.org/1',
    'https://push.example.org:8443/1',
    'https://push.example.org@evil.org/1',
    'https://ana@push.example.org/1',
    'https://push.example.org./1',
    'https://push.example.org/1#2',
    'https://127.0.0.1/1',
    'http://127.0.0.1:1/1',
    'https://[::1]/1',
    'https://169.254.169.254/latest/meta-data',
    'https://localhost/1',
    'ftp://push.example.org/1',
    'file:///etc/passwd',
    'push.example.org',
    'https://push.example.org/\n',
    `https://push.example.org/${'1'.repeat(1000)}`,
    '',
  ])('at %j is refused', async (endpoint) => {
    const answer = await add(await account(), { ...new Browser(service.url).input, endpoint });
    expectGraphqlRefused(answer, { code: 'BAD_USER_INPUT', field: 'endpoint' });
  });

  it.each([
    ['p256dh', ''],
    ['p256dh', 'B'.repeat(86)],
    // It has the right length, and is no point of the curve.
    ['p256dh', 'B'.repeat(87)],
    ['p256dh', Buffer.concat([Buffer.from([4]), Buffer.alloc(64)]).toString('base64url')],
    ['auth', ''],
    ['auth', Buffer.alloc(15).toString('base64url')],
    ['auth', Buffer.alloc(17).toString('base64url')],
  ])('with %s %j is refused', async (field, value) => {
    const answer = await add(await account(), { ...new Browser(service.url).input, [field]: value });
    expectGraphqlRefused(answer, { code: 'BAD_USER_INPUT', field });
  });

  it('beyond the tenth is refused; one that is there is not', async () => {
    const ana = await account();
    const browsers = await Promise.all(
      Array.from({ length: 12 }, () => new Browser('https://push.example.org')).map(async (browser) => ({
        browser,
        answer: await add(ana, browser.input),
      })),
    );
    const refused = browsers.filter(({ answer }) => answer.errors);
    expect(refused).toHaveLength(2);
    expect(reasonOf(refused[0]!.answer)).toBe('CONFLICT TOO_MANY_PUSH_SUBSCRIPTIONS');
    const added = browsers.find(({ answer }) => !answer.errors)!;
    expect((await add(ana, added.browser.input)).errors).toBeUndefined();
    const [first] = await listOf(ana);
    expect((await remove(ana, first.id)).data.removePushSubscription.deletedId).toBe(first.id);
    expect((await add(ana, refused[0]!.browser.input)).errors).toBeUndefined();
    expect(await listOf(ana)).toHaveLength(10);
  });

  it('is its account’s alone, until another account registers the browser', async () => {
    const [ana, bea] = [await account(), await account()];
    const browser = await subscribe(ana);
    const [ofAna] = await listOf(ana);
    expect(await listOf(bea)).toEqual([]);
    expectGraphqlRefused(await remove(bea, ofAna.id), { code: 'NOT_FOUND' });
    await subscribe(bea, browser);
    expect(await listOf(ana)).toEqual([]);
    expect((await listOf(bea))[0].id).not.toBe(ofAna.id);
    await sendDigests(ana, bea);
    await settled();
    expect(service.messagesTo(browser)).toHaveLength(1);
  });

  it('ends with its session', async () => {
    const ana = await account();
    const phone = await logIn(ana);
    const [lost, kept] = [await subscribe(phone), await subscribe(ana)];
    expect(await listOf(ana)).toHaveLength(2);
    await phone.ask('mutation { logOut { success } }');
    expect(await listOf(ana)).toHaveLength(1);
    await sendDigests(ana);
    await settled();
    expect([service.messagesTo(lost).length, service.messagesTo(kept).length]).toEqual([0, 1]);
    // Also if the message was waiting.
    service.answer(500, kept);
    await sendDigests(ana);
    await eventually('the attempt has failed', async () => (await jobs('retry')).length === 1 || undefined);
    await ana.ask('mutation { logOut { success } }');
    await retryNow(app.database);
    await settled();
    expect(service.messagesTo(kept)).toHaveLength(2);
    expect(await jobs('retry')).toEqual([]);
  });

  it('of a session that has expired gets nothing', async () => {
    const ana = await account();
    const phone = await logIn(ana);
    const browser = await subscribe(phone);
    await app.database.sql(
      'update sessions set expires_at = now() where id = (select session_id from push_subscriptions where endpoint = $1)',
      [browser.endpoint],
    );
    expect(await listOf(ana)).toEqual([]);
    await sendDigests(ana);
    await settled();
    expect(service.messagesTo(browser)).toEqual([]);
    await subscribe(ana);
    expect(await app.database.sql('select 1 from push_subscriptions where user_id = $1', [ana.id])).toHaveLength(1);
  });

  it('is in the export without its keys, and goes with the account', async () => {
    const ana = await account();
    const { input } = await subscribe(ana);
    const { body } = await ana.rest('GET', '/users/me/export');
    expect(body.pushSubscriptions).toMatchObject([{ host: new URL(service.url).host, lastSentAt: null }]);
    for (const secret of Object.values(input)) expect(JSON.stringify(body)).not.toContain(secret);
    await deleteAccount(ana, PASSWORD);
    expect(await app.database.sql('select 1 from push_subscriptions where user_id = $1', [ana.id])).toEqual([]);
  });
});

it('without keys in the settings, web push is off', async () => {
  const off = await startTestApp({ VAPID_PUBLIC_KEY: '', VAPID_PRIVATE_KEY: '', VAPID_SUBJECT: '' }, app.database);
  const ana = await account();
  const client = new Client(off.url, ana.token);
  expect((await client.ask('{ me { digest { pushKey } } }')).me.digest.pushKey).toBeNull();
  const answer = await add(client, new Browser('https://push.example.org').input);
  expect(reasonOf(answer)).toBe('CONFLICT PUSH_OFF');
  await off.close();
});
