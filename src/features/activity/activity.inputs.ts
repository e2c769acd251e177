import { ID, InputType } from 'type-graphql';
import { DaysFilter } from '../../graphql/filter.js';
import { OptionalField } from '../../graphql/input-fields.js';
import { OneOf } from '../../graphql/validators.js';
import { LOGGED_KINDS, RecordKind } from '../../records/kinds.js';
import type { RecordName } from '../../records/record.js';

@InputType({ description: 'Which changes are listed: by their day where the apiary is.' })
export class ActivityFilter extends DaysFilter {
  @OptionalField(() => ID, 'Only what this account did: the `userId` of an `actor`.')
  actorId?: string | null;

  @OptionalField(() => [RecordKind], 'Only changes of records of these kinds.', OneOf(LOGGED_KINDS))
  kinds?: RecordName[] | null;
}
