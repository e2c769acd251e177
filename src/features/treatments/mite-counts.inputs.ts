import { ID, InputType } from 'type-graphql';
import { DaysFilter } from '../../graphql/filter.js';
import { NewId, OptionalValue, RequiredField, RequiredValue } from '../../graphql/input-fields.js';
import { DayNotInFuture } from '../../graphql/validators.js';
import { MiteCount, MiteCountMethod } from './mite-count.entity.js';

@InputType({ description: 'A count of Varroa mites in a hive.' })
export class RecordMiteCountInput {
  @NewId()
  newId?: string | null;

  @RequiredField(() => ID, 'The id of the hive.')
  beehiveId!: string;

  @DayNotInFuture()
  @OptionalValue(MiteCount, 'The day of the count, not in the future. If omitted, today.')
  countedOn?: string | null;

  @RequiredField(() => MiteCountMethod, 'How the mites were counted.')
  method!: MiteCountMethod;

  @OptionalValue(MiteCount, 'The number of bees in the sample: required, but for a sticky board omitted.')
  bees?: number | null;

  @RequiredValue(MiteCount, 'The number of mites.')
  mites!: number;

  @OptionalValue(MiteCount, 'For a sticky board, required: the number of days. Otherwise omitted.')
  days?: number | null;

  @OptionalValue(MiteCount, 'Notes, {bounds}.')
  notes?: string | null;
}

@InputType({ description: 'Which mite counts are listed: by their day.' })
export class MiteCountFilter extends DaysFilter {}
