import { ArgsType, ID, InputType } from 'type-graphql';
import { DaysFilter, filteredBy } from '../../graphql/filter.js';
import { DefaultedField, OptionalField } from '../../graphql/input-fields.js';
import { TreatmentStatus } from './treatment-status.enums.js';

/** All but voided ones. */
export const SHOWN_TREATMENTS = [TreatmentStatus.ACTIVE, TreatmentStatus.COMPLETED];

@InputType({ description: 'Which treatments are listed: by their first day.' })
export class TreatmentFilter extends DaysFilter {
  @DefaultedField(() => [TreatmentStatus], SHOWN_TREATMENTS, 'Only treatments with one of these statuses.')
  statuses?: TreatmentStatus[] | null;
}

@ArgsType()
export class TreatmentsArgs extends filteredBy(TreatmentFilter) {
  @OptionalField(() => ID, 'Only treatments of this hive.')
  beehiveId?: string | null;

  @OptionalField(() => ID, 'Only treatments that were applied in this apiary.')
  apiaryId?: string | null;
}

@InputType({ description: 'Which treatments of the register are listed: by their first day.' })
export class TreatmentRegisterFilter extends DaysFilter {}

@ArgsType()
export class RegisterArgs extends filteredBy(TreatmentRegisterFilter) {
  @OptionalField(() => ID, 'Only treatments that were applied in this apiary.')
  apiaryId?: string | null;
}
