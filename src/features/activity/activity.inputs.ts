import { ArgsType, ID } from 'type-graphql';
import { OptionalField } from '../../graphql/input-fields.js';
import { PageArgs } from '../../graphql/page-args.js';
import { OneOf } from '../../graphql/validators.js';
import { LOGGED_KINDS, RecordKind } from '../../records/kinds.js';
import type { RecordName } from '../../records/record.js';
import { DateTime } from '../../shared/scalars.js';

@ArgsType()
export class ActivityArgs extends PageArgs {
  @OptionalField(() => ID, 'Only what this account did: the `userId` of an `actor`.')
  actorId?: string | null;

  @OptionalField(() => [RecordKind], 'Only changes of records of these kinds.', OneOf(LOGGED_KINDS))
  kinds?: RecordName[] | null;

  @OptionalField(() => DateTime, 'Only changes at or after this time.')
  from?: Date | null;

  @OptionalField(() => DateTime, 'Only changes before this time.')
  to?: Date | null;
}
