import { InputType } from 'type-graphql';
import { OptionalValue } from '../../graphql/input-fields.js';
import { BeehivePlacement } from './beehive-placement.entity.js';

export const VehiclePlate = (rest = ''): PropertyDecorator =>
  OptionalValue(BeehivePlacement, `The number plate of the vehicle, {bounds}. ${rest}`.trim(), 'vehiclePlate');
export const HealthDocument = (rest = ''): PropertyDecorator =>
  OptionalValue(
    BeehivePlacement,
    `The number of the health document that goes with the hives: guide, certificate, permit; {bounds}. ${rest}`.trim(),
    'healthDocument',
  );

/** What the movement book says of a move, beside its day. */
@InputType()
export abstract class TransportFields {
  @VehiclePlate()
  vehiclePlate?: string | null;

  @HealthDocument()
  healthDocument?: string | null;

  @OptionalValue(
    BeehivePlacement,
    'Why hives leave a restricted zone, {bounds}: the permit, or the order of the authority.',
  )
  zoneReason?: string | null;
}
