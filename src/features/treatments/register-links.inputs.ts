import { ID, InputType } from 'type-graphql';
import { OptionalField } from '../../graphql/input-fields.js';
import { OneOf } from '../../graphql/validators.js';
import { Language } from '../../shared/language.js';
import { LocalDate } from '../../shared/scalars.js';

@InputType({ description: 'What a link to your register of treatments shows.' })
export class CreateRegisterLinkInput {
  @OptionalField(() => LocalDate, 'Only treatments that began on this day or later.')
  from?: string | null;

  @OptionalField(() => LocalDate, 'Only treatments that began on this day or earlier.')
  to?: string | null;

  @OptionalField(() => ID, 'Only treatments that were applied in this apiary, which is yours. If omitted, in all.')
  apiaryId?: string | null;

  @OptionalField(
    () => Language,
    'The language of the register. If omitted, that of your account.',
    OneOf(Language, 'must be a supported language'),
  )
  language?: Language | null;
}
