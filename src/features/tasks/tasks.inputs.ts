import { ArgsType, ID, InputType } from 'type-graphql';
import { filteredBy } from '../../graphql/filter.js';
import {
  DefaultedField,
  ExpectedVersion,
  NewId,
  OmittableField,
  OmittableValue,
  OptionalField,
  OptionalValue,
  RequiredField,
  RequiredInt,
  RequiredValue,
} from '../../graphql/input-fields.js';
import { VersionedIdInput } from '../../graphql/record-input.js';
import { SeenIds } from '../../graphql/seen-ids.js';
import { DayNotInFuture, NotNull, States } from '../../graphql/validators.js';
import { LocalDate } from '../../shared/scalars.js';
import { seenPeople } from '../apiaries/people.queries.js';
import { RecordInspectionInput } from '../inspections/inspections.inputs.js';
import { RecordTreatmentInput } from '../treatments/treatments.inputs.js';
import { MAX_TASK_BEEHIVES, MAX_TASK_ITEMS, MAX_TASK_QUANTITY, Task } from './task.entity.js';
import { RepeatFrom, RepeatUnit, TaskKind, TaskPriority, TaskStatus } from './task.enums.js';

/** Due days are at most so far away. */
export const MAX_YEARS = 5;

@InputType({ description: 'An item of the inventory that a task needs.' })
export class TaskItemInput {
  @RequiredField(() => ID, 'The id of the item, in the apiary of the task.')
  itemId!: string;

  @RequiredInt(1, MAX_TASK_QUANTITY, 'The quantity, in the unit of the item: 1 to 1,000,000.')
  quantity!: number;
}

@InputType({ description: 'How a task repeats: the next one is open as soon as one is done or skipped.' })
export class TaskRepeatInput {
  @RequiredValue(Task, 'After how many days or weeks: {min} to {max} days, or 1 to 260 weeks.', 'repeatEvery')
  every!: number;

  @RequiredField(() => RepeatUnit, 'Days or weeks.')
  unit!: RepeatUnit;

  @DefaultedField(() => RepeatFrom, RepeatFrom.DUE, 'From which day the next due day is counted.')
  from?: RepeatFrom | null;
}

const NOTES = 'Notes, {bounds}.';
const STARTS_ON = 'The first day on which it can be done, not after the due day.';
const DUE_ON = `The day on which it is due, at most ${MAX_YEARS} years from today. A task that repeats has one.`;
const ASSIGNEE = 'The id of the account that is to do it: the owner or a member (NOT_A_MEMBER). Null for anybody.';
const BEEHIVES = `The ids of its hives in the apiary, at most ${MAX_TASK_BEEHIVES}.`;
const ITEMS = `What it needs from the inventory of the apiary, at most ${MAX_TASK_ITEMS} items.`;

@InputType()
abstract class TaskFields {
  @OptionalValue(Task, NOTES)
  notes?: string | null;

  @OptionalValue(Task, STARTS_ON)
  startsOn?: string | null;

  @OptionalValue(Task, DUE_ON)
  dueOn?: string | null;

  @OptionalField(() => ID, ASSIGNEE)
  assigneeId?: string | null;

  @States({ maxItems: MAX_TASK_BEEHIVES })
  @OptionalField(() => [ID], BEEHIVES)
  beehiveIds?: string[] | null;

  @States({ maxItems: MAX_TASK_ITEMS })
  @OptionalField(() => [TaskItemInput], ITEMS)
  items?: TaskItemInput[] | null;

  @OptionalField(() => TaskRepeatInput, 'How it repeats; null for a task that does not.')
  repeat?: TaskRepeatInput | null;
}

@InputType({ description: 'A new task.' })
export class CreateTaskInput extends TaskFields {
  @NewId()
  newId?: string | null;

  @RequiredField(() => ID, 'The id of the apiary.')
  apiaryId!: string;

  @RequiredValue(Task, 'What is to be done, {bounds}.')
  title!: string;

  @RequiredField(() => TaskKind, 'The kind of work.')
  kind!: TaskKind;

  @DefaultedField(() => TaskPriority, TaskPriority.NORMAL, 'How important it is.')
  priority?: TaskPriority | null;
}

@InputType({ description: 'Changes of an open task. Omitted fields are unchanged; null clears a field.' })
export class UpdateTaskInput extends TaskFields {
  @RequiredField(() => ID, 'The id of the task.')
  id!: string;

  @ExpectedVersion()
  expectedVersion?: number | null;

  @OmittableValue(Task, 'What is to be done, {bounds}.')
  title?: string;

  @OmittableField(() => TaskKind, 'The kind of work.', NotNull('is required'))
  kind?: TaskKind;

  @OmittableField(() => TaskPriority, 'How important it is.', NotNull('is required'))
  priority?: TaskPriority;
}

@InputType({
  description: 'A task that was done, with at most one record of the work, which is written in the same transaction.',
})
export class CompleteTaskInput extends VersionedIdInput {
  @DayNotInFuture()
  @OptionalValue(Task, 'The day on which it was done, not in the future. If omitted, today in the apiary.')
  closedOn?: string | null;

  @OptionalField(() => RecordInspectionInput, 'The inspection that it asked for: of one of its hives, if it has any.')
  inspection?: RecordInspectionInput | null;

  @OptionalField(() => RecordTreatmentInput, 'The treatment that it asked for: of its hives, if it has any.')
  treatment?: RecordTreatmentInput | null;
}

@InputType({ description: 'Which tasks are listed.' })
export class TaskFilter {
  @OptionalField(() => [TaskStatus], 'Only tasks with one of these statuses.')
  statuses?: TaskStatus[] | null;

  @OptionalField(() => [TaskKind], 'Only tasks of these kinds.')
  kinds?: TaskKind[] | null;

  @SeenIds(seenPeople, 'Only tasks that are assigned to these accounts.')
  assigneeIds?: string[] | null;

  @OptionalField(() => LocalDate, 'Only tasks that are due on this day or later.')
  dueFrom?: string | null;

  @OptionalField(() => LocalDate, 'Only tasks that are due on this day or earlier.')
  dueTo?: string | null;
}

@ArgsType()
export class TasksArgs extends filteredBy(TaskFilter) {
  @OptionalField(() => ID, 'Only tasks of this apiary.')
  apiaryId?: string | null;

  @OptionalField(() => ID, 'Only tasks of this hive.')
  beehiveId?: string | null;
}
