import type { Opt, Ref } from '@mikro-orm/core';
import { Entity, Index, ManyToOne, Property } from '@mikro-orm/decorators/legacy';
import { Field, ID, ObjectType } from 'type-graphql';
import { TokenScope } from '../../access/token-scope.js';
import { BaseEntity } from '../../base.entity.js';
import { UuidArray } from '../../database/value-arrays.js';
import { Bounded, TIME } from '../../graphql/bounds.js';
import { EnumColumn, LineColumn, OptionalColumn, OptionalTimeColumn } from '../../graphql/entity-fields.js';
import { Node } from '../../graphql/node.js';
import { DateTime } from '../../shared/scalars.js';
import { User } from './user.entity.js';

/** The session cache (access/session-cache.ts) reads the table, and triggers tell it what has changed. */
@ObjectType({
  implements: Node,
  simpleResolvers: true,
  description:
    'A token with which a program acts as the account that created it, within a scope. It is sent like an access token, and its owner sees in the change log what it has changed.',
})
@Entity({ tableName: 'personal_access_tokens' })
@Index({ name: 'personal_access_tokens_user_index', properties: ['user', 'createdAt', 'id'] })
@Index({
  name: 'personal_access_tokens_over_index',
  expression:
    'create index "personal_access_tokens_over_index" on "personal_access_tokens" (least("revoked_at", "expires_at"))',
})
export class PersonalAccessToken extends BaseEntity {
  @ManyToOne(() => User, { ref: true, deleteRule: 'cascade', index: false })
  user!: Ref<User>;

  /** SHA-256, in hexadecimal. */
  @Property({ type: 'text', unique: 'personal_access_tokens_hash_unique', hidden: true })
  tokenHash!: string;

  @LineColumn(100, 'What it is for.')
  name!: string;

  @EnumColumn(TokenScope, 'What it allows.')
  scope!: TokenScope;

  /** Without foreign keys: an apiary that is gone has no records. */
  @OptionalColumn(() => [ID], 'The ids of the apiaries to which it is limited; null for all that you see.', {
    type: UuidArray,
  })
  apiaryIds: Opt<string[]> | null = null;

  /** The same of hives. */
  @OptionalColumn(
    () => [ID],
    'The ids of the hives whose readings it records, and nothing else; null for a token that is not limited so.',
    { type: UuidArray },
  )
  beehiveIds: Opt<string[]> | null = null;

  @Bounded(TIME)
  @Property({ type: 'timestamptz', length: 3 })
  @Field(() => DateTime, {
    nullable: true,
    description: 'When it expires, as each does today; null: it does not expire.',
  })
  expiresAt!: Date;

  @OptionalTimeColumn('When it was last used, accurate to a few minutes; null if it never was.')
  lastUsedAt: Opt<Date> | null = null;

  @Property({ type: 'timestamptz', length: 3, nullable: true })
  revokedAt: Opt<Date> | null = null;
}
