// A line of the authorization matrix: who may use a field or a route, and a request for it.
import type { RecordIds } from './authorization.fixture.js';

export type { RecordIds };

/** Accounts that have a second factor have this one. */
export const RECOVERY_CODE = 'A'.repeat(24);

/**
 * `anyone`: public. `secret`: public, but requires a secret that this test does not have. `viewer`: requires a token and concerns only the
 * current account. `self`: requires the account itself. `account`: requires the account itself or an administrator. `admin`: requires an
 * administrator. `invited`: requires a token, and a secret that this test does not have. Records of an apiary: `reader` requires any role
 * in it, `worker`, `manager` and `owner` at least this one; `member` excludes the owner; `hidden` is a record that only managers see.
 */
export type Audience =
  | 'anyone'
  | 'secret'
  | 'invited'
  | 'viewer'
  | 'self'
  | 'account'
  | 'admin'
  | keyof typeof MEMBERS_OF;
export const MEMBERS = ['inspector', 'viewer', 'worker', 'manager'] as const;
export type Member = (typeof MEMBERS)[number];
/** The members that have the role of an audience. */
const MEMBERS_OF = {
  reader: MEMBERS,
  worker: ['worker', 'manager'],
  manager: ['manager'],
  owner: [],
  member: MEMBERS,
  hidden: ['manager'],
} satisfies Record<string, readonly Member[]>;
export const membersOf = (audience: Audience): readonly Member[] | undefined =>
  (MEMBERS_OF as Partial<Record<Audience, readonly Member[]>>)[audience];

/** With `session`, personal access tokens are refused, as they always are where the audience is not one of records. */
export type FieldCase = [Audience, (ids: RecordIds) => string, needs?: 'session'];
export type RouteCase = [Audience, (ids: RecordIds) => { path: string; body?: object }, needs?: 'session'];

/** The lines of one feature. */
export interface FeatureCases {
  /** By the type and the name of a root field. */
  fields: Record<string, FieldCase>;
  /** By the method and the path of a REST route. */
  routes: Record<string, RouteCase>;
  /** Nested fields with arguments: the argument is that of a root field, through which the field is reached. */
  nested: Record<string, (ids: RecordIds) => string>;
}
