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
import { Beehive } from '../beehives/beehive.entity.js';
import { requireBeehives } from '../beehives/beehives.rules.js';
import { composeTokenMail } from './token.mail.js';
import { type CreatePersonalAccessTokenInput, DEFAULT_DAYS, MAX_TOKEN_BEEHIVES } from './tokens.inputs.js';

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
    const beehiveIds = await requireHives(context, input);
    // Two requests of the account wait for each other, so that both count the same tokens.
    const user = await access.forUpdate(User, viewer.id, undefined, 'no key update');
    await requireCapacity(context);
    const { secret, hash } = createSecret();
    const personalAccessToken = em.create(PersonalAccessToken, {
      user,
      tokenHash: hash,
      name: input.name.trim(),
      scope: input.scope ?? TokenScope.READ,
      // Processes of 1.0 that run beside this one know no tokens of hives: for them, it is one of no apiaries.
      apiaryIds: beehiveIds ? [] : apiaryIds,
      beehiveIds,
      expiresAt: new Date(Date.now() + (input.expiresInDays ?? DEFAULT_DAYS) * DAY_MS),
    });
    await enqueueMail(context, user.email, composeTokenMail(user, personalAccessToken));
    return { personalAccessToken, token: secret };
  });
}

/** @returns null for a token that is not limited. @throws NOT_FOUND and FORBIDDEN for a hive; BAD_USER_INPUT */
async function requireHives(
  { access }: Context,
  { beehiveIds, apiaryIds, scope }: CreatePersonalAccessTokenInput,
): Promise<string[] | null> {
  if (beehiveIds == null) return null;
  requireBeehives('beehiveIds', beehiveIds, MAX_TOKEN_BEEHIVES);
  if (scope !== TokenScope.RECORD)
    throw AppError.badInput([{ field: 'scope', message: 'must be RECORD for a token of hives' }]);
  if (apiaryIds != null) {
    const message = createMessage('must not be combined with `{field}`', { field: 'beehiveIds' });
    throw AppError.badInput([{ field: 'apiaryIds', message }]);
  }
  const ids = beehiveIds.map((id) => id.toLowerCase());
  for (const id of ids) access.requireId(Beehive, id);
  const found = await access.list(Beehive, { where: { id: ids } });
  const known = new Set(found.nodes.map(({ id }) => id));
  for (const id of ids) if (!known.has(id)) await access.one(Beehive, id);
  return ids;
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
