// Receivers that fail: when they are tried again, when a webhook is disabled, and that nobody else waits for them.
import { describe, expect, it } from '@jest/globals';
import { listFailingWebhooks } from '../../../src/cli/admin/webhooks.js';
import { eventually, mailsTo, type ReceivedMail } from '../../support/mail.js';
import { WebhookReceiver } from '../../support/webhook-receiver.js';
import {
  account,
  app,
  arrived,
  deliveriesOf,
  hook,
  receiver,
  redeliverWebhookEvent,
  retryNow,
  rotate,
  sendTest,
  statusOf,
  update,
  webhooksOf,
} from './webhooks.fixture.js';

const isAboutWebhook = ({ subject }: ReceivedMail): boolean => subject.includes('webhook');

const attempted = (who: Parameters<typeof deliveriesOf>[0], id: string, attempts: number) =>
  eventually(`attempt ${attempts}`, async () => {
    const [delivery] = await deliveriesOf(who, id);
    return delivery && delivery.attempts >= attempts ? delivery : undefined;
  });

describe('a delivery that fails', () => {
  it('is tried again later and later, says why it failed, and arrives when the receiver is back', async () => {
    const ana = await account();
    const ours = await hook(ana);
    receiver.answer(503);
    await sendTest(ana, ours.id);
    const first = await attempted(ana, ours.id, 1);
    expect(first).toMatchObject({ status: 'WAITING', error: 'STATUS', statusCode: 503 });
    const delay = () => Date.parse(first.nextAt!) - Date.now();
    expect(delay()).toBeGreaterThan(1000);
    expect(delay()).toBeLessThan(10_000);
    expect((await webhooksOf(ana))[0]!.failingSince).not.toBeNull();
    for (let attempt = 2; attempt <= 6; attempt++) {
      await retryNow();
      await attempted(ana, ours.id, attempt);
    }
    const sixth = await attempted(ana, ours.id, 6);
    const seconds = (Date.parse(sixth.nextAt!) - Date.now()) / 1000;
    expect(seconds).toBeGreaterThan(50);
    expect(seconds).toBeLessThan(161);
    receiver.answer(204);
    await retryNow();
    await arrived('the event', () => ours.events().length === 1);
    expect(
      await eventually('the result', async () => {
        const [one] = await deliveriesOf(ana, ours.id);
        return one!.status === 'DELIVERED' ? one : undefined;
      }),
    ).toMatchObject({ error: null, statusCode: 204, nextAt: null });
    expect((await webhooksOf(ana))[0]!.failingSince).toBeNull();
  });

  it.each([
    ['a redirect, which is not followed', 302, 'STATUS'],
    ['an error of the client', 400, 'STATUS'],
  ])('with %s', async (_what, status, error) => {
    const ana = await account();
    const ours = await hook(ana);
    receiver.answer(status);
    await sendTest(ana, ours.id);
    expect(await attempted(ana, ours.id, 1)).toMatchObject({ status: 'WAITING', error, statusCode: status });
    receiver.answer(204);
    expect(receiver.forged).toEqual([]);
    expect(receiver.received.filter(({ path }) => path === '/elsewhere')).toEqual([]);
  });

  it('because nobody listens says so', async () => {
    const ana = await account();
    const gone = await WebhookReceiver.listen();
    const ours = await hook(ana, {}, gone);
    await gone.close();
    await sendTest(ana, ours.id);
    expect(await attempted(ana, ours.id, 1)).toMatchObject({ error: 'NOT_CONNECTED', statusCode: null });
  });

  it('is given up after three days, and can be delivered again', async () => {
    const ana = await account();
    const ours = await hook(ana);
    receiver.answer(500);
    await sendTest(ana, ours.id);
    await attempted(ana, ours.id, 1);
    await app.database.sql(
      `update webhook_deliveries set queued_at = now() - interval '73 hours' where webhook_id = $1`,
      [ours.id],
    );
    await retryNow();
    const failed = await attempted(ana, ours.id, 2);
    expect(failed).toMatchObject({ status: 'FAILED', nextAt: null });
    receiver.answer(204);
    expect((await redeliverWebhookEvent(ana, failed.id)).data.redeliverWebhookEvent.webhookDelivery.status).toBe(
      'WAITING',
    );
    await arrived('the event', () => ours.events().length === 1);
  });

  it('is the only one at once, once a receiver has failed three times, and the others follow when it is back', async () => {
    const ana = await account();
    const ours = await hook(ana);
    receiver.answer(500);
    for (let i = 0; i < 8; i++) await sendTest(ana, ours.id);
    const tries = () => receiver.refused.filter(({ path }) => path === ours.path).length;
    await arrived('the first ones', () => tries() >= 5);
    const before = tries();
    await retryNow();
    await arrived('one more', () => tries() > before);
    await new Promise((resolve) => setTimeout(resolve, 1500));
    expect(tries()).toBe(before + 1);
    receiver.answer(204);
    await retryNow();
    await arrived('all events', () => ours.events().length === 8);
    expect(receiver.mostOpen).toBeLessThanOrEqual(50);
  });

  it('is sent to the new URL at once, and all that wait after it', async () => {
    const ana = await account();
    const ours = await hook(ana);
    receiver.answer(500);
    for (let i = 0; i < 6; i++) await sendTest(ana, ours.id);
    await arrived('the first ones', () => receiver.refused.filter(({ path }) => path === ours.path).length >= 5);
    await eventually('that it fails', async () => ((await webhooksOf(ana))[0]!.failingSince ? true : undefined));
    await app.database.sql(
      `update webhook_deliveries set next_at = now() + interval '20 hours' where webhook_id = $1 and next_at is not null`,
      [ours.id],
    );
    await app.database.sql(`update webhooks set next_at = now() + interval '1 hour', failures = 20 where id = $1`, [
      ours.id,
    ]);
    receiver.answer(204);
    const elsewhere = `${ours.path}/elsewhere`;
    receiver.secrets.set(elsewhere, [ours.secret]);
    await update(ana, ours.id, { url: `${receiver.url}${elsewhere}` });
    await arrived('all events', () => receiver.eventsAt(elsewhere).length === 6);
  });
});

describe('a webhook', () => {
  const disabled = (who: Parameters<typeof statusOf>[0], id: string, status: string) =>
    eventually(`the webhook is ${status}`, async () => ((await statusOf(who, id)) === status ? true : undefined));

  it('of which nothing but failures comes for three days is disabled, and its account gets one mail', async () => {
    const ana = await account();
    const ours = await hook(ana, { name: 'Scales & <co>' });
    receiver.answer(500);
    await sendTest(ana, ours.id);
    await sendTest(ana, ours.id);
    await eventually('failures', async () => ((await webhooksOf(ana))[0]!.failingSince ? true : undefined));
    await app.database.sql(`update webhooks set failing_since = now() - interval '73 hours' where id = $1`, [ours.id]);
    await retryNow();
    await disabled(ana, ours.id, 'UNREACHABLE');
    receiver.answer(204);
    const mail = await eventually('the mail', async () => mailsTo(app, ana.email).find(isAboutWebhook));
    expect(mail).toMatchObject({ subject: 'A webhook was disabled' });
    expect(mail!.text).toContain(`Scales & <co> (${ours.url})`);
    expect((await deliveriesOf(ana, ours.id)).every(({ status }) => status === 'FAILED')).toBe(true);
    expect(mailsTo(app, ana.email).filter(isAboutWebhook)).toHaveLength(1);
    // As operators see it: without the path, which may be a secret.
    const listed = await listFailingWebhooks({ pool: app.app.pool });
    expect(listed).toMatch(new RegExp(`${ours.id}  UNREACHABLE  disabled .*, waiting: 0, last error STATUS 500  127`));
    expect(listed).not.toContain(ours.path);
    await update(ana, ours.id, { enabled: true });
    await sendTest(ana, ours.id);
    await arrived('the event', () => ours.events().length === 1);
  });

  it('whose receiver answers 410 is disabled at once, with a mail in the language of the account', async () => {
    const ana = await account();
    await app.database.sql(`update users set language = 'es' where id = $1`, [ana.id]);
    const ours = await hook(ana);
    receiver.answer(410);
    await sendTest(ana, ours.id);
    await disabled(ana, ours.id, 'GONE');
    receiver.answer(204);
    const mail = await eventually('the mail', async () => mailsTo(app, ana.email).find(isAboutWebhook));
    expect(mail).toMatchObject({ subject: 'Se ha desactivado un webhook' });
  });

  it('whose secret was encrypted with a lost key fails until the secret is rotated', async () => {
    const ana = await account();
    const ours = await hook(ana);
    await app.database.sql(`update webhooks set secret = 'deadbeef.' || split_part(secret, '.', 2) where id = $1`, [
      ours.id,
    ]);
    await sendTest(ana, ours.id);
    expect(await attempted(ana, ours.id, 1)).toMatchObject({ error: 'SECRET_LOST', statusCode: null });
    const { secret } = (await rotate(ana, ours.id)).data.rotateWebhookSecret;
    receiver.secrets.set(ours.path, [secret]);
    await retryNow();
    await arrived('the event', () => ours.events().length === 1);
  });
});

/** Sends an event, which the receiver answers with 410 when the returned function is called. */
async function sendToHolder(who: Awaited<ReturnType<typeof account>>, { id, path }: { id: string; path: string }) {
  const before = receiver.refused.length;
  let answerGone = (): void => {};
  receiver.answer(
    new Promise((resolve) => {
      answerGone = () => resolve(410);
    }),
  );
  await sendTest(who, id);
  await arrived('the request', () => receiver.refused.slice(before).some((event) => event.path === path));
  receiver.answer(204);
  return answerGone;
}

describe('an answer 410 that comes late', () => {
  it('of a URL that was replaced meanwhile does not disable the webhook, and its event is sent to the new URL', async () => {
    const ana = await account();
    const ours = await hook(ana);
    const next = `${ours.path}-next`;
    receiver.secrets.set(next, [ours.secret]);
    const answerGone = await sendToHolder(ana, ours);
    await update(ana, ours.id, { url: `${receiver.url}${next}` });
    answerGone();
    await arrived('the event', () => receiver.eventsAt(next).length === 1);
    expect((await webhooksOf(ana))[0]).toMatchObject({ status: 'ACTIVE', disabledAt: null, failingSince: null });
  });

  it('after the webhook was paused and enabled again does not disable it', async () => {
    const ana = await account();
    const ours = await hook(ana);
    const answerGone = await sendToHolder(ana, ours);
    await update(ana, ours.id, { enabled: false });
    await update(ana, ours.id, { enabled: true });
    answerGone();
    await sendTest(ana, ours.id);
    await arrived('the event', () => ours.events().length === 1);
    await attempted(ana, ours.id, 1);
    expect(await statusOf(ana, ours.id)).toBe('ACTIVE');
  });
});
