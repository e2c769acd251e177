import type { Opt, Ref } from '@mikro-orm/core';
import { Entity, Index, ManyToOne, Property } from '@mikro-orm/decorators/legacy';
import { ID, ObjectType } from 'type-graphql';
import { BaseEntity } from '../../base.entity.js';
import { TextArray } from '../../database/text-array.js';
import { UuidArray } from '../../database/value-arrays.js';
import {
  EnumColumn,
  OptionalColumn,
  OptionalIntColumn,
  OptionalLineColumn,
  OptionalTimeColumn,
} from '../../graphql/entity-fields.js';
import { Node } from '../../graphql/node.js';
import { Language } from '../../shared/language.js';
import { User } from '../accounts/user.entity.js';
import { WorklistKind } from '../worklist/worklist.enums.js';

/** The kinds of the worklist whose items have a day that is planned, and not one on which something began. */
export const CALENDAR_KINDS = {
  TASK: WorklistKind.TASK,
  OVERDUE_INSPECTION: WorklistKind.OVERDUE_INSPECTION,
  FOLLOW_UP_DUE: WorklistKind.FOLLOW_UP_DUE,
  TREATMENT_ENDS: WorklistKind.TREATMENT_ENDS,
  WITHDRAWAL_ENDS: WorklistKind.WITHDRAWAL_ENDS,
  EXPIRING_STOCK: WorklistKind.EXPIRING_STOCK,
  OLD_QUEEN: WorklistKind.OLD_QUEEN,
  LOT_EXPIRES: WorklistKind.LOT_EXPIRES,
  ANNUAL_DECLARATION: WorklistKind.ANNUAL_DECLARATION,
};

/** What calendar programs were sent of an event: a hash of it, its SEQUENCE, and when it changed, in milliseconds since 1970. */
export type PublishedEvent = [hash: string, sequence: number, changedAt: number];

/** Its token is only known to those who have the link: the database has a hash of it. */
@ObjectType({
  implements: Node,
  simpleResolvers: true,
  description: 'A calendar that programs read by a secret link: what is to be done, as events.',
})
@Entity({ tableName: 'calendar_feeds' })
@Index({ name: 'calendar_feeds_user_index', properties: ['user', 'createdAt', 'id'] })
@Index({
  name: 'calendar_feeds_revoked_index',
  expression:
    'create index "calendar_feeds_revoked_index" on "calendar_feeds" ("revoked_at") where revoked_at is not null',
})
export class CalendarFeed extends BaseEntity {
  @ManyToOne(() => User, { ref: true, deleteRule: 'cascade', index: false })
  user!: Ref<User>;

  /** SHA-256, in hexadecimal. */
  @Property({ type: 'text', unique: 'calendar_feeds_hash_unique', hidden: true })
  tokenHash!: string;

  @OptionalLineColumn(100, 'The name of the calendar; null for that of the service.')
  name: Opt<string> | null = null;

  /** Without foreign keys: an apiary that is gone has no events. */
  @OptionalColumn(() => [ID], 'The ids of its apiaries; null for all that you see.', { type: UuidArray })
  apiaryIds: Opt<string[]> | null = null;

  @OptionalColumn(() => [WorklistKind], 'The kinds of its events; null for all.', { type: TextArray })
  kinds: Opt<WorklistKind[]> | null = null;

  @OptionalColumn(() => [ID], 'The ids of the accounts to which its events are assigned; null for all events.', {
    type: UuidArray,
  })
  assigneeIds: Opt<string[]> | null = null;

  @EnumColumn(Language, 'The language of its texts.')
  language!: Language;

  @OptionalIntColumn(
    0,
    23,
    'The hour at which its events begin where they are, for one hour; null for events of whole days.',
  )
  startHour: Opt<number> | null = null;

  @OptionalIntColumn(
    -1440,
    40_320,
    'How many minutes before the beginning its events remind, negative after it; null for never.',
  )
  alarmMinutes: Opt<number> | null = null;

  @OptionalTimeColumn('When it was last read, accurate to a few minutes; null if it never was.')
  lastReadAt: Opt<Date> | null = null;

  @Property({ type: 'timestamptz', length: 3, nullable: true })
  revokedAt: Opt<Date> | null = null;

  /** By the key of the event. What is no longer in the calendar is left out. */
  @Property({ type: 'json', default: '{}', hidden: true })
  published: Opt<Record<string, PublishedEvent>> = {};

  /** One more with each change of `published`, so that of two programs that read at the same time none forgets what the other was sent. */
  @Property({ type: 'integer', default: 0, hidden: true })
  revision: Opt<number> = 0;
}
