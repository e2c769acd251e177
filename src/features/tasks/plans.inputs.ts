import { ID, InputType } from 'type-graphql';
import { OptionalField, RequiredField, RequiredText } from '../../graphql/input-fields.js';
import { States } from '../../graphql/validators.js';
import { LocalDate } from '../../shared/scalars.js';
import { MAX_TASK_BEEHIVES } from './tasks.inputs.js';

@InputType({ description: 'A plan that is to be carried out on hives.' })
export class ApplyPlanInput {
  @RequiredText(50, 'The key of the plan: `taskPlans` lists them.')
  planKey!: string;

  @States({ minItems: 1, maxItems: MAX_TASK_BEEHIVES })
  @RequiredField(() => [ID], `The ids of the hives, 1 to ${MAX_TASK_BEEHIVES}, of one apiary or several.`)
  beehiveIds!: string[];

  @RequiredField(() => LocalDate, 'The first day of the plan.')
  firstDay!: string;

  @OptionalField(() => ID, 'The id of the account that is to do it: the owner or a member of each apiary.')
  assigneeId?: string | null;
}
