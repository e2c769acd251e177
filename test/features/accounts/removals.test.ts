// What an account owned when it was deleted: nobody sees it from that moment on, and it is removed in the background.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '../../process/service.js';
import { Client, startTestApp, type TestApp } from '../../support/client.js';
import { addAnswers, addMovements } from '../../support/many-rows.js';
import { accept, deleteAccount, inviteTo, refusalOf, share, TOKEN_INVALID } from '../../support/members.js';
import { Phone } from '../../support/phone.js';
import { allRemoved } from '../../support/removals.js';
import { SocketClient } from '../../support/socket.js';
import { type Beekeeper, beekeeper, PASSWORD, treat } from '../../support/world.js';

let app: TestApp;
/** Another process. */
let other: TestApp;
let member: Beekeeper;
beforeAll(async () => {
  app = await startTestApp();
  other = await startTestApp({}, app.database);
  member = await beekeeper(app);
});
afterAll(async () => {
  await other.close();
  await app.close();
});

const at = ({ url }: TestApp, { token }: Client): Client => new Client(url, token);
const sql = (text: string, values?: unknown[]): Promise<object[]> => app.database.sql(text, values);

/** An account with records of every size, of which nothing has been removed yet when the test looks. */
async function keeperWithRecords() {
  const keeper = await beekeeper(app);
  const apiary = await keeper.apiary();
  const hive = await keeper.beehive(apiary);
  await treat(keeper, hive);
  await addMovements(app.database, await keeper.item(apiary, { quantity: 1 }), 3000);
  await addAnswers(app.database, hive, 3000);
  return { keeper, apiary, hive };
}

/** The tables in which the account owns rows, with their numbers. */
async function ownedBy(id: string): Promise<object[]> {
  const tables = await app.database.sql<{ name: string }>(
    `select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'owner_id'
     and table_name <> 'removals' order by 1`,
  );
  expect(tables.length).toBeGreaterThan(20);
  const counts = tables.map(
    ({ name }) => `select '${name}' as name, count(*)::int as n from ${name} where owner_id = $1`,
  );
  return sql(`select * from (${counts.join(' union all ')}) counts where n > 0`, [id]);
}

describe('from the moment of the response', () => {
  it('the account sees nothing at any process, and its address can be registered again', async () => {
    const { keeper, apiary } = await keeperWithRecords();
    const there = at(other, keeper);
    const mayRead = (): Promise<number> => there.rest('GET', '/apiaries').then(({ status }) => status);
    expect(await mayRead()).toBe(200);
    // Kept busy: the session is in the cache of the other process.
    const reading = setInterval(() => void mayRead(), 20);
    expect(refusalOf(await deleteAccount(keeper, PASSWORD))).toBeUndefined();
    const answers = await Promise.all([mayRead(), there.graphql(`{ apiary(id: "${apiary}") { id } }`)]);
    clearInterval(reading);
    expect(answers).toMatchObject([401, { status: 401 }]);
    const again = await beekeeper(app, keeper.email);
    expect(again.id).not.toBe(keeper.id);
    expect((await again.rest('GET', '/apiaries')).body).toEqual([]);
    expect(await sql('select 1 from users where id = $1', [keeper.id])).toEqual([]);
  });

  it('members see an apiary that has been deleted, in lists, by ids, in the feed and live; its links let in nobody', async () => {
    const { keeper, apiary, hive } = await keeperWithRecords();
    await share(keeper, apiary, member, 'MANAGER');
    const links = [await inviteTo(keeper, apiary, 'VIEWER'), await inviteTo(member, apiary, 'VIEWER')];
    const [{ id: inspection }] = (await sql('select id from inspections where beehive_id = $1 limit 1', [hive])) as [
      { id: string },
    ];
    const phone = new Phone(app, member);
    await phone.sync();
    expect([...phone.records.keys()]).toEqual(expect.arrayContaining([apiary, hive]));
    const socket = await SocketClient.connect(at(other, member));
    await socket.watch('1', member, apiary);
    expect(refusalOf(await deleteAccount(keeper, PASSWORD, true))).toBeUndefined();

    const there = at(other, member);
    const ids = [apiary, hive, inspection];
    expect(await there.ask('query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', { ids })).toEqual({
      nodes: [null, null, null],
    });
    expect(refusalOf(await there.graphql(`{ apiary(id: "${apiary}") { changeLog { nodes { key } } } }`))).toBe(
      'NOT_FOUND',
    );
    expect((await there.rest('GET', '/apiaries?shared=true')).body).toEqual([]);
    expect((await there.rest('GET', `/beehives/${hive}`)).status).toBe(404);
    expect((await there.ask('{ beehives { nodes { id } } }')).beehives.nodes).toEqual([]);
    expect((await phone.sync()).filter(({ deleted }) => deleted)).toMatchObject([{ kind: 'APIARY', recordId: apiary }]);
    await until(() => socket.received.some(({ type }) => type === 'complete'));
    for (const { token } of links) expect(refusalOf(await accept(await beekeeper(app), token))).toBe(TOKEN_INVALID);
    socket.close();
  });

  it('nobody can own anything in its name', async () => {
    const keeper = await beekeeper(app);
    await deleteAccount(keeper, PASSWORD);
    const insert = `insert into apiaries (id, created_at, updated_at, owner_id, name) values (gen_random_uuid(), now(), now(), $1, 'Late')`;
    await expect(sql(insert, [keeper.id])).rejects.toThrow('does not exist');
    const transfer = 'update apiaries set owner_id = $1 where id = $2';
    await expect(sql(transfer, [keeper.id, await member.apiary()])).rejects.toThrow('does not exist');
  });
});

describe('the removal', () => {
  it('leaves nothing that the account owned in any table', async () => {
    const { keeper } = await keeperWithRecords();
    await deleteAccount(keeper, PASSWORD);
    await allRemoved(app);
    expect(await ownedBy(keeper.id)).toEqual([]);
    expect(await sql('select 1 from removals')).toEqual([]);
  });

  it('removes what a request adds that began before', async () => {
    const { keeper, hive } = await keeperWithRecords();
    const late = await app.app.pool.connect();
    await late.query('begin');
    await late.query(`update beehives set observations = 'Late' where id = $1`, [hive]);
    await deleteAccount(keeper, PASSWORD);
    await late.query('commit');
    late.release();
    expect(await ownedBy(keeper.id)).not.toEqual([]);
    await allRemoved(app);
    expect(await ownedBy(keeper.id)).toEqual([]);
  });

  it('goes on after a failure, which delays no other account', async () => {
    const [stuck, keeper] = [await keeperWithRecords(), await keeperWithRecords()];
    await sql(
      `create function refuse() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$`,
    );
    await sql(`create trigger refused before delete on answers for each row when (old.owner_id = '${stuck.keeper.id}')
      execute function refuse()`);
    for (const { keeper: who } of [stuck, keeper]) await deleteAccount(who, PASSWORD);
    await until(async () => (await ownedBy(keeper.keeper.id)).length === 0);
    expect(await sql('select 1 from answers where owner_id = $1', [stuck.keeper.id])).toHaveLength(3000);
    await sql('drop trigger refused on answers');
    await allRemoved(app);
    expect(await ownedBy(stuck.keeper.id)).toEqual([]);
  });
});
