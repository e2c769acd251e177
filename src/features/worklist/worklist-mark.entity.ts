import type { Opt, Ref } from '@mikro-orm/core';
import { Entity, ManyToOne, Property, Unique } from '@mikro-orm/decorators/legacy';
import { OwnedEntity } from '../../base.entity.js';
import { Bounded, DAY, line, TIME } from '../../graphql/bounds.js';
import { Apiary } from '../apiaries/apiary.entity.js';

/** What people have said about an item of the worklist: that it waits until a day, or who does it. It ends with what the item follows from. */
@Entity({ tableName: 'worklist_marks' })
@Unique({ name: 'worklist_marks_key_unique', properties: ['apiary', 'kind', 'recordId'] })
export class WorklistMark extends OwnedEntity {
  @ManyToOne(() => Apiary, { ref: true, deleteRule: 'cascade', index: false })
  apiary!: Ref<Apiary>;

  /** Those of the key of the item. */
  @Bounded(line(1, 50))
  @Property({ type: 'text' })
  kind!: string;

  @Property({ type: 'uuid' })
  recordId!: string;

  /** That of the item, when the mark was made. */
  @Bounded(TIME)
  @Property({ type: 'timestamptz', length: 3, nullable: true })
  cause: Opt<Date> | null = null;

  @Bounded(DAY)
  @Property({ type: 'date', nullable: true })
  snoozedUntil: Opt<string> | null = null;

  /** A trigger clears it when the account is no longer a member. */
  @Property({ type: 'uuid', nullable: true })
  assigneeId: Opt<string> | null = null;

  @Property({ type: 'uuid' })
  actorId!: string;
}
