// The conditions of a list are one input, the same wherever the list is: at the root and below a record.
import { ArgsType, type ClassType, InputType } from 'type-graphql';
import { LocalDate } from '../shared/scalars.js';
import { OptionalField } from './input-fields.js';
import { PageArgs } from './page-args.js';

export interface Filtered<F> extends PageArgs {
  filter?: F | null;
}

/** The arguments of a list that has conditions. Null, and an omitted field of the filter, mean no condition. */
export function filteredBy<F extends object>(Filter: ClassType<F>): ClassType<Filtered<F>> {
  @ArgsType()
  class FilteredArgs extends PageArgs {
    @OptionalField(() => Filter, 'What the list is limited to.')
    filter?: F | null;
  }
  return FilteredArgs;
}

@InputType()
export abstract class DaysFilter {
  @OptionalField(() => LocalDate, 'Only from this day on.')
  from?: string | null;

  @OptionalField(() => LocalDate, 'Only until this day, inclusive.')
  to?: string | null;
}

@ArgsType()
export class DaysArgs {
  @OptionalField(() => LocalDate, 'Only from this day on.')
  from?: string | null;

  @OptionalField(() => LocalDate, 'Only until this day, inclusive.')
  to?: string | null;
}
