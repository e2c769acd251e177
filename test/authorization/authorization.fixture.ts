// What the tests of authorization share: the service, an owner with records, and accounts that may do more or less with them.
import { afterAll, beforeAll } from '@jest/globals';
import { v7 as uuidv7 } from 'uuid';
import { until } from '../process/service.js';
import { Client, startTestApp, type TestApp } from '../support/client.js';
import { remove } from '../support/deletions.js';
import { KINDS } from '../support/fuzz/graphql-values.js';
import { importsOf } from '../support/import-ids.js';
import { keeperOf } from '../support/keepers.js';
import { addBrowser } from '../support/push-service.js';
import { tablesOf } from '../support/tables.js';
import { insertToken } from '../support/tokens.js';
import { webhookOf } from '../support/webhook-ids.js';
import {
  type Beekeeper,
  beekeeper,
  createQueen,
  crown,
  feed,
  harvestFrom,
  measure,
  PASSWORD,
  placementOf,
  treat,
} from '../support/world.js';
import { type Audience, MEMBERS, type Member, membersOf, RECOVERY_CODE } from './case.js';

export let app: TestApp;
export let owner: Beekeeper;
export let bea: Beekeeper;
export let admin: Beekeeper;
export let members: Record<Member | 'expired', Beekeeper>;
beforeAll(async () => {
  app = await startTestApp();
  owner = await beekeeper(app, 'owner@example.org');
  await keeperOf(owner);
  bea = await beekeeper(app);
  admin = await beekeeper(app);
  await app.database.sql(`update users set role = 'ADMIN' where id = $1`, [admin.id]);
  const accounts = [...MEMBERS, 'expired' as const].map(async (role) => [role, await beekeeper(app)] as const);
  members = Object.fromEntries(await Promise.all(accounts)) as typeof members;
  const shared = await owner.apiary();
  await share(shared);
  for (const member of Object.values(members).filter((one) => one !== members.expired))
    await until(async () => (await member.graphql(`{ apiary(id: "${shared}") { id } }`)).errors === undefined);
});
afterAll(() => app.close());

/**
 * The records of the owner. `freeQueen` has no reign, `ended` is a hive that has ended and `neighbour` one that has not, `elsewhere` is another
 * apiary with the same members, `fileImport` has been checked and `doneImport` was run, `member` and `invitation` have the role VIEWER,
 * and `deletion` is that of a hive.
 */
const RECORD_IDS = [...KINDS, 'elsewhere'] as const;
/** The ids of records of the owner, or ids of no record. */
export type RecordIds = Record<(typeof RECORD_IDS)[number], string>;

export const missingIds = Object.fromEntries(RECORD_IDS.map((name) => [name, uuidv7()])) as RecordIds;
/** Reuses the session until it has been ended, because a log-in is slow. */
async function sessionOfOwner(): Promise<string> {
  const sessions: { id: string }[] = (await owner.ask('{ me { sessions { id } } }')).me.sessions;
  if (!sessions.some(({ id }) => id === sessionId)) {
    const login = await app.anyone.rest('POST', '/auth/login', { email: owner.email, password: PASSWORD });
    const { me } = await new Client(app.url, login.body.access_token).ask('{ me { sessions { id isCurrent } } }');
    sessionId = me.sessions.find(({ isCurrent }: { isCurrent: boolean }) => isCurrent).id;
  }
  return sessionId!;
}
let sessionId: string | undefined;

/** Reuses the calendar until it has been deleted, because an account has few. */
async function calendarOfOwner(): Promise<string> {
  const {
    me: { calendarFeeds },
  } = await owner.ask('{ me { calendarFeeds { id } } }');
  if (calendarFeeds.length > 0) return calendarFeeds[0].id;
  return (await owner.ask('mutation { createCalendarFeed(input: {}) { calendarFeed { id } } }')).createCalendarFeed
    .calendarFeed.id;
}

/** Reuses the zone until it has been deleted: an account has few, and one more restricts the moves of other tests. */
async function zoneOfOwner(): Promise<string> {
  const { restrictedZones } = await owner.ask('{ restrictedZones(filter: { isForAll: false }) { nodes { id } } }');
  if (restrictedZones.nodes.length > 0) return restrictedZones.nodes[0].id;
  const created = await owner.ask(
    'mutation { createRestrictedZone(input: { name: "Far away", disease: OTHER, from: "2026-01-01", shape: { circle: { latitude: -60, longitude: 0, radiusKm: 3 } } }) { restrictedZone { id } } }',
  );
  return created.createRestrictedZone.restrictedZone.id;
}

/** Reuses the token until it has been revoked. */
async function tokenOfOwner(): Promise<string> {
  const {
    me: { personalAccessTokens },
  } = await owner.ask('{ me { personalAccessTokens { id name } } }');
  const known = personalAccessTokens.find(({ name }: { name: string }) => name === 'To revoke');
  return known?.id ?? (await insertToken(app, owner, { name: 'To revoke' })).id;
}

/** Reuses the identity until it has been removed. */
async function identityOfOwner(): Promise<string> {
  const { me } = await owner.ask('{ me { identities { id } } }');
  if (me.identities.length > 0) return me.identities[0].id;
  const id = uuidv7();
  await app.database.sql(
    `insert into identities (id, created_at, updated_at, user_id, issuer, subject) values ($1::uuid, now(), now(), $2, 'https://id.example.org', $1::text)`,
    [id, owner.id],
  );
  return id;
}

const DAY_MS = 86_400_000;
const YESTERDAY = new Date(Date.now() - DAY_MS).toISOString();
const NEXT_WEEK = new Date(Date.now() + 7 * DAY_MS).toISOString().slice(0, 10);
/** Makes every account of `members` a member of an apiary. */
async function share(apiary: string): Promise<void> {
  const roles = Object.entries(members).map(([name, { id }]) => ({
    user: id,
    role: name === 'expired' ? 'INSPECTOR' : name.toUpperCase(),
    // The expired one ended a day ago: what ended a month ago is deleted in the background.
    until: name === 'expired' ? YESTERDAY : name === 'inspector' ? '2100-01-01' : null,
  }));
  await app.database.sql(
    `insert into apiary_members (id, created_at, updated_at, apiary_id, user_id, role, member_until)
     select gen_random_uuid(), now(), now(), $1, m."user", m.role, m.until
     from jsonb_to_recordset($2) as m("user" uuid, role text, until timestamptz)`,
    [apiary, JSON.stringify(roles)],
  );
}

/** Another apiary, with the same members. */
async function elsewhereOfOwner(): Promise<string> {
  const elsewhere = await owner.apiary();
  await share(elsewhere);
  return elsewhere;
}

async function endedIn(apiary: string): Promise<string> {
  const ended = await owner.beehive(apiary);
  await owner.ask(`mutation { recordLoss(input: { id: "${ended}", cause: UNKNOWN }) { beehive { id } } }`);
  return ended;
}

async function stockIn(apiary: string): Promise<Pick<RecordIds, 'item' | 'movement'>> {
  const item = await owner.item(apiary, { quantity: 5 });
  const { inventoryItem } = await owner.ask(`{ inventoryItem(id: "${item}") { stockMovements { nodes { id } } } }`);
  return { item, movement: inventoryItem.stockMovements.nodes[0].id };
}

/** The manager issues it: a transfer revokes those of the owner. */
async function invitationTo(apiary: string): Promise<string> {
  const { inviteToApiary: invited } = await members.manager.ask(
    `mutation { inviteToApiary(input: { apiaryId: "${apiary}", role: VIEWER }) { apiaryInvitation { id } } }`,
  );
  return invited.apiaryInvitation.id;
}

async function webhookOfOwner() {
  const webhook = await webhookOf(owner, keptWebhook);
  keptWebhook ??= webhook.webhook;
  return webhook;
}

type Kinds = ReadonlySet<keyof RecordIds>;
const ALL: Kinds = new Set(Object.keys(missingIds) as (keyof RecordIds)[]);

/** Creates an apiary with a hive, and in it records of these kinds. */
export async function createRecords(kinds: Kinds = ALL): Promise<RecordIds> {
  const wants = (...some: (keyof RecordIds)[]): boolean => some.some((kind) => kinds.has(kind));
  const apiary = await owner.apiary();
  await share(apiary);
  const beehive = await owner.beehive(apiary, { beehiveNumber: 1 });
  const asks = wants('question', 'beehiveQuestion');
  const created = await owner.ask(
    `mutation ($hive: ID!, $apiary: ID!, $asks: Boolean!, $inspects: Boolean!, $drafts: Boolean!, $plans: Boolean!) {
      question: createQuestion(input: { apiaryId: $apiary, text: "Queen seen?" }) @include(if: $asks) { question { id } }
      inspection: recordInspection(input: { beehiveId: $hive, answers: [] }) @include(if: $inspects) { inspection { id } }
      draft: recordInspection(input: { beehiveId: $hive, answers: [], draft: true }) @include(if: $drafts) { inspection { id } }
      task: createTask(input: { apiaryId: $apiary, title: "Look", kind: INSPECT, beehiveIds: [$hive] }) @include(if: $plans) { task { id } }
    }`,
    {
      ...{ hive: beehive, apiary, asks, inspects: wants('inspection'), drafts: wants('draft') },
      plans: wants('task'),
    },
  );
  const question: string | undefined = created.question?.question.id;
  const assign = `mutation { assigned: overrideQuestion(input: { beehiveId: "${beehive}", questionId: "${question}" }) { beehiveQuestion { id } } }`;
  const ids: RecordIds = {
    ...missingIds,
    apiary,
    beehive,
    account: owner.id,
    member: members.viewer.id,
    ...(question && { question, beehiveQuestion: (await owner.ask(assign)).assigned.beehiveQuestion.id }),
    ...(created.inspection && { inspection: created.inspection.inspection.id }),
    ...(created.draft && { draft: created.draft.inspection.id }),
    ...(wants('keeper') && { keeper: await keeperOf(owner) }),
    ...(created.task && { task: created.task.task.id }),
    ...(wants('invitation') && { invitation: await invitationTo(apiary) }),
    ...(wants('item', 'movement') && (await stockIn(apiary))),
    ...(wants('treatment', 'followUp', 'miteCount') && (await treat(owner, beehive))),
    ...(wants('product', 'feeding') && (await feed(owner, { apiary, beehive }))),
    ...(wants('measurement') && { measurement: await measure(owner, beehive) }),
    ...(wants('harvest', 'harvestDraft', 'lot', 'emptyLot', 'pack') && (await harvestFrom(owner, apiary, beehive))),
    ...(wants('queen', 'reign') && (await crown(owner, { apiary, beehive }))),
    ...(wants('freeQueen') && { freeQueen: await createQueen(owner, apiary) }),
    ...(wants('ended') && { ended: await endedIn(apiary) }),
    ...(wants('deletion') && { deletion: (await remove(owner, 'deleteBeehive', await owner.beehive(apiary))).id }),
    ...(wants('neighbour') && { neighbour: await owner.beehive(apiary, { beehiveNumber: 2 }) }),
    ...(wants('elsewhere') && { elsewhere: await elsewhereOfOwner() }),
    ...(wants('placement') && { placement: await placementOf(owner, beehive) }),
    ...(wants('session') && { session: await sessionOfOwner() }),
    ...(wants('calendar') && { calendar: await calendarOfOwner() }),
    ...(wants('zone') && { zone: await zoneOfOwner() }),
    ...(wants('identity') && { identity: await identityOfOwner() }),
    ...(wants('token') && { token: await tokenOfOwner() }),
    ...(wants('push') && { push: await addBrowser(owner, 'of-the-owner') }),
    ...(wants('webhook', 'delivery') && (await webhookOfOwner())),
    ...(wants('fileImport', 'doneImport', 'importRow') && (await importsOf(app.database, owner.id))),
  };
  if (kinds === ALL) await createNameless(ids);
  return ids;
}

/** Records whose ids no request of the matrix contains. */
async function createNameless({ beehive, question, harvest }: RecordIds): Promise<void> {
  await owner.ask(`mutation {
    recordAnswers(input: { beehiveId: "${beehive}", answers: [{ questionId: "${question}", text: "Yes" }] }) { inspection { id } }
    amendHarvest(input: { id: "${harvest}", notes: "Seen", reason: "Typo" }) { harvest { id } }
    splitBeehive(input: { id: "${beehive}" }) { beehive { id } }
    snoozeWorklistItem(input: { key: "OVERDUE_INSPECTION:${beehive}", until: "${NEXT_WEEK}" }) { worklistItem { kind } }
  }`);
}

/** Creates the records of a request: their kinds are those of the ids with which it is written. */
export function recordsOf(request: (ids: RecordIds) => unknown): Promise<RecordIds> {
  const kinds = new Set<keyof RecordIds>();
  const noted = (ids: RecordIds, kind: string | symbol): string => {
    kinds.add(kind as keyof RecordIds);
    return ids[kind as keyof RecordIds];
  };
  request(new Proxy(missingIds, { get: noted }));
  return createRecords(kinds);
}
let shared: Promise<RecordIds> | undefined;
/** The webhook of the shared records, which are created first. */
let keptWebhook: string | undefined;
/** Records for reads and for requests that are refused: neither changes them, which `storedRows` verifies. */
export function sharedRecords(): Promise<RecordIds> {
  shared ??= createRecords();
  return shared;
}
/** A request that writes gets records of its own. That is slow. */
export const recordsToWrite = (name: string, request: (ids: RecordIds) => unknown): Promise<RecordIds> =>
  /^(Query\.|get )/i.test(name) ? sharedRecords() : recordsOf(request);
/** Creates records only if the audience depends on them. */
export const idsFor = (audience: Audience, records: () => Promise<RecordIds>): Promise<RecordIds> =>
  audience === 'self' || audience === 'account' || membersOf(audience)
    ? records()
    : audience === 'admin'
      ? createAccount().then((account) => ({ ...missingIds, account }))
      : Promise.resolve({ ...missingIds, account: bea.id });

/** Administrators deactivate and delete it, and remove its second factor. */
async function createAccount(): Promise<string> {
  const [row] = await app.database.sql<{ id: string }>(
    `insert into users (id, created_at, updated_at, email, username, password_hash)
     select id, now(), now(), id || '@example.org', 'x', 'x' from gen_random_uuid() as id returning id`,
  );
  await addSecondFactor(row!.id);
  return row!.id;
}

const addSecondFactor = (account: string): Promise<unknown> =>
  app.database.sql(
    `insert into second_factors (id, created_at, updated_at, user_id, key_id, secret, confirmed_at, recovery_hashes)
     values (gen_random_uuid(), now(), now(), $1, 'none', 'none', now(), array[encode(sha256($2), 'hex')])`,
    [account, Buffer.from(RECOVERY_CODE)],
  );

/**
 * All rows of the owner's records and of the change log, except the account, its sessions and tokens, which every request changes: how many there
 * are, and the sum of the transactions that wrote them, which is greater after any insert or update.
 */
export const storedRows = (): Promise<object[]> => {
  // Webhooks are sent, and imports go on, in the background.
  const others = ['user', 'sessions', 'personalAccessTokens', 'activity', 'webhooks', 'webhookDeliveries', 'imports'];
  const tables = tablesOf(({ exportAs }) => exportAs !== undefined && !others.includes(exportAs));
  return app.database.sql(
    [...tables, 'changes']
      .map((table) => `select '${table}' as name, count(*)::int, sum(xmin::text::bigint) as writers from ${table}`)
      .join(' union all ')
      .concat(' order by name'),
  );
};
/** Operations that end sessions or the account run with a new account, those on the second factor with one that has it. */
export async function accountFor(who: Client, name: string): Promise<Client> {
  if (!/logout|endOther|deleteMy|changePassword|disableSecondFactor|recoveryCodes/i.test(name)) return who;
  const account = await beekeeper(app);
  if (/disableSecondFactor|recoveryCodes/i.test(name)) await addSecondFactor(account.id);
  return account;
}
