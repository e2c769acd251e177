// What a mutation has changed beside its record is in its payload, also when it is repeated, and is read only if it is selected.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startTestApp, statementsOf, type TestApp } from '../support/client.js';
import { inviteTo } from '../support/members.js';
import { type Beekeeper, beekeeper } from '../support/world.js';

let app: TestApp;
let ana: Beekeeper;
let apiary: string;
beforeAll(async () => {
  app = await startTestApp();
  ana = await beekeeper(app);
  apiary = await ana.apiary();
});
afterAll(() => app.close());

const TODAY = new Date().toISOString().slice(0, 10);
const CHANGED = 'inventoryItem { id quantity } stockMovement { id amount balanceAfter item { id } }';
const EXIT = `mutation ($input: RecordExitInput!) { recordExit(input: $input) { ${CHANGED} } }`;

it('an item and its movement', async () => {
  const item = await ana.item(apiary, { quantity: 10 });
  const changed = (quantity: number, amount: number) => ({
    inventoryItem: { id: item, quantity },
    stockMovement: { id: expect.any(String), amount, balanceAfter: quantity, item: { id: item } },
  });
  const { one, two, three } = await ana.ask(`mutation {
    one: adjustStock(input: { id: "${item}", amount: 2 }) { ${CHANGED} }
    two: recordExit(input: { id: "${item}", quantity: 5, person: "Ana" }) { ${CHANGED} }
    three: recordStockMovement(input: { id: "${item}", direction: IN, quantity: 1 }) { ${CHANGED} }
  }`);
  expect([one, two, three]).toEqual([changed(12, 2), changed(7, -5), changed(8, 1)]);
  const { four } = await ana.ask(
    `mutation { four: reverseStockMovement(input: { id: "${two.stockMovement.id}", reason: "Miscounted" }) { ${CHANGED} } }`,
  );
  expect(four).toEqual(changed(13, 5));
});

it('the same movement for a repetition, by its id, by a key and in a push', async () => {
  const item = await ana.item(apiary, { quantity: 10 });
  const id = randomUUID();
  const input = { newId: id, id: item, quantity: 1, person: 'Ana' };
  const first = await ana.ask(EXIT, { input });
  expect(first.recordExit).toMatchObject({ inventoryItem: { quantity: 9 }, stockMovement: { id, balanceAfter: 9 } });
  await ana.ask(EXIT, { input: { ...input, newId: null } });
  expect((await ana.ask(EXIT, { input })).recordExit).toMatchObject({
    inventoryItem: { quantity: 8 },
    stockMovement: { id, balanceAfter: 9 },
  });
  const keyed = { 'idempotency-key': randomUUID() };
  const send = () => ana.graphql(EXIT, { input: { ...input, newId: null } }, keyed);
  expect(await send()).toEqual(await send());
  const operations = [{ key: randomUUID(), mutation: { recordExit: { ...input, newId: null } } }];
  const PUSH =
    'mutation ($operations: [SyncOperation!]!) { executeOperations(input: { operations: $operations }) { results { ids } } }';
  for (const _ of 'twice')
    expect((await ana.ask(PUSH, { operations })).executeOperations.results).toEqual([{ ids: [item] }]);
  expect((await ana.ask(`{ inventoryItem(id: "${item}") { quantity } }`)).inventoryItem.quantity).toBe(6);
});

it('a task, the next one, and what was recorded with it', async () => {
  const beehive = await ana.beehive(apiary);
  const create = async (kind: string): Promise<string> => {
    const input = { apiaryId: apiary, title: 'Look', kind, beehiveIds: [beehive], dueOn: TODAY };
    const { createTask } = await ana.ask(
      'mutation ($input: CreateTaskInput!) { createTask(input: $input) { task { id } } }',
      { input: { ...input, repeat: { every: 7, unit: 'DAY' } } },
    );
    return createTask.task.id;
  };
  const complete = async (input: object) =>
    (
      await ana.ask(
        `mutation ($input: CompleteTaskInput!) { completeTask(input: $input) {
          task { id status } next { id status previousId } inspections { id notes } treatments { id productName }
        } }`,
        { input },
      )
    ).completeTask;
  const look = await create('INSPECT');
  const done = await complete({ id: look, inspection: { beehiveId: beehive, answers: [], notes: 'calm' } });
  expect(done).toEqual({
    task: { id: look, status: 'DONE' },
    next: { id: expect.any(String), status: 'OPEN', previousId: look },
    inspections: [{ id: expect.any(String), notes: 'calm' }],
    treatments: [],
  });
  expect(await complete({ id: look })).toEqual(done);
  const treatment = { beehiveIds: [beehive], kind: 'Varroa', productName: 'Apivar', startedOn: TODAY };
  expect(await complete({ id: await create('TREAT'), treatment })).toMatchObject({
    inspections: [],
    treatments: [{ productName: 'Apivar' }],
  });
  const skipped = await create('OTHER');
  const { skipTask } = await ana.ask(
    `mutation { skipTask(input: { id: "${skipped}" }) { task { status } next { previousId } } }`,
  );
  expect(skipTask).toEqual({ task: { status: 'SKIPPED' }, next: { previousId: skipped } });
});

it('the hives of a treatment, and what the history of a hive has of a split, a union and a loss', async () => {
  const beehive = await ana.beehive(apiary, { foodFrames: 4 });
  const id = randomUUID();
  const split = () =>
    ana.ask(
      `mutation { splitBeehive(input: { newId: "${id}", id: "${beehive}", state: { foodFrames: 1 } }) {
        beehive { id } otherBeehive { id } colonyEvent { id kind foodFrames beehive { id } otherBeehiveId } } }`,
    );
  const { splitBeehive } = await split();
  expect(splitBeehive.colonyEvent).toEqual({
    id: expect.any(String),
    kind: 'SPLIT_FROM',
    foodFrames: 1,
    beehive: { id },
    otherBeehiveId: beehive,
  });
  expect((await split()).splitBeehive).toEqual(splitBeehive);
  const { recordTreatment } = await ana.ask(
    `mutation ($ids: [ID!]!, $today: LocalDate!) { recordTreatment(input: { beehiveIds: $ids, kind: "Varroa", productName: "Thymol", startedOn: $today }) {
      treatments { beehiveId } beehives { id } } }`,
    { ids: [id, beehive], today: TODAY },
  );
  expect(recordTreatment.beehives).toEqual([{ id }, { id: beehive }]);
  const { uniteBeehives, recordLoss } = await ana.ask(`mutation {
    uniteBeehives(input: { id: "${beehive}", intoBeehiveId: "${id}" }) { colonyEvent { kind beehive { id } } }
    recordLoss(input: { id: "${id}", cause: MITES }) { beehive { endCause } colonyEvent { kind beehive { id } } }
  }`);
  expect(uniteBeehives).toEqual({ colonyEvent: { kind: 'UNITED_WITH', beehive: { id } } });
  expect(recordLoss).toEqual({ beehive: { endCause: 'MITES' }, colonyEvent: { kind: 'LOST', beehive: { id } } });
});

it('the membership of who accepts an invitation', async () => {
  const guest = await beekeeper(app);
  const { token } = await inviteTo(ana, apiary, 'WORKER');
  const accept = async (who: Beekeeper) =>
    (
      await who.ask(
        'mutation ($input: AcceptInvitationInput!) { acceptInvitation(input: $input) { apiary { id } apiaryMember { role user { userId } } } }',
        { input: { token } },
      )
    ).acceptInvitation;
  const accepted = { apiary: { id: apiary }, apiaryMember: { role: 'WORKER', user: { userId: guest.id } } };
  expect(await accept(guest)).toEqual(accepted);
  expect(await accept(guest)).toEqual(accepted);
  const another = await inviteTo(ana, apiary, 'VIEWER');
  const { acceptInvitation } = await ana.ask(
    `mutation { acceptInvitation(input: { token: "${another.token}" }) { apiary { id } apiaryMember { role } } }`,
  );
  expect(acceptInvitation).toEqual({ apiary: { id: apiary }, apiaryMember: null });
});

it('and a field that is not selected is not read', async () => {
  const item = await ana.item(apiary, { quantity: 10 });
  const input = { id: item, quantity: 1, person: 'Ana' };
  const statements = await statementsOf(app.app, () =>
    ana.ask('mutation ($input: RecordExitInput!) { recordExit(input: $input) { inventoryItem { quantity } } }', {
      input,
    }),
  );
  expect(statements.filter((text) => text.includes('from "stock_movements"'))).toEqual([]);
});
