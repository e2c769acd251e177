import { ArgsType, Float, ID, InputType } from 'type-graphql';
import { ApiaryRole } from '../../access/apiary-role.js';
import { filteredBy } from '../../graphql/filter.js';
import {
  DefaultedBoolean,
  DefaultedField,
  ExpectedVersion,
  NewId,
  OmittableBoolean,
  OmittableField,
  OmittableValue,
  OptionalBoolean,
  OptionalField,
  OptionalValue,
  RequiredField,
  RequiredValue,
} from '../../graphql/input-fields.js';
import { Legacy } from '../../graphql/legacy.js';
import { type OrderBy, OrderDirection, orderBy } from '../../graphql/order-by.js';
import { Between, NotNull } from '../../graphql/validators.js';
import { CountryCode } from '../../shared/country.js';
import { TIME_ZONE_RULE, TimeZone } from '../../shared/time-zone.js';
import { Apiary } from './apiary.entity.js';
import { ApiaryMobility } from './apiary-mobility.enums.js';
import { DEFAULT_KM, MAX_KM } from './near.queries.js';
import { PositionInput } from './position.rules.js';

@InputType()
abstract class PlaceFields {
  @OptionalField(
    () => PositionInput,
    'Where it is; null for no position. Members below MANAGER see it rounded to 0.01°.',
  )
  position?: PositionInput | null;

  @OptionalValue(Apiary, 'The elevation above sea level in metres, {min} to {max}.')
  elevation?: number | null;

  @OptionalField(() => CountryCode, 'The country, whose rules of registers and declarations apply.')
  country?: string | null;

  @OptionalValue(Apiary, 'The municipality, as registers and declarations name it, {bounds}.')
  municipality?: string | null;

  @OptionalValue(
    Apiary,
    'The number of the apiary in the official register, {bounds}. `placeWarnings` tells if it looks odd.',
  )
  registerNumber?: string | null;

  @OptionalField(() => ApiaryMobility, 'Whether its hives stay there, or follow the bloom.')
  mobility?: ApiaryMobility | null;

  @OptionalValue(Apiary, 'What the bees forage on there: the plants, or the crop, {bounds}.')
  forage?: string | null;
}

@InputType({ description: 'The data of a new apiary.' })
export class CreateApiaryInput extends PlaceFields {
  @NewId()
  newId?: string | null;

  @RequiredValue(Apiary, 'The name, {bounds}.')
  name!: string;

  @OptionalValue(Apiary, 'The location as free text, {bounds}.')
  location?: string | null;

  @DefaultedBoolean(false, 'Whether its hives are being treated.')
  treatments?: boolean | null;

  @OptionalField(() => TimeZone, 'The time zone in which it has its days. If omitted, that of your account.')
  timeZone?: string | null;
}

const MITES = 'so many mites per 100 bees, 0.1 to 100,';

@InputType({ description: 'Changes of an apiary. Omitted fields are unchanged.' })
export class UpdateApiaryInput extends PlaceFields {
  @RequiredField(() => ID, 'The id of the apiary.')
  id!: string;

  @ExpectedVersion()
  expectedVersion?: number | null;

  @OmittableValue(Apiary, 'The name, {bounds}.')
  name?: string;

  @OptionalValue(Apiary, 'The location as free text, {bounds}; null clears it.')
  location?: string | null;

  @OmittableBoolean('Whether its hives are being treated.')
  treatments?: boolean;

  @OptionalValue(Apiary, 'After so many days, its hives are to be inspected again, {min} to {max}; null for 14.')
  inspectionDays?: number | null;

  @OptionalValue(Apiary, `From ${MITES} on, the worklist has a hive; null for 2.`)
  mitesToWatch?: number | null;

  @OptionalValue(Apiary, `From ${MITES} on, a hive is to be treated; null for 3.`)
  mitesToTreat?: number | null;

  @OptionalValue(Apiary, 'The food in kilograms that each of its hives should have, {min} to {max}; null for no rule.')
  winterStores?: number | null;

  @OptionalValue(
    Apiary,
    'The weight in kilograms below which the worklist has a hive, {min} to {max}; null for no rule.',
  )
  minimumWeight?: number | null;

  @OptionalValue(
    Apiary,
    'After so many hours without a reading, the devices of a hive are silent, {min} to {max}; null for 24.',
  )
  silentHours?: number | null;

  @OmittableField(
    () => TimeZone,
    'The time zone in which it has its days. What is recorded keeps its day.',
    NotNull(TIME_ZONE_RULE),
  )
  timeZone?: string;
}

const ApiaryOrder = orderBy<Apiary>('Apiary', 'apiaries', {
  CREATED_AT: ['createdAt', 'By creation time.'],
  NAME: ['name', 'By name.'],
});

export const OLDEST_FIRST: OrderBy<Apiary> = { field: 'createdAt', direction: OrderDirection.ASC };

@InputType({ description: 'Which apiaries are listed.' })
export class ApiaryFilter {
  @OptionalField(() => ApiaryRole, 'Only apiaries in which you have this role.')
  role?: ApiaryRole | null;

  @OptionalBoolean('Whether the apiaries that others share with you are included. If omitted, they are.')
  includeShared?: boolean | null;

  @OptionalField(
    () => PositionInput,
    'Only apiaries near this place. Distances are those of the positions as you see them.',
  )
  near?: PositionInput | null;

  @OptionalField(
    () => Float,
    `Only with \`near\`: how near, in kilometres on a sphere, 0.1 to 20,100. If omitted, ${DEFAULT_KM}.`,
    Between(0.1, MAX_KM),
  )
  withinKm?: number | null;

  /** Whether the list, if `includeShared` is omitted, is that of the released mobile apps. */
  @Legacy()
  @OptionalBoolean('Whether `show_shared_apiaries` of the account decides what an omitted value means.')
  asInApp?: boolean | null;
}

@ArgsType()
export class ApiariesArgs extends filteredBy(ApiaryFilter) {
  @DefaultedField(() => ApiaryOrder, OLDEST_FIRST, 'The order of the list.')
  orderBy?: OrderBy<Apiary> | null;
}
