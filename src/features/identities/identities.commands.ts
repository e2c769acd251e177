// Which account an identity opens. Everything is decided when the client exchanges its code: until then, a log-in at a provider changes nothing.
import { ref, UniqueConstraintViolationException } from '@mikro-orm/core';
import type { Context } from '../../context.js';
import { runStatement } from '../../database/pool.js';
import { requireTimeZone } from '../../database/time-zones.js';
import { AppError } from '../../errors.js';
import { createMessage } from '../../messages/message.js';
import { Language, negotiateLanguage } from '../../shared/language.js';
import { UTC } from '../../shared/time-zone.js';
import { readZoneOfClient, setFirstTimeZone } from '../accounts/account-time-zone.commands.js';
import { type Proven, reauthenticate, requireActive, verifyCredentials } from '../accounts/credentials.commands.js';
import { endEmailChanges } from '../accounts/email-change.commands.js';
import { findAccount, lockAccountOf } from '../accounts/find-account.queries.js';
import { endOtherAccess } from '../accounts/other-access.commands.js';
import { hashOfNoPassword, normalizeEmail } from '../accounts/passwords.rules.js';
import { refuseCode, requireSecondFactor } from '../accounts/require-second-factor.commands.js';
import { type AuthPayload, endSessionsOf, openSession } from '../accounts/sessions.commands.js';
import { User } from '../accounts/user.entity.js';
import type { LinkIdentityInput, LogInWithIdentityInput } from './identities.inputs.js';
import { Identity } from './identity.entity.js';
import { tellOwner } from './identity.mail.js';
import { type IdentityClaims, languageOf, usernameOf } from './identity-claims.rules.js';
import { readClaims, redeemCode } from './pending-log-ins.commands.js';
import { titleOf } from './provider-settings.queries.js';

/** The most that an account can have. */
export const MAX_IDENTITIES = 10;

/**
 * @throws BAD_USER_INPUT (TOKEN_INVALID), UNAUTHENTICATED (PASSWORD_REQUIRED, or as for a log-in by password), FORBIDDEN (ACCOUNT_DISABLED),
 * CONFLICT (IDENTITY_NOT_VERIFIED, ACCOUNT_NOT_VERIFIED), RATE_LIMITED
 */
export async function logInWithIdentity(context: Context, input: LogInWithIdentityInput): Promise<AuthPayload> {
  await context.rateLimiter.count('logIns', context.client.address);
  const zone = readZoneOfClient(context);
  if (zone !== undefined) await requireTimeZone(context, zone, 'Time-Zone');
  // Before the transaction, because hashing is slow.
  const noPassword = await hashOfNoPassword();
  const proven = await proveJoining(context, input);
  const payload = await onceMoreIfTaken(() =>
    redeemCode(context, input, async (claims) => {
      const known = await findOpened(context, claims);
      const account = known ?? (await openAccount(context, claims, { input, proven, noPassword, zone }));
      requireActive(account);
      if (zone !== undefined && account.timeZone === UTC) await setFirstTimeZone(context, account, zone);
      // A provider may be wrong about whose an address is. If the code is missing or wrong, that of the log-in can be sent again until it expires.
      const isProven = proven?.account.id === account.id;
      const spend = isProven ? proven.spend : await requireSecondFactor(context, account.id, input.secondFactorCode);
      await spend();
      return openSession(context, account, input.longLived ?? false);
    }),
  );
  if (!payload) throw invalidCode();
  context.requestLog.accountId = payload.user.id;
  return payload;
}

interface Opening {
  input: LogInWithIdentityInput;
  proven: Proven | undefined;
  noPassword: string;
  zone: string | undefined;
}

async function findOpened(context: Context, claims: IdentityClaims): Promise<User | null | undefined> {
  const linked = await findLinked(context, claims);
  return linked && findAccount(context, linked.userId);
}

/** Verifies the password of the account that the identity would be linked to, if it has one. It is slow, so no transaction waits for it. */
async function proveJoining(context: Context, input: LogInWithIdentityInput): Promise<Proven | undefined> {
  const { password, secondFactorCode } = input;
  if (password == null) return undefined;
  const claims = await readClaims(context, input);
  if (claims?.email === undefined || (await findLinked(context, claims))) return undefined;
  const text = 'select 1 from users where email = $1 and has_password';
  const [account] = await runStatement(context, { text, values: [normalizeEmail(claims.email)] });
  return account === undefined
    ? undefined
    : verifyCredentials(context, { email: claims.email, password, secondFactorCode });
}

/** That with the same verified address, to which the identity is linked; else a new one. */
async function openAccount(
  context: Context,
  claims: IdentityClaims,
  { input, proven, noPassword, zone }: Opening,
): Promise<User> {
  if (claims.email === undefined) throw unverifiedIdentity();
  const account = await lockAccountOf(context, claims.email);
  if (!account) return createAccount(context, claims, claims.email, noPassword, zone);
  requireActive(account);
  // Somebody else may have registered the address, and know the password: nothing of such an account is given to its owner, or the other way round.
  if (!account.isVerified) throw unverifiedAccount();
  // Whoever verifies an address by clicking on the mail of somebody else's registration has not set the password, nor what else is there.
  const isTheirs = !account.hasPassword || proven?.account.id === account.id;
  if (!isTheirs && !input.discardPassword) throw passwordRequired();
  if (!isTheirs) await endAccessOfOthers(context, account, noPassword);
  await requireCapacity(context, account.id);
  linkTo(context, account, claims);
  await tellOwner(context, account, isTheirs ? 'joined' : 'discarded', titleOf(context.settings.oidc, claims.issuer));
  return account;
}

/** Not the second factor: a provider may be wrong about whose an address is. */
async function endAccessOfOthers(context: Context, account: User, noPassword: string): Promise<void> {
  const always = new Date(0);
  Object.assign(account, { passwordHash: noPassword, hasPassword: false });
  await endSessionsOf(context, account.id);
  await endEmailChanges(context, account.id, always);
  await endOtherAccess(context, account.id, always);
}

function createAccount(
  { em, client, settings }: Context,
  claims: IdentityClaims,
  email: string,
  passwordHash: string,
  zone: string | undefined,
): User {
  const user = em.create(User, {
    email,
    username: usernameOf(claims),
    passwordHash,
    hasPassword: false,
    isVerified: true,
    language: languageOf(claims, negotiateLanguage(client.languages, Language.ES)),
    timeZone: zone ?? claims.timeZone ?? settings.defaultTimeZone,
  });
  em.create(Identity, { user: ref(user), issuer: claims.issuer, subject: claims.subject });
  return user;
}

/**
 * Links the identity of a code to the current account. Repeated with another code of the same identity, it changes nothing.
 * @throws BAD_USER_INPUT (TOKEN_INVALID, or for the password), CONFLICT (IDENTITY_LINKED, TOO_MANY_IDENTITIES)
 */
export async function linkIdentity(
  context: Context,
  { password, secondFactorCode, ...code }: LinkIdentityInput,
): Promise<Identity> {
  const { viewer, em } = context;
  const { hasPassword } = await em.findOneOrFail(User, { id: viewer.id });
  if (hasPassword && password == null) throw AppError.badInput([{ field: 'password', message: 'is required' }]);
  if (!hasPassword) requireRecentLogIn(context);
  const { spend } = hasPassword
    ? await reauthenticate(context, { password: password!, secondFactorCode })
    : { spend: await requireSecondFactor(context, viewer.id, secondFactorCode, refuseCode) };
  const identity = await onceMoreIfTaken(() =>
    redeemCode(context, code, async (claims) => {
      await spend();
      const user = await context.access.forUpdate(User, viewer.id);
      const linked = await findLinked(context, claims);
      if (linked && linked.userId !== user.id)
        throw new AppError('CONFLICT', 'The identity is linked to another account', { reason: 'IDENTITY_LINKED' });
      if (linked) return em.findOneOrFail(Identity, { id: linked.id });
      await requireCapacity(context, user.id);
      await tellOwner(context, user, 'linked', titleOf(context.settings.oidc, claims.issuer));
      return linkTo(context, user, claims);
    }),
  );
  if (!identity) throw invalidCode();
  return identity;
}

const RECENT_LOG_IN_MS = 10 * 60_000;

/** Without a password, a log-in is what a thief of a session cannot repeat. @throws FORBIDDEN (LOG_IN_TOO_OLD) */
function requireRecentLogIn({ viewer }: Context): void {
  if (Date.now() - viewer.loggedInAt <= RECENT_LOG_IN_MS) return;
  throw new AppError('FORBIDDEN', 'Log in again first: the last log-in was more than 10 minutes ago', {
    reason: 'LOG_IN_TOO_OLD',
  });
}

/** @returns the id @throws NOT_FOUND, CONFLICT (LAST_IDENTITY) */
export async function unlinkIdentity(context: Context, id: string): Promise<string> {
  const { access, em, viewer } = context;
  // Two requests of the account wait for each other, so that one of its identities stays.
  const user = await access.forUpdate(User, viewer.id);
  const identity = await access.forUpdate(Identity, id);
  if (!user.hasPassword && (await countIdentities(context, user.id)) === 1)
    throw new AppError(
      'CONFLICT',
      'This is the only way to log in to the account: set a password first, or link another identity',
      { reason: 'LAST_IDENTITY' },
    );
  await tellOwner(context, user, 'unlinked', titleOf(context.settings.oidc, identity.issuer));
  em.remove(identity);
  return identity.id;
}

const linkTo = ({ em }: Context, user: User, { issuer, subject }: IdentityClaims): Identity =>
  em.create(Identity, { user: ref(user), issuer, subject });

async function findLinked(context: Context, { issuer, subject }: IdentityClaims) {
  const text = 'select id, user_id as "userId" from identities where issuer = $1 and subject = $2';
  const [row] = await runStatement<{ id: string; userId: string }>(context, { text, values: [issuer, subject] });
  return row;
}

async function countIdentities(context: Context, userId: string): Promise<number> {
  const text = 'select count(*)::int as count from identities where user_id = $1';
  return (await runStatement<{ count: number }>(context, { text, values: [userId] }))[0]!.count;
}

async function requireCapacity(context: Context, userId: string): Promise<void> {
  if ((await countIdentities(context, userId)) < MAX_IDENTITIES) return;
  const message = createMessage('An account can have at most {max} identities', { max: MAX_IDENTITIES });
  throw new AppError('CONFLICT', message, { reason: 'TOO_MANY_IDENTITIES' });
}

/** If two first log-ins come at the same time, one creates the account: the other finds it when it begins again. */
async function onceMoreIfTaken<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof UniqueConstraintViolationException)) throw error;
    return work();
  }
}

const passwordRequired = (): AppError =>
  new AppError(
    'UNAUTHENTICATED',
    'There is an account with this e-mail address: send its password, too, or discard it, which ends all that others may have set up there',
    { reason: 'PASSWORD_REQUIRED' },
  );
const invalidCode = (): AppError =>
  new AppError('BAD_USER_INPUT', 'The code is no longer valid: log in again', {
    reason: 'TOKEN_INVALID',
    fields: [{ field: 'authorizationCode', message: 'is no longer valid' }],
  });
const unverifiedIdentity = (): AppError =>
  new AppError(
    'CONFLICT',
    'The provider has not verified your e-mail address: verify it there, or log in another way',
    { reason: 'IDENTITY_NOT_VERIFIED' },
  );
const unverifiedAccount = (): AppError =>
  new AppError(
    'CONFLICT',
    'There is an account with this e-mail address that has not verified it: request a password reset link, which proves that it is yours',
    { reason: 'ACCOUNT_NOT_VERIFIED' },
  );
