// MAY THIS PERSON CALL THIS AT ALL: asked of every root field, once, before anything else. Signed in is the default; a field that
// says nothing is closed to the rest. The wrappers are put on when the schema is built, so that nested fields cost nothing.
import { Extensions } from 'type-graphql';
import { AppError } from '../errors.js';
import { notVerified } from './access-tokens.js';
import { mayDo, type Permission } from './permissions.js';
import type { Viewer } from './session-cache.js';

/** Open to everybody, without a token; a token that came along is not even looked at. */
export const Public = (): MethodDecorator => Extensions({ public: true }) as MethodDecorator;

/** The mutation opens its unit of work itself, because something slow comes before it that must not hold a connection. */
export const ManualTransaction = (): MethodDecorator => Extensions({ ownTransaction: true }) as MethodDecorator;

/** Open also to accounts that must verify their address first. */
export const AllowUnverified = (): MethodDecorator => Extensions({ unverified: true }) as MethodDecorator;

/** Tries a password, a token or an address: one in a request. */
export const CredentialAttempt = (): MethodDecorator => Extensions({ credential: true }) as MethodDecorator;

/** Only for accounts that may do this. */
export const Requires = (permission: Permission): MethodDecorator => Extensions({ permission }) as MethodDecorator;

/** What a root field says of itself, by the decorators above. */
export interface FieldAccess {
  public?: boolean;
  credential?: boolean;
  permission?: Permission;
  unverified?: boolean;
}

/** @throws UNAUTHENTICATED or FORBIDDEN for who may not ask this field */
export async function authorize(
  context: { authenticate(): Promise<Viewer> },
  { public: isPublic, permission, unverified }: FieldAccess,
): Promise<void> {
  if (isPublic) return;
  const viewer = await context.authenticate();
  if (viewer.mustVerify && !unverified) throw notVerified();
  if (permission && !mayDo(viewer, permission)) throw new AppError('FORBIDDEN', 'Your account may not do this');
}
