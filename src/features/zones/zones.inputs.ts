import { ArgsType, Float, ID, InputType } from 'type-graphql';
import {
  ClientId,
  DefaultedBoolean,
  ExpectedVersion,
  OmittableField,
  OmittableText,
  OptionalBoolean,
  OptionalField,
  OptionalText,
  RequiredField,
  RequiredText,
} from '../../graphql/input-fields.js';
import { PageArgs } from '../../graphql/page-args.js';
import { Between, NotNull } from '../../graphql/validators.js';
import { LocalDate } from '../../shared/scalars.js';
import { GeoJSONArea, MAX_POSITIONS, MAX_RINGS } from './zone-area.js';
import { ZoneDisease } from './zone-disease.js';

const MAX_NAME = 200;
const MAX_SOURCE = 500;
/** Smaller ones say more of a place than of an outbreak. */
export const MIN_RADIUS_KM = 0.1;
export const MAX_RADIUS_KM = 1000;

const NAME = `The name, such as the place of the outbreak, 1–${MAX_NAME} characters. It is shown where the zone applies.`;
const UNTIL = 'The last day on which it is in force, not before the first one. Null: that is not known.';
const SOURCE = `The number of the order, or its address, at most ${MAX_SOURCE} characters.`;

@InputType({ description: 'The shape of a zone: `area`, or a circle by `latitude`, `longitude` and `radiusKm`.' })
class ZoneShapeInput {
  @OptionalField(
    () => GeoJSONArea,
    `The area, with at most ${MAX_POSITIONS} positions in ${MAX_RINGS} rings, in any direction. Positions are rounded to 5 decimal places. An edge leads the shorter way around the earth. A ring around a pole contains it.`,
  )
  area?: object | null;

  @OptionalField(
    () => Float,
    'Of a circle: the latitude of its centre, −90 to 90, rounded to 5 decimal places.',
    Between(-90, 90),
  )
  latitude?: number | null;

  @OptionalField(
    () => Float,
    'Of a circle: the longitude of its centre, −180 to 180, rounded to 5 decimal places.',
    Between(-180, 180),
  )
  longitude?: number | null;

  @OptionalField(
    () => Float,
    `Of a circle: its radius in kilometres, ${MIN_RADIUS_KM} to ${MAX_RADIUS_KM}.`,
    Between(MIN_RADIUS_KM, MAX_RADIUS_KM),
  )
  radiusKm?: number | null;
}
export type ZoneShape = ZoneShapeInput;

@InputType({ description: 'A new restricted zone: its area, or a circle.' })
export class CreateRestrictedZoneInput extends ZoneShapeInput {
  @ClientId()
  id?: string | null;

  @RequiredText(MAX_NAME, NAME)
  name!: string;

  @RequiredField(() => ZoneDisease, 'Why there is the zone.')
  disease!: ZoneDisease;

  @RequiredField(() => LocalDate, 'The first day on which it is in force.')
  from!: string;

  @OptionalField(() => LocalDate, UNTIL)
  until?: string | null;

  @OptionalText(MAX_SOURCE, SOURCE)
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

  @OmittableText(MAX_NAME, NAME)
  name?: string;

  @OmittableField(() => ZoneDisease, 'Why there is the zone.', NotNull('is required'))
  disease?: ZoneDisease;

  @OmittableField(() => LocalDate, 'The first day on which it is in force.', NotNull('is required'))
  from?: string;

  @OptionalField(() => LocalDate, UNTIL)
  until?: string | null;

  @OptionalText(MAX_SOURCE, SOURCE)
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
