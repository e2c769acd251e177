import { ArgsType, ID, InputType } from 'type-graphql';
import { filteredBy } from '../../graphql/filter.js';
import { OptionalField } from '../../graphql/input-fields.js';
import { LocalDate } from '../../shared/scalars.js';
import { BeehiveMovementKind } from './beehive-movement.types.js';

const MAX_BOOK_YEARS = 10;
export const MAX_BOOK_DAYS = 3653;

@InputType({ description: 'Which entries of the movement book are listed.' })
export class BeehiveMovementFilter {
  @OptionalField(() => LocalDate, 'The first day. If omitted, 1 January of the year of the last day.')
  from?: string | null;

  @OptionalField(
    () => LocalDate,
    `The last day: the period has at most ${MAX_BOOK_YEARS} years (${MAX_BOOK_DAYS} days). If omitted, today.`,
  )
  to?: string | null;

  @OptionalField(
    () => [BeehiveMovementKind],
    'Only these kinds. If omitted, all: the book of law also has what came and what ended.',
  )
  kinds?: BeehiveMovementKind[] | null;
}

@ArgsType()
export class MovementBookArgs extends filteredBy(BeehiveMovementFilter) {
  @OptionalField(() => ID, 'Only what came to this apiary, or left it. If omitted, what is recorded of your own hives.')
  apiaryId?: string | null;
}
