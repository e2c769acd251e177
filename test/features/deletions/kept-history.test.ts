// Answers and movements stay when what they belong to is deleted: nobody reads them, until that is restored or gone.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { v7 as uuidv7 } from 'uuid';
import { startTestApp, type TestApp } from '../../support/client.js';
import { ask, countDeletions, inspect, reasonOf, remove, restore, restored } from '../../support/deletions.js';
import { deleteAccount, refusalOf } from '../../support/members.js';
import { allRemoved } from '../../support/removals.js';
import { type Beekeeper, beekeeper, PASSWORD } from '../../support/world.js';

let app: TestApp;
let ana: Beekeeper;
beforeAll(async () => {
  app = await startTestApp();
  ana = await beekeeper(app);
});
afterAll(() => app.close());

const sql = <R extends object>(text: string, values: unknown[] = []): Promise<R[]> => app.database.sql<R>(text, values);
describe('history that stays', () => {
  it('is read by nobody while its parent is gone, and is there again with it', async () => {
    const apiary = await ana.apiary();
    const hive = await ana.beehive(apiary);
    const answer = await inspect(ana, hive, await ask(ana, apiary, 'Calm?'));
    const item = await ana.item(apiary, { quantity: 5 });
    const [movement] = await sql<{ id: string }>('select id from stock_movements where item_id = $1', [item]);
    const nodes = async (): Promise<unknown[]> =>
      (await ana.ask(`{ nodes(ids: ["${answer}", "${movement!.id}"]) { id } }`)).nodes;
    const correct = () =>
      ana.graphql(
        `mutation { reverseStockMovement(input: { id: "${movement!.id}", reason: "Wrong" }) { stockMovement { id } } }`,
      );
    const deletions = [await remove(ana, 'deleteBeehive', hive), await remove(ana, 'deleteInventoryItem', item)];
    expect(await nodes()).toEqual([null, null]);
    const unknown = await ana.graphql(
      `mutation { reverseStockMovement(input: { id: "${uuidv7()}", reason: "Wrong" }) { stockMovement { id } } }`,
    );
    expect((await correct()).errors).toEqual(unknown.errors);
    for (const { id } of deletions) await restored(ana, id);
    expect(await nodes()).toEqual([{ id: answer }, { id: movement!.id }]);
    expect((await correct()).errors).toBeUndefined();
  });

  it('goes when the time is over, or the deletion is discarded', async () => {
    const rowsOf = async (who: Beekeeper): Promise<object[]> =>
      sql(
        `select 'answer' as kind, id from answers where owner_id = $1 union all select 'movement', id from stock_movements where owner_id = $1
         union all select 'rows', id from deleted_rows where owner_id = $1 union all select 'deletion', id from deletions where owner_id = $1`,
        [who.id],
      );
    const ben = await beekeeper(app);
    const apiary = await ben.apiary();
    const hive = await ben.beehive(apiary);
    await inspect(ben, hive, await ask(ben, apiary, 'Calm?'));
    const item = await ben.item(apiary, { quantity: 5 });
    const ofHive = await remove(ben, 'deleteBeehive', hive);
    const ofItem = await remove(ben, 'deleteInventoryItem', item);
    await app.app.expiredRows.remove();
    expect(await rowsOf(ben)).not.toEqual([]);
    await sql(`update deletions set expires_at = now() - interval '2 hours' where id = $1`, [ofHive.id]);
    expect(await countDeletions(ben)).toBe(1);
    expect(reasonOf(await restore(ben, ofHive.id))).toBe('NOT_FOUND');
    const discard = `mutation { discardDeletion(input: { id: "${ofItem.id}" }) { deletedId } }`;
    await ben.ask(discard);
    await ben.ask(discard);
    expect(reasonOf(await restore(ben, ofItem.id))).toBe('NOT_FOUND');
    expect(await countDeletions(ben)).toBe(0);
    await sql(`update deletions set expires_at = expires_at - interval '2 hours' where id = $1`, [ofItem.id]);
    await app.app.expiredRows.remove();
    expect(await rowsOf(ben)).toEqual([]);
  });

  it('goes with the account', async () => {
    const ben = await beekeeper(app);
    const apiary = await ben.apiary();
    await inspect(ben, await ben.beehive(apiary), await ask(ben, apiary, 'Calm?'));
    await ben.item(apiary, { quantity: 5 });
    await remove(ben, 'deleteApiary', apiary);
    expect(refusalOf(await deleteAccount(ben, PASSWORD))).toBeUndefined();
    await allRemoved(app);
    for (const table of ['answers', 'stock_movements', 'deletions', 'deleted_rows'])
      expect({ table, rows: await sql(`select id from ${table} where owner_id = $1`, [ben.id]) }).toEqual({
        table,
        rows: [],
      });
  });
});
