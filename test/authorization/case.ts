// A line of the authorization matrix: who may use a field or a route, and a request for it.

/** The ids of records of the owner, or ids of no record. */
export interface RecordIds {
  apiary: string;
  beehive: string;
  item: string;
  movement: string;
  question: string;
  beehiveQuestion: string;
  inspection: string;
  draft: string;
  visit: string;
  treatment: string;
  followUp: string;
  miteCount: string;
  queen: string;
  reign: string;
  /** A queen that has no reign. */
  freeQueen: string;
  placement: string;
  /** A hive that has ended, and one that has not. */
  ended: string;
  neighbour: string;
  /** Another apiary of the owner, with the same members. */
  elsewhere: string;
  harvest: string;
  harvestDraft: string;
  lot: string;
  emptyLot: string;
  pack: string;
  task: string;
  calendar: string;
  keeper: string;
  token: string;
  identity: string;
  session: string;
  push: string;
  webhook: string;
  delivery: string;
  /** One that has been checked, and one that was run. */
  fileImport: string;
  doneImport: string;
  importRow: string;
  /** A restricted zone that the owner keeps. */
  zone: string;
  account: string;
  /** The account of a member with the role VIEWER. */
  member: string;
  /** An invitation to the role VIEWER. */
  invitation: string;
}

/** Of accounts that have a second factor. */
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
