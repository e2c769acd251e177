import { ID, InputType } from 'type-graphql';
import { TokenScope } from '../../access/token-scope.js';
import {
  DefaultedField,
  DefaultedInt,
  OptionalField,
  OptionalText,
  RequiredString,
  RequiredValue,
} from '../../graphql/input-fields.js';
import { OneOf, States } from '../../graphql/validators.js';
import { CODE, MAX_CODE_LENGTH } from '../accounts/accounts.inputs.js';
import { PersonalAccessToken } from '../accounts/personal-access-token.entity.js';
import { MAX_APIARIES } from '../apiaries/apiaries.rules.js';

export const DEFAULT_DAYS = 90;
const MAX_DAYS = 730;
export const MAX_TOKEN_BEEHIVES = 500;

@InputType({ description: 'A new personal access token.' })
export class CreatePersonalAccessTokenInput {
  @RequiredValue(PersonalAccessToken, 'What it is for, {bounds}: “Display in the workshop”.')
  name!: string;

  @DefaultedField(() => TokenScope, TokenScope.READ, 'What it allows.', OneOf(TokenScope, 'must be a supported scope'))
  scope?: TokenScope | null;

  @States({ minItems: 1, maxItems: MAX_APIARIES })
  @OptionalField(
    () => [ID],
    `The ids of 1 to ${MAX_APIARIES} apiaries to which it is limited. If omitted, all that you see, including those to which you gain access later.`,
  )
  apiaryIds?: string[] | null;

  @States({ minItems: 1, maxItems: MAX_TOKEN_BEEHIVES })
  @OptionalField(
    () => [ID],
    `For a device: the ids of 1 to ${MAX_TOKEN_BEEHIVES} hives whose readings it records (scope RECORD), and nothing else.`,
  )
  beehiveIds?: string[] | null;

  @DefaultedInt(1, MAX_DAYS, DEFAULT_DAYS, `After how many days it expires, 1 to ${MAX_DAYS}.`)
  expiresInDays?: number | null;

  @RequiredString('The password of your account: a stolen session cannot make itself a token that lasts longer.')
  password!: string;

  @OptionalText(MAX_CODE_LENGTH, CODE)
  secondFactorCode?: string | null;
}
