import type { Opt, Ref } from '@mikro-orm/core';
import { Entity, ManyToOne, Property } from '@mikro-orm/decorators/legacy';
import { BaseEntity } from '../../base.entity.js';
import { Session } from './session.entity.js';

/** A session has a chain of refresh tokens, each valid once. Reuse of an old one means that it was stolen. */
@Entity({ tableName: 'refresh_tokens' })
export class RefreshToken extends BaseEntity {
  @ManyToOne(() => Session, { ref: true, deleteRule: 'cascade', index: 'refresh_tokens_session_index' })
  session!: Ref<Session>;

  /** SHA-256, in hexadecimal; the token itself is not stored. */
  @Property({ type: 'text', unique: 'refresh_tokens_hash_unique', hidden: true })
  hash!: string;

  @Property({ type: 'timestamptz', length: 3, nullable: true })
  usedAt: Opt<Date> | null = null;
}
