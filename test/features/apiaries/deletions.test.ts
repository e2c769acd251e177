// Deletions in pieces (database/delete-below.ts); test/faults/large-deletions.faults.ts has those of half a million rows.
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startTestApp, type TestApp } from '../../support/client.js';
import { addAnswers, addMovements, addTreatments } from '../../support/many-rows.js';
import { expectOwnersTrue } from '../../support/owners.js';
import { allRemoved } from '../../support/removals.js';
import { type Beekeeper, beekeeper, PASSWORD } from '../../support/world.js';

const ROWS = 25_000;

let app: TestApp;
let ana: Beekeeper;
beforeAll(async () => {
  app = await startTestApp();
  ana = await beekeeper(app);
});
afterAll(() => expectOwnersTrue(app.database));
afterAll(() => app.close());

const countOf = async (table: string): Promise<number> =>
  ((await app.database.sql(`select count(*)::int as n from ${table}`)) as [{ n: number }])[0].n;

it('no statement of a deletion has to delete more than a piece', async () => {
  await app.database.sql(`
    create function refuse_large_deletion() returns trigger language plpgsql as $$
    begin
      if (select count(*) from deleted) > 10000 then raise exception 'too large a piece'; end if;
      return null;
    end $$`);
  for (const table of ['stock_movements', 'answers', 'inspections'])
    await app.database.sql(
      `create trigger piece after delete on ${table} referencing old table as deleted for each statement execute function refuse_large_deletion()`,
    );
  const apiary = await ana.apiary();
  const [item, other] = [await ana.item(apiary, { quantity: 1 }), await ana.item(apiary, { quantity: 1 })];
  for (const one of [item, other]) await addMovements(app.database, one, ROWS);
  await addAnswers(app.database, await ana.beehive(apiary), ROWS);

  expect((await ana.rest('DELETE', `/inventory/${item}`)).status).toBe(204);
  expect((await ana.rest('DELETE', `/apiaries/${apiary}`)).status).toBe(204);
  expect(await countOf('inspections')).toBe(0);
  // What can be restored no more goes in pieces, too, beside the job of the service.
  await app.database.sql(`update deletions set expires_at = now() - interval '2 hours'`);
  while ((await countOf('deletions')) > 0) await app.app.expiredRows.remove();
  expect([await countOf('stock_movements'), await countOf('answers'), await countOf('inspections')]).toEqual([0, 0, 0]);

  const ben = await beekeeper(app);
  const his = await ben.apiary();
  await addAnswers(app.database, await ben.beehive(his), ROWS);
  await ben.ask(`mutation { deleteMyAccount(input: { password: "${PASSWORD}" }) { success } }`);
  await allRemoved(app);
  expect(await countOf('answers')).toBe(0);
});

it('treatments lose their hive, their apiary and their account in pieces, and are kept', async () => {
  await app.database.sql(`
    create function refuse_large_change() returns trigger language plpgsql as $$
    begin
      if (select count(*) from changed) > 10000 then raise exception 'too large a piece'; end if;
      return null;
    end $$`);
  await app.database.sql(
    'create trigger piece after update on treatments referencing new table as changed for each statement execute function refuse_large_change()',
  );
  const keeper = await beekeeper(app);
  const [apiary, other] = [await keeper.apiary(), await keeper.apiary()];
  const rows = 11_000;
  for (const at of [apiary, other]) await addTreatments(app.database, await keeper.beehive(at), rows);
  expect((await keeper.rest('DELETE', `/apiaries/${apiary}`)).status).toBe(204);
  await keeper.ask(`mutation { deleteMyAccount(input: { password: "${PASSWORD}" }) { success } }`);
  await allRemoved(app);
  const left = await app.database.sql(
    'select owner_id, beehive_id, apiary_id, count(*)::int as n from treatments group by 1, 2, 3',
  );
  expect(left).toEqual([
    { owner_id: '00000000-0000-0000-0000-000000000000', beehive_id: null, apiary_id: null, n: 2 * rows },
  ]);
}, 120_000);

it('the ledger still goes with its item only', async () => {
  const item = await ana.item(await ana.apiary(), { quantity: 5 });
  await expect(app.database.sql('delete from stock_movements where item_id = $1', [item])).rejects.toThrow(
    'never changed',
  );
});

it('inspections of a hive that has moved away lose their apiary in pieces, and stay', async () => {
  const [from, to] = [await ana.apiary(), await ana.apiary()];
  const beehive = await ana.beehive(from);
  await addAnswers(app.database, beehive, 100);
  await ana.rest('PUT', `/beehives/${beehive}`, { apiary_id: to });
  expect((await ana.rest('DELETE', `/apiaries/${from}`)).status).toBe(204);
  const rows = await app.database.sql('select distinct apiary_id from inspections where beehive_id = $1', [beehive]);
  expect(rows).toEqual([{ apiary_id: null }]);
});
