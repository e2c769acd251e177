import { InputType } from 'type-graphql';
import { OptionalText } from '../../graphql/input-fields.js';

const MAX_PLATE = 50;
const MAX_DOCUMENT = 200;
export const MAX_ZONE_REASON = 500;

export const VehiclePlate = (rest = ''): PropertyDecorator =>
  OptionalText(MAX_PLATE, `The number plate of the vehicle, at most ${MAX_PLATE} characters. ${rest}`.trim());
export const HealthDocument = (rest = ''): PropertyDecorator =>
  OptionalText(
    MAX_DOCUMENT,
    `The number of the health document that goes with the hives: guide, certificate, permit; at most ${MAX_DOCUMENT} characters. ${rest}`.trim(),
  );

/** What the movement book says of a move, beside its day. */
@InputType()
export abstract class TransportFields {
  @VehiclePlate()
  vehiclePlate?: string | null;

  @HealthDocument()
  healthDocument?: string | null;

  @OptionalText(
    MAX_ZONE_REASON,
    `Why hives leave a restricted zone, at most ${MAX_ZONE_REASON} characters: the permit, or the order of the authority.`,
  )
  zoneReason?: string | null;
}
