// Uplinks of The Things Stack.
import { AppError } from '../../errors.js';
import { toSnakeCase } from '../../shared/text.js';
import { KINDS, MeasurementKind } from './measurement.enums.js';
import {
  check,
  collect,
  type Defaults,
  findEnum,
  findUnit,
  HIVE,
  isRecord,
  type Json,
  number,
  type ReadBody,
  readTime,
  type What,
} from './reading-bodies.rules.js';

/** A decoded uplink of The Things Stack: each number in it is a reading, of the hive that its device or the request names. */
export function readUplink(body: Json, { beehiveId }: Defaults): ReadBody {
  const uplink = isRecord(body.uplink_message) ? body.uplink_message : {};
  const { decoded_payload: decoded, received_at: received = body.received_at } = uplink;
  if (!isRecord(decoded)) {
    const message = 'is required: the application needs a payload formatter';
    throw AppError.badInput([{ field: 'uplink_message.decoded_payload', message }]);
  }
  const device = isRecord(body.end_device_ids) ? body.end_device_ids.device_id : undefined;
  const measuredAt = readTime(received);
  if (!measuredAt) throw AppError.badInput([{ field: 'uplink_message.received_at', message: 'is required' }]);
  const hive = (typeof device === 'string' ? HIVE.exec(device)?.[0] : undefined) ?? beehiveId;
  return collect(number(Object.entries(decoded)), ([name, value]) => {
    if (typeof value !== 'number') return { field: name, message: 'is not a number' };
    const of = kindOfDecoded(toSnakeCase(name).toLowerCase());
    return check({ ...of, unit: of.unit, beehiveId: hive, value, measuredAt });
  });
}

/** `weight`, `weight_kg`, `temperatureC`, `battery_percent`. What is in volts or percent, as a battery, says it. */
function kindOfDecoded(name: string): What {
  const [, quantity = name, suffix] = /^(.+)_([a-z]+)$/.exec(name) ?? [];
  const whole = findEnum(MeasurementKind, name);
  if (whole && whole !== MeasurementKind.CUSTOM && whole !== MeasurementKind.BATTERY) return { kind: whole };
  const kind = findEnum(MeasurementKind, quantity);
  const unit = findUnit(suffix);
  if (kind && unit && KINDS[kind].units.includes(unit)) return { kind, unit };
  return { kind: MeasurementKind.CUSTOM, quantity: name };
}
