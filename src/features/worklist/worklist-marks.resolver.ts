import { Arg, Ctx, ID, InputType, Resolver } from 'type-graphql';
import type { Context } from '../../context.js';
import { OptionalField, RequiredField } from '../../graphql/input-fields.js';
import { RecordMutation } from '../../graphql/payload.js';
import { Text } from '../../graphql/validators.js';
import { LocalDate } from '../../shared/scalars.js';
import { WorklistItem } from './worklist.inputs.js';
import { assignItem, MAX_SNOOZE_DAYS, snoozeItem } from './worklist-marks.commands.js';

const KEY = 'The key of the item. Not that of a task: `updateTask` changes its days and its assignee.';

@InputType({ description: 'An item of the worklist that is put off.' })
export class SnoozeWorklistItemInput {
  @RequiredField(() => ID, KEY, Text(1, 100))
  key!: string;

  @OptionalField(
    () => LocalDate,
    `The day on which it is listed again, at most ${MAX_SNOOZE_DAYS} days from today. Null lists it again now.`,
  )
  until?: string | null;
}

@InputType({ description: 'An item of the worklist that somebody is to do.' })
export class AssignWorklistItemInput {
  @RequiredField(() => ID, KEY, Text(1, 100))
  key!: string;

  @OptionalField(() => ID, 'The id of the owner or a member of the apiary (NOT_A_MEMBER). Null for anybody.')
  assigneeId?: string | null;
}

@Resolver(() => WorklistItem)
export class WorklistMarksResolver {
  @RecordMutation(WorklistItem, {
    description:
      'Puts an item off, for all members of its apiary. It is listed again on the day, or as soon as it follows from something new.',
  })
  snoozeWorklistItem(
    @Arg('input', () => SnoozeWorklistItemInput)
    input: SnoozeWorklistItemInput,
    @Ctx() context: Context,
  ): Promise<WorklistItem> {
    return snoozeItem(context, input);
  }

  @RecordMutation(WorklistItem, {
    description: 'Says who does an item, until it goes away. Several items are assigned one by one.',
  })
  assignWorklistItem(
    @Arg('input', () => AssignWorklistItemInput)
    input: AssignWorklistItemInput,
    @Ctx() context: Context,
  ): Promise<WorklistItem> {
    return assignItem(context, input);
  }
}
