import type { Opt, Ref } from '@mikro-orm/core';
import { Check, Entity, Index, ManyToOne, Property, Unique } from '@mikro-orm/decorators/legacy';
import { ObjectType } from 'type-graphql';
import { TrackedEntity } from '../../base.entity.js';
import { TextArray } from '../../database/text-array.js';
import { IntArray, UuidArray } from '../../database/value-arrays.js';
import { Bounded, ID_BOUNDS, integer, line, list } from '../../graphql/bounds.js';
import {
  EnumColumn,
  IdOf,
  LineColumn,
  OptionalDayColumn,
  OptionalEnumColumn,
  OptionalIdColumn,
  OptionalIntColumn,
  OptionalLineColumn,
  OptionalTextColumn,
  OptionalTimeColumn,
} from '../../graphql/entity-fields.js';
import { Node } from '../../graphql/node.js';
import { Apiary } from '../apiaries/apiary.entity.js';
import { MAX_LABEL_LENGTH } from '../beehives/beehive.entity.js';
import { RepeatFrom, RepeatUnit, TaskKind, TaskPriority, TaskSource, TaskStatus } from './task.enums.js';

export const MAX_TASK_BEEHIVES = 100;
export const MAX_TASK_ITEMS = 20;
export const MAX_TASK_QUANTITY = 1_000_000;

@ObjectType({
  implements: Node,
  simpleResolvers: true,
  description: 'Something that is to be done in an apiary, or was.',
})
@Entity({ tableName: 'tasks' })
@Index({ name: 'tasks_owner_index', properties: ['ownerId', 'dueOn', 'id'] })
@Index({ name: 'tasks_apiary_index', properties: ['apiary', 'dueOn', 'id'] })
// The worklist reads the open tasks of an owner or, for a member, of apiaries; years of others stand beside them.
@Index({
  name: 'tasks_open_index',
  expression: `create index "tasks_open_index" on "tasks" ("owner_id", "due_on") where status = 'OPEN'`,
})
@Index({
  name: 'tasks_open_apiary_index',
  expression: `create index "tasks_open_apiary_index" on "tasks" ("apiary_id", "due_on") where status = 'OPEN'`,
})
@Index({ name: 'tasks_beehives_index', properties: ['beehiveIds'], type: 'gin' })
@Unique({ name: 'tasks_previous_unique', properties: ['previousId'] })
@Check({ name: 'tasks_window_check', expression: 'starts_on <= due_on' })
@Check({ name: 'tasks_repeat_check', expression: 'num_nulls(repeat_every, repeat_unit, repeat_from) in (0, 3)' })
@Check({ name: 'tasks_closed_check', expression: `(status = 'OPEN') = (closed_at is null)` })
export class Task extends TrackedEntity {
  @ManyToOne(() => Apiary, { ref: true, deleteRule: 'cascade', index: false })
  apiary!: Ref<Apiary>;

  @IdOf('apiary')
  readonly apiaryId!: Opt<string>;

  @LineColumn(200, 'What is to be done, in a few words.')
  title!: string;

  @OptionalTextColumn(2000, 'Notes, in free text.')
  notes: Opt<string> | null = null;

  @EnumColumn(TaskKind, 'The kind of work.')
  kind!: TaskKind;

  @EnumColumn(TaskPriority, 'How important it is.', { default: TaskPriority.NORMAL })
  priority: Opt<TaskPriority> = TaskPriority.NORMAL;

  @OptionalDayColumn('The first day on which it can be done; null if that does not matter.')
  startsOn: Opt<string> | null = null;

  @OptionalDayColumn('The day on which it is due; null if it has none.')
  dueOn: Opt<string> | null = null;

  /** A trigger clears it when the account is no longer a member. */
  @OptionalIdColumn('The id of the account that is to do it: the owner or a member; null for anybody.')
  assigneeId: Opt<string> | null = null;

  /** Without foreign keys: the label of a hive that is gone is kept. */
  @Bounded(list(MAX_TASK_BEEHIVES, ID_BOUNDS))
  @Property({ type: UuidArray, default: [] })
  beehiveIds: Opt<string[]> = [];

  /** The labels of the hives when the task was written, in the same order. */
  @Bounded(list(MAX_TASK_BEEHIVES, line(1, MAX_LABEL_LENGTH)))
  @Property({ type: TextArray, default: [] })
  beehiveLabels: Opt<string[]> = [];

  @Bounded(list(MAX_TASK_ITEMS, ID_BOUNDS))
  @Property({ type: UuidArray, default: [] })
  itemIds: Opt<string[]> = [];

  /** In the same order. */
  @Bounded(list(MAX_TASK_ITEMS, integer(1, MAX_TASK_QUANTITY)))
  @Property({ type: IntArray, default: [] })
  itemQuantities: Opt<number[]> = [];

  @OptionalIntColumn(1, 366, 'It repeats after so many days or weeks; null if it does not repeat.')
  repeatEvery: Opt<number> | null = null;

  @OptionalEnumColumn(RepeatUnit, 'The unit of `repeatEvery`.')
  repeatUnit: Opt<RepeatUnit> | null = null;

  @OptionalEnumColumn(RepeatFrom, 'From which day the next due day is counted.')
  repeatFrom: Opt<RepeatFrom> | null = null;

  @EnumColumn(TaskSource, 'Where it comes from.', { default: TaskSource.OWN })
  source: Opt<TaskSource> = TaskSource.OWN;

  @OptionalLineColumn(50, 'The key of the plan of which it is a step.')
  planKey: Opt<string> | null = null;

  @OptionalIdColumn('The id of the task before, if this is its repetition.')
  previousId: Opt<string> | null = null;

  @EnumColumn(TaskStatus, 'What became of it.', { default: TaskStatus.OPEN })
  status: Opt<TaskStatus> = TaskStatus.OPEN;

  @OptionalDayColumn('The day on which it was done, skipped or canceled; null while it is open.')
  closedOn: Opt<string> | null = null;

  @OptionalTimeColumn('When that was recorded; null while it is open.')
  closedAt: Opt<Date> | null = null;

  @Property({ type: 'uuid', nullable: true })
  closedById: Opt<string> | null = null;

  /** Inspections, or treatments, which `completeTask` has recorded. */
  @Bounded(list(500, ID_BOUNDS))
  @Property({ type: UuidArray, default: [] })
  recordIds: Opt<string[]> = [];

  /** There is no foreign key, as in a treatment. */
  @Property({ type: 'uuid' })
  actorId!: string;
}
