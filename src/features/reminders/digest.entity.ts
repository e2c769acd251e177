import type { Opt, Ref } from '@mikro-orm/core';
import { Entity, Index, ManyToOne, Property, Unique } from '@mikro-orm/decorators/legacy';
import { BaseEntity } from '../../base.entity.js';
import { TextArray } from '../../database/text-array.js';
import { Bounded, integer } from '../../graphql/bounds.js';
import { User } from '../accounts/user.entity.js';
import { type DigestFrequency, Weekday } from './digest.enums.js';

/** The digest of an account that has ever switched it on (docs/reminders.md). */
@Entity({ tableName: 'digests' })
@Unique({ name: 'digests_user_unique', properties: ['user'] })
@Index({ name: 'digests_due_index', properties: ['dueAt', 'id'] })
export class Digest extends BaseEntity {
  @ManyToOne(() => User, { ref: true, deleteRule: 'cascade', index: false })
  user!: Ref<User>;

  @Property({ type: 'text' })
  frequency!: DigestFrequency;

  /** The day of a weekly digest. */
  @Bounded(integer(1, 7))
  @Property({ type: 'integer', default: Weekday.MONDAY })
  weekday: Opt<Weekday> = Weekday.MONDAY;

  /** In the time zone of the account. */
  @Bounded(integer(0, 23))
  @Property({ type: 'integer', default: 7 })
  hour: Opt<number> = 7;

  /** The kinds of items of the worklist that it lists; null for all, those of later versions included. */
  @Property({ type: TextArray, nullable: true })
  kinds: Opt<string[]> | null = null;

  @Property({ type: 'boolean', default: false })
  onlyAssigned: Opt<boolean> = false;

  /** The next time; null if it is off. Triggers calculate it when the settings or the time zone of the account change. */
  @Property({ type: 'timestamptz', length: 3, nullable: true })
  dueAt: Opt<Date> | null = null;

  /** When the last mail was sent. */
  @Property({ type: 'timestamptz', length: 3, nullable: true })
  sentAt: Opt<Date> | null = null;
}
