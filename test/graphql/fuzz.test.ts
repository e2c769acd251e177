// Every root field of the schema, called with what its arguments allow and with what they do not, by its owner, by nobody and, where it
// is for them, by an administrator: no answer is a fault of the service, none tells a secret, and none is about somebody else.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { getNamedType } from 'graphql';
import { STATUS } from '../../src/errors.js';
import { createSchema } from '../../src/schema.js';
import { startTestApp, type TestApp } from '../support/client.js';
import { bodyOf, calls, type Kind, type MadeUpCall, type RootField } from '../support/fuzz/graphql-values.js';
import { Beekeeper, beekeeper, PASSWORD } from '../support/world.js';

const RUNS = 35;
const schema = createSchema();
const roots = (['query', 'mutation'] as const).flatMap((kind) =>
  Object.values(schema.getRootType(kind as never)!.getFields()).map(
    (field): [string, 'query' | 'mutation', RootField] => [`${kind} ${field.name}`, kind, field],
  ),
);

/** What Apollo says of a request that is none. */
const OF_APOLLO = ['GRAPHQL_PARSE_FAILED', 'GRAPHQL_VALIDATION_FAILED', 'BAD_REQUEST', 'OPERATION_RESOLUTION_FAILURE'];
const FAULTS = ['INTERNAL_SERVER_ERROR', 'UNAVAILABLE'];
const CODES = [...Object.keys(STATUS).filter((code) => !FAULTS.includes(code)), ...OF_APOLLO];

/** In every text that the stranger wrote, and in the stranger's address. */
const MARK = 'zw1eb3lkuchen';
const STRANGERS_PASSWORD = 'Strangers-2026';
const WRONG_PASSWORD = 'Guessed-2026';
const WRONG_TOKEN = 'guessed-token-of-the-fuzz';
const PASSWORDS = [PASSWORD, STRANGERS_PASSWORD, WRONG_PASSWORD];
const A_TOKEN = /eyJ[\w-]{10,}\.[\w-]{10,}/;

type Things = Record<Kind, string>;
interface Caller {
  who: Beekeeper;
  things: Things;
  /** Whose they are not. */
  theirs: () => Things;
  refreshToken: string;
}

let app: TestApp;
let ana: Caller;
let stranger: Caller;
let strangersData: unknown;
beforeAll(async () => {
  app = await startTestApp();
  ana = await newcomer();
  ana.things = await thingsOf(ana.who);
  const other = await beekeeper(app, `${MARK}@example.org`);
  await other.ask(
    'mutation ($id: ID, $mark: String!) { updateProfile(id: $id, input: { username: $mark, phone: $mark, location: $mark }) { id } }',
    {
      id: other.id,
      mark: MARK,
    },
  );
  await other.ask(
    'mutation ($old: String!, $new: String!) { changePassword(currentPassword: $old, newPassword: $new) }',
    {
      old: PASSWORD,
      new: STRANGERS_PASSWORD,
    },
  );
  stranger = { ...ana, who: other, things: await thingsOf(other, MARK) };
  strangersData = await everythingOf(other);
});
afterAll(() => app.close());

/** Has nothing but an account and a session; what it calls its own beside is ana's. */
async function newcomer(): Promise<Caller> {
  const input = { username: 'bee', email: `${randomUUID()}@example.org`, password: PASSWORD };
  const { register } = await app.anyone.ask(
    'mutation ($input: RegisterInput!) { register(input: $input) { accessToken refreshToken user { id } } }',
    { input },
  );
  const who = new Beekeeper(app.url, register.accessToken, register.user.id, input.email);
  const { mySessions } = await who.ask('{ mySessions { id } }');
  const things = { ...ana?.things, session: mySessions[0].id, account: who.id };
  return { who, things, theirs: () => stranger.things, refreshToken: register.refreshToken };
}

/** Deals with accounts that nobody needs any more, and never with its own: it would put itself out of office. */
async function administrator(): Promise<Caller> {
  const [admin, one, other] = [await newcomer(), await newcomer(), await newcomer()];
  await app.database.sql(`update users set role = 'ADMIN' where id = $1`, [admin.who.id]);
  return { ...admin, things: { ...admin.things, account: one.who.id }, theirs: () => other.things };
}

/** One of each kind. */
async function thingsOf(owner: Beekeeper, text = 'mine'): Promise<Things> {
  const apiary = await owner.apiary({ name: text, location: text });
  const [item, beehive] = [
    await owner.item(apiary, { name: text, quantity: 500, description: text }),
    await owner.beehive(apiary, { number: 1, observations: text }),
  ];
  const made = await owner.ask(
    `mutation ($hive: ID!, $apiary: ID!, $text: String!) {
      question: createQuestion(input: { apiaryId: $apiary, text: $text }) { id }
      inspection: recordInspection(input: { beehiveId: $hive, answers: [], notes: $text }) { id }
      draft: recordInspection(input: { beehiveId: $hive, answers: [], draft: true, notes: $text }) { id }
    }`,
    { hive: beehive, apiary, text },
  );
  const question: string = made.question.id;
  const { assigned } = await owner.ask(
    'mutation ($hive: ID!, $question: ID!) { assigned: assignQuestion(input: { beehiveId: $hive, questionId: $question }) { id } }',
    { hive: beehive, question },
  );
  const { stockMovements, mySessions } = await owner.ask(
    'query ($item: ID!) { stockMovements(itemId: $item) { nodes { id } } mySessions { id isCurrent } }',
    { item },
  );
  return {
    apiary,
    item,
    beehive,
    question,
    inspection: made.inspection.id,
    draft: made.draft.id,
    assignment: assigned.id,
    movement: stockMovements.nodes[0].id,
    session: mySessions.find(({ isCurrent }: { isCurrent: boolean }) => isCurrent).id,
    account: owner.id,
  };
}

/** Without what time changes by itself. */
async function everythingOf(who: Beekeeper): Promise<unknown> {
  const { exportedAt, sessions, ...rest } = (await who.rest('GET', '/users/me/export')).body;
  expect([exportedAt, sessions.length]).toEqual([expect.any(String), 1]);
  return rest;
}

interface Answer {
  status: number;
  text: string;
  data: Record<string, unknown> | null;
  errors: { message: string; extensions: { code: string } }[];
}

const marksOf = ({ who, things, theirs, refreshToken }: Caller): Record<string, string> => ({
  ...Object.fromEntries(Object.entries(things).map(([kind, id]) => [`own ${kind}`, id])),
  ...Object.fromEntries(Object.entries(theirs()).map(([kind, id]) => [`their ${kind}`, id])),
  'own email': who.email,
  'their email': stranger.who.email,
  'new email': `${randomUUID()}@example.org`,
  'new id': randomUUID(),
  'new key': `k${randomUUID().replaceAll('-', '')}`,
  password: PASSWORD,
  'wrong password': WRONG_PASSWORD,
  'refresh token': refreshToken,
  'wrong token': WRONG_TOKEN,
});

async function answerTo(call: MadeUpCall, caller: Caller, token: string | undefined, key: string): Promise<Answer> {
  const response = await fetch(`${app.url}/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
      ...(key && { 'idempotency-key': key }),
    },
    body: bodyOf(call, marksOf(caller)),
    signal: AbortSignal.timeout(10_000),
  });
  const text = await response.text();
  const { data = null, errors = [] } = JSON.parse(text);
  return { status: response.status, text, data, errors };
}

function expectNoFault({ status, errors }: Answer): void {
  expect(status).toBeLessThan(500);
  expect(errors.map(({ extensions }) => extensions.code).filter((code) => !CODES.includes(code))).toEqual([]);
  expect(errors.map(({ message }) => message)).not.toContain('Something went wrong');
}

/** @param givesTokens whether that is what the field is for */
function expectNoSecret({ text, errors }: Answer, token: string, givesTokens: boolean): void {
  const secrets = [...PASSWORDS, WRONG_TOKEN, ...(givesTokens ? [] : [token])];
  expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
  expect(errors.filter((error) => A_TOKEN.test(JSON.stringify(error)))).toEqual([]);
}

/** Ends the session or the account that asks: asked by somebody who is not needed any more. */
const ENDS = /^(logOut|endSession|deleteMyAccount|changePassword|resetPassword|refreshSession)$/;
/** What it names is gone afterwards, or can't be asked the same again. */
const USES_UP = /^(delete|unassign|complete|correct|amend)/;

const succeeded = new Set<string>();
const answered = new Set<string>();
let sent = 0;

describe.each(roots)('%s', (name, kind, field) => {
  const { public: isPublic, permission } = field.extensions;
  const givesTokens = getNamedType(field.type).name === 'Authentication';

  it('never fails, tells no secret, and is about nobody else', async () => {
    const isEnding = ENDS.test(field.name);
    let own = isEnding ? await newcomer() : ana;
    if (kind === 'mutation' && !isEnding) own.things = await thingsOf(own.who);
    let admin = permission ? await administrator() : undefined;
    const property = fc.asyncProperty(
      calls(kind, field),
      fc.nat(9),
      fc.constantFrom('', '', '', '', 'a', 'b', 'not a key'),
      async (call, dice, key) => {
        sent += 1;
        const isAdmin = admin !== undefined && dice < 6;
        const caller = isAdmin ? admin! : own;
        const isNobody = dice === 9;
        const answer = await answerTo(call, caller, isNobody ? undefined : caller.who.token, key);
        const { text, data, errors } = answer;
        expectNoFault(answer);
        // Marks stand for nothing but what a test has.
        expect(text).not.toContain('@@');
        expectNoSecret(answer, caller.who.token!, givesTokens);
        for (const { extensions } of errors) answered.add(extensions.code);
        const given = data?.[field.name] ?? null;
        if (isNobody && !isPublic) expect(given).toBeNull();
        if (!isAdmin) {
          expect(text).not.toContain(MARK);
          expect(Object.values(stranger.things).filter((id) => JSON.stringify(data).includes(id))).toEqual([]);
          if (call.namesTheirs) expect({ call, given }).toEqual({ call, given: null });
        }
        if (given === null) {
          const isOut = errors.some(({ extensions }) => extensions.code === 'UNAUTHENTICATED');
          if (isOut && isAdmin) admin = await administrator();
          return;
        }
        succeeded.add(name);
        if (isEnding) own = await newcomer();
        else if (USES_UP.test(field.name)) own.things = await thingsOf(own.who);
      },
    );
    // Some are rarely asked as they want it: these are tried again, so that chance does not decide whether most of all were answered.
    for (let round = 0; round < 3 && (round === 0 || !succeeded.has(name)); round++)
      await fc.assert(property, { numRuns: RUNS, endOnFailure: true });
    expect(await ana.who.ask('{ me { id } }')).toEqual({ me: { id: ana.who.id } });
  });
});

describe('all of these', () => {
  it('were more than two thousand, refused in many ways', () => {
    expect(sent).toBeGreaterThanOrEqual(Math.max(2000, roots.length * 30));
    for (const code of [
      'BAD_USER_INPUT',
      'NOT_FOUND',
      'UNAUTHENTICATED',
      'FORBIDDEN',
      'CONFLICT',
      ...OF_APOLLO.slice(0, 2),
    ])
      expect(answered).toContain(code);
  });

  it('were answered as asked too, most of the fields', () => {
    const never = roots.map(([name]) => name).filter((name) => !succeeded.has(name));
    expect(never.length).toBeLessThan(roots.length / 6);
  });

  it('left what is the stranger’s as it was', async () => {
    expect(await everythingOf(stranger.who)).toEqual(strangersData);
  });
});
