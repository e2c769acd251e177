// WHO MAY DO WHAT, all of it: every root field of the schema and every row of the REST door × nobody, stranger, owner, administrator. A new field
// or row without an expectation here fails the test. What a stranger is told must be what he is told of an id that nobody has.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { v7 as uuidv7 } from 'uuid';
import { routes } from '../../src/rest/routes/index.js';
import { Client, startTestApp, type TestApp } from '../support/client.js';
import { tablesOf } from '../support/tables.js';
import { type Beekeeper, beekeeper, PASSWORD } from '../support/world.js';

/** What belongs to the owner, or ids that nobody has. */
interface Things {
  apiary: string;
  beehive: string;
  item: string;
  movement: string;
  question: string;
  assignment: string;
  inspection: string;
  draft: string;
  session: string;
  account: string;
}
/**
 * `anyone`: open to the world. `secret`: open to the world, for who has a secret that this test has not. `viewer`: needs a token, and is
 * about the caller alone. `owner`: about somebody's things. `account`: about an account, its own or an administrator's business.
 * `admin`: for administrators.
 */
type Openness = 'anyone' | 'secret' | 'viewer' | 'owner' | 'account' | 'admin';
type Field = [Openness, (things: Things) => string];

const fields: Record<string, Field> = {
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
  'Mutation.updateBeehive': [
    'owner',
    ({ beehive }) => `mutation { updateBeehive(id: "${beehive}", input: { beehiveNumber: 7 }) { beehiveNumber } }`,
  ],
  'Mutation.deleteBeehive': ['owner', ({ beehive }) => `mutation { deleteBeehive(id: "${beehive}") }`],
  'Query.inventory': ['owner', ({ apiary }) => `{ inventoryItems(apiaryId: "${apiary}") { nodes { itemName } } }`],
  'Query.inventoryItem': ['owner', ({ item }) => `{ inventoryItem(id: "${item}") { itemName } }`],
  'Query.inventorySummary': ['owner', ({ apiary }) => `{ inventorySummary(apiaryId: "${apiary}") { totalItems } }`],
  'Query.lowStock': ['viewer', () => '{ lowStockItems { nodes { id } } }'],
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
  'Query.hiveQuestions': ['owner', ({ beehive }) => `{ beehiveQuestions(beehiveId: "${beehive}") { position } }`],
  'Query.hiveAnswers': ['owner', ({ beehive }) => `{ beehiveAnswers(beehiveId: "${beehive}") { asText } }`],
  'Query.inspections': ['owner', ({ beehive }) => `{ inspections(beehiveId: "${beehive}") { nodes { notes } } }`],
  'Query.inspection': ['owner', ({ inspection }) => `{ inspection(id: "${inspection}") { notes } }`],
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
  'Mutation.unassignQuestion': ['owner', ({ assignment }) => `mutation { unassignQuestion(id: "${assignment}") }`],
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
  'Mutation.updateInspectionDraft': [
    'owner',
    ({ draft }) =>
      `mutation { updateInspectionDraft(id: "${draft}", input: { answers: [], notes: "Seen" }) { revision } }`,
  ],
  'Mutation.completeInspection': [
    'owner',
    ({ draft }) => `mutation { completeInspection(id: "${draft}") { revision } }`,
  ],
  'Mutation.amendInspection': [
    'owner',
    ({ inspection }) =>
      `mutation { amendInspection(id: "${inspection}", input: { answers: [], reason: "Seen" }) { revision } }`,
  ],
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

type Row = [Openness, (things: Things) => { path: string; body?: object }];
const rows: Record<string, Row> = {
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

Object.assign(rows, {
  'post /auth/refresh': ['secret', () => ({ path: '/auth/refresh', body: { refresh_token: 'guessed' } })],
  'post /auth/forgot-password': [
    'anyone',
    () => ({ path: '/auth/forgot-password', body: { email: 'nobody@example.org' } }),
  ],
  'post /auth/reset-password': [
    'secret',
    () => ({ path: '/auth/reset-password', body: { token: 'guessed', new_password: 'Another-1' } }),
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
  'get /questions/hive/:hiveId': ['owner', ({ beehive }) => ({ path: `/questions/hive/${beehive}` })],
  'post /questions/hive': [
    'owner',
    ({ beehive, question }) => ({ path: '/questions/hive', body: { hive_id: beehive, apiary_question_id: question } }),
  ],
  'delete /questions/hive/:id': ['owner', ({ assignment }) => ({ path: `/questions/hive/${assignment}` })],
  'post /inspections': [
    'owner',
    ({ beehive }) => ({ path: '/inspections', body: { beehive_id: beehive, answers: [] } }),
  ],
  'get /inspections': ['owner', ({ beehive }) => ({ path: `/inspections?beehive_id=${beehive}` })],
  'get /inspections/:id': ['owner', ({ inspection }) => ({ path: `/inspections/${inspection}` })],
  'get /answers/hive/:hiveId': ['owner', ({ beehive }) => ({ path: `/answers/hive/${beehive}` })],
  'post /answers/batch': [
    'owner',
    ({ beehive, question }) => ({
      path: '/answers/batch',
      body: { hive_id: beehive, answers: [{ hive_question_id: question, answer: 'Yes' }] },
    }),
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
} satisfies Record<string, Row>);

let app: TestApp;
let owner: Beekeeper;
let stranger: Beekeeper;
let admin: Beekeeper;
beforeAll(async () => {
  app = await startTestApp();
  owner = await beekeeper(app, 'owner@example.org');
  stranger = await beekeeper(app);
  admin = await beekeeper(app);
  await app.database.sql(`update users set role = 'ADMIN' where id = $1`, [admin.id]);
});
afterAll(() => app.close());

const nothing: Things = {
  apiary: uuidv7(),
  beehive: uuidv7(),
  item: uuidv7(),
  movement: uuidv7(),
  question: uuidv7(),
  assignment: uuidv7(),
  inspection: uuidv7(),
  draft: uuidv7(),
  session: uuidv7(),
  account: uuidv7(),
};
/** The same as long as it has not been ended, because a log-in takes more time than anything else here. */
async function sessionOfOwner(): Promise<string> {
  const sessions: { id: string }[] = (await owner.ask('{ mySessions { id } }')).mySessions;
  if (!sessions.some(({ id }) => id === loggedIn)) {
    const login = await app.anyone.rest('POST', '/auth/login', { email: owner.email, password: PASSWORD });
    const { mySessions } = await new Client(app.url, login.body.access_token).ask('{ mySessions { id isCurrent } }');
    loggedIn = mySessions.find(({ isCurrent }: { isCurrent: boolean }) => isCurrent).id;
  }
  return loggedIn!;
}
let loggedIn: string | undefined;

async function things(): Promise<Things> {
  const apiary = await owner.apiary();
  const item = await owner.item(apiary, { quantity: 5 });
  const { stockMovements } = await owner.ask(`{ stockMovements(itemId: "${item}") { nodes { id } } }`);
  const beehive = await owner.beehive(apiary, { number: 1 });
  const made = await owner.ask(
    `mutation ($hive: ID!, $apiary: ID!) {
      question: createQuestion(input: { apiaryId: $apiary, text: "Queen seen?" }) { id }
      inspection: recordInspection(input: { beehiveId: $hive, answers: [] }) { id }
      draft: recordInspection(input: { beehiveId: $hive, answers: [], draft: true }) { id }
    }`,
    { hive: beehive, apiary },
  );
  const [question, inspection, draft] = [made.question.id, made.inspection.id, made.draft.id];
  const assign = `mutation { made: assignQuestion(input: { beehiveId: "${beehive}", questionId: "${question}" }) { id } }`;
  const assignment = (await owner.ask(assign)).made.id;
  const session = await sessionOfOwner();
  const account = owner.id;
  const movement = stockMovements.nodes[0].id;
  return { apiary, beehive, item, movement, question, inspection, draft, assignment, session, account };
}
/** Only where they matter: they take a while to make. */
const thingsFor = (openness: Openness): Promise<Things> =>
  openness === 'owner' || openness === 'account' ? things() : Promise.resolve({ ...nothing, account: stranger.id });

/** Everything that the owner has, as the database has it: the account and its sessions aside, which asking changes. */
const stored = (): Promise<object[]> => {
  const tables = tablesOf(app, ({ exportAs }) => exportAs !== undefined && !['user', 'sessions'].includes(exportAs));
  return app.database.sql(
    `${tables.map((table) => `select id, to_jsonb(t) as row from ${table} t`).join(' union all ')} order by id`,
  );
};
/** For what ends sessions or the account: somebody who is not needed any more. */
const asWho = async (who: Beekeeper, name: string): Promise<Client> =>
  /logout|endOther|deleteMy|changePassword/i.test(name) ? beekeeper(app) : who;

it('the table has a line for every root field and every row, and no other', () => {
  const roots = [app.app.schema.getQueryType()!, app.app.schema.getMutationType()!];
  const all = roots.flatMap((type) => Object.keys(type.getFields()).map((name) => `${type.name}.${name}`));
  expect(Object.keys(fields).sort()).toEqual(all.sort());
  expect(Object.keys(rows).sort()).toEqual(routes.map(({ method, path }) => `${method} ${path}`).sort());
});

describe.each(Object.entries(fields))('%s', (name, [openness, operation]) => {
  it('nobody', async () => {
    const { errors } = await app.anyone.graphql(operation(await thingsFor(openness)));
    if (openness === 'anyone') expect(errors).toBeUndefined();
    else if (openness === 'secret') expect(errors![0]!.message).not.toBe('No token found');
    else expect(errors).toMatchObject([{ message: 'No token found', extensions: { code: 'UNAUTHENTICATED' } }]);
  });

  it('an administrator has no more right to it than any other', async () => {
    if (openness !== 'owner') return;
    const { errors } = await (await asWho(admin, name)).graphql(operation(await thingsFor(openness)));
    expect(errors).toMatchObject([{ extensions: { code: 'NOT_FOUND' } }]);
  });

  it('stranger', async () => {
    const theirs = await thingsFor(openness);
    const before = await stored();
    const { data, errors } = await (await asWho(stranger, name)).graphql(operation(theirs));
    if (openness === 'secret') return expect(errors![0]!.message).toMatch(/over|not valid/);
    if (openness === 'admin') return expect(errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }]);
    if (openness !== 'owner' && openness !== 'account') return expect(errors).toBeUndefined();
    const missing = await stranger.graphql(operation(nothing));
    expect(errors).toMatchObject([{ extensions: { code: 'NOT_FOUND' } }]);
    expect({ data, errors }).toEqual({ data: missing.data, errors: missing.errors });
    expect(await stored()).toEqual(before);
  });

  it(openness === 'admin' ? 'administrator' : 'owner', async () => {
    if (openness === 'secret') return;
    const entitled = openness === 'admin' ? admin : owner;
    const { errors, data } = await (await asWho(entitled, name)).graphql(operation(await thingsFor(openness)));
    expect(errors).toBeUndefined();
    expect(data[name.split('.')[1]!] ?? null).not.toBeNull();
  });
});

describe.each(Object.entries(rows))('%s', (name, [openness, request]) => {
  const method = name.split(' ')[0]!.toUpperCase();
  const send = (who: Client, at: Things) => {
    const { path, body } = request(at);
    return who.rest(method, path, body);
  };

  it('nobody', async () => {
    const { status, body } = await send(app.anyone, await thingsFor(openness));
    if (openness === 'anyone') expect(status).toBeLessThan(300);
    else if (openness === 'secret') expect(body.message).not.toBe('No token found');
    else expect({ status, message: body.message }).toEqual({ status: 401, message: 'No token found' });
  });

  it('stranger', async () => {
    const theirs = await thingsFor(openness);
    const before = await stored();
    const { status, body } = await send(await asWho(stranger, name), theirs);
    if (openness === 'secret') return expect([400, 401]).toContain(status);
    if (openness === 'admin') return expect(status).toBe(403);
    if (openness !== 'owner' && openness !== 'account') return expect(status).toBeLessThan(300);
    const missing = await send(stranger, nothing);
    expect(status).toBe(404);
    expect({ status, body }).toEqual({ status: missing.status, body: missing.body });
    expect(await stored()).toEqual(before);
  });

  it('an administrator has no more right to it than any other', async () => {
    if (openness !== 'owner') return;
    const { status } = await send(await asWho(admin, name), await thingsFor(openness));
    expect(status).toBe(404);
  });

  it(openness === 'admin' ? 'administrator' : 'owner', async () => {
    if (openness === 'secret') return;
    const entitled = openness === 'admin' ? admin : owner;
    const { status } = await send(await asWho(entitled, name), await thingsFor(openness));
    expect(status).toBe(routes.find((r) => `${r.method} ${r.path}` === name)!.status);
  });
});

it("a hive can't be moved into a stranger's apiary, on either door", async () => {
  const mine = await things();
  const theirs = await stranger.apiary();
  const move = (to: string): string =>
    `mutation { updateBeehive(id: "${mine.beehive}", input: { apiaryId: "${to}" }) { id } }`;
  expect((await owner.graphql(move(theirs))).errors).toEqual((await owner.graphql(move(nothing.apiary))).errors);
  const put = (to: string) => owner.rest('PUT', `/beehives/${mine.beehive}`, { apiary_id: to });
  expect((await put(theirs)).body).toEqual((await put(nothing.apiary)).body);
  expect((await put(theirs)).status).toBe(404);
  expect((await owner.rest('GET', `/beehives/${mine.beehive}`)).body.apiary_id).toBe(mine.apiary);
});
