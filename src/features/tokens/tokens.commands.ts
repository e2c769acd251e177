import { createPersonalAccessToken as createSecret } from '../../access/personal-access-tokens.js';
import { TokenScope } from '../../access/token-scope.js';
import type { Context } from '../../context.js';
import { unitOfWork } from '../../database/unit-of-work.js';
import { AppError } from '../../errors.js';
import { createMessage } from '../../messages/message.js';
import { DAY_MS } from '../../shared/days.js';
import { reauthenticate } from '../accounts/credentials.commands.js';
import { enqueueMail } from '../accounts/mails.commands.js';
import { PersonalAccessToken } from '../accounts/personal-access-token.entity.js';
import { User } from '../accounts/user.entity.js';
import { requireApiaries } from '../apiaries/apiaries.rules.js';
import { composeTokenMail } from './token.mail.js';
import { type CreatePersonalAccessTokenInput, DEFAULT_DAYS } from './tokens.inputs.js';

/** The most that an account can have, without those that are revoked or expired. */
export const MAX_TOKENS = 20;

export interface CreatedToken {
  personalAccessToken: PersonalAccessToken;
  token: string;
}

/** The token is not stored: only a hash of it is. A mail tells the account. @throws CONFLICT (TOO_MANY_TOKENS); NOT_FOUND */
export async function createPersonalAccessToken(
  context: Context,
  input: CreatePersonalAccessTokenInput,
): Promise<CreatedToken> {
  const { spend } = await reauthenticate(context, input);
  return unitOfWork(context, async () => {
    await spend();
    const { access, em, viewer } = context;
    const apiaryIds = await requireApiaries(context, input.apiaryIds);
    // Two requests of the account wait for each other, so that both count the same tokens.
    const user = await access.forUpdate(User, viewer.id, undefined, 'no key update');
    await requireCapacity(context);
    const { secret, hash } = createSecret();
    const personalAccessToken = em.create(PersonalAccessToken, {
      user,
      tokenHash: hash,
      name: input.name.trim(),
      scope: input.scope ?? TokenScope.READ,
      apiaryIds,
      expiresAt: new Date(Date.now() + (input.expiresInDays ?? DEFAULT_DAYS) * DAY_MS),
    });
    await enqueueMail(context, user.email, composeTokenMail(user, personalAccessToken));
    return { personalAccessToken, token: secret };
  });
}

/** The condition on those that can be used. */
export const usable = () => ({ revokedAt: null, expiresAt: { $gt: new Date() } });

async function requireCapacity({ access }: Context): Promise<void> {
  if ((await access.count(PersonalAccessToken, usable())) < MAX_TOKENS) return;
  const message = createMessage('An account can have at most {max} tokens', { max: MAX_TOKENS });
  throw new AppError('CONFLICT', message, { reason: 'TOO_MANY_TOKENS' });
}

/** A repetition changes nothing. @returns the id */
export async function revokePersonalAccessToken(context: Context, id: string): Promise<string> {
  const token = await context.access.forUpdate(PersonalAccessToken, id);
  token.revokedAt ??= new Date();
  context.afterCommit.push(() => context.sessions.invalidate(token.id));
  return token.id;
}
