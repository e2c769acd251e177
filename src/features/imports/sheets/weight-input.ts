// A row of a weight: what the hive weighed, and how warm and humid it was then, each a measurement. A scale that failed leaves the others.
import { findMeasuredProblem } from '../../measurements/measured-values.rules.js';
import { MeasurementKind, type MeasurementUnit } from '../../measurements/measurement.enums.js';
import { RecordMeasurementInput } from '../../measurements/measurements.inputs.js';
import type { DayAndTime } from './days.js';
import { FIELD_NAMES } from './field-names.js';
import { isNamed } from './headings.js';
import { isSecret } from './measured-columns.js';
import { isOtherZone } from './moments.js';
import { make } from './row-inputs.js';
import { RowRefusal } from './row-refusal.js';
import { isUnread, notesOf, numberOf, type SheetRow, textOf, unitOf } from './row-values.js';

const KINDS = {
  weight: MeasurementKind.WEIGHT,
  temperature: MeasurementKind.TEMPERATURE,
  broodTemperature: MeasurementKind.BROOD_TEMPERATURE,
  humidity: MeasurementKind.HUMIDITY,
} as const;

/** The kinds, as SQL: the first that a row has stands for it. */
export const WEIGHED = `array[${Object.values(KINDS).map((kind) => `'${kind}'`)}]`;

/**
 * @returns one at least, with the notes of the row in the first
 * @throws RowRefusal for one of which it is not certain when it was, or of how many hives
 */
export function weightInputs(row: SheetRow, beehiveId: string, measuredAt: Date): RecordMeasurementInput[] {
  refuseUnknownTime(row);
  if (row.extra.some(isOfSeveral)) throw new RowRefusal('weight', 'It is the weight of several hives');
  const stated = Object.entries(KINDS).flatMap(([field, kind]) => {
    const [value, unit] = [numberOf(row, field), unitOf(row, field) as MeasurementUnit | undefined];
    return value === undefined || unit === undefined ? [] : [{ field, kind, value, unit }];
  });
  return stated.map(({ field, kind, value, unit }, i) => {
    const problem = findMeasuredProblem({ kind, value, unit });
    if (problem) throw new RowRefusal(field, problem.message);
    const notes = i === 0 ? notesOf(row, withoutSecrets(row).extra) : undefined;
    return make(RecordMeasurementInput, { beehiveId, kind, value, unit, measuredAt, notes });
  });
}

/** A row without what nobody wants in notes. */
export const withoutSecrets = (row: SheetRow): SheetRow => ({
  ...row,
  extra: row.extra.filter(({ heading }) => !isSecret(heading)),
});

function refuseUnknownTime(row: SheetRow): void {
  const heading = (field: string): string => row.columns.find((one) => one.field === field)?.heading ?? '';
  if (isUnread(row, 'time')) throw new RowRefusal('time', 'It is not known at which time it was');
  for (const field of ['date', 'time'])
    if (isOtherZone(heading(field))) throw new RowRefusal(field, 'The times of the column are of another time zone');
  const { time, instant } = row.values.date as DayAndTime;
  const stated = textOf(row, 'time');
  const isOther =
    stated !== undefined && (instant !== undefined || (time !== undefined && !/^00:00/.test(time) && time !== stated));
  if (isOther) throw new RowRefusal('time', 'The day has another time than the column of times');
}

/** Another column says of how many hives it is. */
const isOfSeveral = ({ heading, text }: SheetRow['extra'][number]): boolean =>
  isNamed(heading, FIELD_NAMES.hiveCount!) && /[1-9]/.test(text) && text.trim() !== '1';
