// The removal of what a deleted account owned, while the process that does it is killed.
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { type Service, until } from '../process/service.js';
import { addAnswers } from '../support/many-rows.js';
import { deleteAccount, refusalOf } from '../support/members.js';
import { newBeekeeper, type Reachable, reachableDatabase, Services } from '../support/service.js';
import { type Beekeeper, PASSWORD } from '../support/world.js';

jest.setTimeout(400_000);

/** The removal begins while the deletion waits for its answer. */
const ROWS = 80_000;
const KILLS = 2;

const services = new Services();
let reachable: Reachable;
let service: Service;
let keeper: Beekeeper;
beforeAll(async () => {
  reachable = await reachableDatabase();
  service = services.start({ DATABASE_URL: reachable.url });
  keeper = await newBeekeeper(await service.ready());
  await addAnswers(reachable.database, await keeper.beehive(await keeper.apiary()), ROWS);
});
afterAll(async () => {
  await services.end();
  await reachable.drop();
});

const countOf = async (table: string): Promise<number> =>
  (await reachable.database.sql<{ n: number }>(`select count(*)::int as n from ${table}`))[0]!.n;

it('goes on where it was, and ends', async () => {
  expect(refusalOf(await deleteAccount(keeper, PASSWORD))).toBeUndefined();
  for (let kills = 0; kills < KILLS; kills++) {
    const before = await countOf('answers');
    await until(async () => (await countOf('answers')) < before);
    await service.stop('SIGKILL');
    expect(await countOf('answers')).toBeGreaterThan(0);
    expect(await countOf('apiaries')).toBe(1);
    // As if the time had passed for which the killed process claimed the removal.
    await reachable.database.sql(
      `update removals set begun_at = now() - interval '5 minutes', claimed_at = '-infinity'`,
    );
    await reachable.database.sql(`update jobs.job set heartbeat_on = '-infinity' where state = 'active'`);
    service = services.start({ DATABASE_URL: reachable.url });
    await service.ready();
  }
  await until(async () => (await countOf('removals')) === 0);
  for (const table of ['answers', 'inspections', 'beehives', 'apiaries', 'changes'])
    expect(await countOf(table)).toBe(0);
});
