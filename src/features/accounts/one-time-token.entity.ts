import type { Opt, Ref } from '@mikro-orm/core';
import { Entity, Enum, Index, ManyToOne, Property } from '@mikro-orm/decorators/legacy';
import { BaseEntity } from '../../base.entity.js';
import { User } from './user.entity.js';

export enum Purpose {
  RESET_PASSWORD = 'RESET_PASSWORD',
  VERIFY_EMAIL = 'VERIFY_EMAIL',
}

/** A token that is sent by mail and can be used once before it expires. A new one replaces older ones for the same purpose. */
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

  /** The recipient's address: the token is void if the account's address differs. */
  @Property({ type: 'text' })
  email!: string;

  @Property({ type: 'timestamptz', length: 3 })
  expiresAt!: Date;

  @Property({ type: 'timestamptz', length: 3, nullable: true })
  usedAt: Opt<Date> | null = null;
}
