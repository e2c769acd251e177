// Calls every root field of the schema with valid and invalid arguments, as an account with its own records, as an anonymous client
// and, if the field requires a permission, as an administrator. No response may be a server error, contain a secret, or contain data
// of another account.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { getNamedType } from 'graphql';
import { hideLegacy } from '../../src/graphql/legacy.js';
import { createSchema } from '../../src/graphql-schema.js';
import { CODES as OURS } from '../../src/shared/error-codes.js';
import { startTestApp, type TestApp } from '../support/client.js';
import * as fc from '../support/fast-check.js';
import { bodyOf, calls, type GeneratedCall, type Kind, type RootField } from '../support/fuzz/graphql-values.js';
import { createAllRecords, createRecords, type FuzzRecords, type RecordOwner } from '../support/fuzz/records.js';
import { Beekeeper, beekeeper, PASSWORD } from '../support/world.js';

/** How often each field is called. Outside of CI, each run of the suite generates other calls. */
const RUNS = 8;
const SAMPLE = 30;
const schema = hideLegacy(createSchema());
const roots = (['query', 'mutation'] as const).flatMap((kind) =>
  Object.values(schema.getRootType(kind as never)!.getFields()).map(
    (field): [string, 'query' | 'mutation', RootField] => [`${kind} ${field.name}`, kind, field],
  ),
);

/** Apollo's error codes for invalid requests. */
const APOLLO_CODES = [
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
  'BAD_REQUEST',
  'OPERATION_RESOLUTION_FAILURE',
];
const SERVER_ERRORS = ['INTERNAL_SERVER_ERROR', 'UNAVAILABLE'];
const CODES = [...Object.keys(OURS).filter((code) => !SERVER_ERRORS.includes(code)), ...APOLLO_CODES];

/** Part of every text and of the e-mail address of the other account. */
const MARK = 'zw1eb3lkuchen';
const OTHER_PASSWORD = 'Other-2026';
const WRONG_PASSWORD = 'Guessed-2026';
const WRONG_TOKEN = 'guessed-token-of-the-fuzz';
const PASSWORDS = [PASSWORD, OTHER_PASSWORD, WRONG_PASSWORD];
const TOKEN_PATTERN = /eyJ[\w-]{10,}\.[\w-]{10,}/;

interface Caller extends RecordOwner {
  records: FuzzRecords;
  /** The records of another account. */
  foreignRecords: () => FuzzRecords;
  refreshToken: string;
}

let app: TestApp;
let ana: Caller;
let other: Caller;
let otherExport: unknown;
beforeAll(async () => {
  app = await startTestApp();
  ana = await createCaller();
  ana.records = await createAllRecords(app, ana);
  const client = await beekeeper(app, `${MARK}@example.org`);
  await client.ask(
    'mutation ($mark: String!) { updateProfile(input: { username: $mark, phone: $mark, location: $mark }) { user { id } } }',
    { mark: MARK },
  );
  await client.ask(
    'mutation ($old: String!, $new: String!) { changePassword(input: { currentPassword: $old, newPassword: $new }) { success } }',
    {
      old: PASSWORD,
      new: OTHER_PASSWORD,
    },
  );
  other = { ...ana, client, member: await beekeeper(app) };
  other.records = await createAllRecords(app, other, MARK);
  otherExport = await exportOf(client);
});
afterAll(() => app.close());

/** Creates an account without records: its other records are ana's, but no account that an administrator could disable. */
async function createCaller(role: 'USER' | 'ADMIN' = 'USER'): Promise<Caller> {
  const input = { username: 'bee', email: `${randomUUID()}@example.org`, password: PASSWORD };
  const { register } = await app.anyone.ask(
    'mutation ($input: RegisterInput!) { register(input: $input) { accessToken refreshToken user { id } } }',
    { input },
  );
  const client = new Beekeeper(app.url, register.accessToken, register.user.id, input.email);
  // Before the first request: the service keeps the role of a session for a moment.
  if (role === 'ADMIN') await app.database.sql(`update users set role = 'ADMIN' where id = $1`, [client.id]);
  const { me } = await client.ask('{ me { sessions { id } } }');
  const records = { ...ana?.records, session: me.sessions[0].id, account: client.id, member: client.id };
  const member = ana?.member ?? (await beekeeper(app));
  return { client, member, records, foreignRecords: () => other.records, refreshToken: register.refreshToken };
}

/** Creates an administrator who manages two new accounts and not its own, which it could disable. */
async function createAdministrator(): Promise<Caller> {
  const [admin, managed, foreign] = [await createCaller('ADMIN'), await createCaller(), await createCaller()];
  const records = { ...admin.records, account: managed.client.id, member: managed.client.id };
  return { ...admin, records, foreignRecords: () => foreign.records };
}

/** With another member, if one is needed: an account can be a member of so many apiaries only. */
async function renewRecords(caller: Caller, kinds: ReadonlySet<Kind>): Promise<void> {
  if (kinds.has('member')) caller.member = await beekeeper(app);
  caller.records = { ...caller.records, ...(await createRecords(app, caller, kinds)) };
}

/** The kinds of records that calls of a field refer to, by a sample. A call may be of another kind: then its record is one of an earlier field. */
function kindsIn(kind: 'query' | 'mutation', field: RootField): Set<Kind> {
  const sample = [true, false].flatMap((isPlain) => fc.sample(calls(kind, field, isPlain), SAMPLE));
  const names = sample.flatMap((call) => [...JSON.stringify(call).matchAll(/@@own (\w+)@@/g)].map(([, name]) => name!));
  return new Set(names.map((name) => (name === 'code' ? 'lot' : name)) as Kind[]);
}

/** Returns the export of an account without the parts that change over time. */
async function exportOf(client: Beekeeper): Promise<unknown> {
  // Webhooks are tried again in the background.
  const {
    exportedAt,
    sessions,
    webhooks: _,
    webhookDeliveries: __,
    ...rest
  } = (await client.rest('GET', '/users/me/export')).body;
  expect([exportedAt, sessions.length]).toEqual([expect.any(String), 1]);
  return rest;
}

interface FuzzResponse {
  status: number;
  text: string;
  data: Record<string, unknown> | null;
  errors: { message: string; extensions: { code: string } }[];
}

/** Returns the values of the placeholders in a generated call. */
const placeholdersOf = ({ client, records, foreignRecords, refreshToken }: Caller): Record<string, string> => ({
  ...Object.fromEntries(Object.entries(records).map(([kind, id]) => [`own ${kind}`, id])),
  ...Object.fromEntries(Object.entries(foreignRecords()).map(([kind, id]) => [`foreign ${kind}`, id])),
  'own code': records.lot.toUpperCase(),
  'foreign code': foreignRecords().lot.toUpperCase(),
  'own email': client.email,
  'foreign email': other.client.email,
  'new email': `${randomUUID()}@example.org`,
  'new id': randomUUID(),
  'new code': randomUUID().toUpperCase(),
  'new key': `k${randomUUID().replaceAll('-', '')}`,
  password: PASSWORD,
  'wrong password': WRONG_PASSWORD,
  'refresh token': refreshToken,
  'wrong token': WRONG_TOKEN,
});

async function send(
  call: GeneratedCall,
  caller: Caller,
  token: string | undefined,
  key: string,
): Promise<FuzzResponse> {
  const response = await fetch(`${app.url}/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
      ...(key && { 'idempotency-key': key }),
    },
    body: bodyOf(call, placeholdersOf(caller)),
    signal: AbortSignal.timeout(10_000),
  });
  const text = await response.text();
  const { data = null, errors = [] } = JSON.parse(text);
  return { status: response.status, text, data, errors };
}

function expectNoServerError({ status, errors }: FuzzResponse): void {
  expect(status).toBeLessThan(500);
  expect(errors.map(({ extensions }) => extensions.code).filter((code) => !CODES.includes(code))).toEqual([]);
  expect(errors.map(({ message }) => message)).not.toContain('Something went wrong');
}

/** @param returnsTokens whether the field returns tokens by design */
function expectNoSecret({ text, errors }: FuzzResponse, token: string, returnsTokens: boolean): void {
  const secrets = [...PASSWORDS, WRONG_TOKEN, ...(returnsTokens ? [] : [token])];
  expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
  expect(errors.filter((error) => TOKEN_PATTERN.test(JSON.stringify(error)))).toEqual([]);
}

/** Fields that end the session or the account of the caller: a new account calls them. */
const SESSION_ENDING = /^(logOut|endSession|deleteMyAccount|changePassword|resetPassword|refreshSession)$/;
/** These find the hive ended, or living, the second time. */
const ENDS_HIVE = /^(recordLoss|unite|revive)/;
/** It takes all that is left of a harvest. */
const TAKES_HONEY = /^createLot$/;
/** Fields that delete their record or succeed only once on it. */
const NOT_REPEATABLE =
  /^(apply|delete|unlink|unassign|complete|correct(?!End|Placement)|amend|void|end|revoke|remove|transfer)/;
/** Fields that succeed only with the token of a message, a second factor, another apiary or another hive. */
const NEEDS_MORE = [
  ...[
    'resetPassword',
    'verifyEmail',
    'acceptInvitation',
    'leaveApiary',
    'moveBeehive',
    'moveBeehives',
    'moveInspection',
    'addQuestionTemplate',
    'linkIdentity',
    'logInWithIdentity',
    'confirmEmailChange',
    'undoEmailChange',
    'confirmSecondFactor',
    // The account has as many imports that wait as it can have, and a file has its own sheets.
    ...['createFileImport', 'updateFileImport'],
    'regenerateRecoveryCodes',
    'disableSecondFactor',
    'removeSecondFactor',
  ].map((name) => `mutation ${name}`),
  'query invitation',
];

const succeeded = new Set<string>();
const errorCodes = new Set<string>();
let sent = 0;

describe.each(roots)('%s', (name, kind, field) => {
  const { public: isPublic, permission } = field.extensions;
  const returnsTokens = getNamedType(field.type).name === 'AuthPayload';

  it('returns no server error, no secret and no data of another account', async () => {
    const endsSession = SESSION_ENDING.test(field.name);
    let user = endsSession ? await createCaller() : ana;
    const kinds = kindsIn(kind, field);
    if (kind === 'mutation' && !endsSession) await renewRecords(user, kinds);
    let admin = permission ? await createAdministrator() : undefined;
    const isDone = (isPlain: boolean): boolean => isPlain && succeeded.has(name);
    const property = (isPlain: boolean) =>
      fc.asyncProperty(
        // Once a plain call has succeeded, no more are generated.
        fc.constant(isPlain).chain(() => (isDone(isPlain) ? fc.constant(undefined) : calls(kind, field, isPlain))),
        isPlain ? fc.constant(0) : fc.nat(9),
        isPlain ? fc.constant('') : fc.constantFrom('', '', '', '', 'a', 'b', 'not a key'),
        async (call, dice, key) => {
          if (!call) return;
          sent += 1;
          const sentText = `${call.document} ${call.variables}`;
          const isAdmin = admin !== undefined && dice < 6;
          const caller = isAdmin ? admin! : user;
          const isAnonymous = dice === 9;
          const response = await send(call, caller, isAnonymous ? undefined : caller.client.token, key);
          const { text, data, errors } = response;
          expectNoServerError(response);
          // Every placeholder must have been replaced.
          expect(text).not.toContain('@@');
          expectNoSecret(response, caller.client.token!, returnsTokens);
          for (const { extensions } of errors) errorCodes.add(extensions.code);
          const result = data?.[field.name] ?? null;
          if (isAnonymous && !isPublic) expect(result).toBeNull();
          if (!isAdmin) {
            // An invitation repeats the address that the caller has sent.
            const isSent = sentText.includes('@@foreign email@@');
            expect(isSent ? text.replaceAll(other.client.email, '') : text).not.toContain(MARK);
            expect(Object.values(other.records).filter((id) => JSON.stringify(data).includes(id))).toEqual([]);
            // Among several ids, those of other accounts are left out, as missing ones are; each of several operations is refused by itself.
            const isFilter =
              /query nodes|mutation executeOperations/.test(name) ||
              /apiaryIds|assigneeIds|tasks\(.*beehiveId/.test(sentText);
            if (call.hasForeignId && !isFilter) expect({ call, result }).toEqual({ call, result: null });
          }
          // A mutation may return null on success.
          if (result === null && (kind === 'query' || errors.length > 0)) {
            const isLoggedOut = errors.some(({ extensions }) => extensions.code === 'UNAUTHENTICATED');
            if (isLoggedOut && isAdmin) admin = await createAdministrator();
            // An earlier call may have succeeded although an error in its selection made the result null.
            const isGone =
              isPlain && errors.some(({ extensions }) => /NOT_FOUND|CONFLICT|FORBIDDEN/.test(extensions.code));
            if (isGone && [NOT_REPEATABLE, ENDS_HIVE, TAKES_HONEY].some((names) => names.test(field.name)))
              await renewRecords(user, kinds);
            return;
          }
          succeeded.add(name);
          if (endsSession) user = await createCaller();
          else if (NOT_REPEATABLE.test(field.name)) await renewRecords(user, kinds);
        },
      );
    await fc.assert(property(false), { numRuns: RUNS, endOnFailure: true });
    // Calls of some fields seldom succeed by chance: plain calls follow, so that a success is looked at, too.
    if (!NEEDS_MORE.includes(name)) await fc.assert(property(true), { numRuns: 1000, endOnFailure: true });
    expect(await ana.client.ask('{ me { id } }')).toEqual({ me: { id: ana.client.id } });
    // The deletion of an account is answered after a second.
  }, 120_000);
});

describe('the calls of all fields', () => {
  it('were so many of each, with many error codes', () => {
    expect(sent).toBeGreaterThanOrEqual(roots.length * fc.runs(RUNS));
    for (const code of [
      'BAD_USER_INPUT',
      'NOT_FOUND',
      'UNAUTHENTICATED',
      'FORBIDDEN',
      'CONFLICT',
      ...APOLLO_CODES.slice(0, 2),
    ])
      expect(errorCodes).toContain(code);
  });

  it('succeeded at least once for every field that needs nothing more', () => {
    const never = roots.map(([name]) => name).filter((name) => !succeeded.has(name));
    expect(never.filter((name) => !NEEDS_MORE.includes(name))).toEqual([]);
  });

  it('did not change the records of the other account', async () => {
    expect(await exportOf(other.client)).toEqual(otherExport);
  });
});
