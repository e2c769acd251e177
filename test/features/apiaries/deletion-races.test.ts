// What clients see that record something in an apiary while its owner deletes it, and while hives move between apiaries.

import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { expectLogExact } from '../../support/change-log.js';
import { beforeQuery, type GraphqlAnswer, startTestApp, type TestApp } from '../../support/client.js';
import { accept, deleteAccount, inviteTo, refusalOf, share } from '../../support/members.js';
import { allRemoved } from '../../support/removals.js';
import { type Beekeeper, beekeeper, createQueen, PASSWORD } from '../../support/world.js';

let app: TestApp;
let ana: Beekeeper;
let ben: Beekeeper;
beforeAll(async () => {
  app = await startTestApp();
  [ana, ben] = [await beekeeper(app), await beekeeper(app)];
});
afterAll(() => expectLogExact(app.database));
afterAll(() => app.close());

const GONE = 'NOT_FOUND';
/** The apiary was deleted between the check and the insertion. Another try finds none. */
const CHANGED = 'CONFLICT CHANGED_CONCURRENTLY';

const inspect = (hive: string): string =>
  `recordInspection(input: { beehiveId: "${hive}", answers: [] }) { inspection { id } }`;
const treatFromStock = (hive: string, item: string): string =>
  `recordTreatment(input: { beehiveIds: ["${hive}"], kind: "A", productName: "B", startedOn: "2026-03-01", stock: { itemId: "${item}", quantityPerHive: 1 } }) { treatments { id } }`;

it('the owner deletes the apiary, and each of the others sees its work done or the record missing', async () => {
  for (let round = 0; round < 6; round++) {
    const apiary = await ana.apiary();
    const [hive, moved] = [await ana.beehive(apiary), await ben.beehive(await ben.apiary())];
    const item = await ana.item(apiary, { quantity: 5 });
    const queen = await createQueen(ana, apiary);
    await share(ana, apiary, ben, 'MANAGER');
    const { token } = await inviteTo(ana, apiary, 'VIEWER');
    const cleo = await beekeeper(app);
    const works: Record<string, [answers: string[], work: () => Promise<GraphqlAnswer<unknown>>]> = {
      accept: [['BAD_USER_INPUT TOKEN_INVALID'], () => accept(cleo, token)],
    };
    const fields: [string, string[]][] = [
      [`createBeehive(input: { apiaryId: "${apiary}" }) { beehive { id } }`, [GONE, CHANGED]],
      [
        `createInventoryItem(input: { apiaryId: "${apiary}", itemName: "Wax", unit: "kg" }) { inventoryItem { id } }`,
        [GONE, CHANGED],
      ],
      [`createQuestion(input: { apiaryId: "${apiary}", text: "One" }) { question { id } }`, [GONE, CHANGED]],
      [`updateBeehive(input: { id: "${moved}", apiaryId: "${apiary}" }) { beehive { id } }`, [GONE, CHANGED]],
      [`inviteToApiary(input: { apiaryId: "${apiary}", role: VIEWER }) { link }`, [GONE, CHANGED]],
      [`updateApiary(input: { id: "${apiary}", name: "New" }) { apiary { id } }`, [GONE]],
      [`recordInspection(input: { beehiveId: "${hive}", answers: [] }) { inspection { id } }`, [GONE]],
      [
        `recordTreatment(input: { beehiveIds: ["${hive}"], kind: "A", productName: "B", startedOn: "2026-03-01" }) { treatments { id } }`,
        [GONE],
      ],
      [`treatFromStock: ${treatFromStock(hive, item)}`, [GONE]],
      [
        `recordMiteCount(input: { beehiveId: "${hive}", method: SUGAR_ROLL, bees: 300, mites: 6 }) { miteCount { id } }`,
        [GONE],
      ],
      [`createQueen(input: { apiaryId: "${apiary}" }) { queen { id } }`, [GONE]],
      [`installQueen(input: { beehiveId: "${hive}", queenId: "${queen}" }) { queenReign { id } }`, [GONE]],
      [`recordExit(input: { id: "${item}", quantity: 1, person: "Ben" }) { inventoryItem { id } }`, [GONE]],
    ];
    for (const [field, answers] of fields) works[field] = [answers, () => ben.graphql(`mutation { ${field} }`)];
    const remove = async (): Promise<void> => {
      await wait(Math.random() * 20);
      expect(await ana.rest('DELETE', `/apiaries/${apiary}`)).toMatchObject({ status: 204 });
    };
    await Promise.all([
      remove(),
      ...Object.entries(works).map(async ([work, [answers, perform]]) => {
        await wait(Math.random() * 40);
        const refusal = refusalOf(await perform());
        expect({ work, refusal }).toEqual({ work, refusal: answers.includes(refusal!) ? refusal : undefined });
      }),
    ]);
    expect((await ana.rest('GET', `/apiaries/${apiary}`)).status).toBe(404);
    const [rest] = await app.database.sql(
      `select (select count(*)::int from beehives where apiary_id = $1) as beehives,
         (select count(*)::int from apiary_members where apiary_id = $1) as members`,
      [apiary],
    );
    expect(rest).toEqual({ beehives: 0, members: 0 });
  }
}, 120_000);

it.each([
  ['inspections', inspect],
  ['treatments with a product from the stock', treatFromStock],
])(
  'the owner deletes the account while a member records %s',
  async (_name, write) => {
    for (let round = 0; round < 6; round++) {
      const leaver = await beekeeper(app);
      const apiary = await leaver.apiary();
      const hives = await Promise.all([1, 2, 3, 4].map((beehiveNumber) => leaver.beehive(apiary, { beehiveNumber })));
      const item = await leaver.item(apiary, { quantity: 100_000 });
      await share(leaver, apiary, ben, 'WORKER');
      const remove = async (): Promise<void> => {
        await wait(40 + Math.random() * 40);
        expect(refusalOf(await deleteAccount(leaver, PASSWORD, true))).toBeUndefined();
      };
      await Promise.all([
        remove(),
        ...hives.map(async (hive) => {
          const record = `mutation { ${write(hive, item)} }`;
          let refusal: string | undefined;
          while (refusal === undefined) refusal = refusalOf(await ben.graphql(record));
          expect(refusal).toBe(GONE);
        }),
      ]);
      await allRemoved(app);
      expect(await app.database.sql('select id from apiaries where id = $1', [apiary])).toEqual([]);
    }
  },
  120_000,
);

it('hives move between two apiaries while visits record inspections in both', async () => {
  const [north, south] = [await ana.apiary(), await ana.apiary()];
  const hives = [await ana.beehive(north), await ana.beehive(north), await ana.beehive(south)];
  const visited = hives.map((beehiveId) => ({ beehiveId }));
  // Two changes of one account would wait for each other.
  const cleo = await beekeeper(app);
  for (const apiary of [north, south]) for (const member of [ben, cleo]) await share(ana, apiary, member, 'MANAGER');
  const refusals = new Map<string, number>();
  const repeat = async (perform: (round: number) => Promise<GraphqlAnswer<unknown>>): Promise<void> => {
    for (let round = 0; round < 9; round++) {
      const refusal = refusalOf(await perform(round));
      if (refusal) refusals.set(refusal, (refusals.get(refusal) ?? 0) + 1);
    }
  };
  const visit = `mutation ($visited: [VisitedBeehiveInput!]!) {
    recordVisit(input: { beehives: $visited, answers: [] }) { inspections { id } } }`;
  await Promise.all([
    repeat((round) =>
      ana.graphql(
        `mutation { updateBeehive(input: { id: "${hives[0]}", apiaryId: "${[south, north][round % 2]}" }) { beehive { id } } }`,
      ),
    ),
    repeat((round) =>
      ana.graphql(
        `mutation { updateBeehive(input: { id: "${hives[2]}", apiaryId: "${[north, south][round % 2]}" }) { beehive { id } } }`,
      ),
    ),
    repeat(() => ben.graphql(visit, { visited })),
    repeat(() => cleo.graphql(visit, { visited: visited.toReversed() })),
  ]);
  expect(Object.fromEntries(refusals)).toEqual({});
}, 120_000);

it('an account that is deleted while the members of an apiary are read asks for another try', async () => {
  const apiary = await ana.apiary();
  const cleo = await beekeeper(app);
  await share(ana, apiary, cleo, 'WORKER');
  const read = `{ apiary(id: "${apiary}") { members { nodes { user { name } } } } }`;
  // The apiary, the memberships, and then their accounts.
  const answer = await beforeQuery(
    app.app,
    3,
    () => deleteAccount(cleo, PASSWORD),
    () => ana.graphql(read),
  );
  expect(refusalOf(answer)).toBe(CHANGED);
  expect((await ana.ask(read)).apiary.members.nodes).toEqual([]);
});
