// Log-ins that are under way at a provider, in the database: any process may get the answer. What must stay secret is in the cookie of the
// browser alone: from it and the `state`, the nonce and the PKCE verifier of the log-in are derived.
import { createHash, createHmac } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import type { Context } from '../../context.js';
import { runStatement } from '../../database/pool.js';
import { unitOfWork } from '../../database/unit-of-work.js';
import { createRandomToken, hashToken, isRandomToken } from '../../shared/random-token.js';
import type { IdentityClaims } from './identity-claims.rules.js';

/** How long somebody may take at the provider. */
export const LOG_IN_SECONDS = 600;
/** How long a client may take to exchange its code: long enough to type that of an authenticator app. */
export const CODE_SECONDS = 300;

/** What the client of the log-in has sent. */
export interface ClientRequest {
  redirectUri: string;
  state: string;
  codeChallenge: string;
}
/** What is sent to the provider, or checked in its answer. */
export interface LogInSecrets {
  state: string;
  nonce: string;
  codeVerifier: string;
}
export interface ReturnedLogIn extends Omit<ClientRequest, 'codeChallenge'> {
  id: string;
  secrets: LogInSecrets;
}

const deriveSecrets = (browser: string, state: string): LogInSecrets => {
  const derive = (use: string): string => createHmac('sha256', browser).update(`${use} ${state}`).digest('base64url');
  return { state, nonce: derive('nonce'), codeVerifier: derive('code_verifier') };
};

const CREATE = `insert into oidc_log_ins
    (id, created_at, updated_at, provider, state_hash, browser_hash, redirect_uri, client_state, code_challenge, expires_at)
  values ($1, now(), now(), $2, $3, $4, $5, $6, $7, now() + make_interval(secs => ${LOG_IN_SECONDS})) returning id`;

/** @param browser the secret in the cookie */
export async function beginLogIn(
  context: Context,
  provider: string,
  { redirectUri, state: clientState, codeChallenge }: ClientRequest,
  browser: string,
): Promise<LogInSecrets> {
  const { secret: state, hash } = createRandomToken();
  const values = [uuidv7(), provider, hash, hashToken(browser), redirectUri, clientState, codeChallenge];
  await write(context, CREATE, values);
  return deriveSecrets(browser, state);
}

const RETURN = `update oidc_log_ins set returned_at = now(), updated_at = now()
  where state_hash = $1 and browser_hash = $2 and provider = $3 and returned_at is null and expires_at > now()
  returning id, redirect_uri as "redirectUri", client_state as state`;

/**
 * Finds the log-in of an answer of the provider, once.
 * @returns undefined if it has expired, was begun at another provider or in another browser, or has been answered before
 */
export async function returnLogIn(
  context: Context,
  provider: string,
  state: unknown,
  browser: string | undefined,
): Promise<ReturnedLogIn | undefined> {
  if (typeof state !== 'string' || !isRandomToken(state) || browser === undefined) return undefined;
  const [row] = await write<Omit<ReturnedLogIn, 'secrets'>>(context, RETURN, [
    hashToken(state),
    hashToken(browser),
    provider,
  ]);
  return row && { ...row, secrets: deriveSecrets(browser, state) };
}

const ISSUE = `update oidc_log_ins set code_hash = $2, claims = $3::jsonb, updated_at = now(),
  expires_at = now() + make_interval(secs => ${CODE_SECONDS}) where id = $1 returning id`;

/** @returns the code of the client: random, valid once, and of no use without its verifier */
export async function issueCode(context: Context, id: string, claims: IdentityClaims): Promise<string> {
  const { secret, hash } = createRandomToken();
  await write(context, ISSUE, [id, hash, JSON.stringify(claims)]);
  return secret;
}

/** A log-in that has failed needs no row any more. */
export async function endLogIn(context: Context, id: string): Promise<void> {
  await write(context, 'delete from oidc_log_ins where id = $1', [id]);
}

const REDEEM = `select id, code_challenge as "codeChallenge", claims from oidc_log_ins
  where code_hash = $1 and expires_at > now() for update`;

const READ = `select code_challenge as "codeChallenge", claims from oidc_log_ins where code_hash = $1 and expires_at > now()`;

/** What the provider says of the one whose code it is, which remains. @returns undefined if the code or the verifier is wrong */
export async function readClaims(
  context: Context,
  { authorizationCode, codeVerifier }: ClientCode,
): Promise<IdentityClaims | undefined> {
  context.startWriting();
  const [found] = await runStatement<Pending>(context, { text: READ, values: [hashToken(authorizationCode)] });
  return found && challengeOf(codeVerifier) === found.codeChallenge ? found.claims : undefined;
}

interface ClientCode {
  authorizationCode: string;
  codeVerifier: string;
}
interface Pending {
  codeChallenge: string;
  claims: IdentityClaims;
}

const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url');

/**
 * Exchanges a code for what `work` makes of it, in one transaction: of several requests with the code, one gets a result. A wrong verifier
 * ends the code, because somebody else has it. If `work` throws, the code can be sent again until it expires.
 * @returns undefined if the code is unknown, expired or used, or the verifier is wrong
 */
export async function redeemCode<T>(
  context: Context,
  { authorizationCode, codeVerifier }: ClientCode,
  work: (claims: IdentityClaims) => Promise<T>,
): Promise<T | undefined> {
  if (!isRandomToken(authorizationCode)) return undefined;
  return unitOfWork(context, async () => {
    const select = { text: REDEEM, values: [hashToken(authorizationCode)] };
    const [found] = await runStatement<Pending & { id: string }>(context, select);
    if (!found) return undefined;
    await runStatement(context, { text: 'delete from oidc_log_ins where id = $1', values: [found.id] });
    return challengeOf(codeVerifier) === found.codeChallenge ? work(found.claims) : undefined;
  });
}

function write<R>(context: Context, text: string, values: unknown[]): Promise<R[]> {
  context.startWriting();
  return context.withShare('writes', () => runStatement<R>(context, { text, values }));
}
