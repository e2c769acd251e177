// Webhooks: what a receiver gets of changes, and what an account can do with its webhooks.
import { createHmac } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { share } from '../../support/members.js';
import {
  account,
  app,
  arrived,
  deliveriesOf,
  hook,
  receiver,
  redeliverWebhookEvent,
  refusalOf,
  remove,
  rotate,
  sendCreate,
  sendTest,
  update,
  webhooksOf,
} from './webhooks.fixture.js';

describe('a change', () => {
  it('is posted as a thin event that is signed as Standard Webhooks has it', async () => {
    const ana = await account();
    const apiary = await ana.apiary({ name: 'The secret place' });
    const ours = await hook(ana);
    const hive = await ana.beehive(apiary, { beehiveNumber: 7 });
    await arrived('the event', () => ours.events().length === 1);
    const [event] = receiver.received.filter(({ path }) => path === ours.path);
    const { changeLog } = (
      await ana.ask(`{ apiary(id: "${apiary}") { changeLog(first: 1) { nodes { key changedAt } } } }`)
    ).apiary;
    const { key, changedAt: at } = changeLog.nodes[0];
    expect(event!.body).toEqual({
      type: 'beehive.created',
      timestamp: at,
      data: { kind: 'BEEHIVE', action: 'CREATED', recordId: hive, apiaryId: apiary, version: 1, sequence: key },
    });
    expect(event!.text).not.toContain('secret place');
    // By the words of the specification, without its library.
    const { headers, text } = event!;
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${text}`;
    const secret = Buffer.from(ours.secret.slice('whsec_'.length), 'base64');
    expect(secret).toHaveLength(32);
    expect(headers['webhook-signature']).toBe(`v1,${createHmac('sha256', secret).update(signed).digest('base64')}`);
    expect(Math.abs(Number(headers['webhook-timestamp']) - Date.now() / 1000)).toBeLessThan(60);
    expect(headers['content-type']).toBe('application/json');
    expect(await deliveriesOf(ana, ours.id)).toMatchObject([
      {
        id: event!.id,
        kind: 'BEEHIVE',
        recordId: hive,
        status: 'DELIVERED',
        attempts: 1,
        statusCode: 204,
        nextAt: null,
      },
    ]);
  });

  it('is posted to each webhook that asks for its kind, its action and its apiary, and to no other one', async () => {
    const ana = await account();
    const [here, there] = [await ana.apiary(), await ana.apiary()];
    const all = await hook(ana);
    const hives = await hook(ana, { kinds: ['BEEHIVE', 'BEEHIVE'] });
    const created = await hook(ana, { actions: ['CREATED'] });
    const ofHere = await hook(ana, { apiaryIds: [here.toUpperCase()] });
    const stranger = await hook(await account());
    const hive = await ana.beehive(here);
    await ana.ask(`mutation { updateBeehive(input: { id: "${hive}", beehiveNumber: 3 }) { beehive { id } } }`);
    await ana.ask(`mutation { updateApiary(input: { id: "${there}", name: "There" }) { apiary { id } } }`);
    await arrived('the last event', () => all.events().length === 3);
    const types = ({ events }: typeof all): string[] =>
      events()
        .map(({ type }) => type)
        .sort();
    await arrived(
      'all events',
      () => types(ofHere).length === 2 && types(hives).length === 2 && types(created).length === 1,
    );
    expect(types(all)).toEqual(['apiary.updated', 'beehive.created', 'beehive.updated']);
    expect(types(hives)).toEqual(['beehive.created', 'beehive.updated']);
    expect(types(created)).toEqual(['beehive.created']);
    expect(types(ofHere)).toEqual(['beehive.created', 'beehive.updated']);
    expect(stranger.events()).toEqual([]);
    expect(hives.kinds).toEqual(['BEEHIVE']);
    expect(ofHere.apiaryIds).toEqual([here]);
  });

  it('that nobody commits is posted to nobody', async () => {
    const ana = await account();
    const apiary = await ana.apiary();
    const ours = await hook(ana);
    const refused = await ana.graphql(
      `mutation { executeOperations(input: { atomic: true, operations: [
        { key: "6a3f4b0e-5a1e-4d4c-8d0c-1f3b8a2c7e11", mutation: { createBeehive: { apiaryId: "${apiary}" } } },
        { key: "6a3f4b0e-5a1e-4d4c-8d0c-1f3b8a2c7e12", mutation: { createBeehive: { apiaryId: "nowhere" } } }] }) { results { status } } }`,
    );
    expect(refused.data.executeOperations.results.map(({ status }: { status: string }) => status)).not.toContain(
      'APPLIED',
    );
    await ana.beehive(apiary, { beehiveNumber: 1 });
    await arrived('the event', () => ours.events().length > 0);
    expect(ours.events()).toHaveLength(1);
  });
});

describe('a test event', () => {
  it('is posted at once, and can be delivered again under the same id', async () => {
    const ana = await account();
    const ours = await hook(ana);
    const { webhookDelivery } = (await sendTest(ana, ours.id)).data.sendWebhookTestEvent;
    expect(webhookDelivery).toMatchObject({ kind: null, recordId: null, status: 'WAITING' });
    await arrived('the event', () => ours.events().length === 1);
    expect(ours.events()[0]).toEqual({ type: 'webhook.test', timestamp: webhookDelivery.createdAt, data: {} });
    await redeliverWebhookEvent(ana, webhookDelivery.id);
    const ofPath = () => receiver.received.filter(({ path }) => path === ours.path);
    await arrived('the second one', () => ofPath().length === 2);
    expect(ofPath()[1]).toMatchObject({ id: ofPath()[0]!.id, text: ofPath()[0]!.text });
  });

  it('is refused if ten of them wait', async () => {
    const ana = await account();
    const ours = await hook(ana);
    // As if the receiver were away.
    await app.database.sql(
      `insert into webhook_deliveries (id, created_at, updated_at, queued_at, webhook_id, next_at)
       select gen_random_uuid(), now(), now(), now(), $1, now() + interval '1 hour' from generate_series(1, 10)`,
      [ours.id],
    );
    expect(refusalOf(await sendTest(ana, ours.id))).toBe('CONFLICT TOO_MANY_TEST_EVENTS');
  });
});

describe('a secret', () => {
  it('that is rotated signs for a day together with the new one', async () => {
    const ana = await account();
    const ours = await hook(ana);
    const { secret, webhook } = (await rotate(ana, ours.id)).data.rotateWebhookSecret;
    expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
    expect(secret).not.toBe(ours.secret);
    const hours = (Date.parse(webhook.rotationEndsAt) - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(23.9);
    expect(hours).toBeLessThanOrEqual(24);
    const count = () => receiver.received.filter(({ path }) => path === ours.path);
    for (const known of [[ours.secret], [secret]]) {
      receiver.secrets.set(ours.path, known);
      const before = count().length;
      await sendTest(ana, ours.id);
      await arrived('the event', () => count().length > before);
    }
    expect(String(count().at(-1)!.headers['webhook-signature']).split(' ')).toHaveLength(2);
    await app.database.sql(`update webhooks set rotation_ends_at = now() where id = $1`, [ours.id]);
    await sendTest(ana, ours.id);
    await arrived('the event', () => count().length === 3);
    expect(String(count().at(-1)!.headers['webhook-signature']).split(' ')).toHaveLength(1);
  });

  it('that is rotated again within the day goes on to sign: the receiver may know any of them', async () => {
    const ana = await account();
    const ours = await hook(ana);
    const secrets = [ours.secret];
    for (let i = 0; i < 3; i++) secrets.push((await rotate(ana, ours.id)).data.rotateWebhookSecret.secret);
    expect(refusalOf(await rotate(ana, ours.id))).toBe('CONFLICT TOO_MANY_ROTATIONS');
    for (const [i, secret] of secrets.entries()) {
      receiver.secrets.set(ours.path, [secret]);
      await sendTest(ana, ours.id);
      await arrived(`event ${i}`, () => ours.events().length === i + 1);
    }
    await app.database.sql(`update webhooks set rotation_ends_at = now() where id = $1`, [ours.id]);
    const { secret } = (await rotate(ana, ours.id)).data.rotateWebhookSecret;
    receiver.secrets.set(ours.path, [secret]);
    await sendTest(ana, ours.id);
    await arrived('the last event', () => ours.events().length === secrets.length + 1);
    const last = receiver.received.findLast(({ path }) => path === ours.path)!;
    expect(String(last.headers['webhook-signature']).split(' ')).toHaveLength(2);
  });

  it('is neither in the database, nor in the export, nor in what can be queried', async () => {
    const ana = await account();
    const ours = await hook(ana);
    const [row] = await app.database.sql('select w::text as row from webhooks w where id = $1', [ours.id]);
    const { body } = await ana.rest('GET', '/users/me/export');
    expect(body.webhooks).toMatchObject([{ id: ours.id, url: ours.url }]);
    expect(Object.keys(body.webhooks[0]).filter((name) => /secret$/i.test(name))).toEqual([]);
    for (const text of [JSON.stringify(row), JSON.stringify(body)])
      expect(text).not.toContain(ours.secret.slice('whsec_'.length));
  });
});

describe('a webhook', () => {
  it('that is paused gets nothing; enabled again, it gets what changes from then on', async () => {
    const ana = await account();
    const apiary = await ana.apiary();
    const [ours, other] = [await hook(ana), await hook(ana)];
    expect((await update(ana, ours.id, { enabled: false })).data.updateWebhook.webhook).toMatchObject({
      status: 'PAUSED',
      disabledAt: expect.any(String),
    });
    expect(refusalOf(await sendTest(ana, ours.id))).toBe('CONFLICT WEBHOOK_DISABLED');
    await ana.beehive(apiary, { beehiveNumber: 1 });
    await arrived('the event of the other', () => other.events().length === 1);
    expect((await update(ana, ours.id, { enabled: true, name: ' Back ' })).data.updateWebhook.webhook).toMatchObject({
      status: 'ACTIVE',
      disabledAt: null,
      name: 'Back',
    });
    const second = await ana.beehive(apiary, { beehiveNumber: 2 });
    await arrived('the event', () => ours.events().length === 1);
    expect(ours.events()[0]!.data.recordId).toBe(second);
  });

  it('that is deleted is gone with its deliveries, and its id is that of nobody', async () => {
    const ana = await account();
    const ours = await hook(ana);
    const { webhookDelivery } = (await sendTest(ana, ours.id)).data.sendWebhookTestEvent;
    expect((await remove(ana, ours.id)).data.deleteWebhook).toEqual({ deletedId: ours.id });
    for (const answer of [await remove(ana, ours.id), await sendTest(ana, ours.id), await rotate(ana, ours.id)])
      expect(refusalOf(answer)).toBe('NOT_FOUND');
    expect(refusalOf(await redeliverWebhookEvent(ana, webhookDelivery.id))).toBe('NOT_FOUND');
    expect(await webhooksOf(ana)).toEqual([]);
  });

  it('is one of at most ten', async () => {
    const ana = await account();
    const answers = await Promise.all(Array.from({ length: 12 }, () => sendCreate(ana, { url: receiver.url })));
    expect(answers.filter((answer) => refusalOf(answer) === 'CONFLICT TOO_MANY_WEBHOOKS')).toHaveLength(2);
    expect(await webhooksOf(ana)).toHaveLength(10);
  });

  it('is refused with the name of the field that is wrong', async () => {
    const ana = await account();
    const problems: Record<string, string> = {
      'no address': 'must be an https:// address',
      'ftp://bees.example': 'must be an https:// address',
      'http://bees.example': 'must be an https:// address',
      'https://ana@bees.example': 'must have neither a user name, a password nor a fragment',
      'https://bees.example/#1': 'must have neither a user name, a password nor a fragment',
      'https://bees.example:25': 'must have port 443, or one from 1024 on',
      'https://localhost.': 'must lead to a host of the public internet',
      'https://0x0a.1/': 'must lead to a host of the public internet',
      'https://[::ffff:127.0.0.1]/': 'must lead to a host of the public internet',
      'https://169.254.169.254/latest/meta-data': 'must lead to a host of the public internet',
    };
    for (const [url, message] of Object.entries(problems)) {
      const { errors } = await sendCreate(ana, { url });
      expect([url, errors![0]!.extensions]).toEqual([
        url,
        expect.objectContaining({ code: 'BAD_USER_INPUT', fields: [{ field: 'url', message }] }),
      ]);
    }
    const many = Array.from({ length: 101 }, () => 'BEEHIVE');
    for (const input of [{ kinds: [] }, { kinds: many }, { actions: [] }, { apiaryIds: [] }])
      expect(refusalOf(await sendCreate(ana, { url: receiver.url, ...input }))).toBe('BAD_USER_INPUT');
    const foreign = await (await account()).apiary();
    for (const apiaryIds of [[foreign], ['nowhere']])
      expect(refusalOf(await sendCreate(ana, { url: receiver.url, apiaryIds }))).toBe('NOT_FOUND');
    expect(await webhooksOf(ana)).toEqual([]);
  });

  it('of a member gets the changes of the apiaries that are shared', async () => {
    const [ana, eva] = [await account(), await account()];
    const apiary = await ana.apiary();
    await share(ana, apiary, eva, 'VIEWER');
    const ours = await hook(eva);
    const hive = await ana.beehive(apiary);
    await arrived('the event', () => ours.events().length > 0);
    expect(ours.events().map(({ data }) => data.recordId)).toContain(hive);
  });
});
