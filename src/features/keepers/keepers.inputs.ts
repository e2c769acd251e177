import { ArgsType, ID, InputType } from 'type-graphql';
import {
  ExpectedVersion,
  NewId,
  OmittableValue,
  OptionalField,
  OptionalValue,
  RequiredField,
  RequiredValue,
} from '../../graphql/input-fields.js';
import { PageArgs } from '../../graphql/page-args.js';
import { CountryCode } from '../../shared/country.js';
import { LocalDate } from '../../shared/scalars.js';
import { Keeper } from './keeper.entity.js';

@InputType()
abstract class KeeperFields {
  @OptionalValue(Keeper, 'The address, {bounds}.')
  address?: string | null;

  @OptionalValue(Keeper, 'The number by which the tax office knows the keeper, {bounds}.')
  taxId?: string | null;

  @OptionalValue(Keeper, 'The number of the holding in the official register, {bounds}.')
  registerNumber?: string | null;

  @OptionalField(() => CountryCode, 'The country of the holding.')
  country?: string | null;
}

@InputType({ description: 'Who keeps the bees from a day on.' })
export class CreateKeeperInput extends KeeperFields {
  @NewId()
  newId?: string | null;

  @RequiredValue(
    Keeper,
    'The first day, of which the account has no other keeper (KEEPER_DAY_TAKEN). It may be in the past or in the future.',
  )
  validFrom!: string;

  @RequiredValue(Keeper, 'The name of the person or the company, {bounds}.')
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

  @OmittableValue(Keeper, 'The first day, of which the account has no other keeper (KEEPER_DAY_TAKEN).')
  validFrom?: string;

  @OmittableValue(Keeper, 'The name of the person or the company, {bounds}.')
  legalName?: string;
}

@ArgsType()
export class KeepersArgs extends PageArgs {}

@ArgsType()
export class KeeperArgs {
  @OptionalField(() => LocalDate, 'The day. If omitted, today where your account is.')
  on?: string | null;
}
