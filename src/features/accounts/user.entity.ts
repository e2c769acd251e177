import type { Opt } from '@mikro-orm/core';
import { Entity, Index, Property } from '@mikro-orm/decorators/legacy';
import { ObjectType } from 'type-graphql';
import { Permission, Role } from '../../access/permissions.js';
import { BaseEntity, ShowsUpdatedAt } from '../../base.entity.js';
import { TextArray } from '../../database/text-array.js';
import { line, TIME_ZONE } from '../../graphql/bounds.js';
import {
  BooleanColumn,
  Column,
  EnumColumn,
  LineColumn,
  OptionalColumn,
  OptionalLineColumn,
  OptionalTextColumn,
} from '../../graphql/entity-fields.js';
import { Node } from '../../graphql/node.js';
import { Language } from '../../shared/language.js';
import { Url } from '../../shared/scalars.js';
import { TimeZone, UTC } from '../../shared/time-zone.js';
import { MAX_EMAIL_LENGTH } from './passwords.rules.js';

export const SHOW_SHARED_APIARIES =
  'Whether `GET /api/v1/apiaries` also lists the apiaries that others share with the account, with its id as `user_id`: the released mobile apps show no others. What the account may do there still depends on its role.';

@ShowsUpdatedAt
@ObjectType({
  implements: Node,
  simpleResolvers: true,
  description: 'A user account.',
})
@Entity({ tableName: 'users' })
@Index({ name: 'users_created_index', properties: ['createdAt', 'id'] })
export class User extends BaseEntity {
  /** Normalized by `normalizeEmail` (passwords.ts), so that the unique index works. */
  @LineColumn(MAX_EMAIL_LENGTH, 'The e-mail address, in lower case; unique.', { unique: 'users_email_unique' })
  email!: string;

  @LineColumn(100, 'The display name; not unique.')
  username!: string;

  @OptionalLineColumn(50, 'A phone number in any format.')
  phone: Opt<string> | null = null;

  @BooleanColumn('Whether the e-mail address is verified.', { default: false })
  isVerified: Opt<boolean> = false;

  @BooleanColumn('Whether the account is active. A deactivated account cannot be used.', { default: true })
  isActive: Opt<boolean> = true;

  @EnumColumn(Role, 'The role of the account.', { default: Role.BEEKEEPER })
  role: Opt<Role> = Role.BEEKEEPER;

  @Column(() => [Permission], 'The granted permissions. An administrator has every permission, granted or not.', {
    type: TextArray,
    default: [],
  })
  permissions: Opt<Permission[]> = [];

  @OptionalLineColumn(200, 'The full name.')
  fullName: Opt<string> | null = null;

  @OptionalTextColumn(500, 'The location, as free text.')
  location: Opt<string> | null = null;

  @OptionalColumn(() => Url, 'The URL of a profile picture.', { type: 'text' }, { ...line(0, 2000), scalar: Url })
  photoUrl: Opt<string> | null = null;

  @EnumColumn(
    Language,
    'The language of mails to this account, and of error messages for requests without `Accept-Language`.',
    { default: Language.ES },
  )
  language: Opt<Language> = Language.ES;

  @Column(
    () => TimeZone,
    'The time zone of the account, which its new apiaries have. UTC if nobody has said another one.',
    { type: 'text', default: UTC },
    TIME_ZONE,
  )
  timeZone: Opt<string> = UTC;

  @BooleanColumn(SHOW_SHARED_APIARIES, { default: false })
  showSharedApiaries: Opt<boolean> = false;

  /** argon2id in PHC format, with parameters and salt. */
  @Property({ type: 'text', hidden: true, lazy: true })
  passwordHash!: string;

  /**
   * False until the account sets a password: it was opened by a log-in with OpenID Connect, and its hash is that of a random secret that nobody
   * knows (ADR 0053).
   */
  @Property({ type: 'boolean', default: true, hidden: true })
  hasPassword: Opt<boolean> = true;

  /** How often the account has revoked its links to the register: each of them names the number of its moment (docs/treatments.md). */
  @Property({ type: 'integer', default: 0, hidden: true })
  registerLinkRevocations: Opt<number> = 0;
}
