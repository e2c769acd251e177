// Transfers that leave history for later: who sees and writes what meanwhile, and what happens in the middle of one.
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import pg from 'pg';
import { until } from '../../process/service.js';
import { startTestApp, type TestApp } from '../../support/client.js';
import { remove, restored } from '../../support/deletions.js';
import { addAnswers, addMovements } from '../../support/many-rows.js';
import { deleteAccount, refusalOf, share, transfer } from '../../support/members.js';
import { expectOwnersTrue } from '../../support/owners.js';
import { Phone, visibleTo } from '../../support/phone.js';
import { allRemoved } from '../../support/removals.js';
import { allPassedOn, leaveHistory, releaseTransfers } from '../../support/transfers.js';
import { type Beekeeper, beekeeper, PASSWORD } from '../../support/world.js';

const MOVEMENTS = 400;
const ANSWERS = 200;
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  await leaveHistory(app);
});
afterAll(() => app.close());

interface Given {
  ana: Beekeeper;
  ben: Beekeeper;
  apiary: string;
  hive: string;
  item: string;
}
/** Ana gives Ben an apiary with history. */
async function give(): Promise<Given> {
  const [ana, ben] = [await beekeeper(app), await beekeeper(app)];
  const apiary = await ana.apiary();
  const [hive, item] = [await ana.beehive(apiary), await ana.item(apiary, { quantity: 1 })];
  await addMovements(app.database, item, MOVEMENTS);
  await app.database.sql('update inventory_items set movement_count = $2 where id = $1', [item, MOVEMENTS + 1]);
  await addAnswers(app.database, hive, ANSWERS);
  await giveOn(ana, apiary, ben);
  return { ana, ben, apiary, hive, item };
}
async function giveOn(from: Beekeeper, apiary: string, to: Beekeeper): Promise<void> {
  await share(from, apiary, to, 'WORKER');
  expect(refusalOf(await transfer(from, apiary, to.id, false))).toBeUndefined();
}
const unfinished = (): Promise<object[]> => app.database.sql('select * from unfinished_transfers');
const countOf = async (table: 'answers' | 'stock_movements', who: Beekeeper): Promise<number> => {
  const rows = await app.database.sql<{ n: number }>(`select count(*)::int as n from ${table} where owner_id = $1`, [
    who.id,
  ]);
  return rows[0]!.n;
};
const expectAllOf = async (who: Beekeeper, { apiary, item }: Given, movements = MOVEMENTS + 1): Promise<void> => {
  await expectOwnersTrue(app.database);
  expect(await unfinished()).toEqual([]);
  expect([await countOf('answers', who), await countOf('stock_movements', who)]).toEqual([ANSWERS, movements]);
  const { inventoryItem } = await who.ask(`{ inventoryItem(id: "${item}") { stockMovements { totalCount } } }`);
  expect(inventoryItem.stockMovements.totalCount).toBe(movements);
  const log = await app.database.sql(
    `select 1 from changes where apiary_id = $1 and owner_id <> $2 and entity <> 'ApiaryAccess'`,
    [apiary, who.id],
  );
  expect(log).toEqual([]);
};
const RECORD = `mutation ($itemId: ID!) {
  recordStockMovement(input: { id: $itemId, direction: IN, quantity: 1 }) { stockMovement { id } } }`;
const CORRECT = `mutation ($movementId: ID!) {
  reverseStockMovement(input: { id: $movementId, reason: "Mine" }) { stockMovement { id } } }`;

it('meanwhile: the former owner writes nothing, and the rest reaches the new owner and their copies', async () => {
  const given = await give();
  const { ana, ben, hive, item } = given;
  expect(await countOf('stock_movements', ana)).toBe(MOVEMENTS + 1);
  const [{ id: movementId }] = (await app.database.sql('select id from stock_movements where item_id = $1 limit 1', [
    item,
  ])) as [{ id: string }];
  const [{ id: inspection }] = (await app.database.sql('select id from inspections where beehive_id = $1 limit 1', [
    hive,
  ])) as [{ id: string }];
  for (const answer of [
    await ana.graphql(CORRECT, { movementId }),
    await ana.graphql(RECORD, { itemId: item }),
    await ana.graphql(
      `mutation { amendInspection(input: { id: "${inspection}", answers: [], reason: "Mine" }) { inspection { id } } }`,
    ),
    await ana.graphql(
      `mutation { updateInventoryItem(input: { id: "${item}", itemName: "Mine" }) { inventoryItem { id } } }`,
    ),
  ])
    expect(refusalOf(answer)).toBe('NOT_FOUND');
  const phone = new Phone(app, ben);
  await phone.sync();
  expect(refusalOf(await ben.graphql(CORRECT, { movementId }))).toBe('NOT_FOUND');
  await ben.ask(RECORD, { itemId: item });
  await allPassedOn(app);
  await expectAllOf(ben, given, MOVEMENTS + 2);
  await phone.sync();
  expect(phone.records).toEqual(await visibleTo(ben, app));
});

const DELETE = { hive: 'deleteBeehive', item: 'deleteInventoryItem', apiary: 'deleteApiary' };

const WAITING = `select pid from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;

it('a process that is killed in the middle: another one continues', async () => {
  const given = await give();
  const { server } = app.database;
  const other = new pg.Client('url' in server ? server.url : server);
  await other.connect();
  await other.query('begin');
  await other.query('select 1 from stock_movements where item_id = $1 for update', [given.item]);
  // Not before: the job of the transfer may run at any time.
  await releaseTransfers(app);
  const finished = app.app.transfers.finish();
  await until(async () => (await app.database.sql(WAITING)).length === 1);
  await app.database.sql(`select pg_terminate_backend(pid) from (${WAITING}) waiting`);
  await finished;
  await other.end();
  expect([await countOf('answers', given.ben), await countOf('stock_movements', given.ben)]).toEqual([ANSWERS, 0]);
  // Its claim is valid for a minute.
  await app.app.transfers.finish();
  expect(await unfinished()).toHaveLength(1);
  await allPassedOn(app);
  await expectAllOf(given.ben, given);
});

it('the apiary is given on in the middle: everything gets the last owner', async () => {
  const given = await give();
  const cleo = await beekeeper(app);
  await releaseTransfers(app);
  const finished = app.app.transfers.finish();
  await giveOn(given.ben, given.apiary, cleo);
  await finished;
  expect(await unfinished()).not.toEqual([]);
  await allPassedOn(app);
  await expectAllOf(cleo, given);
});

it('its hive is given on in the middle: its history follows it, and the rest stays', async () => {
  const { ana, ben, apiary, hive } = await give();
  const cleo = await beekeeper(app);
  const elsewhere = await cleo.apiary();
  await share(cleo, elsewhere, ben, 'MANAGER');
  await ben.ask(`mutation { moveBeehive(input: { id: "${hive}", apiaryId: "${elsewhere}" }) { beehive { id } } }`);
  expect(await countOf('answers', ana)).toBe(ANSWERS);
  await allPassedOn(app);
  await expectOwnersTrue(app.database);
  expect([await countOf('answers', cleo), await countOf('stock_movements', ben)]).toEqual([ANSWERS, MOVEMENTS + 1]);
  expect(apiary).not.toBe(elsewhere);
});

it.each([['hive'], ['item'], ['apiary']] as const)(
  'its %s is deleted in the middle, and restored after it',
  async (kind) => {
    const given = await give();
    const deletion = await remove(given.ben, DELETE[kind], given[kind]);
    await allPassedOn(app);
    await restored(given.ben, deletion.id);
    await allPassedOn(app);
    await expectAllOf(given.ben, given);
  },
);

it('the account of the former owner is deleted in the middle: the new owner loses nothing', async () => {
  const given = await give();
  expect(refusalOf(await deleteAccount(given.ana, PASSWORD))).toBeUndefined();
  await app.database.sql(`update removals set begun_at = '-infinity'`);
  await app.app.removals.remove();
  expect(await app.database.sql('select 1 from removals')).toHaveLength(1);
  await allPassedOn(app);
  await allRemoved(app);
  await expectAllOf(given.ben, given);
});

it('the account of the new owner is deleted in the middle: nothing is left', async () => {
  const given = await give();
  expect(refusalOf(await deleteAccount(given.ben, PASSWORD))).toBeUndefined();
  await allRemoved(app);
  await allPassedOn(app);
  expect(await countOf('answers', given.ana)).toBe(0);
  expect(await app.database.sql('select 1 from apiaries where id = $1', [given.apiary])).toEqual([]);
  expect(await unfinished()).toEqual([]);
});
