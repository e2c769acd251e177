import { ID, InputType } from 'type-graphql';
import { RequiredField, RequiredText } from '../../graphql/input-fields.js';

export const MAX_REASON_LENGTH = 500;

@InputType({ description: 'Names another account, and why an administrator does something with it.' })
export class ReasonedInput {
  @RequiredField(() => ID, 'The id of the account.')
  id!: string;

  @RequiredText(
    MAX_REASON_LENGTH,
    'Why, for the audit log: 1–500 characters, such as the number of the request. It outlives the account, so it should name no person.',
  )
  reason!: string;
}
