// The second factor of a log-in, and of an operation that asks for the password. A code is looked at before the unit of work, and spent in it.
import type { Context } from '../../context.js';
import { runStatement } from '../../database/pool.js';
import { AppError } from '../../errors.js';
import { hashToken } from '../../shared/random-token.js';
import { SecretBox } from '../../shared/secret-box.js';
import { enqueueMail } from './mails.commands.js';
import { isRecoveryCode } from './recovery-codes.rules.js';
import { composeRecoveryCodeMail } from './second-factor.mail.js';
import { findStep, isTotpCode } from './totp.rules.js';
import { User } from './user.entity.js';

/** Run it in the unit of work that the code allows. @throws if another request has spent the code */
export type SpendCode = () => Promise<void>;
type Refusal = 'SECOND_FACTOR_REQUIRED' | 'SECOND_FACTOR_INVALID';
type Refuse = (reason: Refusal) => AppError;

const TEXTS = {
  SECOND_FACTOR_REQUIRED:
    'This account has a second factor: send the code of the authenticator app, or a recovery code, too',
  SECOND_FACTOR_INVALID: 'The code is wrong, expired or used',
} as const;
const PROBLEMS = { SECOND_FACTOR_REQUIRED: 'is required', SECOND_FACTOR_INVALID: 'is wrong, expired or used' } as const;

export const refuseLogIn: Refuse = (reason) => new AppError('UNAUTHENTICATED', TEXTS[reason], { reason });
/** The session remains: UNAUTHENTICATED would end it in many clients. */
export const refuseCode: Refuse = (reason) =>
  new AppError('BAD_USER_INPUT', TEXTS[reason], {
    reason,
    fields: [{ field: 'secondFactorCode', message: PROBLEMS[reason] }],
  });

interface StoredFactor {
  keyId: string;
  secret: string;
  lastStep: number;
  recoveryHashes: string[];
}
const FIND = `select key_id as "keyId", secret, last_step as "lastStep", recovery_hashes as "recoveryHashes"
  from second_factors where user_id = $1 and confirmed_at is not null`;
/** If several requests have the same code, the first to lock the row spends it. */
const SPEND_STEP = `update second_factors set last_step = $2, updated_at = now()
  where user_id = $1 and confirmed_at is not null and last_step < $2 returning 0 as "left"`;
const SPEND_RECOVERY = `update second_factors set recovery_hashes = array_remove(recovery_hashes, $2), updated_at = now()
  where user_id = $1 and confirmed_at is not null and $2 = any(recovery_hashes) returning cardinality(recovery_hashes) as "left"`;

const boxes = new WeakMap<readonly Buffer[], SecretBox>();
export function boxFor(secrets: readonly Buffer[]): SecretBox {
  const box = boxes.get(secrets) ?? new SecretBox(secrets, 'second factors');
  boxes.set(secrets, box);
  return box;
}

/**
 * Requires the second factor of an account that has one. Call it when the first factor has been verified, never before: whether an account
 * has a second one is not public. Codes are counted by account, wherever they come from, and only a right one clears the count.
 * @returns what spends the code
 * @throws what `refuse` returns, RATE_LIMITED or LOCKED
 */
export async function requireSecondFactor(
  context: Context,
  accountId: string,
  code: string | null | undefined,
  refuse: Refuse = refuseLogIn,
): Promise<SpendCode> {
  const [factor] = await runStatement<StoredFactor>(context, { text: FIND, values: [accountId] });
  if (!factor) return async () => {};
  const text = normalizeCode(code ?? '');
  if (text === '') throw refuse('SECOND_FACTOR_REQUIRED');
  const attempt = { secondFactorOf: accountId };
  await context.rateLimiter.countAttempt(attempt);
  const statement = matchCode(context, accountId, factor, text);
  if (!statement) throw refuse('SECOND_FACTOR_INVALID');
  await context.rateLimiter.reset(attempt);
  return async () => {
    const [spent] = await runStatement<{ left: number }>(context, statement);
    if (!spent) throw refuse('SECOND_FACTOR_INVALID');
    if (statement.text === SPEND_RECOVERY) await tellOfRecovery(context, accountId, spent.left);
  };
}

/** As people copy it: with spaces and hyphens, in any case. */
export const normalizeCode = (code: string): string => code.replace(/[\s-]/g, '').toUpperCase();

/** @returns the statement that spends the code; undefined if it is wrong */
function matchCode(
  { settings, requestLog: { log } }: Context,
  accountId: string,
  factor: StoredFactor,
  text: string,
): { text: string; values: unknown[] } | undefined {
  if (isRecoveryCode(text)) {
    const hash = hashToken(text);
    return factor.recoveryHashes.includes(hash) ? { text: SPEND_RECOVERY, values: [accountId, hash] } : undefined;
  }
  if (!isTotpCode(text)) return undefined;
  const secret = boxFor(settings.jwtSecrets).open(factor, accountId);
  if (secret === undefined) {
    log.error({ accountId }, 'a second factor cannot be decrypted: the JWT_SECRET that encrypted it is gone');
    return undefined;
  }
  const step = findStep(secret, text);
  return step !== undefined && step > factor.lastStep ? { text: SPEND_STEP, values: [accountId, step] } : undefined;
}

async function tellOfRecovery(context: Context, accountId: string, left: number): Promise<void> {
  const user = await context.em.findOneOrFail(User, { id: accountId }, { filters: false });
  await enqueueMail(context, user.email, composeRecoveryCodeMail(user, left));
}
