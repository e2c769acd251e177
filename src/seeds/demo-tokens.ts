import type { EntityManager } from '@mikro-orm/postgresql';
import { createPersonalAccessToken } from '../access/personal-access-tokens.js';
import { TokenScope } from '../access/token-scope.js';
import { PersonalAccessToken, type User } from '../entities.js';
import { DAY_MS } from '../shared/days.js';

/** Nobody has it: a token that can be used is made with `createPersonalAccessToken`. */
export function createTokens(em: EntityManager, user: User): void {
  em.create(PersonalAccessToken, {
    user,
    tokenHash: createPersonalAccessToken().hash,
    name: 'Display in the workshop',
    scope: TokenScope.READ,
    expiresAt: new Date(Date.now() + 90 * DAY_MS),
  });
}
