import { ArgsType, ID, InputType } from 'type-graphql';
import { filteredBy } from '../../graphql/filter.js';
import {
  DefaultedBoolean,
  ExpectedVersion,
  NewId,
  OmittableField,
  OmittableValue,
  OptionalBoolean,
  OptionalField,
  OptionalValue,
  RequiredField,
  RequiredValue,
} from '../../graphql/input-fields.js';
import { ExactlyOne } from '../../graphql/one-of.js';
import { NotNull } from '../../graphql/validators.js';
import { LocalDate } from '../../shared/scalars.js';
import { RestrictedZone } from './restricted-zone.entity.js';
import { GeoJSONArea, MAX_POSITIONS, MAX_RINGS } from './zone-area.rules.js';
import { ZoneDisease } from './zone-disease.enums.js';

const NAME = 'The name, such as the place of the outbreak, {bounds}. It is shown where the zone applies.';
const UNTIL = 'The last day on which it is in force, not before the first one. Null: that is not known.';
const SOURCE = 'The number of the order, or its address, {bounds}.';

@InputType({ description: 'A circle. Its centre is rounded to 5 decimal places.' })
export class ZoneCircleInput {
  @RequiredValue(RestrictedZone, 'The latitude of its centre, {min} to {max}.')
  latitude!: number;

  @RequiredValue(RestrictedZone, 'The longitude of its centre, {min} to {max}.')
  longitude!: number;

  @RequiredValue(RestrictedZone, 'Its radius in kilometres, {min} to {max}.')
  radiusKm!: number;
}

@ExactlyOne()
@InputType({ description: 'The shape of a zone.' })
export class ZoneShapeInput {
  @OptionalField(
    () => GeoJSONArea,
    `With at most ${MAX_POSITIONS} positions in ${MAX_RINGS} rings, in any direction. Positions are rounded to 5 decimal places. An edge leads the shorter way around the earth. A ring around a pole contains it.`,
  )
  area?: object | null;

  @OptionalField(() => ZoneCircleInput, 'A circle.')
  circle?: ZoneCircleInput | null;
}

@InputType({ description: 'A new restricted zone.' })
export class CreateRestrictedZoneInput {
  @NewId()
  newId?: string | null;

  @RequiredValue(RestrictedZone, NAME)
  name!: string;

  @RequiredField(() => ZoneShapeInput, 'Where it is.')
  shape!: ZoneShapeInput;

  @RequiredField(() => ZoneDisease, 'Why there is the zone.')
  disease!: ZoneDisease;

  @RequiredValue(RestrictedZone, 'The first day on which it is in force.')
  from!: string;

  @OptionalValue(RestrictedZone, UNTIL)
  until?: string | null;

  @OptionalValue(RestrictedZone, SOURCE)
  source?: string | null;

  @DefaultedBoolean(
    false,
    'Whether it applies to all apiaries, and every account reads it: for administrators. Otherwise it applies to your own apiaries, and nobody else reads it. It cannot be changed.',
  )
  isForAll?: boolean | null;
}

@InputType({
  description: 'Changes of a restricted zone. Omitted fields are unchanged.',
})
export class UpdateRestrictedZoneInput {
  @RequiredField(() => ID, 'The id of the zone.')
  id!: string;

  @ExpectedVersion()
  expectedVersion?: number | null;

  @OmittableValue(RestrictedZone, NAME)
  name?: string;

  @OmittableField(() => ZoneShapeInput, 'Where it is.', NotNull('is required'))
  shape?: ZoneShapeInput;

  @OmittableField(() => ZoneDisease, 'Why there is the zone.', NotNull('is required'))
  disease?: ZoneDisease;

  @OmittableValue(RestrictedZone, 'The first day on which it is in force.')
  from?: string;

  @OptionalValue(RestrictedZone, UNTIL)
  until?: string | null;

  @OptionalValue(RestrictedZone, SOURCE)
  source?: string | null;
}

@InputType({ description: 'Which restricted zones are listed.' })
export class RestrictedZoneFilter {
  @OptionalField(() => LocalDate, 'Only zones that are in force on this day.')
  activeOn?: string | null;

  @OptionalBoolean('Only zones for all (true), or only your own ones (false).')
  isForAll?: boolean | null;
}

@ArgsType()
export class RestrictedZonesArgs extends filteredBy(RestrictedZoneFilter) {
  @OptionalField(() => ID, 'Only zones in which this apiary lies, and that apply to it.')
  apiaryId?: string | null;
}
