import { ID, InputType } from 'type-graphql';
import { RequiredField, RequiredValue } from '../../graphql/input-fields.js';
import { AuditEntry } from './audit-entry.entity.js';

@InputType({ description: 'Names another account, and why an administrator does something with it.' })
export class ReasonedInput {
  @RequiredField(() => ID, 'The id of the account.')
  id!: string;

  @RequiredValue(
    AuditEntry,
    'Why, for the audit log: {bounds}, such as the number of the request. It outlives the account, so it should name no person.',
  )
  reason!: string;
}
