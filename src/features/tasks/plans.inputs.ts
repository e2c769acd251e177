import { ID, InputType } from 'type-graphql';
import { OptionalField, RequiredField, RequiredValue } from '../../graphql/input-fields.js';
import { States } from '../../graphql/validators.js';
import { MAX_TASK_BEEHIVES, Task } from './task.entity.js';

@InputType({ description: 'A plan that is to be carried out on hives.' })
export class ApplyTaskPlanInput {
  @RequiredValue(Task, 'The key of the plan: `taskPlans` lists them.')
  planKey!: string;

  @States({ minItems: 1, maxItems: MAX_TASK_BEEHIVES })
  @RequiredField(() => [ID], `The ids of the hives, 1 to ${MAX_TASK_BEEHIVES}, of one apiary or several.`)
  beehiveIds!: string[];

  @RequiredValue(Task, 'The first day of the plan.', 'dueOn')
  firstDay!: string;

  @OptionalField(() => ID, 'The id of the account that is to do it: the owner or a member of each apiary.')
  assigneeId?: string | null;
}
