import { ArgsType, ID, InputType } from 'type-graphql';
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
import { PageArgs } from '../../graphql/page-args.js';
import { NotNull } from '../../graphql/validators.js';
import { LocalDate } from '../../shared/scalars.js';
import { RestrictedZone } from './restricted-zone.entity.js';
import { GeoJSONArea, MAX_POSITIONS, MAX_RINGS } from './zone-area.rules.js';
import { ZoneDisease } from './zone-disease.enums.js';

const NAME = 'The name, such as the place of the outbreak, {bounds}. It is shown where the zone applies.';
const UNTIL = 'The last day on which it is in force, not before the first one. Null: that is not known.';
const SOURCE = 'The number of the order, or its address, {bounds}.';

@InputType({ description: 'The shape of a zone: `area`, or a circle by `latitude`, `longitude` and `radiusKm`.' })
class ZoneShapeInput {
  @OptionalField(
    () => GeoJSONArea,
    `The area, with at most ${MAX_POSITIONS} positions in ${MAX_RINGS} rings, in any direction. Positions are rounded to 5 decimal places. An edge leads the shorter way around the earth. A ring around a pole contains it.`,
  )
  area?: object | null;

  @OptionalValue(
    RestrictedZone,
    'Of a circle: the latitude of its centre, {min} to {max}, rounded to 5 decimal places.',
  )
  latitude?: number | null;

  @OptionalValue(
    RestrictedZone,
    'Of a circle: the longitude of its centre, {min} to {max}, rounded to 5 decimal places.',
  )
  longitude?: number | null;

  @OptionalValue(RestrictedZone, `Of a circle: its radius in kilometres, {min} to {max}.`)
  radiusKm?: number | null;
}
export type ZoneShape = ZoneShapeInput;

@InputType({ description: 'A new restricted zone: its area, or a circle.' })
export class CreateRestrictedZoneInput extends ZoneShapeInput {
  @NewId()
  newId?: string | null;

  @RequiredValue(RestrictedZone, NAME)
  name!: string;

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
  description: 'Changes of a restricted zone. Omitted fields are unchanged; a shape replaces the one before.',
})
export class UpdateRestrictedZoneInput extends ZoneShapeInput {
  @RequiredField(() => ID, 'The id of the zone.')
  id!: string;

  @ExpectedVersion()
  expectedVersion?: number | null;

  @OmittableValue(RestrictedZone, NAME)
  name?: string;

  @OmittableField(() => ZoneDisease, 'Why there is the zone.', NotNull('is required'))
  disease?: ZoneDisease;

  @OmittableValue(RestrictedZone, 'The first day on which it is in force.')
  from?: string;

  @OptionalValue(RestrictedZone, UNTIL)
  until?: string | null;

  @OptionalValue(RestrictedZone, SOURCE)
  source?: string | null;
}

@ArgsType()
export class RestrictedZonesArgs extends PageArgs {
  @OptionalField(() => LocalDate, 'Only zones that are in force on this day.')
  activeOn?: string | null;

  @OptionalField(() => ID, 'Only zones in which this apiary lies, and that apply to it.')
  apiaryId?: string | null;

  @OptionalBoolean('Only zones for all (true), or only your own ones (false).')
  isForAll?: boolean | null;
}
