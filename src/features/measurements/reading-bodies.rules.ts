// What the readers of bodies share (reading-formats.rules.ts): numbers, checks, kinds and units by their names.
import { AppError } from '../../errors.js';
import { findBoundsProblem, getBounds } from '../../graphql/bounds.js';
import { createMessage } from '../../messages/message.js';
import { DateTime } from '../../shared/scalars.js';
import type { Measured } from './measured-values.rules.js';
import { Measurement } from './measurement.entity.js';
import { MeasurementUnit, SYMBOLS } from './measurement.enums.js';
import type { NumberedReading, Refusal } from './readings.commands.js';

export const MAX_READINGS = 10_000;

export interface Defaults {
  /** The hive of readings that name none. */
  beehiveId?: string | undefined;
  now: Date;
}
export interface ReadBody {
  readings: NumberedReading[];
  refusals: Refusal[];
}
export type Json = Record<string, unknown>;
export type Sent = Omit<NumberedReading, 'line'>;
export type Problem = Omit<Refusal, 'line'>;
export type What = Pick<Measured, 'kind'> & Partial<Pick<Measured, 'unit' | 'quantity' | 'customUnit'>>;

export const isRecord = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const wrongType = (field: string): Problem => ({ field, message: 'is of the wrong type' });

export const tooMany = (): AppError =>
  new AppError('PAYLOAD_TOO_LARGE', createMessage('A request can have {max} readings at most', { max: MAX_READINGS }));

/** @param all each with its number */
export function collect<T>(
  all: readonly (readonly [line: number, one: T])[],
  read: (one: T) => Sent | Problem,
): ReadBody {
  if (all.length > MAX_READINGS) throw tooMany();
  if (all.length === 0) throw AppError.badInput([{ field: 'readings', message: 'must not be empty' }]);
  const body: ReadBody = { readings: [], refusals: [] };
  for (const [line, one] of all) {
    const found = read(one);
    if ('message' in found) body.refusals.push({ line, ...found });
    else body.readings.push({ line, ...found });
  }
  return body;
}
export const number = <T>(all: readonly T[]): [number, T][] => all.map((one, i) => [i + 1, one]);

export const FIELDS = ['beehiveId', 'kind', 'value', 'unit', 'quantity', 'customUnit', 'measuredAt'] as const;
export type Given = Partial<Record<(typeof FIELDS)[number], unknown>>;

export function findEnum<T extends string>(values: Record<string, T>, sent: unknown): T | undefined {
  const name = typeof sent === 'string' ? sent.toUpperCase() : '';
  return Object.hasOwn(values, name) ? values[name] : undefined;
}

/** Other words for units: symbols are those of `SYMBOLS`. */
const UNITS = new Map<string, MeasurementUnit>([
  ...Object.entries(SYMBOLS).map(([unit, symbol]) => [symbol.toLowerCase(), unit as MeasurementUnit] as const),
  ...(Object.entries({ lbs: 'POUNDS', c: 'CELSIUS', f: 'FAHRENHEIT', pct: 'PERCENT' }) as [string, MeasurementUnit][]),
]);
export const findUnit = (sent: unknown): MeasurementUnit | undefined =>
  typeof sent === 'string' ? (findEnum(MeasurementUnit, sent) ?? UNITS.get(sent.toLowerCase())) : undefined;

/** As the inputs of GraphQL are checked. */
export function check(reading: Given & Pick<Sent, 'kind' | 'unit' | 'measuredAt'>): Sent | Problem {
  if (reading.value === undefined) return { field: 'value', message: 'is required' };
  for (const field of ['value', 'quantity', 'customUnit', 'measuredAt'] as const) {
    const value = reading[field];
    if (value === undefined) continue;
    if (field === 'value' && typeof value !== 'number') return wrongType(field);
    // A time that no Date can have.
    if (value instanceof Date && Number.isNaN(value.getTime())) return { field, message: 'is not a time' };
    const message = findBoundsProblem(value, getBounds(Measurement, field));
    if (message !== undefined) return { field, message };
  }
  if (reading.beehiveId !== undefined && typeof reading.beehiveId !== 'string') return wrongType('beehiveId');
  return reading as Sent;
}

/** @returns null for what is no time with an offset */
export function readTime(sent: unknown): Date | null {
  try {
    return DateTime.parseValue(sent);
  } catch {
    return null;
  }
}

/** The id of a hive within a name. */
export const HIVE = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/i;
