// Every root field of the schema and every REST route, as an anonymous client, another account, the owner and an administrator. A field or
// route without a line here fails the test. Another account must get exactly the response that it gets for a missing id.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { v7 as uuidv7 } from 'uuid';
import { routes } from '../../src/rest/routes/index.js';
import { Client, startTestApp, type TestApp } from '../support/client.js';
import { tablesOf } from '../support/tables.js';
import { type Beekeeper, beekeeper, PASSWORD, treat } from '../support/world.js';

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
  session: string;
  account: string;
}
/**
 * `anyone`: public. `secret`: public, but requires a secret that this test does not have. `viewer`: requires a token and concerns only the
 * current account. `owner`: requires the owner of the record. `account`: requires the account itself or an administrator. `admin`: requires
 * an administrator.
 */
type Audience = 'anyone' | 'secret' | 'viewer' | 'owner' | 'account' | 'admin';
type FieldCase = [Audience, (ids: RecordIds) => string];

const fieldCases: Record<string, FieldCase> = {
  'Query.me': ['viewer', () => '{ me { id } }'],
  'Query.apiaries': ['viewer', () => '{ apiaries { nodes { id } } }'],
  'Query.apiary': ['owner', ({ apiary }) => `{ apiary(id: "${apiary}") { name } }`],
  'Query.beehives': ['owner', ({ apiary }) => `{ beehives(apiaryId: "${apiary}") { nodes { beehiveNumber } } }`],
  'Query.beehive': ['owner', ({ beehive }) => `{ beehive(id: "${beehive}") { beehiveNumber } }`],
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
    'owner',
    ({ apiary }) => `mutation { updateApiary(id: "${apiary}", input: { name: "Seen" }) { name } }`,
  ],
  'Mutation.deleteApiary': ['owner', ({ apiary }) => `mutation { deleteApiary(id: "${apiary}") }`],
  'Mutation.createBeehive': [
    'owner',
    ({ apiary }) => `mutation { createBeehive(input: { apiaryId: "${apiary}" }) { beehiveNumber } }`,
  ],
  'Mutation.createBeehives': [
    'owner',
    ({ apiary }) => `mutation { createBeehives(inputs: [{ apiaryId: "${apiary}" }]) { beehiveNumber } }`,
  ],
  'Mutation.updateBeehive': [
    'owner',
    ({ beehive }) => `mutation { updateBeehive(id: "${beehive}", input: { beehiveNumber: 7 }) { beehiveNumber } }`,
  ],
  'Mutation.deleteBeehive': ['owner', ({ beehive }) => `mutation { deleteBeehive(id: "${beehive}") }`],
  'Query.inventoryItems': ['owner', ({ apiary }) => `{ inventoryItems(apiaryId: "${apiary}") { nodes { itemName } } }`],
  'Query.inventoryItem': ['owner', ({ item }) => `{ inventoryItem(id: "${item}") { itemName } }`],
  'Query.inventorySummary': ['owner', ({ apiary }) => `{ inventorySummary(apiaryId: "${apiary}") { totalItems } }`],
  'Query.lowStockItems': ['viewer', () => '{ lowStockItems { nodes { id } } }'],
  'Query.stockMovements': ['owner', ({ item }) => `{ stockMovements(itemId: "${item}") { nodes { amount } } }`],
  'Mutation.createInventoryItem': [
    'owner',
    ({ apiary }) =>
      `mutation { createInventoryItem(input: { apiaryId: "${apiary}", itemName: "Wax", unit: "kg" }) { itemName } }`,
  ],
  'Mutation.updateInventoryItem': [
    'owner',
    ({ item }) =>
      `mutation { updateInventoryItem(id: "${item}", input: { itemName: "Seen", quantity: 9 }) { itemName } }`,
  ],
  'Mutation.deleteInventoryItem': ['owner', ({ item }) => `mutation { deleteInventoryItem(id: "${item}") }`],
  'Mutation.adjustStock': [
    'owner',
    ({ item }) => `mutation { adjustStock(input: { itemId: "${item}", amount: -1 }) { quantity } }`,
  ],
  'Mutation.recordExit': [
    'owner',
    ({ item }) => `mutation { recordExit(input: { itemId: "${item}", quantity: 1, person: "Ana" }) { quantity } }`,
  ],
  'Mutation.recordMovement': [
    'owner',
    ({ item }) => `mutation { recordMovement(input: { itemId: "${item}", direction: IN, quantity: 1 }) { amount } }`,
  ],
  'Mutation.correctMovement': [
    'owner',
    ({ movement }) =>
      `mutation { correctMovement(input: { movementId: "${movement}", reason: "Miscounted" }) { amount } }`,
  ],
  'Query.questions': ['owner', ({ apiary }) => `{ questions(apiaryId: "${apiary}") { text } }`],
  'Query.questionTemplates': ['viewer', () => '{ questionTemplates(language: EN) { key } }'],
  'Query.questionnaire': [
    'owner',
    ({ beehive }) => `{ questionnaire(beehiveId: "${beehive}") { questions { text } } }`,
  ],
  'Query.beehiveQuestions': ['owner', ({ beehive }) => `{ beehiveQuestions(beehiveId: "${beehive}") { position } }`],
  'Query.beehiveAnswers': ['owner', ({ beehive }) => `{ beehiveAnswers(beehiveId: "${beehive}") { asText } }`],
  'Query.inspections': ['owner', ({ beehive }) => `{ inspections(beehiveId: "${beehive}") { nodes { notes } } }`],
  'Query.inspection': ['owner', ({ inspection }) => `{ inspection(id: "${inspection}") { notes } }`],
  'Query.node': ['owner', ({ item }) => `{ node(id: "${item}") { ... on InventoryItem { itemName } } }`],
  // Ids that are not found are null.
  'Query.nodes': ['viewer', () => `{ nodes(ids: ["${uuidv7()}"]) { id } }`],
  'Query.search': ['viewer', () => '{ search(text: "a") { apiaries { name } beehives { beehiveNumber } } }'],
  'Query.visit': ['owner', ({ visit }) => `{ visit(id: "${visit}") { notes } }`],
  'Query.statistics': ['viewer', () => '{ statistics { beehives lowStockItems } }'],
  'Query.healthTrends': ['owner', ({ apiary }) => `{ healthTrends(apiaryId: "${apiary}") { beehiveId } }`],
  'Query.treatmentShares': ['owner', ({ apiary }) => `{ treatmentShares(apiaryId: "${apiary}") { kind } }`],
  'Query.worklist': ['viewer', () => '{ worklist { nodes { kind } } }'],
  'Mutation.createQuestion': [
    'owner',
    ({ apiary }) => `mutation { createQuestion(input: { apiaryId: "${apiary}", text: "Mites?" }) { text } }`,
  ],
  'Mutation.updateQuestion': [
    'owner',
    ({ question }) => `mutation { updateQuestion(id: "${question}", input: { text: "Seen?" }) { text } }`,
  ],
  'Mutation.deleteQuestion': ['owner', ({ question }) => `mutation { deleteQuestion(id: "${question}") }`],
  'Mutation.reorderQuestions': [
    'owner',
    ({ apiary }) => `mutation { reorderQuestions(apiaryId: "${apiary}", order: []) { text } }`,
  ],
  'Mutation.loadDefaultQuestions': [
    'owner',
    ({ apiary }) => `mutation { loadDefaultQuestions(apiaryId: "${apiary}") { text } }`,
  ],
  'Mutation.addQuestionTemplate': [
    'admin',
    () =>
      `mutation { addQuestionTemplate(input: { key: "k${uuidv7().replaceAll('-', '')}", category: EQUIPMENT, textEs: "a", textEn: "b", groupEs: "c", groupEn: "d", answerType: TEXT }) { key } }`,
  ],
  'Mutation.retireQuestionTemplate': ['admin', () => 'mutation { retireQuestionTemplate(key: "humedad") { key } }'],
  'Mutation.assignQuestion': [
    'owner',
    ({ beehive, question }) =>
      `mutation { assignQuestion(input: { beehiveId: "${beehive}", questionId: "${question}", active: false }) { position } }`,
  ],
  'Mutation.unassignQuestion': [
    'owner',
    ({ beehiveQuestion }) => `mutation { unassignQuestion(id: "${beehiveQuestion}") }`,
  ],
  'Mutation.recordInspection': [
    'owner',
    ({ beehive }) =>
      `mutation { recordInspection(input: { beehiveId: "${beehive}", answers: [], beehive: { healthStatus: "Seen" } }) { notes revision } }`,
  ],
  'Mutation.recordVisit': [
    'owner',
    ({ beehive }) =>
      `mutation { recordVisit(input: { answers: [], beehives: [{ beehiveId: "${beehive}" }] }) { revision } }`,
  ],
  'Mutation.recordAnswers': [
    'owner',
    ({ beehive, question }) =>
      `mutation { recordAnswers(beehiveId: "${beehive}", answers: [{ questionId: "${question}", text: "Yes" }]) { revision } }`,
  ],
  'Mutation.recordAnswer': [
    'owner',
    ({ beehive, question }) =>
      `mutation { recordAnswer(beehiveId: "${beehive}", answer: { questionId: "${question}", text: "Yes" }) { asText } }`,
  ],
  'Mutation.updateInspectionDraft': [
    'owner',
    ({ draft }) =>
      `mutation { updateInspectionDraft(id: "${draft}", input: { answers: [], notes: "Seen" }) { revision } }`,
  ],
  'Mutation.completeInspection': [
    'owner',
    ({ draft }) => `mutation { completeInspection(id: "${draft}") { revision } }`,
  ],
  'Mutation.discardInspectionDraft': ['owner', ({ draft }) => `mutation { discardInspectionDraft(id: "${draft}") }`],
  'Mutation.amendInspection': [
    'owner',
    ({ inspection }) =>
      `mutation { amendInspection(id: "${inspection}", input: { answers: [], reason: "Seen" }) { revision } }`,
  ],
  'Query.treatments': ['owner', ({ beehive }) => `{ treatments(beehiveId: "${beehive}") { nodes { productName } } }`],
  'Query.treatment': ['owner', ({ treatment }) => `{ treatment(id: "${treatment}") { productName } }`],
  'Query.treatmentRegister': [
    'owner',
    ({ apiary }) => `{ treatmentRegister(apiaryId: "${apiary}") { nodes { productName } } }`,
  ],
  'Mutation.recordTreatment': [
    'owner',
    ({ beehive }) =>
      `mutation { recordTreatment(input: { beehiveIds: ["${beehive}"], kind: "a", productName: "b", startedOn: "2026-05-01" }) { revision } }`,
  ],
  'Mutation.recordBeehiveTreatment': [
    'owner',
    ({ beehive }) =>
      `mutation { recordBeehiveTreatment(input: { beehiveId: "${beehive}", kind: "a", productName: "b", startedOn: "2026-05-01" }) { revision } }`,
  ],
  'Mutation.endTreatment': [
    'owner',
    ({ treatment }) => `mutation { endTreatment(id: "${treatment}", input: { finalResult: "Seen" }) { status } }`,
  ],
  'Mutation.correctTreatment': [
    'owner',
    ({ treatment }) =>
      `mutation { correctTreatment(id: "${treatment}", input: { productName: "Seen", reason: "Typo" }) { revision } }`,
  ],
  'Mutation.voidTreatment': [
    'owner',
    ({ treatment }) => `mutation { voidTreatment(id: "${treatment}", reason: "Wrong hive") { status } }`,
  ],
  'Mutation.recordFollowUp': [
    'owner',
    ({ treatment }) =>
      `mutation { recordFollowUp(input: { treatmentId: "${treatment}", reviewedOn: "2026-05-20" }) { reviewedOn } }`,
  ],
  'Mutation.updateFollowUp': [
    'owner',
    ({ followUp }) => `mutation { updateFollowUp(id: "${followUp}", input: { notes: "Seen" }) { notes } }`,
  ],
  'Mutation.deleteFollowUp': ['owner', ({ followUp }) => `mutation { deleteFollowUp(id: "${followUp}") }`],
  'Mutation.recordMiteCount': [
    'owner',
    ({ beehive }) =>
      `mutation { recordMiteCount(input: { beehiveId: "${beehive}", method: SUGAR_ROLL, bees: 300, mites: 3 }) { per100 } }`,
  ],
  'Mutation.deleteMiteCount': ['owner', ({ miteCount }) => `mutation { deleteMiteCount(id: "${miteCount}") }`],
  'Query.users': ['admin', () => '{ users { nodes { email } } }'],
  'Query.auditEntries': ['admin', () => '{ auditEntries { nodes { field } } }'],
  'Query.user': ['account', ({ account }) => `{ user(id: "${account}") { email } }`],
  'Query.mySessions': ['viewer', () => '{ mySessions { device } }'],
  'Mutation.refreshSession': ['secret', () => 'mutation { refreshSession(refreshToken: "guessed") { tokenType } }'],
  'Mutation.endSession': ['owner', ({ session }) => `mutation { endSession(id: "${session}") }`],
  'Mutation.endOtherSessions': ['viewer', () => 'mutation { endOtherSessions }'],
  'Mutation.updateProfile': [
    'owner',
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
  'get /apiaries/:id': ['owner', ({ apiary }) => ({ path: `/apiaries/${apiary}` })],
  'post /apiaries': ['viewer', () => ({ path: '/apiaries', body: { name: 'New' } })],
  'put /apiaries/:id': ['owner', ({ apiary }) => ({ path: `/apiaries/${apiary}`, body: { name: 'Seen' } })],
  'delete /apiaries/:id': ['owner', ({ apiary }) => ({ path: `/apiaries/${apiary}` })],
  'get /beehives': ['owner', ({ apiary }) => ({ path: `/beehives?apiary_id=${apiary}` })],
  'get /beehives/apiary/:apiary_id': ['owner', ({ apiary }) => ({ path: `/beehives/apiary/${apiary}` })],
  'get /beehives/:id': ['owner', ({ beehive }) => ({ path: `/beehives/${beehive}` })],
  'post /beehives': ['owner', ({ apiary }) => ({ path: '/beehives', body: { apiary_id: apiary } })],
  'put /beehives/:id': ['owner', ({ beehive }) => ({ path: `/beehives/${beehive}`, body: { hive_number: 7 } })],
  'delete /beehives/:id': ['owner', ({ beehive }) => ({ path: `/beehives/${beehive}` })],
  'get /inventory/:id': ['owner', ({ apiary }) => ({ path: `/inventory/${apiary}` })],
  'get /inventory/items/:id': ['owner', ({ item }) => ({ path: `/inventory/items/${item}` })],
  'post /inventory': [
    'owner',
    ({ apiary }) => ({ path: '/inventory/', body: { apiary_id: apiary, name: 'Wax', unit: 'kg' } }),
  ],
  'put /inventory/:id': ['owner', ({ item }) => ({ path: `/inventory/${item}`, body: { quantity: 9 } })],
  'delete /inventory/:id': ['owner', ({ item }) => ({ path: `/inventory/${item}` })],
  'put /inventory/:id/adjust': ['owner', ({ item }) => ({ path: `/inventory/${item}/adjust`, body: { amount: 2 } })],
  'post /inventory/:id/exit': [
    'owner',
    ({ item }) => ({ path: `/inventory/${item}/exit`, body: { quantity: 1, person: 'Ana' } }),
  ],
  'get /inventory/:apiary_id/search': ['owner', ({ apiary }) => ({ path: `/inventory/${apiary}/search?q=w` })],
  'get /inventory/:apiary_id/low-stock': ['owner', ({ apiary }) => ({ path: `/inventory/${apiary}/low-stock` })],
  'get /inventory/:apiary_id/summary': ['owner', ({ apiary }) => ({ path: `/inventory/${apiary}/summary` })],
  'get /inventory/:id/movements': ['owner', ({ item }) => ({ path: `/inventory/${item}/movements` })],
  'post /inventory/movement': [
    'owner',
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
  'put /users/:id': ['owner', ({ account }) => ({ path: `/users/${account}`, body: { phone: '1' } })],
  'put /users/:id/status': [
    'admin',
    ({ account }) => ({ path: `/users/${account}/status`, body: { is_verified: true } }),
  ],
  'put /users/:id/permissions': [
    'admin',
    ({ account }) => ({ path: `/users/${account}/permissions`, body: { role: 'BEEKEEPER' } }),
  ],
  'get /questions/apiary/:apiaryId': ['owner', ({ apiary }) => ({ path: `/questions/apiary/${apiary}` })],
  'post /questions': ['owner', ({ apiary }) => ({ path: '/questions', body: { apiarioId: apiary, texto: 'Mites?' } })],
  'put /questions/:id': ['owner', ({ question }) => ({ path: `/questions/${question}`, body: { texto: 'Seen?' } })],
  'delete /questions/:id': ['owner', ({ question }) => ({ path: `/questions/${question}` })],
  'put /questions/apiary/:apiaryId/reorder': [
    'owner',
    ({ apiary }) => ({ path: `/questions/apiary/${apiary}/reorder`, body: { order: [] } }),
  ],
  'post /questions/load_defaults/:apiaryId': [
    'owner',
    ({ apiary }) => ({ path: `/questions/load_defaults/${apiary}` }),
  ],
  'get /questions/templates': ['viewer', () => ({ path: '/questions/templates' })],
  'get /questions/hive/:id': ['owner', ({ beehive }) => ({ path: `/questions/hive/${beehive}` })],
  'post /questions/hive': [
    'owner',
    ({ beehive, question }) => ({ path: '/questions/hive', body: { hive_id: beehive, apiary_question_id: question } }),
  ],
  'delete /questions/hive/:id': ['owner', ({ beehiveQuestion }) => ({ path: `/questions/hive/${beehiveQuestion}` })],
  'post /inspections': [
    'owner',
    ({ beehive }) => ({ path: '/inspections', body: { beehive_id: beehive, answers: [] } }),
  ],
  'get /inspections': ['owner', ({ beehive }) => ({ path: `/inspections?beehive_id=${beehive}` })],
  // Only records of the current account.
  'get /inspections/drafts': ['viewer', () => ({ path: '/inspections/drafts' })],
  'put /inspections/:id/answers': [
    'owner',
    ({ draft }) => ({ path: `/inspections/${draft}/answers`, body: { answers: [], notes: 'Seen' } }),
  ],
  'post /inspections/:id/complete': ['owner', ({ draft }) => ({ path: `/inspections/${draft}/complete` })],
  'delete /inspections/:id': ['owner', ({ draft }) => ({ path: `/inspections/${draft}` })],
  'get /inspections/:id': ['owner', ({ inspection }) => ({ path: `/inspections/${inspection}` })],
  'get /treatments/hive/:hiveId': ['owner', ({ beehive }) => ({ path: `/treatments/hive/${beehive}` })],
  'post /treatments': [
    'owner',
    ({ beehive }) => ({
      path: '/treatments',
      body: { hive_id: beehive, treatment_type: 'a', product_name: 'b', start_date: '2026-05-01' },
    }),
  ],
  'get /treatments/:id': ['owner', ({ treatment }) => ({ path: `/treatments/${treatment}` })],
  'put /treatments/:id': [
    'owner',
    ({ treatment }) => ({ path: `/treatments/${treatment}`, body: { final_result: 'Seen' } }),
  ],
  'delete /treatments/:id': ['owner', ({ treatment }) => ({ path: `/treatments/${treatment}` })],
  'post /treatments/followup': [
    'owner',
    ({ treatment }) => ({ path: '/treatments/followup', body: { treatment_id: treatment, review_date: '2026-05-20' } }),
  ],
  'put /treatments/followup/:id': [
    'owner',
    ({ followUp }) => ({ path: `/treatments/followup/${followUp}`, body: { notes: 'Seen' } }),
  ],
  'delete /treatments/followup/:id': ['owner', ({ followUp }) => ({ path: `/treatments/followup/${followUp}` })],
  'get /answers/hive/:hiveId': ['owner', ({ beehive }) => ({ path: `/answers/hive/${beehive}` })],
  'post /answers': [
    'owner',
    ({ beehive, question }) => ({
      path: '/answers',
      body: { hive_id: beehive, hive_question_id: question, answer: 'Yes' },
    }),
  ],
  'post /answers/batch': [
    'owner',
    ({ beehive, question }) => ({
      path: '/answers/batch',
      body: { hive_id: beehive, answers: [{ hive_question_id: question, answer: 'Yes' }] },
    }),
  ],
  'get /statistics/apiary/:id': ['owner', ({ apiary }) => ({ path: `/statistics/apiary/${apiary}` })],
  'get /statistics/apiary/:id/health-trends': [
    'owner',
    ({ apiary }) => ({ path: `/statistics/apiary/${apiary}/health-trends` }),
  ],
  'get /statistics/apiary/:id/treatment-distribution': [
    'owner',
    ({ apiary }) => ({ path: `/statistics/apiary/${apiary}/treatment-distribution` }),
  ],
  'get /statistics/apiary/:id/inventory-levels': [
    'owner',
    ({ apiary }) => ({ path: `/statistics/apiary/${apiary}/inventory-levels` }),
  ],
  'post /maya/iniciar-monitoreo': [
    'owner',
    ({ beehive }) => ({ path: '/maya/iniciar-monitoreo', body: { hive_id: beehive } }),
  ],
  'post /maya/guardar-respuestas': [
    'owner',
    ({ beehive, question }) => ({
      path: '/maya/guardar-respuestas',
      body: { hive_id: beehive, answers: [{ hive_question_id: question, answer: 'Yes' }] },
    }),
  ],
} satisfies Record<string, RouteCase>);

let app: TestApp;
let owner: Beekeeper;
let bea: Beekeeper;
let admin: Beekeeper;
beforeAll(async () => {
  app = await startTestApp();
  owner = await beekeeper(app, 'owner@example.org');
  bea = await beekeeper(app);
  admin = await beekeeper(app);
  await app.database.sql(`update users set role = 'ADMIN' where id = $1`, [admin.id]);
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
  session: uuidv7(),
  account: uuidv7(),
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

async function createRecords(): Promise<RecordIds> {
  const apiary = await owner.apiary();
  const item = await owner.item(apiary, { quantity: 5 });
  const { stockMovements } = await owner.ask(`{ stockMovements(itemId: "${item}") { nodes { id } } }`);
  const beehive = await owner.beehive(apiary, { beehiveNumber: 1 });
  const created = await owner.ask(
    `mutation ($hive: ID!, $apiary: ID!) {
      question: createQuestion(input: { apiaryId: $apiary, text: "Queen seen?" }) { id }
      inspection: recordInspection(input: { beehiveId: $hive, answers: [] }) { id }
      draft: recordInspection(input: { beehiveId: $hive, answers: [], draft: true }) { id }
      visit: recordVisit(input: { beehives: [{ beehiveId: $hive }], answers: [] }) { visitId }
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
  const treated = await treat(owner, beehive);
  return {
    apiary,
    beehive,
    item,
    movement,
    question,
    inspection,
    draft,
    visit,
    beehiveQuestion,
    ...treated,
    session,
    account,
  };
}
/** Creates records only if the audience depends on them, because that is slow. */
const idsFor = (audience: Audience): Promise<RecordIds> =>
  audience === 'owner' || audience === 'account'
    ? createRecords()
    : Promise.resolve({ ...missingIds, account: bea.id });

/** All rows of the owner's records, except the account and its sessions, which every request changes. */
const storedRows = (): Promise<object[]> => {
  const tables = tablesOf(app, ({ exportAs }) => exportAs !== undefined && !['user', 'sessions'].includes(exportAs));
  return app.database.sql(
    `${tables.map((table) => `select id, to_jsonb(t) as row from ${table} t`).join(' union all ')} order by id`,
  );
};
/** Operations that end sessions or the account run with a new account. */
const accountFor = async (who: Beekeeper, name: string): Promise<Client> =>
  /logout|endOther|deleteMy|changePassword/i.test(name) ? beekeeper(app) : who;

it('has a line for every root field and every route, and no other', () => {
  const roots = [app.app.schema.getQueryType()!, app.app.schema.getMutationType()!];
  const all = roots.flatMap((type) => Object.keys(type.getFields()).map((name) => `${type.name}.${name}`));
  expect(Object.keys(fieldCases).sort()).toEqual(all.sort());
  expect(Object.keys(routeCases).sort()).toEqual(routes.map(({ method, path }) => `${method} ${path}`).sort());
});

describe.each(Object.entries(fieldCases))('%s', (name, [audience, operation]) => {
  it('as an anonymous client', async () => {
    const { errors } = await app.anyone.graphql(operation(await idsFor(audience)));
    if (audience === 'anyone') expect(errors).toBeUndefined();
    else if (audience === 'secret') expect(errors![0]!.message).not.toBe('No token found');
    else expect(errors).toMatchObject([{ message: 'No token found', extensions: { code: 'UNAUTHENTICATED' } }]);
  });

  it('an administrator has no access to the records of others', async () => {
    if (audience !== 'owner') return;
    const { errors } = await (await accountFor(admin, name)).graphql(operation(await idsFor(audience)));
    expect(errors).toMatchObject([{ extensions: { code: 'NOT_FOUND' } }]);
  });

  it('as another account', async () => {
    const foreign = await idsFor(audience);
    const before = await storedRows();
    const { data, errors } = await (await accountFor(bea, name)).graphql(operation(foreign));
    if (audience === 'secret') return expect(errors![0]!.message).toMatch(/has ended|no longer valid/);
    if (audience === 'admin') return expect(errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }]);
    if (audience !== 'owner' && audience !== 'account') return expect(errors).toBeUndefined();
    const missing = await bea.graphql(operation(missingIds));
    expect(errors).toMatchObject([{ extensions: { code: 'NOT_FOUND' } }]);
    expect({ data, errors }).toEqual({ data: missing.data, errors: missing.errors });
    expect(await storedRows()).toEqual(before);
  });

  it(audience === 'admin' ? 'as an administrator' : 'as the owner', async () => {
    if (audience === 'secret') return;
    const allowed = audience === 'admin' ? admin : owner;
    const { errors, data } = await (await accountFor(allowed, name)).graphql(operation(await idsFor(audience)));
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
    const { status, body } = await send(app.anyone, await idsFor(audience));
    if (audience === 'anyone') expect(status).toBeLessThan(300);
    else if (audience === 'secret') expect(body.message).not.toBe('No token found');
    else expect({ status, message: body.message }).toEqual({ status: 401, message: 'No token found' });
  });

  it('as another account', async () => {
    const foreign = await idsFor(audience);
    const before = await storedRows();
    const { status, body } = await send(await accountFor(bea, name), foreign);
    if (audience === 'secret') return expect([400, 401]).toContain(status);
    if (audience === 'admin') return expect(status).toBe(403);
    if (audience !== 'owner' && audience !== 'account') return expect(status).toBeLessThan(300);
    const missing = await send(bea, missingIds);
    expect(status).toBe(404);
    expect({ status, body }).toEqual({ status: missing.status, body: missing.body });
    expect(await storedRows()).toEqual(before);
  });

  it('an administrator has no access to the records of others', async () => {
    if (audience !== 'owner') return;
    const { status } = await send(await accountFor(admin, name), await idsFor(audience));
    expect(status).toBe(404);
  });

  it(audience === 'admin' ? 'as an administrator' : 'as the owner', async () => {
    if (audience === 'secret') return;
    const allowed = audience === 'admin' ? admin : owner;
    const { status } = await send(await accountFor(allowed, name), await idsFor(audience));
    expect(status).toBe(routes.find((r) => `${r.method} ${r.path}` === name)!.status);
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
