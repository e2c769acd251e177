// What a personal access token allows, beyond which no role of its account counts (docs/tokens.md).
import { AppError } from '../errors.js';
import { createMessage } from '../messages/message.js';
import { defineEnum, type EnumOf } from '../shared/define-enum.js';
import type { ApiaryRole } from './apiary-role.js';

export const TokenScope = defineEnum(
  'TokenScope',
  'What a personal access token allows. RECORD includes READ, and MANAGE both. None allows more than the role of the account in an apiary.',
  {
    READ: 'Read.',
    RECORD: 'Record what workers record: inspections, treatments, harvests, losses, movements of stock, tasks.',
    MANAGE:
      'Manage what managers and owners manage: apiaries, hives, questions and items. Members, invitations and the owner need a session.',
  },
);
export type TokenScope = EnumOf<typeof TokenScope>;

const ORDER: readonly TokenScope[] = [TokenScope.READ, TokenScope.RECORD, TokenScope.MANAGE];

/** The scope that a write needs whose least role is this one. */
export const SCOPE_OF_ROLE: Record<ApiaryRole, TokenScope> = {
  INSPECTOR: TokenScope.READ,
  VIEWER: TokenScope.READ,
  WORKER: TokenScope.RECORD,
  MANAGER: TokenScope.MANAGE,
  OWNER: TokenScope.MANAGE,
};

/** The token with which a request was sent, if it is a personal access token. */
export interface TokenGrant {
  id: string;
  scope: TokenScope;
  /** If undefined, all that its account sees. */
  apiaryIds: readonly string[] | undefined;
  /** If not undefined, it records the readings of these hives, and does nothing else. */
  beehiveIds: readonly string[] | undefined;
}

/** Whether the scope of a token is this one, or includes it. */
export const hasScope = ({ scope }: Pick<TokenGrant, 'scope'>, needed: TokenScope): boolean =>
  ORDER.indexOf(scope) >= ORDER.indexOf(needed);

/** @throws FORBIDDEN (SCOPE_MISSING) */
export function requireScope(token: TokenGrant, needed: TokenScope): void {
  if (hasScope(token, needed)) return;
  const message = createMessage('The token lacks the scope {scope}', { scope: needed });
  throw new AppError('FORBIDDEN', message, { reason: 'SCOPE_MISSING', scope: needed });
}

/** A token that is in a device which stands in a field is worth little to who finds it. @throws FORBIDDEN (TOKEN_LIMITED) */
export function requireUnlimited({ beehiveIds }: TokenGrant): void {
  if (!beehiveIds) return;
  throw new AppError('FORBIDDEN', 'The token is limited to some hives: it can only record their readings', {
    reason: 'TOKEN_LIMITED',
  });
}

export const sessionRequired = (): AppError =>
  new AppError('FORBIDDEN', 'Personal access tokens cannot do this: log in', { reason: 'SESSION_REQUIRED' });

/** What is created would belong to none of the apiaries to which the token is limited. @throws FORBIDDEN (TOKEN_LIMITED) */
export function requireAllApiaries(token: TokenGrant | undefined): void {
  if (!token?.apiaryIds) return;
  throw new AppError('FORBIDDEN', 'The token is limited to some apiaries: it cannot create another one', {
    reason: 'TOKEN_LIMITED',
  });
}
