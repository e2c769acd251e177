import type { Opt, Ref } from '@mikro-orm/core';
import { Entity, Enum, Index, ManyToOne, Property } from '@mikro-orm/decorators/legacy';
import { BaseEntity } from '../../base.entity.js';
import { User } from './user.entity.js';

export enum Purpose {
  RESET_PASSWORD = 'RESET_PASSWORD',
  VERIFY_EMAIL = 'VERIFY_EMAIL',
}

/** Sent by mail, good once and not for long. A newer one for the same purpose takes the place of those before. */
@Entity({ tableName: 'one_time_tokens' })
@Index({ name: 'one_time_tokens_user_index', properties: ['user', 'purpose'] })
export class OneTimeToken extends BaseEntity {
  @ManyToOne(() => User, { ref: true, deleteRule: 'cascade', index: false })
  user!: Ref<User>;

  @Enum({ items: () => Purpose })
  purpose!: Purpose;

  /** SHA-256, in hexadecimal. */
  @Property({ type: 'text', unique: 'one_time_tokens_hash_unique', hidden: true })
  hash!: string;

  /** The address that it was sent to: a verification is of that one. */
  @Property({ type: 'text' })
  email!: string;

  @Property({ type: 'timestamptz', length: 3 })
  expiresAt!: Date;

  @Property({ type: 'timestamptz', length: 3, nullable: true })
  usedAt: Opt<Date> | null = null;
}
