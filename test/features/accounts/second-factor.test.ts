// TOTP as a second factor: turned on, asked for, spent once, replaced by recovery codes, turned off.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client, startTestApp, type TestApp } from '../../support/client.js';
import { allSent, mailsTo, resetMail, tokenIn } from '../../support/mail.js';
import { codeOf, currentCode, currentStep } from '../../support/totp.js';
import { type Beekeeper, beekeeper, PASSWORD } from '../../support/world.js';
import {
  BEGIN,
  CONFIRM,
  DISABLE,
  guarded,
  type LogInWith,
  overGraphql,
  overRest,
  REGENERATE,
} from './second-factor.fixture.js';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const OK = { status: 200, reason: undefined, token: expect.any(String) };
const refused = (reason: string) => ({ status: 401, reason, token: undefined });
const REQUIRED = 'SECOND_FACTOR_REQUIRED';
const INVALID = 'SECOND_FACTOR_INVALID';
const NEW_PASSWORD = 'Colmena-2027';
const apis: [string, LogInWith][] = [
  ['REST', overRest],
  ['GraphQL', overGraphql],
];
const reasonOf = async (who: Client, document: string, variables: object): Promise<unknown> => {
  const { errors } = await who.graphql(document, variables as Record<string, unknown>);
  return errors?.[0]?.extensions.reason ?? errors?.[0]?.extensions.fields?.[0] ?? errors?.[0]?.extensions.code;
};
const me = async (who: Client) => (await who.ask('{ me { hasSecondFactor recoveryCodesLeft } }')).me;
const subjects = async ({ email }: Beekeeper): Promise<string[]> => {
  await allSent(app);
  return mailsTo(app, email).map(({ subject }) => subject);
};

it('the authenticator app of the tests computes the codes of RFC 6238', () => {
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
  expect([59, 1_111_111_109, 20_000_000_000].map((s) => codeOf(secret, Math.floor(s / 30)))).toEqual([
    '287082',
    '081804',
    '353130',
  ]);
});

describe('turning it on', () => {
  it('takes the password, shows the secret once, and asks for nothing before the first code', async () => {
    const ana = await beekeeper(app);
    expect(await reasonOf(ana, BEGIN, { p: 'Zangano-2026' })).toEqual({ field: 'password', message: 'is wrong' });
    expect(await reasonOf(ana, CONFIRM, { c: '123456' })).toBe('SECOND_FACTOR_MISSING');
    const first = (await ana.ask(BEGIN, { p: PASSWORD })).beginSecondFactor;
    const { secret, uri } = (await ana.ask(BEGIN, { p: PASSWORD })).beginSecondFactor;
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(new URL(uri)).toMatchObject({ protocol: 'otpauth:', host: 'totp' });
    expect(decodeURIComponent(uri)).toContain(ana.email);
    expect(new URL(uri).searchParams.get('secret')).toBe(secret);
    expect(await overRest(app.anyone, ana.email)).toEqual(OK);
    expect(await me(ana)).toEqual({ hasSecondFactor: false, recoveryCodesLeft: 0 });
    for (const code of [await currentCode(first.secret), '', '12345', 'x'.repeat(50)])
      expect((await ana.graphql(CONFIRM, { c: code })).errors).toMatchObject([
        { extensions: { code: 'BAD_USER_INPUT', fields: [{ field: 'secondFactorCode' }] } },
      ]);

    const other = new Client(app.url, (await overRest(app.anyone, ana.email)).token);
    const { recoveryCodes } = (await ana.ask(CONFIRM, { c: await currentCode(secret) })).confirmSecondFactor;
    expect(new Set(recoveryCodes).size).toBe(10);
    for (const code of recoveryCodes) expect(code).toMatch(/^([A-Z2-7]{4}-){5}[A-Z2-7]{4}$/);
    expect(await me(ana)).toEqual({ hasSecondFactor: true, recoveryCodesLeft: 10 });
    // The sessions that were opened without it have ended.
    expect((await other.rest('GET', '/auth/me')).status).toBe(401);
    expect(await reasonOf(ana, BEGIN, { p: PASSWORD })).toBe(REQUIRED);
    expect(await subjects(ana)).toContain('El segundo factor está activado');
  });

  it('takes the secret for one hour; an old one is removed in the background', async () => {
    const ana = await beekeeper(app);
    const { secret } = (await ana.ask(BEGIN, { p: PASSWORD })).beginSecondFactor;
    const age = (hours: number) =>
      app.database.sql(`update second_factors set created_at = now() - interval '${hours} hours' where user_id = $1`, [
        ana.id,
      ]);
    await age(2);
    expect(await reasonOf(ana, CONFIRM, { c: await currentCode(secret) })).toBe('SECOND_FACTOR_MISSING');
    await age(25);
    const { ana: luz } = await guarded(app);
    await app.database.sql(`update second_factors set created_at = now() - interval '9 years' where user_id = $1`, [
      luz.id,
    ]);
    await app.app.expiredRows.remove();
    expect(await app.database.sql('select 1 from second_factors where user_id = $1', [ana.id])).toEqual([]);
    expect(await me(luz)).toMatchObject({ hasSecondFactor: true });
  });

  it('stores neither the secret nor the recovery codes in clear, and exports none of them', async () => {
    const { ana, secret, recoveryCodes } = await guarded(app);
    const rows = JSON.stringify(await app.database.sql('select * from second_factors where user_id = $1', [ana.id]));
    const exported = (await ana.rest('GET', '/users/me/export')).body;
    for (const text of [secret, ...recoveryCodes, ...recoveryCodes.map((code) => code.replaceAll('-', ''))])
      expect(rows + JSON.stringify(exported)).not.toContain(text);
    expect(exported.secondFactors).toEqual([
      {
        id: expect.any(String),
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
        confirmedAt: expect.any(String),
        userId: ana.id,
      },
    ]);
  });
});

describe.each(apis)('a log-in over %s', (_api, logIn) => {
  it('asks for a code after the password only, and takes each code once', async () => {
    const { ana, secret } = await guarded(app);
    expect(await logIn(app.anyone, ana.email, undefined, 'Zangano-2026')).toEqual(refused('INVALID_CREDENTIALS'));
    const code = await currentCode(secret);
    expect(await logIn(app.anyone, ana.email, code, 'Zangano-2026')).toEqual(refused('INVALID_CREDENTIALS'));
    for (const none of [undefined, ' ', '-'])
      expect(await logIn(app.anyone, ana.email, none)).toEqual(refused(REQUIRED));
    expect(await logIn(app.anyone, ana.email, ` ${code.slice(0, 3)} ${code.slice(3)}`)).toEqual(OK);
    expect(await logIn(app.anyone, ana.email, code)).toEqual(refused(INVALID));
    const luz = await beekeeper(app);
    expect(await logIn(app.anyone, luz.email, '123456')).toEqual(OK);
  });

  it('takes codes of the time step before and after, but none that is older than one that was used', async () => {
    const { ana, secret } = await guarded(app);
    const step = await currentStep(8);
    const at = (offset: number) => logIn(app.anyone, ana.email, codeOf(secret, step + offset));
    for (const offset of [-2, 2]) expect(await at(offset)).toEqual(refused(INVALID));
    expect(await at(-1)).toEqual(OK);
    expect(await at(1)).toEqual(OK);
    expect(await at(0)).toEqual(refused(INVALID));
  });

  it('takes a recovery code once, in place of the code, and tells the account by mail', async () => {
    const { ana, recoveryCodes } = await guarded(app);
    const [first, second] = recoveryCodes as [string, string];
    expect(await logIn(app.anyone, ana.email, first.toLowerCase())).toEqual(OK);
    expect(await logIn(app.anyone, ana.email, first)).toEqual(refused(INVALID));
    expect(await logIn(app.anyone, ana.email, second.replaceAll('-', ' '))).toEqual(OK);
    expect(await me(ana)).toEqual({ hasSecondFactor: true, recoveryCodesLeft: 8 });
    await allSent(app);
    const mails = mailsTo(app, ana.email).filter(({ subject }) => subject === 'Se ha usado un código de recuperación');
    expect(mails.map(({ text }) => /quedan: (\d+)/.exec(text)?.[1])).toEqual(['9', '8']);
  });
});

it('the message of a REST log-in without a code can be shown to people, in their language', async () => {
  const { ana } = await guarded(app);
  const { body } = await app.anyone.rest(
    'POST',
    '/auth/login',
    { email: ana.email, password: PASSWORD },
    { 'accept-language': 'es' },
  );
  expect(body.message).toMatch(/^Esta cuenta tiene un segundo factor: envíe también el código/);
});

describe('of twenty log-ins at the same time, in two processes', () => {
  let other: TestApp;
  beforeAll(async () => {
    other = await startTestApp({}, app.database);
  });
  afterAll(() => other.close());

  const race = (email: string, code: string): Promise<number[]> =>
    Promise.all(
      Array.from({ length: 20 }, async (_, i) => {
        const { anyone } = i % 2 ? app : other;
        return (await (i % 4 < 2 ? overRest : overGraphql)(anyone, email, code)).token ? 1 : 0;
      }),
    );
  const sum = (numbers: number[]): number => numbers.reduce((a, b) => a + b, 0);

  it('one succeeds with the same code, and one with the same recovery code', async () => {
    const { ana, secret, recoveryCodes } = await guarded(app);
    expect(sum(await race(ana.email, await currentCode(secret)))).toBe(1);
    expect(sum(await race(ana.email, recoveryCodes[3]!))).toBe(1);
    expect(await me(ana)).toEqual({ hasSecondFactor: true, recoveryCodesLeft: 9 });
  });
});

describe('what asks for the password', () => {
  const OPERATIONS: [string, string][] = [
    [
      'changePassword',
      `mutation ($p: String!, $c: String) { changePassword(input: { currentPassword: $p, newPassword: "${NEW_PASSWORD}", secondFactorCode: $c }) { success } }`,
    ],
    [
      'requestEmailChange',
      'mutation ($p: String!, $c: String) { requestEmailChange(input: { newEmail: "new-place@example.org", password: $p, secondFactorCode: $c }) { success } }',
    ],
    ['regenerateRecoveryCodes', REGENERATE],
    ['disableSecondFactor', DISABLE],
    [
      'deleteMyAccount',
      'mutation ($p: String!, $c: String) { deleteMyAccount(input: { password: $p, secondFactorCode: $c }) { success } }',
    ],
  ];
  it.each(OPERATIONS)('%s asks for a code too, and keeps the session when it is missing', async (_name, document) => {
    const { ana, secret, recoveryCodes } = await guarded(app);
    expect(await reasonOf(ana, document, { p: PASSWORD })).toBe(REQUIRED);
    expect(await reasonOf(ana, document, { p: PASSWORD, c: '000000' })).toBe(INVALID);
    expect(await reasonOf(ana, document, { p: 'Zangano-2026', c: await currentCode(secret) })).not.toBe(REQUIRED);
    expect(await me(ana)).toMatchObject({ hasSecondFactor: true });
    await ana.ask(document, { p: PASSWORD, c: await currentCode(secret) });
    expect((await overRest(app.anyone, ana.email, recoveryCodes[0], PASSWORD)).token === undefined).toBe(
      ['changePassword', 'regenerateRecoveryCodes', 'deleteMyAccount'].includes(_name),
    );
  });

  it('a code that an operation could not use is not spent', async () => {
    const { ana, secret } = await guarded(app);
    const code = await currentCode(secret);
    const weak = `mutation ($c: String) { changePassword(input: { currentPassword: "${PASSWORD}", newPassword: "${ana.email}", secondFactorCode: $c }) { success } }`;
    expect((await ana.graphql(weak, { c: code })).errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }]);
    expect(await overRest(app.anyone, ana.email, code)).toEqual(OK);
  });
});

it('new recovery codes replace those of before', async () => {
  const { ana, secret, recoveryCodes } = await guarded(app);
  const renewed = (await ana.ask(REGENERATE, { p: PASSWORD, c: recoveryCodes[0] })).regenerateRecoveryCodes;
  expect(renewed.recoveryCodes).toHaveLength(10);
  expect(await me(ana)).toMatchObject({ recoveryCodesLeft: 10 });
  expect(await overRest(app.anyone, ana.email, recoveryCodes[1])).toEqual(refused(INVALID));
  expect(await overRest(app.anyone, ana.email, renewed.recoveryCodes[1])).toEqual(OK);
  expect(await overRest(app.anyone, ana.email, await currentCode(secret))).toEqual(OK);
  expect(await subjects(ana)).toContain('Códigos de recuperación nuevos');
});

it('is turned off with the password and a code; then the password is enough', async () => {
  const { ana, recoveryCodes } = await guarded(app);
  await ana.ask(DISABLE, { p: PASSWORD, c: recoveryCodes[9] });
  expect(await overRest(app.anyone, ana.email)).toEqual(OK);
  expect(await me(ana)).toEqual({ hasSecondFactor: false, recoveryCodesLeft: 0 });
  for (const document of [DISABLE, REGENERATE])
    expect(await reasonOf(ana, document, { p: PASSWORD })).toBe('SECOND_FACTOR_MISSING');
  expect(await subjects(ana)).toContain('El segundo factor está desactivado');
});

it('a password reset sets the password, and neither logs in nor removes the second factor', async () => {
  const { ana, secret } = await guarded(app);
  await app.anyone.rest('POST', '/auth/forgot-password', { email: ana.email });
  const token = tokenIn(await resetMail(app, ana.email));
  const { body } = await app.anyone.rest('POST', '/auth/reset-password', { token, new_password: NEW_PASSWORD });
  expect(Object.keys(body)).toEqual(['message']);
  expect(await overRest(app.anyone, ana.email, undefined, NEW_PASSWORD)).toEqual(refused(REQUIRED));
  expect(await overRest(app.anyone, ana.email, await currentCode(secret), NEW_PASSWORD)).toEqual(OK);
});

it('a session goes on and is refreshed without a code', async () => {
  const { ana, secret } = await guarded(app);
  const { body } = await app.anyone.rest('POST', '/auth/login', {
    email: ana.email,
    password: PASSWORD,
    code: await currentCode(secret),
  });
  const refreshed = await app.anyone.rest('POST', '/auth/refresh', { refresh_token: body.refresh_token });
  expect(refreshed.status).toBe(200);
});

it('goes with the account', async () => {
  const { ana, recoveryCodes } = await guarded(app);
  const DELETE =
    'mutation ($p: String!, $c: String) { deleteMyAccount(input: { password: $p, secondFactorCode: $c }) { success } }';
  await ana.ask(DELETE, { p: PASSWORD, c: recoveryCodes[0] });
  expect(await app.database.sql('select 1 from second_factors where user_id = $1', [ana.id])).toEqual([]);
});
