import type { Context } from '../../context.js';
import { requireTimeZone } from '../../database/time-zones.js';
import { unitOfWork } from '../../database/unit-of-work.js';
import { AppError, type FieldProblem } from '../../errors.js';
import { Language, negotiateLanguage } from '../../shared/language.js';
import { UTC } from '../../shared/time-zone.js';
import { readZoneOfClient, setFirstTimeZone } from './account-time-zone.commands.js';
import type { LogInInput, RegisterInput } from './accounts.inputs.js';
import { isAppToken, logInWithToken } from './app-tokens.commands.js';
import { verifyCredentials } from './credentials.commands.js';
import {
  hashPassword,
  isMailbox,
  isStrongEnough,
  normalizeEmail,
  PASSWORD_RULE,
  requireStrength,
  requireUnlike,
} from './passwords.rules.js';
import { sendVerification } from './recovery.commands.js';
import { type AuthPayload, endSession, openSession } from './sessions.commands.js';
import { User } from './user.entity.js';

/**
 * Creates an account and logs it in.
 * @throws CONFLICT (EMAIL_TAKEN), also for concurrent registrations of one address: the unique index decides
 */
export async function registerAccount(context: Context, input: RegisterInput): Promise<AuthPayload> {
  await context.rateLimiter.count('registrations', context.client.address);
  const email = normalizeEmail(input.email);
  const { passwordConfirmation: confirmation } = input;
  const problems: (FieldProblem | false)[] = [
    !isMailbox(email) && { field: 'email', message: 'must be an e-mail address' },
    !isStrongEnough(input.password) && { field: 'password', message: PASSWORD_RULE },
    confirmation != null &&
      confirmation !== input.password && { field: 'passwordConfirmation', message: 'must equal the password' },
  ];
  const invalid = problems.filter((problem) => problem !== false);
  if (invalid.length > 0) throw AppError.badInput(invalid);
  await requireStrength(input.password, 'password');
  requireUnlike(input.password, 'password', { email, username: input.username });

  const timeZone = input.timeZone ?? readZoneOfClient(context) ?? context.settings.defaultTimeZone;
  await requireTimeZone(context, timeZone, 'timeZone');
  // Hashing is slow, so it runs before the unit of work takes a connection.
  const passwordHash = await hashPassword(input.password, context);
  return unitOfWork(context, async () => {
    const { username, phone } = input;
    const language = negotiateLanguage(context.client.languages, Language.ES);
    const user = context.em.create(User, { email, username, phone: phone ?? null, passwordHash, language, timeZone });
    await sendVerification(context, user);
    return openSession(context, user, input.longLived ?? false);
  });
}

/** Opens a session. @throws as `verifyCredentials` (credentials.ts) */
export async function logIn(context: Context, input: LogInInput): Promise<AuthPayload> {
  if (isAppToken(input.password)) return logInWithToken(context, input);
  const { account, spend } = await verifyCredentials(context, input);
  const zone = readZoneOfClient(context);
  const isFirstZone = zone !== undefined && account.timeZone === UTC;
  if (isFirstZone) await requireTimeZone(context, zone, 'Time-Zone');
  return unitOfWork(context, async () => {
    await spend();
    if (isFirstZone) await setFirstTimeZone(context, account, zone);
    return openSession(context, account, input.longLived ?? false);
  });
}

/** Ends the current session: its tokens are refused from the next request on. An app that logged in with a personal access token forgets it. */
export async function logOut(context: Context): Promise<void> {
  if (context.viewer.token) return;
  await endSession(context, context.viewer.sessionId);
}
