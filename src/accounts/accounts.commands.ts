import { ref } from '@mikro-orm/core';
import { isEmail } from 'class-validator';
import type { Context } from '../context.js';
import { AppError, type FieldProblem } from '../errors.js';
import { unitOfWork } from '../persistence/unit-of-work.js';
import type { LogInInput, RegisterInput } from './accounts.inputs.js';
import { hashPassword, isStrongEnough, normalizeEmail, PASSWORD_RULE, verifyPassword } from './credentials.js';
import { Session } from './session.entity.js';
import { User } from './user.entity.js';

/** A new session and the token that stands for it. */
export interface Authentication {
  accessToken: string;
  tokenType: 'Bearer';
  /** Seconds. */
  expiresIn: number;
  expiresAt: Date;
  user: User;
}

/**
 * Makes an account and logs it in.
 * @throws CONFLICT (EMAIL_TAKEN) also when two register the same address in the same moment: the unique index decides
 */
export async function register(context: Context, input: RegisterInput): Promise<Authentication> {
  const email = normalizeEmail(input.email);
  const { passwordConfirmation: repeated } = input;
  const problems: (FieldProblem | false)[] = [
    !isEmail(email) && { field: 'email', message: 'must be an e-mail address' },
    !isStrongEnough(input.password) && { field: 'password', message: PASSWORD_RULE },
    repeated != null &&
      repeated !== input.password && { field: 'passwordConfirmation', message: 'must repeat the password' },
  ];
  const found = problems.filter((problem) => problem !== false);
  if (found.length > 0) throw AppError.badInput(found);

  // Before the unit of work, because it takes long and needs no connection.
  const passwordHash = await hashPassword(input.password);
  return unitOfWork(context, async () => {
    const { username, phone } = input;
    const user = context.em.create(User, { email, username, phone: phone ?? null, passwordHash });
    return openSession(context, user, input.longLived);
  });
}

/** @throws UNAUTHENTICATED, in the same words and time for an unknown address as for a wrong password */
export async function logIn(context: Context, input: LogInInput): Promise<Authentication> {
  const account = await context.em.findOne(
    User,
    { email: normalizeEmail(input.email) },
    { filters: false, populate: ['passwordHash'] },
  );
  if (!(await verifyPassword(input.password, account?.passwordHash)) || !account) {
    throw new AppError('UNAUTHENTICATED', 'The e-mail address or the password is wrong', {
      reason: 'INVALID_CREDENTIALS',
    });
  }
  if (!account.isActive) {
    throw new AppError('FORBIDDEN', 'This account is deactivated', { reason: 'ACCOUNT_DISABLED' });
  }
  return unitOfWork(context, async () => openSession(context, account, input.longLived));
}

/** Ends the session that asks: its token is refused from the next request on. */
export async function logOut(context: Context): Promise<void> {
  const { sessionId } = context.viewer;
  const session = await context.access.forUpdate(Session, sessionId);
  session.endedAt = new Date();
  context.afterCommit.push(() => context.sessions.forget(sessionId));
}

function openSession({ em, sessions }: Context, user: User, longLived?: boolean | null): Authentication {
  const seconds = longLived ? sessions.lifetimes.long : sessions.lifetimes.normal;
  const expiresAt = new Date(Date.now() + seconds * 1000);
  const session = em.create(Session, { user: ref(user), expiresAt });
  const accessToken = sessions.issueToken({ id: user.id, sessionId: session.id }, seconds);
  return { accessToken, tokenType: 'Bearer', expiresIn: seconds, expiresAt, user };
}
