import { ArgsType, ID, InputType } from 'type-graphql';
import {
  ClientId,
  ExpectedVersion,
  OmittableField,
  OmittableText,
  OptionalField,
  OptionalText,
  RequiredField,
  RequiredText,
} from '../../graphql/input-fields.js';
import { PageArgs } from '../../graphql/page-args.js';
import { NotNull } from '../../graphql/validators.js';
import { CountryCode } from '../../shared/country.js';
import { LocalDate } from '../../shared/scalars.js';

@InputType()
abstract class KeeperFields {
  @OptionalText(500, 'The address, at most 500 characters.')
  address?: string | null;

  @OptionalText(50, 'The number by which the tax office knows the keeper, at most 50 characters.')
  taxId?: string | null;

  @OptionalText(100, 'The number of the holding in the official register, at most 100 characters.')
  registerNumber?: string | null;

  @OptionalField(() => CountryCode, 'The country of the holding.')
  country?: string | null;
}

@InputType({ description: 'Who keeps the bees from a day on.' })
export class CreateKeeperInput extends KeeperFields {
  @ClientId()
  id?: string | null;

  @RequiredField(
    () => LocalDate,
    'The first day, of which the account has no other keeper (KEEPER_DAY_TAKEN). It may be in the past or in the future.',
  )
  validFrom!: string;

  @RequiredText(200, 'The name of the person or the company, 1–200 characters.')
  legalName!: string;
}

@InputType({
  description:
    'Corrections of a keeper, which change the registers of all its days. A keeper who has changed is created, from that day on. Omitted fields are unchanged; null clears a field.',
})
export class UpdateKeeperInput extends KeeperFields {
  @RequiredField(() => ID, 'The id of the keeper.')
  id!: string;

  @ExpectedVersion()
  expectedVersion?: number | null;

  @OmittableField(
    () => LocalDate,
    'The first day, of which the account has no other keeper (KEEPER_DAY_TAKEN).',
    NotNull('is required'),
  )
  validFrom?: string;

  @OmittableText(200, 'The name of the person or the company, 1–200 characters.')
  legalName?: string;
}

@ArgsType()
export class KeepersArgs extends PageArgs {}

@ArgsType()
export class KeeperArgs {
  @OptionalField(() => LocalDate, 'The day. If omitted, today where your account is.')
  on?: string | null;
}
