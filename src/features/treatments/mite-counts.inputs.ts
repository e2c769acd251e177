import { ID, InputType } from 'type-graphql';
import {
  ClientId,
  OptionalField,
  OptionalInt,
  OptionalText,
  RequiredField,
  RequiredInt,
} from '../../graphql/input-fields.js';
import { DayNotInFuture } from '../../graphql/validators.js';
import { LocalDate } from '../../shared/scalars.js';
import { MiteCountMethod } from './mite-count.entity.js';

const MAX_COUNTED = 100_000;

@InputType({ description: 'A count of Varroa mites in a hive.' })
export class RecordMiteCountInput {
  @ClientId()
  id?: string | null;

  @RequiredField(() => ID, 'The id of the hive.')
  beehiveId!: string;

  @OptionalField(() => LocalDate, 'The day of the count, not in the future. If omitted, today.', DayNotInFuture())
  countedOn?: string | null;

  @RequiredField(() => MiteCountMethod, 'How the mites were counted.')
  method!: MiteCountMethod;

  @OptionalInt(1, MAX_COUNTED, 'The number of bees in the sample: required, but for a sticky board omitted.')
  bees?: number | null;

  @RequiredInt(0, MAX_COUNTED, 'The number of mites.')
  mites!: number;

  @OptionalInt(1, 365, 'For a sticky board, required: the number of days. Otherwise omitted.')
  days?: number | null;

  @OptionalText(2000, 'Notes, at most 2,000 characters.')
  notes?: string | null;
}
