import type { Opt, Ref } from '@mikro-orm/core';
import { Entity, Index, ManyToOne, Property } from '@mikro-orm/decorators/legacy';
import { BaseEntity } from '../../base.entity.js';
import { User } from './user.entity.js';

/**
 * A change of the address of an account: requested, then confirmed at the new address. As long as it has the hash of an undo link, a
 * trigger keeps the old address from other accounts.
 */
@Entity({ tableName: 'email_changes' })
@Index({
  name: 'email_changes_reserved_index',
  expression:
    'create index "email_changes_reserved_index" on "email_changes" ("old_email") where undo_hash is not null',
})
export class EmailChange extends BaseEntity {
  @ManyToOne(() => User, { ref: true, deleteRule: 'cascade', index: 'email_changes_user_index' })
  user!: Ref<User>;

  @Property({ type: 'text' })
  oldEmail!: string;

  @Property({ type: 'text' })
  newEmail!: string;

  /** SHA-256, in hexadecimal, of the token that was sent to the new address. */
  @Property({ type: 'text', unique: 'email_changes_confirm_hash_unique', hidden: true })
  confirmHash!: string;

  @Property({ type: 'timestamptz', length: 3 })
  expiresAt!: Date;

  @Property({ type: 'timestamptz', length: 3, nullable: true })
  confirmedAt: Opt<Date> | null = null;

  /** The same of the token that was sent to the old address; null if the change cannot be undone, or no longer. */
  @Property({ type: 'text', unique: 'email_changes_undo_hash_unique', nullable: true, hidden: true })
  undoHash: Opt<string> | null = null;

  @Property({ type: 'timestamptz', length: 3, nullable: true })
  undoUntil: Opt<Date> | null = null;

  @Property({ type: 'timestamptz', length: 3, nullable: true })
  undoneAt: Opt<Date> | null = null;
}
