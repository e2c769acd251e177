// What is not sent, because the account may not see it any more, or because it does not want it; and what is sent after the database has changed.
import { describe, expect, it } from '@jest/globals';
import { eventually } from '../../support/mail.js';
import { changeRole, deleteAccount, removeMember, share, transfer } from '../../support/members.js';
import { PASSWORD } from '../../support/world.js';
import {
  account,
  app,
  arrived,
  deliveriesOf,
  hook,
  receiver,
  retryNow,
  sendTest,
  update,
  webhooksOf,
} from './webhooks.fixture.js';

const forbidden = async (id: string): Promise<boolean> => {
  const [row] = await app.database.sql<{ n: number }>(
    `select count(*)::int as n from webhook_deliveries where webhook_id = $1 and status = 'WAITING'`,
    [id],
  );
  return row!.n === 0;
};

describe('what waits when access ends', () => {
  it('is not sent to a member who was removed', async () => {
    const [ana, eva] = [await account(), await account()];
    const apiary = await ana.apiary();
    await share(ana, apiary, eva, 'WORKER');
    const ours = await hook(eva);
    const witness = await hook(ana);
    receiver.answer(500);
    await ana.beehive(apiary);
    await arrived('a refusal', () => receiver.refused.some(({ path }) => path === ours.path));
    await removeMember(ana, apiary, eva.id);
    await ana.beehive(apiary);
    receiver.answer(204);
    await arrived('the events of the owner', () => {
      void retryNow();
      return witness.events().filter(({ type }) => type === 'beehive.created').length === 2;
    });
    await retryNow();
    while (!(await forbidden(ours.id))) await retryNow();
    expect(ours.events()).toEqual([]);
    expect(await deliveriesOf(eva, ours.id)).toEqual([]);
  });

  it('is not sent to the owner of before, but to the new one', async () => {
    const [ana, eva] = [await account(), await account()];
    const apiary = await ana.apiary();
    await share(ana, apiary, eva, 'MANAGER');
    const [before, after] = [await hook(ana), await hook(eva, { kinds: ['BEEHIVE'] })];
    await transfer(ana, apiary, eva.id, false);
    const hive = await eva.beehive(apiary);
    await arrived('the event of the new owner', () => after.events().length === 1);
    expect(after.events()[0]!.data.recordId).toBe(hive);
    expect(before.events().map(({ data }) => data.recordId)).not.toContain(hive);
  });

  it('does not delay what is still seen, however much it is', async () => {
    const ana = await account();
    const ours = await hook(ana);
    await app.database.sql(
      `insert into webhook_deliveries (id, created_at, updated_at, queued_at, webhook_id, kind, action, sequence, next_at)
       select gen_random_uuid(), now(), now(), now(), $1, 'Beehive', 'CREATED', -n, now() from generate_series(1, 300) n`,
      [ours.id],
    );
    const started = performance.now();
    await sendTest(ana, ours.id);
    await arrived('the event', () => ours.events().length === 1);
    expect(performance.now() - started).toBeLessThan(5000);
  });

  it('is no invitation, for members below a manager', async () => {
    const [ana, eva, ida] = [await account(), await account(), await account()];
    const apiary = await ana.apiary();
    await share(ana, apiary, eva, 'WORKER');
    await share(ana, apiary, ida, 'MANAGER');
    const [ofWorker, ofManager] = [await hook(eva), await hook(ida)];
    await share(ana, apiary, await account(), 'VIEWER');
    await ana.beehive(apiary);
    const types = ({ events }: typeof ofWorker): string[] => events().map(({ type }) => type);
    await arrived('the events', () => [ofWorker, ofManager].every((one) => types(one).includes('beehive.created')));
    expect(types(ofManager)).toContain('apiary_invitation.created');
    expect(types(ofWorker)).not.toContain('apiary_invitation.created');
    expect(types(ofWorker)).toContain('apiary_member.created');
    await changeRole(ana, apiary, eva.id, 'MANAGER');
    await share(ana, apiary, await account(), 'VIEWER');
    await arrived('an invitation', () => types(ofWorker).includes('apiary_invitation.created'));
  });

  it('is not sent for an account that was deactivated or deleted', async () => {
    const [ana, eva] = [await account(), await account()];
    const [apiary, other] = [await ana.apiary(), await eva.apiary()];
    const [ours, hers] = [await hook(ana), await hook(eva)];
    const witness = await account();
    const seen = await hook(witness);
    receiver.answer(500);
    await ana.beehive(apiary);
    await eva.beehive(other);
    await arrived('refusals', () =>
      [ours, hers].every(({ path }) => receiver.refused.some((event) => event.path === path)),
    );
    await app.database.sql('update users set is_active = false where id = $1', [ana.id]);
    await deleteAccount(eva, PASSWORD);
    receiver.answer(204);
    await witness.beehive(await witness.apiary());
    while (!(await forbidden(ours.id))) await retryNow();
    await arrived('what others get', () => seen.events().length > 0);
    expect([ours.events(), hers.events()]).toEqual([[], []]);
    expect(await app.database.sql('select 1 from webhooks where id = $1', [hers.id])).toEqual([]);
  });

  it('is not sent from a webhook that was paused', async () => {
    const ana = await account();
    const ours = await hook(ana);
    receiver.answer(500);
    await ana.beehive(await ana.apiary());
    await eventually('both events', async () => (await deliveriesOf(ana, ours.id)).length === 2 || undefined);
    await arrived('a refusal', () => receiver.refused.some(({ path }) => path === ours.path));
    await update(ana, ours.id, { enabled: false });
    receiver.answer(204);
    expect((await deliveriesOf(ana, ours.id)).map(({ status, nextAt }) => [status, nextAt])).toEqual([
      ['FAILED', null],
      ['FAILED', null],
    ]);
    await update(ana, ours.id, { enabled: true });
    await ana.apiary({ name: 'Later' });
    await arrived('the event', () => ours.events().length > 0);
    expect(ours.events().map(({ type }) => type)).toEqual(['apiary.created']);
  });

  it('also what is being written while it is paused is not sent when it is enabled', async () => {
    const ana = await account();
    const [apiary, ours] = [await ana.apiary(), await hook(ana)];
    const witness = await account();
    const seen = await hook(witness);
    // The service looks often from now on.
    await witness.apiary();
    await arrived('an event', () => seen.events().length === 1);
    const client = await app.app.pool.connect();
    const hive = await ana.beehive(apiary);
    await client.query('begin');
    await client.query('select 1 from webhooks where id = $1 for no key update', [ours.id]);
    await eventually('the service writes, and waits', async () => {
      const waiting = await app.database.sql(
        `select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%webhook_cursor%' and datname = current_database()`,
      );
      return waiting.length > 0 || undefined;
    });
    await client.query(`update webhooks set status = 'PAUSED', disabled_at = now(), next_at = null where id = $1`, [
      ours.id,
    ]);
    await client.query('commit');
    client.release();
    await update(ana, ours.id, { enabled: true });
    const later = await ana.beehive(apiary);
    await arrived('the event', () => ours.events().some(({ data }) => data.recordId === later));
    expect(ours.events().map(({ data }) => data.recordId)).not.toContain(hive);
  });
});

describe('the cursor', () => {
  it('waits for a transaction that is open, and passes nothing that it commits later', async () => {
    const ana = await account();
    const apiary = await ana.apiary();
    const ours = await hook(ana);
    const client = await app.app.pool.connect();
    const written = ana.id;
    await client.query('begin');
    const { rows } = await client.query(
      `update apiaries set name = 'Slowly' where id = $1 and owner_id = $2 returning version`,
      [apiary, written],
    );
    expect(rows).toHaveLength(1);
    await ana.apiary({ name: 'Fast' });
    await new Promise((resolve) => setTimeout(resolve, 1200));
    // What was committed meanwhile waits as well: the order is that of the transactions.
    expect(ours.events()).toEqual([]);
    await client.query('commit');
    client.release();
    await arrived('both events', () => ours.events().length === 2);
    expect(ours.events().map(({ type }) => type)).toEqual(['apiary.updated', 'apiary.created']);
  });

  it('goes on in a database that was restored from a dump, whose transactions have other numbers', async () => {
    const ana = await account();
    const ours = await hook(ana);
    await ana.apiary({ name: 'Before' });
    await arrived('the event', () => ours.events().length === 1);
    await app.database.sql(
      `update webhook_cursor set system = 'another one', xid = '9000000000000', seq = 9000000000000`,
    );
    await app.database.sql(`update webhooks set started = '9000000000000:9000000000000:'`);
    await arrived('another event', () => {
      void ana.apiary({ name: 'After' });
      return ours.events().length > 1;
    });
    expect(ours.events()[1]!.type).toBe('apiary.created');
    expect(await webhooksOf(ana)).toMatchObject([{ status: 'ACTIVE' }]);
  });
});
