// The records that generated calls of the root fields refer to.
import type { TestApp } from '../client.js';
import { remove } from '../deletions.js';
import { importsOf } from '../import-ids.js';
import { keeperOf } from '../keepers.js';
import { inviteTo, share } from '../members.js';
import { addBrowser } from '../push-service.js';
import { insertToken } from '../tokens.js';
import { webhookOf } from '../webhook-ids.js';
import { type Beekeeper, createQueen, crown, feed, harvestFrom, measure, placementOf, treat } from '../world.js';
import { KINDS, type Kind } from './graphql-values.js';

export type FuzzRecords = Record<Kind, string>;
export interface RecordOwner {
  client: Beekeeper;
  /** A member of the apiaries in the records. */
  member: Beekeeper;
}
type Place = Pick<FuzzRecords, 'apiary' | 'beehive'>;

/** Creates an apiary with a hive, and in it one record of each of these kinds. */
export async function createRecords(
  app: TestApp,
  { client: owner, member }: RecordOwner,
  kinds: ReadonlySet<Kind>,
  text = 'own',
): Promise<Partial<FuzzRecords>> {
  const wants = (...some: Kind[]): boolean => some.some((kind) => kinds.has(kind));
  const apiary = await owner.apiary({ name: text, location: text });
  if (wants('member')) await share(owner, apiary, member, 'WORKER');
  const place = { apiary, beehive: await owner.beehive(apiary, { beehiveNumber: 1, observations: text }) };
  const {
    me: { sessions, calendarFeeds },
  } = await owner.ask('{ me { sessions { id isCurrent } calendarFeeds { id } } }');
  return {
    ...place,
    session: sessions.find(({ isCurrent }: { isCurrent: boolean }) => isCurrent).id,
    member: member.id,
    account: owner.id,
    ...(wants('item', 'movement') && (await stockIn(owner, apiary, text))),
    ...(wants('neighbour') && { neighbour: await owner.beehive(apiary) }),
    ...(wants('ended') && { ended: await endedIn(owner, apiary) }),
    ...(wants('question', 'beehiveQuestion') && (await askIn(owner, place, text))),
    ...(wants('inspection', 'draft', 'visit', 'task') && (await recordIn(owner, place, text))),
    ...(wants('identity') && { identity: await addIdentity(app, owner) }),
    ...(wants('keeper') && { keeper: await keeperOf(owner) }),
    ...(wants('calendar') && { calendar: calendarFeeds[0]?.id ?? (await createCalendar(owner)) }),
    ...(wants('zone') && { zone: await createZone(owner) }),
    ...(wants('token') && { token: await tokenOf(app, owner) }),
    ...(wants('treatment', 'followUp', 'miteCount') && (await treat(owner, place.beehive, text))),
    ...(wants('product', 'feeding') && (await feed(owner, place))),
    ...(wants('measurement') && { measurement: await measure(owner, place.beehive, text) }),
    ...(wants('queen', 'reign') && (await crown(owner, place, text))),
    ...(wants('freeQueen') && { freeQueen: await createQueen(owner, apiary, { name: text }) }),
    ...(wants('placement') && { placement: await placementOf(owner, place.beehive) }),
    ...(wants('harvest', 'harvestDraft', 'lot', 'emptyLot', 'pack') &&
      (await harvestFrom(owner, apiary, place.beehive))),
    ...(wants('invitation') && { invitation: (await inviteTo(owner, apiary, 'WORKER')).id }),
    ...(wants('deletion') && { deletion: (await remove(owner, 'deleteBeehive', await owner.beehive(apiary))).id }),
    ...(wants('push') && { push: await addBrowser(owner, owner.id) }),
    ...(wants('webhook', 'delivery') && (await webhookOf(owner))),
    ...(wants('fileImport', 'doneImport', 'importRow') && (await importsOf(app.database, owner.id))),
  };
}

export const createAllRecords = async (app: TestApp, owner: RecordOwner, text?: string): Promise<FuzzRecords> =>
  (await createRecords(app, owner, new Set(KINDS), text)) as FuzzRecords;

async function stockIn(owner: Beekeeper, apiary: string, text: string) {
  const item = await owner.item(apiary, { itemName: text, quantity: 500, description: text });
  const { inventoryItem } = await owner.ask(`{ inventoryItem(id: "${item}") { stockMovements { nodes { id } } } }`);
  return { item, movement: inventoryItem.stockMovements.nodes[0].id as string };
}

async function endedIn(owner: Beekeeper, apiary: string): Promise<string> {
  const ended = await owner.beehive(apiary);
  await owner.ask(`mutation { recordLoss(input: { id: "${ended}", cause: UNKNOWN }) { beehive { id } } }`);
  return ended;
}

async function askIn(owner: Beekeeper, { apiary, beehive }: Place, text: string) {
  const { createQuestion } = await owner.ask(
    'mutation ($apiary: ID!, $text: String!) { createQuestion(input: { apiaryId: $apiary, text: $text }) { question { id } } }',
    { apiary, text },
  );
  const question: string = createQuestion.question.id;
  const { assigned } = await owner.ask(
    'mutation ($hive: ID!, $question: ID!) { assigned: overrideQuestion(input: { beehiveId: $hive, questionId: $question }) { beehiveQuestion { id } } }',
    { hive: beehive, question },
  );
  return { question, beehiveQuestion: assigned.beehiveQuestion.id as string };
}

async function recordIn(owner: Beekeeper, { apiary, beehive }: Place, text: string) {
  const created = await owner.ask(
    `mutation ($hive: ID!, $apiary: ID!, $text: String!) {
      inspection: recordInspection(input: { beehiveId: $hive, answers: [], notes: $text }) { inspection { id } }
      draft: recordInspection(input: { beehiveId: $hive, answers: [], draft: true, notes: $text }) { inspection { id } }
      visit: recordVisit(input: { beehives: [{ beehiveId: $hive }], answers: [], notes: $text }) { inspections { visitId } }
      task: createTask(input: { apiaryId: $apiary, title: $text, kind: OTHER, beehiveIds: [$hive] }) { task { id } }
    }`,
    { hive: beehive, apiary, text },
  );
  return {
    inspection: created.inspection.inspection.id as string,
    draft: created.draft.inspection.id as string,
    visit: created.visit.inspections[0].visitId as string,
    task: created.task.task.id as string,
  };
}

async function addIdentity(app: TestApp, owner: Beekeeper): Promise<string> {
  const [row] = await app.database.sql<{ id: string }>(
    `insert into identities (id, created_at, updated_at, user_id, issuer, subject)
      select u.id, now(), now(), u.id, 'https://id.example.org', u.id::text from users u where u.id = $1
      on conflict (id) do update set updated_at = now() returning id`,
    [owner.id],
  );
  return row!.id;
}

/** An account has few of them, and of webhooks. */
async function tokenOf(app: TestApp, owner: Beekeeper): Promise<string> {
  const {
    me: { personalAccessTokens },
  } = await owner.ask('{ me { personalAccessTokens { id } } }');
  return personalAccessTokens[0]?.id ?? (await insertToken(app, owner)).id;
}

async function createCalendar(owner: Beekeeper): Promise<string> {
  const { createCalendarFeed } = await owner.ask('mutation { createCalendarFeed(input: {}) { calendarFeed { id } } }');
  return createCalendarFeed.calendarFeed.id;
}

/** Far from everything, so that it restricts no move. */
async function createZone(owner: Beekeeper): Promise<string> {
  const { restrictedZones } = await owner.ask(
    '{ restrictedZones(filter: { isForAll: false }, first: 1) { nodes { id } } }',
  );
  if (restrictedZones.nodes.length > 0) return restrictedZones.nodes[0].id;
  const { createRestrictedZone } = await owner.ask(
    'mutation { createRestrictedZone(input: { name: "Far away", disease: OTHER, from: "2026-01-01", shape: { circle: { latitude: -60, longitude: 0, radiusKm: 3 } } }) { restrictedZone { id } } }',
  );
  return createRestrictedZone.restrictedZone.id;
}
