// An administrator with a record of each kind.
import { afterAll, beforeAll } from '@jest/globals';
import { v7 as uuidv7 } from 'uuid';
import { startTestApp, type TestApp } from '../support/client.js';
import { importsOf } from '../support/import-ids.js';
import { keeperOf } from '../support/keepers.js';
import { addBrowser } from '../support/push-service.js';
import type { RecordIds } from '../support/suite-operations.js';
import { webhookOf } from '../support/webhook-ids.js';
import { type Beekeeper, beekeeper, crown, harvestFrom, placementOf, treat } from '../support/world.js';

export let app: TestApp;
export let ana: Beekeeper;
export let records: RecordIds;
beforeAll(async () => {
  app = await startTestApp();
  ana = await administrator();
  records = await createRecords(ana);
});
afterAll(() => app.close());

export async function administrator(): Promise<Beekeeper> {
  const admin = await beekeeper(app);
  await app.database.sql(`update users set role = 'ADMIN' where id = $1`, [admin.id]);
  return admin;
}

export async function createRecords(owner: Beekeeper): Promise<RecordIds> {
  const apiary = await owner.apiary();
  const item = await owner.item(apiary, { quantity: 5, minimumStock: 7 });
  const beehive = await owner.beehive(apiary, { beehiveNumber: 1 });
  const created = await owner.ask(
    `mutation ($hive: ID!, $apiary: ID!) {
      question: createQuestion(input: { apiaryId: $apiary, text: "Queen seen?" }) { question { id } }
      inspection: recordInspection(input: { beehiveId: $hive, answers: [] }) { inspection { id } }
      draft: recordInspection(input: { beehiveId: $hive, answers: [], draft: true }) { inspection { id } }
      task: createTask(input: { apiaryId: $apiary, title: "Look", kind: INSPECT, beehiveIds: [$hive] }) { task { id } }
    }`,
    { hive: beehive, apiary },
  );
  const { assigned } = await owner.ask(
    `mutation ($hive: ID!, $question: ID!) { assigned: overrideQuestion(input: { beehiveId: $hive, questionId: $question }) { beehiveQuestion { id } } }`,
    { hive: beehive, question: created.question.question.id },
  );
  const { inventoryItem, me } = await owner.ask(
    'query ($item: ID!) { inventoryItem(id: $item) { stockMovements { nodes { id } } } me { sessions { id } } }',
    { item },
  );
  return {
    apiary,
    item,
    beehive,
    question: created.question.question.id,
    inspection: created.inspection.inspection.id,
    draft: created.draft.inspection.id,
    task: created.task.task.id,
    elsewhere: await owner.apiary(),
    neighbour: await owner.beehive(apiary, { beehiveNumber: 2 }),
    keeper: await keeperOf(owner),
    ...(await webhookOf(owner)),
    ...(await importsOf(app.database, owner.id)),
    ...(await treat(owner, beehive)),
    ...(await crown(owner, { apiary, beehive })),
    ...(await harvestFrom(owner, apiary, beehive)),
    placement: await placementOf(owner, beehive),
    assignment: assigned.beehiveQuestion.id,
    movement: inventoryItem.stockMovements.nodes[0].id,
    session: me.sessions[0].id,
    push: await addBrowser(owner, owner.id),
    account: owner.id,
    uuidv7: uuidv7(),
  };
}
