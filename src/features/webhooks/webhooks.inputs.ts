import { ID, InputType } from 'type-graphql';
import {
  OmittableBoolean,
  OmittableValue,
  OptionalField,
  OptionalValue,
  RequiredField,
  RequiredValue,
} from '../../graphql/input-fields.js';
import { OneOf, States } from '../../graphql/validators.js';
import { LOGGED_KINDS, RecordKind } from '../../records/kinds.js';
import type { RecordName } from '../../records/record.js';
import { ChangeAction } from '../activity/activity.entity.js';
import { Webhook } from './webhook.entity.js';

/** The length of each list, at most. */
export const MAX_ENTRIES = 100;
const ENTRIES = { minItems: 1, maxItems: MAX_ENTRIES };

const URL_RULE =
  'an https:// address of the public internet, with port 443 or one from 1024 on, without a user name, a password and a fragment';

@InputType({ description: 'A new webhook.' })
export class CreateWebhookInput {
  @RequiredValue(Webhook, `Where events are posted: ${URL_RULE}; at most {max} characters.`)
  url!: string;

  @OptionalValue(Webhook, `Its name, for you alone, {bounds}.`)
  name?: string | null;

  @States(ENTRIES)
  @OptionalField(
    () => [RecordKind],
    'Only changes of records of these kinds. If omitted, all kinds.',
    OneOf(LOGGED_KINDS),
  )
  kinds?: RecordName[] | null;

  @States(ENTRIES)
  @OptionalField(() => [ChangeAction], 'Only these actions. If omitted, all.')
  actions?: ChangeAction[] | null;

  @States(ENTRIES)
  @OptionalField(
    () => [ID],
    `Only changes in 1 to ${MAX_ENTRIES} apiaries. If omitted, everything that you see, also in apiaries to which you gain access later.`,
  )
  apiaryIds?: string[] | null;
}

@InputType({ description: 'A change of a webhook: what is omitted stays.' })
export class UpdateWebhookInput {
  @RequiredField(() => ID, 'The id of the webhook.')
  id!: string;

  @OmittableValue(Webhook, `Where events are posted: ${URL_RULE}; at most {max} characters.`)
  url?: string;

  @OptionalValue(Webhook, `Its name, {bounds}.`)
  name?: string | null;

  @States(ENTRIES)
  @OptionalField(() => [RecordKind], 'Only changes of records of these kinds; null for all.', OneOf(LOGGED_KINDS))
  kinds?: RecordName[] | null;

  @States(ENTRIES)
  @OptionalField(() => [ChangeAction], 'Only these actions; null for all.')
  actions?: ChangeAction[] | null;

  @States(ENTRIES)
  @OptionalField(() => [ID], `Only changes in 1 to ${MAX_ENTRIES} apiaries; null for everything that you see.`)
  apiaryIds?: string[] | null;

  @OmittableBoolean(
    'True to enable it: it sends what changes from now on. False to pause it: what waits is not sent any more.',
  )
  enabled?: boolean;
}
