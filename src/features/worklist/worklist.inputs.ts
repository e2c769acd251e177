import { Field, Float, ID, InputType, Int, ObjectType } from 'type-graphql';
import { connectionOf } from '../../graphql/connection.js';
import { type Filtered, filteredBy } from '../../graphql/filter.js';
import { DefaultedBoolean, OptionalField, OptionalInt } from '../../graphql/input-fields.js';
import { SeenIds, seenRecords } from '../../graphql/seen-ids.js';
import { DateTime, LocalDate } from '../../shared/scalars.js';
import { Apiary } from '../apiaries/apiary.entity.js';
import { seenPeople } from '../apiaries/people.queries.js';
import { OVERDUE_DAYS } from '../beehives/beehives.queries.js';
import { WorklistKind, WorklistSeverity } from './worklist.enums.js';

export const DEFAULT_DAYS = 7;
/** Inspections of a hive are at most so many days apart. */
export const MAX_INSPECTION_DAYS = 3650;

@InputType({ description: 'What the worklist has.' })
export class WorklistFilter {
  @OptionalField(() => [WorklistKind], 'Only these kinds.')
  kinds?: WorklistKind[] | null;

  @OptionalField(
    () => DateTime,
    `Items with a due date are listed if they are due before this time. If omitted, in ${DEFAULT_DAYS} days.`,
  )
  dueBefore?: Date | null;

  @OptionalInt(
    1,
    MAX_INSPECTION_DAYS,
    `The number of days after which a hive is to be inspected again, 1 to 3650. If omitted, \`inspectionDays\` of its apiary, else ${OVERDUE_DAYS}.`,
  )
  inspectionDays?: number | null;

  @SeenIds(seenPeople, 'Only what is assigned to these accounts.')
  assigneeIds?: string[] | null;

  @DefaultedBoolean(false, 'Whether items that were put off are listed, too (`snoozeWorklistItem`).')
  includeSnoozed?: boolean | null;

  @SeenIds(seenRecords(Apiary), 'Only what concerns these apiaries.')
  apiaryIds?: string[] | null;
}

export const WorklistArgs = filteredBy(WorklistFilter);
export type WorklistArgs = Filtered<WorklistFilter>;

@ObjectType({
  simpleResolvers: true,
  description: 'Something that needs you, and the numbers that say why.',
})
export class WorklistItem {
  @Field(() => ID, {
    description: 'Names it in mutations. It is opaque, unique in the list, and stable as long as the record needs you.',
  })
  key!: string;

  @Field(() => WorklistKind, { description: 'Why it needs you.' })
  kind!: WorklistKind;

  @Field(() => WorklistSeverity, { description: 'How urgent it is.' })
  severity!: WorklistSeverity;

  @Field(() => DateTime, { nullable: true, description: 'When it is due, or has been due since; null without a date.' })
  dueAt!: string | null;

  @Field(() => LocalDate, {
    nullable: true,
    description: 'The day of `dueAt` where it is: what a list for people shows.',
  })
  dueOn!: string | null;

  @Field(() => Float, { nullable: true, description: 'The number that caused it: see its kind.' })
  value!: number | null;

  @Field(() => Float, { nullable: true, description: 'The limit that the number is compared with: see its kind.' })
  threshold!: number | null;

  @Field(() => LocalDate, {
    nullable: true,
    description: 'Until when it was put off; null if it was not. Listed only with `includeSnoozed`.',
  })
  snoozedUntil!: string | null;

  /** That of a hive, an item, a draft … */
  recordId!: string;
  assigneeId!: string | null;

  /** Null of a lot whose apiary has been deleted. */
  apiaryId!: string | null;
  beehiveId!: string | null;
  /** What the title calls the record: the label of a hive, the name of an item, the code of a lot. Of an apiary, the name of the zone. */
  label!: string | null;
}

@ObjectType({ simpleResolvers: true, description: 'How many items of a kind there are.' })
export class WorklistCount {
  @Field(() => WorklistKind, { description: 'Why they need you.' })
  kind!: WorklistKind;

  @Field(() => Int, { description: 'The number of items, 0 if there are none.' })
  count!: number;
}

export const WorklistConnection = connectionOf(WorklistItem, 'WorklistItem');
