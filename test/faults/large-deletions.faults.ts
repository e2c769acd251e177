// What grew for years can be deleted, restored and given away, although the statement of its cascade would take longer than a statement may.
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { startTestApp, type TestApp } from '../support/client.js';
import { lastDeletion, restore } from '../support/deletions.js';
import { addAnswers, addMovements } from '../support/many-rows.js';
import { refusalOf, share, transfer } from '../support/members.js';
import { expectOwnersTrue } from '../support/owners.js';
import { allRemoved } from '../support/removals.js';
import { allPassedOn } from '../support/transfers.js';
import { type Beekeeper, beekeeper, PASSWORD } from '../support/world.js';

jest.setTimeout(300_000);
const ROWS = 500_000;

let app: TestApp;
let ana: Beekeeper;
beforeAll(async () => {
  app = await startTestApp();
  ana = await beekeeper(app);
});
afterAll(() => app.close());

const timed = async (what: string, work: () => Promise<{ status: number; body?: unknown }>): Promise<void> => {
  const started = performance.now();
  const { status, body } = await work();
  process.stderr.write(`    ${what}: ${Math.round(performance.now() - started)} ms\n`);
  expect({ what, status, body }).toEqual({ what, status: 204, body: undefined });
};

/** Restores what was deleted last, deletes it again, and removes it for good. */
async function restoreAndRemove(what: string, path: string, table: string): Promise<void> {
  await timed(`${what}, restored`, async () => {
    const deletion = await lastDeletion(ana);
    const { errors } = await restore(ana, deletion!.id);
    return { status: errors ? 500 : 204, body: errors };
  });
  expect((await ana.rest('GET', path)).status).toBe(200);
  await timed(`${what}, again`, () => ana.rest('DELETE', path));
  await app.database.sql(`update deletions set expires_at = now() - interval '2 hours'`);
  await timed(`${what}, for good`, async () => {
    // Beside the job of the service: each leaves out what the other has locked, and the deletion stays until nothing is left.
    const left = async (): Promise<object[]> =>
      app.database.sql(`select 1 from deletions union all select 1 from (select 1 from ${table} limit 1) rows`);
    while ((await left()).length > 0) await app.app.expiredRows.remove();
    return { status: 204 };
  });
}

it('an item with 500,000 movements', async () => {
  const item = await ana.item(await ana.apiary(), { quantity: 1 });
  await addMovements(app.database, item, ROWS);
  await timed('item', () => ana.rest('DELETE', `/inventory/${item}`));
  await restoreAndRemove('item', `/inventory/${item}`, 'stock_movements');
});

it('an apiary with 500,000 answers', async () => {
  const apiary = await ana.apiary();
  await addAnswers(app.database, await ana.beehive(apiary), ROWS);
  await timed('apiary', () => ana.rest('DELETE', `/apiaries/${apiary}`));
  await restoreAndRemove('apiary', `/apiaries/${apiary}`, 'answers');
});

it('an account with both', async () => {
  const ben = await beekeeper(app);
  const apiary = await ben.apiary();
  await addMovements(app.database, await ben.item(apiary, { quantity: 1 }), ROWS);
  await addAnswers(app.database, await ben.beehive(apiary), ROWS);
  await timed('account', async () => {
    const { errors } = await ben.graphql(
      `mutation { deleteMyAccount(input: { password: "${PASSWORD}" }) { success } }`,
    );
    return { status: errors ? 500 : 204 };
  });
  await allRemoved(app);
  expect(await app.database.sql('select id from apiaries where id = $1', [apiary])).toEqual([]);
});

it('an apiary with both gets another owner', async () => {
  const [ben, cleo] = [await beekeeper(app), await beekeeper(app)];
  const apiary = await ben.apiary();
  await addMovements(app.database, await ben.item(apiary, { quantity: 1 }), ROWS);
  await addAnswers(app.database, await ben.beehive(apiary), ROWS);
  await share(ben, apiary, cleo, 'WORKER');
  await timed('transfer', async () => {
    const refusal = refusalOf(await transfer(ben, apiary, cleo.id));
    return { status: refusal === undefined ? 204 : 500, body: refusal };
  });
  await timed('the rest', async () => {
    await allPassedOn(app);
    return { status: 204 };
  });
  await expectOwnersTrue(app.database);
});
