// Webhooks in rare states: too much waits, JWT_SECRET is replaced, many receivers do not answer.
import { describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { pollWebhooks } from '../../../src/features/webhooks/write-deliveries.commands.js';
import { JWT_SECRET, startTestApp } from '../../support/client.js';
import { eventually } from '../../support/mail.js';
import { explain, scannedTables } from '../../support/plans.js';
import { WebhookReceiver } from '../../support/webhook-receiver.js';
import { account, app, arrived, hook, receiver, retryNow, SETTINGS, sendTest, statusOf } from './webhooks.fixture.js';

describe('a webhook', () => {
  const disabled = (who: Parameters<typeof statusOf>[0], id: string, status: string) =>
    eventually(`the webhook is ${status}`, async () => ((await statusOf(who, id)) === status ? true : undefined));

  it('of which more than 50,000 deliveries wait is disabled', async () => {
    const ana = await account();
    const ours = await hook(ana);
    await app.database.sql(
      `insert into webhook_deliveries (id, created_at, updated_at, queued_at, webhook_id, next_at)
       select gen_random_uuid(), now(), now(), now(), $1, now() + interval '1 day' from generate_series(1, 50000)`,
      [ours.id],
    );
    const apiary = await ana.apiary();
    await disabled(ana, ours.id, 'OVERLOADED');
    expect(await ana.beehive(apiary)).toBeTruthy();
    await app.database.sql('delete from webhook_deliveries where webhook_id = $1', [ours.id]);
  });

  it('is found among many that are paused without reading them', async () => {
    const ana = await account();
    await hook(ana);
    await app.database.sql(
      `insert into webhooks (id, created_at, updated_at, user_id, url, secret, status)
       select gen_random_uuid(), now(), now(), $1, 'https://hooks.example.org/', repeat('x', 100), 'PAUSED' from generate_series(1, 20000)`,
      [ana.id],
    );
    await app.database.sql('analyze webhooks');
    const texts: string[] = [];
    const pool = { query: async (text: string) => ({ rows: [{ isKnown: texts.push(text) > 0 }] }) };
    await pollWebhooks(pool as unknown as Pool);
    expect(scannedTables([await explain(app, { text: texts[0]!, values: [], isRaw: true })])).not.toContain('webhooks');
    await app.database.sql('delete from webhooks');
  });

  it('signs on while JWT_SECRET is replaced, and after the previous one is gone', async () => {
    const ana = await account();
    const ours = await hook(ana);
    const changed = 'another secret of the tests, of 32 bytes';
    const both = { ...SETTINGS, JWT_SECRET: changed, JWT_SECRET_PREVIOUS: JWT_SECRET };
    const [row] = await app.database.sql<{ secret: string }>('select secret from webhooks where id = $1', [ours.id]);
    const next = await startTestApp(both, app.database);
    await next.app.encrypted.renew();
    const [now] = await app.database.sql<{ secret: string }>('select secret from webhooks where id = $1', [ours.id]);
    expect(now!.secret).not.toBe(row!.secret);
    await next.close();
    // The process that does not know the new one cannot sign; the one that knows nothing else can.
    const last = await startTestApp({ ...SETTINGS, JWT_SECRET: changed }, app.database);
    await sendTest(ana, ours.id);
    await eventually('the event', async () => {
      await retryNow();
      return ours.events().length === 1 || undefined;
    });
    await last.close();
    expect(receiver.forged).toEqual([]);
  });
});

describe('receivers that do not answer', () => {
  it('do not delay those of another account', async () => {
    const dead = await WebhookReceiver.listen();
    dead.answer('nothing');
    const others = await Promise.all(Array.from({ length: 10 }, account));
    for (const who of others)
      for (let i = 0; i < 5; i++) {
        const { id } = await hook(who, {}, dead);
        await sendTest(who, id);
      }
    await arrived('requests to them', () => dead.refused.length >= 40);
    const eva = await account();
    const ours = await hook(eva);
    const started = performance.now();
    await sendTest(eva, ours.id);
    await arrived('the event', () => ours.events().length === 1);
    expect(performance.now() - started).toBeLessThan(3000);
    await app.database.sql('delete from webhooks');
    await dead.close();
  });

  it('or accept slowly, with much that waits, do not delay those of another account', async () => {
    const slow = await WebhookReceiver.listen();
    slow.answer('slowly');
    const others = await Promise.all(Array.from({ length: 12 }, account));
    for (const who of others) for (let i = 0; i < 5; i++) await hook(who, {}, slow);
    await app.database.sql(
      `with written as (insert into webhook_deliveries (id, created_at, updated_at, queued_at, webhook_id, next_at)
         select gen_random_uuid(), now(), now(), now(), w.id, now() from webhooks w, generate_series(1, 50))
       update webhooks set next_at = now()`,
    );
    await arrived('requests to all', () => slow.received.length >= 600);
    const eva = await account();
    const ours = await hook(eva);
    const started = performance.now();
    await sendTest(eva, ours.id);
    await arrived('the event', () => ours.events().length === 1);
    expect(performance.now() - started).toBeLessThan(3000);
    await app.database.sql('delete from webhooks');
    await slow.close();
  });
});
