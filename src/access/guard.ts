// Authorizes each root field before anything else runs. A field without a decorator requires an authenticated viewer. The checks are
// attached when the schema is built, so nested fields cost nothing.
import { Extensions } from 'type-graphql';
import { notVerified } from './access-tokens.js';
import { type Requirement, requirePermission } from './permissions.js';
import { quotaExceeded } from './quota.js';
import type { Viewer } from './session-cache.js';
import { requireScope, requireUnlimited, sessionRequired, type TokenScope } from './token-scope.js';

/** Requires no token; one that was sent is not verified. */
export const Public = (): MethodDecorator => Extensions({ public: true }) as MethodDecorator;

/** The mutation opens its unit of work itself, so that slow work before it does not hold a connection. */
export const ManualTransaction = (): MethodDecorator => Extensions({ ownTransaction: true }) as MethodDecorator;

/** Also allows accounts that still have to verify their e-mail address. */
export const AllowUnverified = (): MethodDecorator => Extensions({ unverified: true }) as MethodDecorator;

/** A mutation that adds nothing to what an account holds, or takes something away: also allowed above the quota. */
export const AllowOverQuota = (): MethodDecorator => Extensions({ overQuota: true }) as MethodDecorator;

/** Checks a password, a token or an e-mail address: only one such field is allowed in a request. */
export const CredentialAttempt = (): MethodDecorator => Extensions({ credential: true }) as MethodDecorator;

/** Requires a permission, or the role of an administrator (ADMINISTRATORS_ONLY). */
export const Requires = (permission: Requirement): MethodDecorator => Extensions({ permission }) as MethodDecorator;

/** Also allows tokens that are limited to hives: the field itself reads to which. */
export const AllowLimitedToHives = (): MethodDecorator => Extensions({ ofHives: true }) as MethodDecorator;

/** The decorators of a root field. */
export interface FieldAccess {
  public?: boolean;
  credential?: boolean;
  permission?: Requirement;
  unverified?: boolean;
  overQuota?: boolean;
  ofHives?: boolean;
  /** Whether the quota limits it: every mutation that is not public, administers nothing and is not allowed above the quota. */
  limited?: boolean;
  /** Its argument contains an Idempotency-Key for each of its operations. */
  ownKeys?: boolean;
  /** The scope that a personal access token needs; without it, the field needs a session. */
  scope?: TokenScope | undefined;
}

/** @throws UNAUTHENTICATED or FORBIDDEN if the viewer may not call the field */
export async function authorize(
  context: { authenticate(): Promise<Viewer> },
  { public: isPublic, permission, unverified, limited, scope, ofHives }: FieldAccess,
): Promise<void> {
  if (isPublic) return;
  const viewer = await context.authenticate();
  if (viewer.token) {
    if (scope === undefined) throw sessionRequired();
    requireScope(viewer.token, scope);
    if (!ofHives) requireUnlimited(viewer.token);
  }
  if (viewer.mustVerify && !unverified) throw notVerified();
  if (permission) requirePermission(viewer, permission);
  if (limited && viewer.excess) throw quotaExceeded(viewer.excess);
}
