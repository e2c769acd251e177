// Every root field of the schema, every nested field with arguments and every REST route, as an anonymous client, another account, each
// kind of member, an inspector whose access has ended, the owner and an administrator. A field or route without a line here fails the
// test. Another account must get exactly the response that it gets for a missing id.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { GraphQLObjectType } from 'graphql';
import { v7 as uuidv7 } from 'uuid';
import { EXPORT_PATH } from '../../src/http/export.js';
import { REGISTER_PATHS } from '../../src/http/register.js';
import { routes as mappedRoutes } from '../../src/rest/routes/index.js';
import { until } from '../process/service.js';
import { Client, type GraphqlAnswer, startTestApp, type TestApp } from '../support/client.js';
import type { Json } from '../support/openapi.js';
import { rename, runSubscription } from '../support/socket.js';
import { tablesOf } from '../support/tables.js';
import {
  type Beekeeper,
  beekeeper,
  createQueen,
  crown,
  harvestFrom,
  PASSWORD,
  placementOf,
  treat,
} from '../support/world.js';

/** The table of REST routes, and the routes whose responses are streamed. */
const routes = [
  ...mappedRoutes,
  ...[EXPORT_PATH, ...Object.values(REGISTER_PATHS)].map((path) => ({ method: 'get', path, status: 200 })),
];

/** The ids of records of the owner, or ids of no record. */
interface RecordIds {
  apiary: string;
  beehive: string;
  item: string;
  movement: string;
  question: string;
  beehiveQuestion: string;
  inspection: string;
  draft: string;
  visit: string;
  treatment: string;
  followUp: string;
  miteCount: string;
  queen: string;
  reign: string;
  /** A queen that has no reign. */
  freeQueen: string;
  placement: string;
  /** A hive that has ended, and one that has not. */
  ended: string;
  neighbour: string;
  /** Another apiary of the owner, with the same members. */
  elsewhere: string;
  harvest: string;
  harvestDraft: string;
  lot: string;
  emptyLot: string;
  pack: string;
  session: string;
  account: string;
  /** The account of a member with the role VIEWER. */
  member: string;
  /** An invitation to the role VIEWER. */
  invitation: string;
}
/**
 * `anyone`: public. `secret`: public, but requires a secret that this test does not have. `viewer`: requires a token and concerns only the
 * current account. `self`: requires the account itself. `account`: requires the account itself or an administrator. `admin`: requires an
 * administrator. `invited`: requires a token, and a secret that this test does not have. Records of an apiary: `reader` requires any role
 * in it, `worker`, `manager` and `owner` at least this one; `member` excludes the owner; `hidden` is a record that only managers see.
 */
type Audience = 'anyone' | 'secret' | 'invited' | 'viewer' | 'self' | 'account' | 'admin' | keyof typeof MEMBERS_OF;
const MEMBERS = ['inspector', 'viewer', 'worker', 'manager'] as const;
type Member = (typeof MEMBERS)[number];
/** The members that have the role of an audience. */
const MEMBERS_OF = {
  reader: MEMBERS,
  worker: ['worker', 'manager'],
  manager: ['manager'],
  owner: [],
  member: MEMBERS,
  hidden: ['manager'],
} satisfies Record<string, readonly Member[]>;
const membersOf = (audience: Audience): readonly Member[] | undefined =>
  (MEMBERS_OF as Partial<Record<Audience, readonly Member[]>>)[audience];
type FieldCase = [Audience, (ids: RecordIds) => string];

const fieldCases: Record<string, FieldCase> = {
  'Query.me': ['viewer', () => '{ me { id } }'],
  'Query.apiaries': ['viewer', () => '{ apiaries { nodes { id } } }'],
  'Query.apiary': ['reader', ({ apiary }) => `{ apiary(id: "${apiary}") { name } }`],
  'Query.beehives': ['reader', ({ apiary }) => `{ beehives(apiaryId: "${apiary}") { nodes { beehiveNumber } } }`],
  'Query.beehive': ['reader', ({ beehive }) => `{ beehive(id: "${beehive}") { beehiveNumber } }`],
  'Mutation.register': [
    'anyone',
    () =>
      `mutation { register(input: { username: "x", email: "${uuidv7()}@example.org", password: "${PASSWORD}" }) { tokenType } }`,
  ],
  'Mutation.logIn': [
    'anyone',
    () => `mutation { logIn(input: { email: "owner@example.org", password: "${PASSWORD}" }) { tokenType } }`,
  ],
  'Mutation.logOut': ['viewer', () => 'mutation { logOut }'],
  'Mutation.createApiary': ['viewer', () => 'mutation { createApiary(input: { name: "New" }) { name } }'],
  'Mutation.updateApiary': [
    'manager',
    ({ apiary }) => `mutation { updateApiary(id: "${apiary}", input: { name: "Seen" }) { name } }`,
  ],
  'Mutation.deleteApiary': ['owner', ({ apiary }) => `mutation { deleteApiary(id: "${apiary}") }`],
  'Mutation.inviteToApiary': [
    'manager',
    ({ apiary }) => `mutation { inviteToApiary(input: { apiaryId: "${apiary}", role: WORKER }) { link } }`,
  ],
  'Mutation.acceptInvitation': ['invited', () => 'mutation { acceptInvitation(token: "guessed") { name } }'],
  'Mutation.revokeInvitation': ['hidden', ({ invitation }) => `mutation { revokeInvitation(id: "${invitation}") }`],
  'Mutation.changeMemberRole': [
    'manager',
    ({ apiary, member }) =>
      `mutation { changeMemberRole(apiaryId: "${apiary}", userId: "${member}", role: WORKER) { role } }`,
  ],
  'Mutation.removeMember': [
    'manager',
    ({ apiary, member }) => `mutation { removeMember(apiaryId: "${apiary}", userId: "${member}") }`,
  ],
  'Mutation.leaveApiary': ['member', ({ apiary }) => `mutation { leaveApiary(apiaryId: "${apiary}") }`],
  'Mutation.transferApiary': [
    'owner',
    ({ apiary, member }) => `mutation { transferApiary(apiaryId: "${apiary}", userId: "${member}") { name } }`,
  ],
  'Mutation.createBeehive': [
    'manager',
    ({ apiary }) => `mutation { createBeehive(input: { apiaryId: "${apiary}" }) { beehiveNumber } }`,
  ],
  'Mutation.createBeehives': [
    'manager',
    ({ apiary }) => `mutation { createBeehives(inputs: [{ apiaryId: "${apiary}" }]) { beehiveNumber } }`,
  ],
  'Mutation.updateBeehive': [
    'worker',
    ({ beehive }) => `mutation { updateBeehive(id: "${beehive}", input: { beehiveNumber: 7 }) { beehiveNumber } }`,
  ],
  'Mutation.deleteBeehive': ['manager', ({ beehive }) => `mutation { deleteBeehive(id: "${beehive}") }`],
  'Mutation.splitBeehive': [
    'manager',
    ({ beehive }) => `mutation { splitBeehive(input: { beehiveId: "${beehive}" }) { beehiveNumber } }`,
  ],
  'Mutation.uniteBeehives': [
    'worker',
    ({ beehive, neighbour }) =>
      `mutation { uniteBeehives(input: { beehiveId: "${beehive}", intoBeehiveId: "${neighbour}" }) { beehiveNumber } }`,
  ],
  'Mutation.recordLoss': [
    'worker',
    ({ beehive }) => `mutation { recordLoss(input: { beehiveId: "${beehive}", cause: MITES }) { endCause } }`,
  ],
  'Mutation.correctEnd': [
    'worker',
    ({ ended }) => `mutation { correctEnd(id: "${ended}", input: { cause: STARVED }) { endCause } }`,
  ],
  'Mutation.reviveBeehive': ['worker', ({ ended }) => `mutation { reviveBeehive(id: "${ended}") { version } }`],
  'Mutation.moveBeehive': [
    'manager',
    ({ beehive, elsewhere }) =>
      `mutation { moveBeehive(input: { beehiveId: "${beehive}", apiaryId: "${elsewhere}" }) { beehiveNumber } }`,
  ],
  'Mutation.correctPlacement': [
    'manager',
    ({ placement }) =>
      `mutation { correctPlacement(id: "${placement}", input: { placedOn: "2026-05-01" }) { placedOn } }`,
  ],
  'Query.inventoryItems': [
    'reader',
    ({ apiary }) => `{ inventoryItems(apiaryId: "${apiary}") { nodes { itemName } } }`,
  ],
  'Query.inventoryItem': ['reader', ({ item }) => `{ inventoryItem(id: "${item}") { itemName } }`],
  'Query.inventorySummary': ['reader', ({ apiary }) => `{ inventorySummary(apiaryId: "${apiary}") { totalItems } }`],
  'Query.lowStockItems': ['viewer', () => '{ lowStockItems { nodes { id } } }'],
  'Query.stockMovements': ['reader', ({ item }) => `{ stockMovements(itemId: "${item}") { nodes { amount } } }`],
  'Mutation.createInventoryItem': [
    'manager',
    ({ apiary }) =>
      `mutation { createInventoryItem(input: { apiaryId: "${apiary}", itemName: "Wax", unit: "kg" }) { itemName } }`,
  ],
  'Mutation.updateInventoryItem': [
    'manager',
    ({ item }) =>
      `mutation { updateInventoryItem(id: "${item}", input: { itemName: "Seen", quantity: 9 }) { itemName } }`,
  ],
  'Mutation.deleteInventoryItem': ['manager', ({ item }) => `mutation { deleteInventoryItem(id: "${item}") }`],
  'Mutation.adjustStock': [
    'worker',
    ({ item }) => `mutation { adjustStock(input: { itemId: "${item}", amount: -1 }) { quantity } }`,
  ],
  'Mutation.recordExit': [
    'worker',
    ({ item }) => `mutation { recordExit(input: { itemId: "${item}", quantity: 1, person: "Ana" }) { quantity } }`,
  ],
  'Mutation.recordMovement': [
    'worker',
    ({ item }) => `mutation { recordMovement(input: { itemId: "${item}", direction: IN, quantity: 1 }) { amount } }`,
  ],
  'Mutation.correctMovement': [
    'worker',
    ({ movement }) =>
      `mutation { correctMovement(input: { movementId: "${movement}", reason: "Miscounted" }) { amount } }`,
  ],
  'Query.questions': ['reader', ({ apiary }) => `{ questions(apiaryId: "${apiary}") { text } }`],
  'Query.questionTemplates': ['viewer', () => '{ questionTemplates(language: EN) { key } }'],
  'Query.questionnaire': [
    'reader',
    ({ beehive }) => `{ questionnaire(beehiveId: "${beehive}") { questions { text } } }`,
  ],
  'Query.beehiveQuestions': ['reader', ({ beehive }) => `{ beehiveQuestions(beehiveId: "${beehive}") { position } }`],
  'Query.beehiveAnswers': ['reader', ({ beehive }) => `{ beehiveAnswers(beehiveId: "${beehive}") { asText } }`],
  'Query.inspections': ['reader', ({ beehive }) => `{ inspections(beehiveId: "${beehive}") { nodes { notes } } }`],
  'Query.inspection': ['reader', ({ inspection }) => `{ inspection(id: "${inspection}") { notes } }`],
  'Query.node': ['reader', ({ item }) => `{ node(id: "${item}") { ... on InventoryItem { itemName } } }`],
  // Ids that are not found are null.
  'Query.nodes': ['viewer', () => `{ nodes(ids: ["${uuidv7()}"]) { id } }`],
  'Query.search': ['viewer', () => '{ search(text: "a") { apiaries { name } beehives { beehiveNumber } } }'],
  'Query.visit': ['reader', ({ visit }) => `{ visit(id: "${visit}") { notes } }`],
  'Query.statistics': ['viewer', () => '{ statistics { beehives lowStockItems } }'],
  'Query.healthTrends': ['reader', ({ apiary }) => `{ healthTrends(apiaryId: "${apiary}") { beehiveId } }`],
  'Query.treatmentShares': ['reader', ({ apiary }) => `{ treatmentShares(apiaryId: "${apiary}") { kind } }`],
  'Query.worklist': ['viewer', () => '{ worklist { nodes { kind } } }'],
  // What it sends to whom: test/features/sync-changes.test.ts.
  'Query.changes': ['viewer', () => '{ changes { endCursor } }'],
  // Each operation has the audience of its mutation: test/features/sync-push.test.ts.
  'Mutation.push': ['viewer', () => 'mutation { push(operations: []) { status } }'],
  'Subscription.apiaryChanged': [
    'reader',
    ({ apiary }) => `subscription { apiaryChanged(apiaryIds: ["${apiary}"]) { cursor } }`,
  ],
  'Mutation.createQuestion': [
    'manager',
    ({ apiary }) => `mutation { createQuestion(input: { apiaryId: "${apiary}", text: "Mites?" }) { text } }`,
  ],
  'Mutation.updateQuestion': [
    'manager',
    ({ question }) => `mutation { updateQuestion(id: "${question}", input: { text: "Seen?" }) { text } }`,
  ],
  'Mutation.deleteQuestion': ['manager', ({ question }) => `mutation { deleteQuestion(id: "${question}") }`],
  'Mutation.reorderQuestions': [
    'manager',
    ({ apiary }) => `mutation { reorderQuestions(apiaryId: "${apiary}", order: []) { text } }`,
  ],
  'Mutation.loadDefaultQuestions': [
    'manager',
    ({ apiary }) => `mutation { loadDefaultQuestions(apiaryId: "${apiary}") { text } }`,
  ],
  'Mutation.addQuestionTemplate': [
    'admin',
    () =>
      `mutation { addQuestionTemplate(input: { key: "k${uuidv7().replaceAll('-', '')}", category: EQUIPMENT, textEs: "a", textEn: "b", groupEs: "c", groupEn: "d", answerType: TEXT }) { key } }`,
  ],
  'Mutation.retireQuestionTemplate': ['admin', () => 'mutation { retireQuestionTemplate(key: "humedad") { key } }'],
  'Mutation.assignQuestion': [
    'manager',
    ({ beehive, question }) =>
      `mutation { assignQuestion(input: { beehiveId: "${beehive}", questionId: "${question}", active: false }) { position } }`,
  ],
  'Mutation.unassignQuestion': [
    'manager',
    ({ beehiveQuestion }) => `mutation { unassignQuestion(id: "${beehiveQuestion}") }`,
  ],
  'Mutation.recordInspection': [
    'worker',
    ({ beehive }) =>
      `mutation { recordInspection(input: { beehiveId: "${beehive}", answers: [], beehive: { healthStatus: "Seen" } }) { notes revision } }`,
  ],
  'Mutation.recordVisit': [
    'worker',
    ({ beehive }) =>
      `mutation { recordVisit(input: { answers: [], beehives: [{ beehiveId: "${beehive}" }] }) { revision } }`,
  ],
  'Mutation.recordAnswers': [
    'worker',
    ({ beehive, question }) =>
      `mutation { recordAnswers(beehiveId: "${beehive}", answers: [{ questionId: "${question}", text: "Yes" }]) { revision } }`,
  ],
  'Mutation.recordAnswer': [
    'worker',
    ({ beehive, question }) =>
      `mutation { recordAnswer(beehiveId: "${beehive}", answer: { questionId: "${question}", text: "Yes" }) { asText } }`,
  ],
  'Mutation.updateInspectionDraft': [
    'worker',
    ({ draft }) =>
      `mutation { updateInspectionDraft(id: "${draft}", input: { answers: [], notes: "Seen" }) { revision } }`,
  ],
  'Mutation.completeInspection': [
    'worker',
    ({ draft }) => `mutation { completeInspection(id: "${draft}") { revision } }`,
  ],
  'Mutation.discardInspectionDraft': ['worker', ({ draft }) => `mutation { discardInspectionDraft(id: "${draft}") }`],
  'Mutation.amendInspection': [
    'worker',
    ({ inspection }) =>
      `mutation { amendInspection(id: "${inspection}", input: { answers: [], reason: "Seen" }) { revision } }`,
  ],
  'Query.treatments': ['reader', ({ beehive }) => `{ treatments(beehiveId: "${beehive}") { nodes { productName } } }`],
  'Query.treatment': ['reader', ({ treatment }) => `{ treatment(id: "${treatment}") { productName } }`],
  'Query.treatmentRegister': [
    'reader',
    ({ apiary }) => `{ treatmentRegister(apiaryId: "${apiary}") { nodes { productName } } }`,
  ],
  'Mutation.recordTreatment': [
    'worker',
    ({ beehive }) =>
      `mutation { recordTreatment(input: { beehiveIds: ["${beehive}"], kind: "a", productName: "b", startedOn: "2026-05-01" }) { revision } }`,
  ],
  'Mutation.recordBeehiveTreatment': [
    'worker',
    ({ beehive }) =>
      `mutation { recordBeehiveTreatment(input: { beehiveId: "${beehive}", kind: "a", productName: "b", startedOn: "2026-05-01" }) { revision } }`,
  ],
  'Mutation.endTreatment': [
    'worker',
    ({ treatment }) => `mutation { endTreatment(id: "${treatment}", input: { finalResult: "Seen" }) { status } }`,
  ],
  'Mutation.correctTreatment': [
    'worker',
    ({ treatment }) =>
      `mutation { correctTreatment(id: "${treatment}", input: { productName: "Seen", reason: "Typo" }) { revision } }`,
  ],
  'Mutation.voidTreatment': [
    'worker',
    ({ treatment }) => `mutation { voidTreatment(id: "${treatment}", reason: "Wrong hive") { status } }`,
  ],
  'Mutation.recordFollowUp': [
    'worker',
    ({ treatment }) =>
      `mutation { recordFollowUp(input: { treatmentId: "${treatment}", reviewedOn: "2026-05-20" }) { reviewedOn } }`,
  ],
  'Mutation.updateFollowUp': [
    'worker',
    ({ followUp }) => `mutation { updateFollowUp(id: "${followUp}", input: { notes: "Seen" }) { notes } }`,
  ],
  'Mutation.deleteFollowUp': ['worker', ({ followUp }) => `mutation { deleteFollowUp(id: "${followUp}") }`],
  'Mutation.recordMiteCount': [
    'worker',
    ({ beehive }) =>
      `mutation { recordMiteCount(input: { beehiveId: "${beehive}", method: SUGAR_ROLL, bees: 300, mites: 3 }) { per100 } }`,
  ],
  'Mutation.deleteMiteCount': ['worker', ({ miteCount }) => `mutation { deleteMiteCount(id: "${miteCount}") }`],
  'Query.queens': ['reader', ({ apiary }) => `{ queens(apiaryId: "${apiary}") { nodes { name } } }`],
  'Query.queen': ['reader', ({ queen }) => `{ queen(id: "${queen}") { name } }`],
  'Mutation.createQueen': [
    'worker',
    ({ apiary }) => `mutation { createQueen(input: { apiaryId: "${apiary}", year: 2026 }) { markingColor } }`,
  ],
  'Mutation.updateQueen': [
    'worker',
    ({ queen }) => `mutation { updateQueen(id: "${queen}", input: { name: "Seen" }) { name } }`,
  ],
  'Mutation.deleteQueen': ['worker', ({ freeQueen }) => `mutation { deleteQueen(id: "${freeQueen}") }`],
  'Mutation.installQueen': [
    'worker',
    ({ beehive, freeQueen }) =>
      `mutation { installQueen(input: { beehiveId: "${beehive}", queenId: "${freeQueen}" }) { endedOn } }`,
  ],
  'Mutation.endReign': [
    'worker',
    ({ reign }) => `mutation { endReign(id: "${reign}", input: { endReason: DIED }) { endReason } }`,
  ],
  'Mutation.updateReign': [
    'worker',
    ({ reign }) => `mutation { updateReign(id: "${reign}", input: { notes: "Seen" }) { notes } }`,
  ],
  'Mutation.deleteReign': ['worker', ({ reign }) => `mutation { deleteReign(id: "${reign}") }`],
  'Query.harvests': ['reader', ({ apiary }) => `{ harvests(apiaryId: "${apiary}") { nodes { grams } } }`],
  'Query.harvest': ['reader', ({ harvest }) => `{ harvest(id: "${harvest}") { grams } }`],
  'Query.lots': ['reader', ({ apiary }) => `{ lots(apiaryId: "${apiary}") { nodes { grams } } }`],
  'Query.lot': ['reader', ({ lot }) => `{ lot(id: "${lot}") { grams } }`],
  // The code of the lot is its id in capital letters.
  'Query.traceLot': ['reader', ({ lot }) => `{ traceLot(code: "${lot.toUpperCase()}") { grams } }`],
  'Query.yield': ['reader', ({ apiary }) => `{ yield(by: BEEHIVE, apiaryId: "${apiary}") { nodes { grams } } }`],
  'Mutation.recordHarvest': [
    'worker',
    ({ apiary, beehive }) =>
      `mutation { recordHarvest(input: { apiaryId: "${apiary}", harvestedOn: "2026-04-01", sources: [{ beehiveId: "${beehive}", frames: 1, grams: 5 }] }) { grams } }`,
  ],
  'Mutation.updateHarvestDraft': [
    'worker',
    ({ harvestDraft }) => `mutation { updateHarvestDraft(id: "${harvestDraft}", input: { notes: "Seen" }) { notes } }`,
  ],
  'Mutation.closeHarvest': [
    'worker',
    ({ harvestDraft }) => `mutation { closeHarvest(id: "${harvestDraft}", input: { totalGrams: 5 }) { status } }`,
  ],
  'Mutation.discardHarvestDraft': [
    'worker',
    ({ harvestDraft }) => `mutation { discardHarvestDraft(id: "${harvestDraft}") }`,
  ],
  'Mutation.amendHarvest': [
    'worker',
    ({ harvest }) => `mutation { amendHarvest(id: "${harvest}", input: { notes: "Seen", reason: "Typo" }) { notes } }`,
  ],
  'Mutation.voidHarvest': [
    'worker',
    ({ harvest }) => `mutation { voidHarvest(id: "${harvest}", reason: "Wrong apiary") { status } }`,
  ],
  'Mutation.createLot': [
    'worker',
    ({ apiary, harvest }) =>
      `mutation { createLot(input: { apiaryId: "${apiary}", code: "${uuidv7().toUpperCase()}", harvests: [{ harvestId: "${harvest}", grams: 1 }] }) { grams } }`,
  ],
  'Mutation.updateLot': [
    'worker',
    ({ lot }) => `mutation { updateLot(id: "${lot}", input: { notes: "Seen" }) { notes } }`,
  ],
  'Mutation.deleteLot': ['worker', ({ emptyLot }) => `mutation { deleteLot(id: "${emptyLot}") }`],
  'Mutation.packLot': [
    'worker',
    ({ lot }) => `mutation { packLot(input: { lotId: "${lot}", jars: 1, gramsPerJar: 1 }) { jars } }`,
  ],
  'Mutation.voidPack': ['worker', ({ pack }) => `mutation { voidPack(id: "${pack}", reason: "Broken") { jars } }`],
  'Query.users': ['admin', () => '{ users { nodes { email } } }'],
  'Query.auditEntries': ['admin', () => '{ auditEntries { nodes { field } } }'],
  'Query.user': ['account', ({ account }) => `{ user(id: "${account}") { email } }`],
  'Query.mySessions': ['viewer', () => '{ mySessions { device } }'],
  'Mutation.refreshSession': ['secret', () => 'mutation { refreshSession(refreshToken: "guessed") { tokenType } }'],
  'Mutation.endSession': ['self', ({ session }) => `mutation { endSession(id: "${session}") }`],
  'Mutation.endOtherSessions': ['viewer', () => 'mutation { endOtherSessions }'],
  'Mutation.updateProfile': [
    'self',
    ({ account }) => `mutation { updateProfile(id: "${account}", input: { phone: "1" }) { phone } }`,
  ],
  'Mutation.changePassword': [
    'viewer',
    () => `mutation { changePassword(currentPassword: "${PASSWORD}", newPassword: "Another-1") }`,
  ],
  'Mutation.deleteMyAccount': ['viewer', () => `mutation { deleteMyAccount(password: "${PASSWORD}") }`],
  'Mutation.requestPasswordReset': ['anyone', () => 'mutation { requestPasswordReset(email: "nobody@example.org") }'],
  'Mutation.resendVerification': ['anyone', () => 'mutation { resendVerification(email: "nobody@example.org") }'],
  'Mutation.resetPassword': ['secret', () => 'mutation { resetPassword(token: "guessed", newPassword: "Another-1") }'],
  'Mutation.verifyEmail': ['secret', () => 'mutation { verifyEmail(token: "guessed") { email } }'],
  'Mutation.setUserStatus': [
    'admin',
    ({ account }) => `mutation { setUserStatus(id: "${account}", input: { isVerified: true }) { email } }`,
  ],
  'Mutation.setUserPermissions': [
    'admin',
    ({ account }) => `mutation { setUserPermissions(id: "${account}", input: { role: BEEKEEPER }) { email } }`,
  ],
};

type RouteCase = [Audience, (ids: RecordIds) => { path: string; body?: object }];
const routeCases: Record<string, RouteCase> = {
  'post /auth/register': [
    'anyone',
    () => ({ path: '/auth/register', body: { username: 'x', email: `${uuidv7()}@example.org`, password: PASSWORD } }),
  ],
  'post /auth/login': [
    'anyone',
    () => ({ path: '/auth/login', body: { email: 'owner@example.org', password: PASSWORD } }),
  ],
  'post /auth/logout': ['viewer', () => ({ path: '/auth/logout' })],
  'get /auth/me': ['viewer', () => ({ path: '/auth/me' })],
  'get /apiaries': ['viewer', () => ({ path: '/apiaries' })],
  'get /apiaries/:id': ['reader', ({ apiary }) => ({ path: `/apiaries/${apiary}` })],
  'post /apiaries': ['viewer', () => ({ path: '/apiaries', body: { name: 'New' } })],
  'put /apiaries/:id': ['manager', ({ apiary }) => ({ path: `/apiaries/${apiary}`, body: { name: 'Seen' } })],
  'get /users/me/export': ['viewer', () => ({ path: '/users/me/export' })],
  'get /treatments/register/csv': [
    'reader',
    ({ apiary }) => ({ path: `/treatments/register/csv?apiary_id=${apiary}` }),
  ],
  'get /treatments/register/html': [
    'reader',
    ({ apiary }) => ({ path: `/treatments/register/html?apiary_id=${apiary}` }),
  ],
  'delete /apiaries/:id': ['owner', ({ apiary }) => ({ path: `/apiaries/${apiary}` })],
  'get /beehives': ['reader', ({ apiary }) => ({ path: `/beehives?apiary_id=${apiary}` })],
  'get /beehives/apiary/:apiary_id': ['reader', ({ apiary }) => ({ path: `/beehives/apiary/${apiary}` })],
  'get /beehives/:id': ['reader', ({ beehive }) => ({ path: `/beehives/${beehive}` })],
  'post /beehives': ['manager', ({ apiary }) => ({ path: '/beehives', body: { apiary_id: apiary } })],
  'put /beehives/:id': ['worker', ({ beehive }) => ({ path: `/beehives/${beehive}`, body: { hive_number: 7 } })],
  'delete /beehives/:id': ['manager', ({ beehive }) => ({ path: `/beehives/${beehive}` })],
  'get /inventory/:id': ['reader', ({ apiary }) => ({ path: `/inventory/${apiary}` })],
  'get /inventory/items/:id': ['reader', ({ item }) => ({ path: `/inventory/items/${item}` })],
  'post /inventory': [
    'manager',
    ({ apiary }) => ({ path: '/inventory/', body: { apiary_id: apiary, name: 'Wax', unit: 'kg' } }),
  ],
  'put /inventory/:id': ['manager', ({ item }) => ({ path: `/inventory/${item}`, body: { quantity: 9 } })],
  'delete /inventory/:id': ['manager', ({ item }) => ({ path: `/inventory/${item}` })],
  'put /inventory/:id/adjust': ['worker', ({ item }) => ({ path: `/inventory/${item}/adjust`, body: { amount: 2 } })],
  'post /inventory/:id/exit': [
    'worker',
    ({ item }) => ({ path: `/inventory/${item}/exit`, body: { quantity: 1, person: 'Ana' } }),
  ],
  'get /inventory/:apiary_id/search': ['reader', ({ apiary }) => ({ path: `/inventory/${apiary}/search?q=w` })],
  'get /inventory/:apiary_id/low-stock': ['reader', ({ apiary }) => ({ path: `/inventory/${apiary}/low-stock` })],
  'get /inventory/:apiary_id/summary': ['reader', ({ apiary }) => ({ path: `/inventory/${apiary}/summary` })],
  'get /inventory/:id/movements': ['reader', ({ item }) => ({ path: `/inventory/${item}/movements` })],
  'post /inventory/movement': [
    'worker',
    ({ item }) => ({ path: '/inventory/movement', body: { inventory_id: item, movement_type: 'exit', quantity: 1 } }),
  ],
};

Object.assign(routeCases, {
  'post /auth/refresh': ['secret', () => ({ path: '/auth/refresh', body: { refresh_token: 'guessed' } })],
  'post /auth/forgot-password': [
    'anyone',
    () => ({ path: '/auth/forgot-password', body: { email: 'nobody@example.org' } }),
  ],
  'post /auth/reset-password': [
    'secret',
    () => ({ path: '/auth/reset-password', body: { token: 'guessed', new_password: 'Another-1' } }),
  ],
  'post /auth/verify-email': ['secret', () => ({ path: '/auth/verify-email', body: { token: 'guessed' } })],
  'post /auth/resend-verification': [
    'anyone',
    () => ({ path: '/auth/resend-verification', body: { email: 'nobody@example.org' } }),
  ],
  'get /users': ['admin', () => ({ path: '/users' })],
  'get /users/:id': ['account', ({ account }) => ({ path: `/users/${account}` })],
  'put /users/:id': ['self', ({ account }) => ({ path: `/users/${account}`, body: { phone: '1' } })],
  'put /users/:id/status': [
    'admin',
    ({ account }) => ({ path: `/users/${account}/status`, body: { is_verified: true } }),
  ],
  'put /users/:id/permissions': [
    'admin',
    ({ account }) => ({ path: `/users/${account}/permissions`, body: { role: 'BEEKEEPER' } }),
  ],
  'get /questions/apiary/:apiaryId': ['reader', ({ apiary }) => ({ path: `/questions/apiary/${apiary}` })],
  'post /questions': [
    'manager',
    ({ apiary }) => ({ path: '/questions', body: { apiarioId: apiary, texto: 'Mites?' } }),
  ],
  'put /questions/:id': ['manager', ({ question }) => ({ path: `/questions/${question}`, body: { texto: 'Seen?' } })],
  'delete /questions/:id': ['manager', ({ question }) => ({ path: `/questions/${question}` })],
  'put /questions/apiary/:apiaryId/reorder': [
    'manager',
    ({ apiary }) => ({ path: `/questions/apiary/${apiary}/reorder`, body: { order: [] } }),
  ],
  'post /questions/load_defaults/:apiaryId': [
    'manager',
    ({ apiary }) => ({ path: `/questions/load_defaults/${apiary}` }),
  ],
  'get /questions/templates': ['viewer', () => ({ path: '/questions/templates' })],
  'get /questions/hive/:id': ['reader', ({ beehive }) => ({ path: `/questions/hive/${beehive}` })],
  'post /questions/hive': [
    'manager',
    ({ beehive, question }) => ({ path: '/questions/hive', body: { hive_id: beehive, apiary_question_id: question } }),
  ],
  'delete /questions/hive/:id': ['manager', ({ beehiveQuestion }) => ({ path: `/questions/hive/${beehiveQuestion}` })],
  'post /inspections': [
    'worker',
    ({ beehive }) => ({ path: '/inspections', body: { beehive_id: beehive, answers: [] } }),
  ],
  'get /inspections': ['reader', ({ beehive }) => ({ path: `/inspections?beehive_id=${beehive}` })],
  // Only records of the current account.
  'get /inspections/drafts': ['viewer', () => ({ path: '/inspections/drafts' })],
  'put /inspections/:id/answers': [
    'worker',
    ({ draft }) => ({ path: `/inspections/${draft}/answers`, body: { answers: [], notes: 'Seen' } }),
  ],
  'post /inspections/:id/complete': ['worker', ({ draft }) => ({ path: `/inspections/${draft}/complete` })],
  'delete /inspections/:id': ['worker', ({ draft }) => ({ path: `/inspections/${draft}` })],
  'get /inspections/:id': ['reader', ({ inspection }) => ({ path: `/inspections/${inspection}` })],
  'get /treatments/hive/:hiveId': ['reader', ({ beehive }) => ({ path: `/treatments/hive/${beehive}` })],
  'post /treatments': [
    'worker',
    ({ beehive }) => ({
      path: '/treatments',
      body: { hive_id: beehive, treatment_type: 'a', product_name: 'b', start_date: '2026-05-01' },
    }),
  ],
  'get /treatments/:id': ['reader', ({ treatment }) => ({ path: `/treatments/${treatment}` })],
  'put /treatments/:id': [
    'worker',
    ({ treatment }) => ({ path: `/treatments/${treatment}`, body: { final_result: 'Seen' } }),
  ],
  'delete /treatments/:id': ['worker', ({ treatment }) => ({ path: `/treatments/${treatment}` })],
  'post /treatments/followup': [
    'worker',
    ({ treatment }) => ({ path: '/treatments/followup', body: { treatment_id: treatment, review_date: '2026-05-20' } }),
  ],
  'put /treatments/followup/:id': [
    'worker',
    ({ followUp }) => ({ path: `/treatments/followup/${followUp}`, body: { notes: 'Seen' } }),
  ],
  'delete /treatments/followup/:id': ['worker', ({ followUp }) => ({ path: `/treatments/followup/${followUp}` })],
  'get /answers/hive/:hiveId': ['reader', ({ beehive }) => ({ path: `/answers/hive/${beehive}` })],
  'post /answers': [
    'worker',
    ({ beehive, question }) => ({
      path: '/answers',
      body: { hive_id: beehive, hive_question_id: question, answer: 'Yes' },
    }),
  ],
  'post /answers/batch': [
    'worker',
    ({ beehive, question }) => ({
      path: '/answers/batch',
      body: { hive_id: beehive, answers: [{ hive_question_id: question, answer: 'Yes' }] },
    }),
  ],
  'get /statistics/apiary/:id': ['reader', ({ apiary }) => ({ path: `/statistics/apiary/${apiary}` })],
  'get /statistics/apiary/:id/health-trends': [
    'reader',
    ({ apiary }) => ({ path: `/statistics/apiary/${apiary}/health-trends` }),
  ],
  'get /statistics/apiary/:id/treatment-distribution': [
    'reader',
    ({ apiary }) => ({ path: `/statistics/apiary/${apiary}/treatment-distribution` }),
  ],
  'get /statistics/apiary/:id/inventory-levels': [
    'reader',
    ({ apiary }) => ({ path: `/statistics/apiary/${apiary}/inventory-levels` }),
  ],
  'post /maya/iniciar-monitoreo': [
    'reader',
    ({ beehive }) => ({ path: '/maya/iniciar-monitoreo', body: { hive_id: beehive } }),
  ],
  'post /maya/guardar-respuestas': [
    'worker',
    ({ beehive, question }) => ({
      path: '/maya/guardar-respuestas',
      body: { hive_id: beehive, answers: [{ hive_question_id: question, answer: 'Yes' }] },
    }),
  ],
} satisfies Record<string, RouteCase>);

/** Nested fields with arguments: the argument is that of a root field, through which the field is reached. */
const nestedCases: Record<string, (ids: RecordIds) => string> = {
  'Statistics.overdueInspections': ({ apiary }) =>
    `{ apiary(id: "${apiary}") { statistics { overdueInspections(days: 1) } } }`,
  'Apiary.activity': ({ apiary }) => `{ apiary(id: "${apiary}") { activity(first: 50) { nodes { id kind } } } }`,
  'Apiary.answerTrends': ({ apiary }) => `{ apiary(id: "${apiary}") { answerTrends(period: MONTH) { questionId } } }`,
  'Apiary.beehives': ({ apiary }) => `{ apiary(id: "${apiary}") { beehives(first: 5) { nodes { id } } } }`,
  'Apiary.healthTrends': ({ apiary }) => `{ apiary(id: "${apiary}") { healthTrends(days: 9) { beehiveId } } }`,
  'Apiary.inspections': ({ apiary }) => `{ apiary(id: "${apiary}") { inspections(first: 5) { nodes { id } } } }`,
  'Apiary.invitations': ({ apiary }) => `{ apiary(id: "${apiary}") { invitations(first: 5) { nodes { id } } } }`,
  'Apiary.members': ({ apiary }) => `{ apiary(id: "${apiary}") { members(first: 5) { nodes { userId } } } }`,
  'Apiary.inventoryItems': ({ apiary }) => `{ apiary(id: "${apiary}") { inventoryItems(first: 5) { nodes { id } } } }`,
  'Apiary.overdueBeehives': ({ apiary }) => `{ apiary(id: "${apiary}") { overdueBeehives(days: 1) { id } } }`,
  'Apiary.stockMovements': ({ apiary }) => `{ apiary(id: "${apiary}") { stockMovements(first: 5) { nodes { id } } } }`,
  'Beehive.inspections': ({ beehive }) => `{ beehive(id: "${beehive}") { inspections(first: 5) { nodes { id } } } }`,
  'Apiary.miteCounts': ({ apiary }) => `{ apiary(id: "${apiary}") { miteCounts(first: 5) { nodes { id } } } }`,
  'Apiary.miteTrend': ({ apiary }) => `{ apiary(id: "${apiary}") { miteTrend(to: "2026-06-01") { treatPer100 } } }`,
  'Apiary.treatmentRecords': ({ apiary }) =>
    `{ apiary(id: "${apiary}") { treatmentRecords(first: 5) { nodes { id } } } }`,
  'Apiary.treatmentTrend': ({ apiary }) =>
    `{ apiary(id: "${apiary}") { treatmentTrend(period: MONTH) { treatments } } }`,
  'Apiary.harvests': ({ apiary }) => `{ apiary(id: "${apiary}") { harvests(first: 5) { nodes { id } } } }`,
  'Apiary.lots': ({ apiary }) => `{ apiary(id: "${apiary}") { lots(first: 5) { nodes { id } } } }`,
  'Harvest.lots': ({ harvest }) => `{ harvest(id: "${harvest}") { lots(first: 5) { nodes { lotId } } } }`,
  'Lot.packs': ({ lot }) => `{ lot(id: "${lot}") { packs(first: 5) { nodes { id } } } }`,
  'Beehive.miteCounts': ({ beehive }) => `{ beehive(id: "${beehive}") { miteCounts(first: 5) { nodes { id } } } }`,
  'Beehive.miteTrend': ({ beehive }) => `{ beehive(id: "${beehive}") { miteTrend(to: "2026-06-01") { treatPer100 } } }`,
  'Beehive.treatmentRecords': ({ beehive }) =>
    `{ beehive(id: "${beehive}") { treatmentRecords(first: 5) { nodes { id } } } }`,
  'Apiary.queens': ({ apiary }) => `{ apiary(id: "${apiary}") { queens(first: 5) { nodes { id } } } }`,
  'Beehive.queenReigns': ({ beehive }) => `{ beehive(id: "${beehive}") { queenReigns(first: 5) { nodes { id } } } }`,
  'Queen.daughters': ({ queen }) => `{ queen(id: "${queen}") { daughters(first: 5) { nodes { id } } } }`,
  'Queen.reigns': ({ queen }) => `{ queen(id: "${queen}") { reigns(first: 5) { nodes { id } } } }`,
  'Beehive.placements': ({ beehive }) => `{ beehive(id: "${beehive}") { placements(first: 5) { nodes { id } } } }`,
  'Beehive.colonyEvents': ({ beehive }) => `{ beehive(id: "${beehive}") { colonyEvents(first: 5) { nodes { id } } } }`,
  'Beehive.timeline': ({ beehive }) => `{ beehive(id: "${beehive}") { timeline(first: 5) { nodes { id } } } }`,
  'InventoryItem.consumption': ({ item }) =>
    `{ inventoryItem(id: "${item}") { consumption(period: MONTH) { daysLeft } } }`,
  'InventoryItem.movements': ({ item }) => `{ inventoryItem(id: "${item}") { movements(first: 5) { nodes { id } } } }`,
};

let app: TestApp;
let owner: Beekeeper;
let bea: Beekeeper;
let admin: Beekeeper;
let members: Record<Member | 'expired', Beekeeper>;
beforeAll(async () => {
  app = await startTestApp();
  owner = await beekeeper(app, 'owner@example.org');
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

const missingIds: RecordIds = {
  apiary: uuidv7(),
  beehive: uuidv7(),
  item: uuidv7(),
  movement: uuidv7(),
  question: uuidv7(),
  beehiveQuestion: uuidv7(),
  inspection: uuidv7(),
  draft: uuidv7(),
  visit: uuidv7(),
  treatment: uuidv7(),
  followUp: uuidv7(),
  miteCount: uuidv7(),
  queen: uuidv7(),
  reign: uuidv7(),
  freeQueen: uuidv7(),
  placement: uuidv7(),
  ended: uuidv7(),
  neighbour: uuidv7(),
  elsewhere: uuidv7(),
  harvest: uuidv7(),
  harvestDraft: uuidv7(),
  lot: uuidv7(),
  emptyLot: uuidv7(),
  pack: uuidv7(),
  session: uuidv7(),
  account: uuidv7(),
  member: uuidv7(),
  invitation: uuidv7(),
};
/** Reuses the session until it has been ended, because a log-in is slow. */
async function sessionOfOwner(): Promise<string> {
  const sessions: { id: string }[] = (await owner.ask('{ mySessions { id } }')).mySessions;
  if (!sessions.some(({ id }) => id === sessionId)) {
    const login = await app.anyone.rest('POST', '/auth/login', { email: owner.email, password: PASSWORD });
    const { mySessions } = await new Client(app.url, login.body.access_token).ask('{ mySessions { id isCurrent } }');
    sessionId = mySessions.find(({ isCurrent }: { isCurrent: boolean }) => isCurrent).id;
  }
  return sessionId!;
}
let sessionId: string | undefined;

const YESTERDAY = new Date(Date.now() - 86_400_000).toISOString();
/** Makes every account of `members` a member of an apiary. */
async function share(apiary: string): Promise<void> {
  const roles = Object.entries(members).map(([name, { id }]) => ({
    user: id,
    role: name === 'expired' ? 'INSPECTOR' : name.toUpperCase(),
    // Of late: what ended a month ago is deleted in the background.
    until: name === 'expired' ? YESTERDAY : name === 'inspector' ? '2100-01-01' : null,
  }));
  await app.database.sql(
    `insert into apiary_members (id, created_at, updated_at, apiary_id, user_id, role, expires_at)
     select gen_random_uuid(), now(), now(), $1, m."user", m.role, m.until
     from jsonb_to_recordset($2) as m("user" uuid, role text, until timestamptz)`,
    [apiary, JSON.stringify(roles)],
  );
}

async function createRecords(): Promise<RecordIds> {
  const apiary = await owner.apiary();
  await share(apiary);
  const item = await owner.item(apiary, { quantity: 5 });
  const { stockMovements } = await owner.ask(`{ stockMovements(itemId: "${item}") { nodes { id } } }`);
  const beehive = await owner.beehive(apiary, { beehiveNumber: 1 });
  const created = await owner.ask(
    `mutation ($hive: ID!, $apiary: ID!) {
      question: createQuestion(input: { apiaryId: $apiary, text: "Queen seen?" }) { id }
      inspection: recordInspection(input: { beehiveId: $hive, answers: [] }) { id }
      draft: recordInspection(input: { beehiveId: $hive, answers: [], draft: true }) { id }
      visit: recordVisit(input: { beehives: [{ beehiveId: $hive }], answers: [] }) { visitId }
      invited: inviteToApiary(input: { apiaryId: $apiary, role: VIEWER }) { invitation { id } }
    }`,
    { hive: beehive, apiary },
  );
  const [question, inspection, draft] = [created.question.id, created.inspection.id, created.draft.id];
  const assign = `mutation { assigned: assignQuestion(input: { beehiveId: "${beehive}", questionId: "${question}" }) { id } }`;
  const beehiveQuestion = (await owner.ask(assign)).assigned.id;
  const visit = created.visit[0].visitId;
  const session = await sessionOfOwner();
  const account = owner.id;
  const movement = stockMovements.nodes[0].id;
  const treated = { ...(await treat(owner, beehive)), ...(await harvestFrom(owner, apiary, beehive)) };
  const queens = { ...(await crown(owner, { apiary, beehive })), freeQueen: await createQueen(owner, apiary) };
  const [ended, neighbour, elsewhere] = await Promise.all([
    owner.beehive(apiary),
    owner.beehive(apiary, { beehiveNumber: 2 }),
    owner.apiary(),
  ]);
  await owner.ask(`mutation { recordLoss(input: { beehiveId: "${ended}", cause: UNKNOWN }) { id } }`);
  const colony = { ended, neighbour, placement: await placementOf(owner, beehive), elsewhere };
  await share(colony.elsewhere);
  const records = {
    apiary,
    beehive,
    ...colony,
    ...queens,
    item,
    movement,
    question,
    beehiveQuestion,
    inspection,
    draft,
    visit,
    ...treated,
  };
  return { ...records, session, account, member: members.viewer.id, invitation: created.invited.invitation.id };
}
let shared: Promise<RecordIds> | undefined;
/** Records for reads and for requests that are refused: neither changes them, which `storedRows` verifies. */
function sharedRecords(): Promise<RecordIds> {
  shared ??= createRecords();
  return shared;
}
/** A request that writes gets records of its own. That is slow. */
const recordsToWrite = (name: string): Promise<RecordIds> =>
  /^(Query\.|get )/i.test(name) ? sharedRecords() : createRecords();
/** Creates records only if the audience depends on them. */
const idsFor = (audience: Audience, records: () => Promise<RecordIds>): Promise<RecordIds> =>
  audience === 'self' || audience === 'account' || membersOf(audience)
    ? records()
    : Promise.resolve({ ...missingIds, account: bea.id });

/**
 * All rows of the owner's records and of the change log, except the account and its sessions, which every request changes: how many there
 * are, and the sum of the transactions that wrote them, which is greater after any insert or update.
 */
const storedRows = (): Promise<object[]> => {
  const others = ['user', 'sessions', 'activity'];
  const tables = tablesOf(app, ({ exportAs }) => exportAs !== undefined && !others.includes(exportAs));
  return app.database.sql(
    [...tables, 'changes']
      .map((table) => `select '${table}' as name, count(*)::int, sum(xmin::text::bigint) as writers from ${table}`)
      .join(' union all ')
      .concat(' order by name'),
  );
};
/** Operations that end sessions or the account run with a new account. */
const accountFor = async (who: Beekeeper, name: string): Promise<Client> =>
  /logout|endOther|deleteMy|changePassword/i.test(name) ? beekeeper(app) : who;

it('has a line for every root field, every nested field with arguments and every route, and no other', () => {
  const { schema } = app.app;
  const roots = [schema.getQueryType()!, schema.getMutationType()!, schema.getSubscriptionType()!];
  const all = roots.flatMap((type) => Object.keys(type.getFields()).map((name) => `${type.name}.${name}`));
  expect(Object.keys(fieldCases).sort()).toEqual(all.sort());
  const types = Object.values(schema.getTypeMap()).filter(
    (type) => 'getInterfaces' in type && !('resolveType' in type) && !roots.some(({ name }) => name === type.name),
  );
  const nested = types.flatMap((type) =>
    Object.values((type as GraphQLObjectType).getFields())
      .filter(({ args }) => args.length > 0 && !type.name.startsWith('__'))
      .map((field) => `${type.name}.${field.name}`),
  );
  expect(Object.keys(nestedCases).sort()).toEqual(nested.sort());
  expect(Object.keys(routeCases).sort()).toEqual(routes.map(({ method, path }) => `${method} ${path}`).sort());
});

it('a row that is created, changed or deleted is noticed', async () => {
  const seen = [await storedRows()];
  const id = await owner.apiary();
  seen.push(await storedRows());
  await owner.ask(`mutation { updateApiary(id: "${id}", input: { name: "Seen" }) { id } }`);
  seen.push(await storedRows());
  await app.database.sql('delete from changes where row_id = $1', [id]);
  seen.push(await storedRows());
  expect(new Set(seen.map((rows) => JSON.stringify(rows))).size).toBe(seen.length);
});

/** Runs an operation; a subscription over a WebSocket, until its first event. */
const run = (who: Client, operation: string): Promise<Pick<GraphqlAnswer<Json>, 'data' | 'errors'>> =>
  operation.startsWith('subscription')
    ? runSubscription(who, operation, () => rename(owner, /"(.+?)"/.exec(operation)![1]!))
    : who.graphql(operation);

describe.each(Object.entries(fieldCases))('%s', (name, [audience, operation]) => {
  it('as an anonymous client', async () => {
    const { errors } = await run(app.anyone, operation(await idsFor(audience, sharedRecords)));
    if (audience === 'anyone') expect(errors).toBeUndefined();
    else if (audience === 'secret') expect(errors![0]!.message).not.toBe('No token found');
    else expect(errors).toMatchObject([{ message: 'No token found', extensions: { code: 'UNAUTHENTICATED' } }]);
  });

  it('an administrator has no access to the records of others', async () => {
    if (audience !== 'self' && !membersOf(audience)) return;
    const { errors } = await run(await accountFor(admin, name), operation(await idsFor(audience, sharedRecords)));
    expect(errors).toMatchObject([{ extensions: { code: 'NOT_FOUND' } }]);
  });

  it('as another account', async () => {
    const foreign = await idsFor(audience, sharedRecords);
    const before = await storedRows();
    const { data, errors } = await run(await accountFor(bea, name), operation(foreign));
    if (audience === 'secret' || audience === 'invited')
      return expect(errors![0]!.message).toMatch(/has ended|no longer valid/);
    if (audience === 'admin') return expect(errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }]);
    if (audience === 'viewer' || audience === 'anyone') return expect(errors).toBeUndefined();
    const missing = await run(bea, operation(missingIds));
    expect(errors).toMatchObject([{ extensions: { code: 'NOT_FOUND' } }]);
    expect({ data, errors }).toEqual({ data: missing.data, errors: missing.errors });
    expect(await storedRows()).toEqual(before);
  });

  const allowedMembers = membersOf(audience);
  for (const member of allowedMembers ?? [])
    it(`as a member with the role ${member}`, async () => {
      const { errors, data } = await run(members[member], operation(await recordsToWrite(name)));
      expect(errors).toBeUndefined();
      expect(data[name.split('.')[1]!] ?? null).not.toBeNull();
    });

  it('as a member whose role is too low, or has ended', async () => {
    if (!allowedMembers) return;
    const ids = await sharedRecords();
    const before = await storedRows();
    for (const member of MEMBERS.filter((one) => !allowedMembers.includes(one))) {
      const { errors } = await run(members[member], operation(ids));
      const refusal = audience === 'hidden' ? { code: 'NOT_FOUND' } : { code: 'FORBIDDEN', reason: 'ROLE_TOO_LOW' };
      expect({ member, errors }).toMatchObject({ errors: [{ extensions: refusal }] });
    }
    const missing = await run(bea, operation(missingIds));
    const { data, errors } = await run(members.expired, operation(ids));
    expect({ data, errors }).toEqual({ data: missing.data, errors: missing.errors });
    expect(await storedRows()).toEqual(before);
  });

  it(audience === 'admin' ? 'as an administrator' : 'as the owner', async () => {
    if (audience === 'secret' || audience === 'invited') return;
    const allowed = audience === 'admin' ? admin : owner;
    const { errors, data } = await run(
      await accountFor(allowed, name),
      operation(await idsFor(audience, () => recordsToWrite(name))),
    );
    if (audience === 'member') return expect(errors).toMatchObject([{ extensions: { code: 'CONFLICT' } }]);
    expect(errors).toBeUndefined();
    expect(data[name.split('.')[1]!] ?? null).not.toBeNull();
  });
});

describe.each(Object.entries(routeCases))('%s', (name, [audience, request]) => {
  const method = name.split(' ')[0]!.toUpperCase();
  const send = (who: Client, ids: RecordIds) => {
    const { path, body } = request(ids);
    return who.rest(method, path, body);
  };

  it('as an anonymous client', async () => {
    const { status, body } = await send(app.anyone, await idsFor(audience, sharedRecords));
    if (audience === 'anyone') expect(status).toBeLessThan(300);
    else if (audience === 'secret') expect(body.message).not.toBe('No token found');
    else expect({ status, message: body.message }).toEqual({ status: 401, message: 'No token found' });
  });

  it('as another account', async () => {
    const foreign = await idsFor(audience, sharedRecords);
    const before = await storedRows();
    const { status, body } = await send(await accountFor(bea, name), foreign);
    if (audience === 'secret') return expect([400, 401]).toContain(status);
    if (audience === 'admin') return expect(status).toBe(403);
    if (audience === 'viewer' || audience === 'anyone') return expect(status).toBeLessThan(300);
    const missing = await send(bea, missingIds);
    expect(status).toBe(404);
    expect({ status, body }).toEqual({ status: missing.status, body: missing.body });
    expect(await storedRows()).toEqual(before);
  });

  it('an administrator has no access to the records of others', async () => {
    if (audience !== 'self' && !membersOf(audience)) return;
    const { status } = await send(await accountFor(admin, name), await idsFor(audience, sharedRecords));
    expect(status).toBe(404);
  });

  const allowedMembers = membersOf(audience);
  for (const member of allowedMembers ?? [])
    it(`as a member with the role ${member}`, async () => {
      const { status } = await send(members[member], await recordsToWrite(name));
      expect(status).toBe(routes.find((r) => `${r.method} ${r.path}` === name)!.status);
    });

  it('as a member whose role is too low, or has ended', async () => {
    if (!allowedMembers) return;
    const ids = await sharedRecords();
    const before = await storedRows();
    for (const member of MEMBERS.filter((one) => !allowedMembers.includes(one))) {
      const { status, body } = await send(members[member], ids);
      expect({ member, status, body }).toMatchObject({
        status: 403,
        body: { message: 'Your role in this apiary does not allow this', error_code: 'ROLE_TOO_LOW' },
      });
    }
    const { status, body } = await send(members.expired, ids);
    const missing = await send(bea, missingIds);
    expect({ status, body }).toEqual({ status: missing.status, body: missing.body });
    expect(await storedRows()).toEqual(before);
  });

  it(audience === 'admin' ? 'as an administrator' : 'as the owner', async () => {
    if (audience === 'secret') return;
    const allowed = audience === 'admin' ? admin : owner;
    const { status } = await send(await accountFor(allowed, name), await idsFor(audience, () => recordsToWrite(name)));
    expect(status).toBe(routes.find((r) => `${r.method} ${r.path}` === name)!.status);
  });
});

/** What members read who neither own nor manage the apiary. */
function withoutInvitations(name: string, data: Json): object {
  if (name === 'Apiary.invitations') return { apiary: { invitations: null } };
  if (name !== 'Apiary.activity') return data;
  const all: { kind: string }[] = data.apiary.activity.nodes;
  const nodes = all.filter(({ kind }) => kind !== 'APIARY_INVITATION');
  expect(nodes.length).toBe(all.length - 1);
  return { apiary: { activity: { nodes } } };
}

describe.each(Object.entries(nestedCases))('%s', (name, operation) => {
  it('has the same value for the owner and for every member, and none for others', async () => {
    const ids = await sharedRecords();
    const expected = (await owner.graphql(operation(ids))).data;
    expect(Object.values(expected)[0] ?? null).not.toBeNull();
    for (const member of MEMBERS) {
      const { data } = await members[member].graphql(operation(ids));
      expect(data).toEqual(member === 'manager' ? expected : withoutInvitations(name, expected));
    }
    expect((await app.anyone.graphql(operation(ids))).errors).toMatchObject([{ message: 'No token found' }]);
    const missing = await bea.graphql(operation(missingIds));
    for (const other of [bea, admin, members.expired]) {
      const { data, errors } = await other.graphql(operation(ids));
      expect({ data, errors }).toEqual({ data: missing.data, errors: missing.errors });
    }
  });
});

it('a hive cannot be moved into an apiary of another account, over either API', async () => {
  const own = await createRecords();
  const foreign = await bea.apiary();
  const move = (to: string): string =>
    `mutation { updateBeehive(id: "${own.beehive}", input: { apiaryId: "${to}" }) { id } }`;
  expect((await owner.graphql(move(foreign))).errors).toEqual((await owner.graphql(move(missingIds.apiary))).errors);
  const put = (to: string) => owner.rest('PUT', `/beehives/${own.beehive}`, { apiary_id: to });
  expect((await put(foreign)).body).toEqual((await put(missingIds.apiary)).body);
  expect((await put(foreign)).status).toBe(404);
  expect((await owner.rest('GET', `/beehives/${own.beehive}`)).body.apiary_id).toBe(own.apiary);
});
