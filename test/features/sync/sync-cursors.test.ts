// The cursors of the changes feed, and transactions that commit late.
import { describe, expect, it } from '@jest/globals';
import { expectEqual, type Phone, readChanges } from '../../support/phone.js';
import { beekeeper } from '../../support/world.js';
import { ana, apiary, app, ben, hive, inSync, positionOf, update } from './sync-changes.fixture.js';

/** A transaction of another program, which stays open. It adds a hive. */
async function openWriter(number: number) {
  const client = await app.app.pool.connect();
  await client.query('begin');
  // On a busy machine, the phone reads for longer than the service lets a transaction wait.
  await client.query('set local idle_in_transaction_session_timeout = 0');
  await client.query(
    'insert into beehives (id, created_at, updated_at, apiary_id, beehive_number) values (gen_random_uuid(), now(), now(), $1, $2)',
    [apiary, number],
  );
  return {
    add: (other: number) =>
      client.query(
        'insert into beehives (id, created_at, updated_at, apiary_id, beehive_number) values (gen_random_uuid(), now(), now(), $1, $2)',
        [apiary, other],
      ),
    commit: async () => {
      await client.query('commit');
      client.release();
    },
    rollback: async () => {
      await client.query('rollback');
      client.release();
    },
  };
}
const numbersOf = ({ records }: Phone): unknown[] =>
  [...records.values()]
    .filter(({ __typename }) => __typename === 'Beehive')
    .map(({ beehiveNumber }) => beehiveNumber)
    .sort();

describe('slow transactions', () => {
  it('that commit after faster ones are not skipped', async () => {
    const phone = await inSync();
    const slow = await openWriter(10);
    await ana.beehive(apiary, { beehiveNumber: 11 });
    await phone.sync();
    await ana.beehive(apiary, { beehiveNumber: 12 });
    await phone.sync();
    await slow.add(13);
    await slow.commit();
    await phone.sync();
    expect(numbersOf(phone)).toEqual([1, 10, 11, 12, 13]);
  });

  it('that interleave, with numbers of entries in another order than those of transactions, are read completely', async () => {
    const phone = await inSync();
    const [first, second] = [await openWriter(20), await openWriter(21)];
    await second.add(22);
    await first.add(23);
    await second.commit();
    await phone.sync();
    await ana.beehive(apiary, { beehiveNumber: 24 });
    await phone.sync();
    await first.commit();
    await phone.sync();
    expect(numbersOf(phone)).toEqual([1, 20, 21, 22, 23, 24]);
  });

  it('that roll back leave nothing, and hold nothing up afterwards', async () => {
    const phone = await inSync();
    const slow = await openWriter(30);
    await ana.beehive(apiary, { beehiveNumber: 31 });
    await slow.rollback();
    await phone.sync();
    expect(numbersOf(phone)).toEqual([1, 31]);
  });
});

describe('a cursor', () => {
  const edit = (cursor: string, edited: object): string =>
    Buffer.from(JSON.stringify({ ...JSON.parse(Buffer.from(cursor, 'base64url').toString()), ...edited })).toString(
      'base64url',
    );
  const NOT_A_CURSOR = {
    code: 'BAD_USER_INPUT',
    fields: [{ field: 'after', message: 'is not a cursor of this list' }],
  };

  it('of another account, and other text, is refused', async () => {
    const { cursor } = await inSync(ben);
    const { cursor: own } = await inSync();
    const wrong = [
      cursor!,
      'bm9uc2Vuc2U',
      'e30',
      edit(own!, { at: 'yesterday' }),
      // Days that PostgreSQL does not know.
      edit(own!, { at: '2026-02-30T00:00:00.000Z' }),
      edit(own!, { expiriesUntil: '0000-01-01T00:00:00.000Z' }),
      edit(own!, { position: { xid: '1;', seq: '0' } }),
      edit(own!, { history: undefined }),
    ];
    for (const after of wrong) {
      const { errors } = await ana.graphql('query ($after: String) { changes(after: $after) { endCursor } }', {
        after,
      });
      expect(errors).toMatchObject([{ extensions: NOT_A_CURSOR }]);
    }
    const { errors } = await ana.graphql('{ changes(first: 501) { endCursor } }');
    expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }]);
  });

  it('is never ahead of the log: a crash of PostgreSQL would give the numbers of what was rolled back again', async () => {
    const rollBack = (): Promise<unknown> =>
      app.database.sql('do $$ begin for i in 1..20 loop perform pg_current_xact_id(); rollback; end loop; end $$');
    await rollBack();
    const first = await readChanges(ana, null, 1);
    await update(hive, { foodFrames: 1 });
    await rollBack();
    const phone = await inSync();
    const [last] = await app.database.sql<{ xid: string }>('select xid::text from changes order by seq desc limit 1');
    for (const cursor of [first.endCursor, phone.cursor!])
      expect(Number(positionOf(cursor).xid)).toBeLessThanOrEqual(Number(last!.xid));
    expect(await phone.sync()).toEqual([]);
  });

  it('that is older than 180 days, or of another database, requires a resync', async () => {
    const phone = await inSync();
    const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString();
    const { cursor } = phone;
    expect(await readChanges(ana, edit(cursor!, { at: daysAgo(179) }))).toMatchObject({ resyncRequired: false });
    for (const edited of [{ at: daysAgo(181) }, { system: '1' }, { history: '1 ' }])
      expect(await readChanges(ana, edit(cursor!, edited))).toMatchObject({
        resyncRequired: true,
        changes: [],
        hasMore: false,
      });
    phone.cursor = edit(cursor!, { at: daysAgo(181) });
    await update(hive, { foodFrames: 1 });
    await phone.sync();
    await expectEqual(phone, app);
  });

  it('from before a promotion misses nothing, also what has a lower number', async () => {
    const phone = await inSync();
    const position = positionOf(phone.cursor!);
    await update(hive, { foodFrames: 1 });
    // The old primary had given more numbers than the new one knows.
    const ahead = { xid: String(Number(position.xid) + 1000), seq: '0' };
    phone.cursor = edit(phone.cursor!, { timeline: '000000FF', position: ahead });
    await phone.sync();
    await expectEqual(phone, app);
    expect(await phone.sync()).toEqual([]);
  });

  it('from before a promotion reads the same log again, however old that is', async () => {
    const own = await beekeeper(app);
    const place = await own.apiary();
    for (let i = 0; i < 3; i++) await own.beehive(place);
    await app.database.sql(`update changes set at = at - interval '200 days' where owner_id = $1`, [own.id]);
    const phone = await inSync(own, 1);
    const answers: boolean[] = [];
    let after = edit(phone.cursor!, { timeline: '000000FF' });
    for (let hasMore = true; hasMore; ) {
      const page = await readChanges(own, after, 1);
      answers.push(page.resyncRequired);
      ({ endCursor: after, hasMore } = page);
    }
    // The apiary, its hives and their placements.
    expect(answers).toEqual(Array(7).fill(false));
  });
});
