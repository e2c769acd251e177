// What the tests of second factors share: accounts that have one, and log-ins over both APIs.
import type { Client, TestApp } from '../../support/client.js';
import { currentCode } from '../../support/totp.js';
import { type Beekeeper, beekeeper, PASSWORD } from '../../support/world.js';

export const BEGIN = 'mutation ($p: String!) { beginSecondFactor(input: { password: $p }) { secret: key uri } }';
export const CONFIRM =
  'mutation ($c: String!) { confirmSecondFactor(input: { secondFactorCode: $c }) { recoveryCodes } }';
export const REGENERATE =
  'mutation ($p: String!, $c: String) { regenerateRecoveryCodes(input: { password: $p, secondFactorCode: $c }) { recoveryCodes } }';
export const DISABLE =
  'mutation ($p: String!, $c: String) { disableSecondFactor(input: { password: $p, secondFactorCode: $c }) { success } }';
const LOG_IN = `mutation ($e: String!, $p: String!, $c: String) {
  logIn(input: { email: $e, password: $p, secondFactorCode: $c }) { accessToken refreshToken }
}`;

export interface Guarded {
  ana: Beekeeper;
  secret: string;
  recoveryCodes: string[];
}

/** An account with a second factor, of which no code has been used. */
export async function guarded(app: TestApp): Promise<Guarded> {
  const ana = await beekeeper(app);
  const { secret } = (await ana.ask(BEGIN, { p: PASSWORD })).beginSecondFactor;
  const { recoveryCodes } = (await ana.ask(CONFIRM, { c: await currentCode(secret) })).confirmSecondFactor;
  await forgetCodes(app, ana);
  return { ana, secret, recoveryCodes };
}

/** The service forgets which codes were used, so that a test does not wait for the next. */
export const forgetCodes = ({ database }: TestApp, { id }: Beekeeper): Promise<unknown> =>
  database.sql('update second_factors set last_step = 0 where user_id = $1', [id]);

export interface LogIn {
  status: number;
  reason: string | undefined;
  token: string | undefined;
}
export type LogInWith = (who: Client, email: string, code?: string, password?: string) => Promise<LogIn>;

export const overRest: LogInWith = async (who, email, code, password = PASSWORD) => {
  const { status, body } = await who.rest('POST', '/auth/login', { email, password, ...(code && { code }) });
  return { status, reason: body.error_code, token: body.access_token };
};
export const overGraphql: LogInWith = async (who, email, code, password = PASSWORD) => {
  const { status, data, errors } = await who.graphql(LOG_IN, { e: email, p: password, c: code });
  return { status, reason: errors?.[0]?.extensions.reason, token: data?.logIn?.accessToken };
};
