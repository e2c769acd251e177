// Checks the values of an archive, which is what somebody sent: types and lengths here, the rest by the constraints of the tables.

import { isCountry } from '../../shared/country.js';
import { isBlank, isStorable, isUuid } from '../../shared/text.js';
import { readTimeZone } from '../../shared/time-zone.js';
import type { RowProblem } from '../imports/import-source.js';
import { MAX_RADIUS_KM, MIN_RADIUS_KM } from '../zones/zones.inputs.js';
import type { ArchivedColumn, ArchivedRecord } from './archived-columns.js';
import { findZoneProblem } from './archived-zones.js';

/** The longest text that an operation accepts has as many. */
const MAX_LENGTH = 10_000;
const MAX_ENTRIES = 500;
const MAX_INT = 2 ** 31 - 1;

const isText = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= MAX_LENGTH && isStorable(value);
const isInt = (value: unknown): boolean => Number.isInteger(value) && Math.abs(value as number) <= MAX_INT;
const isId = (value: unknown): boolean => typeof value === 'string' && isUuid(value);
const isNumber = (value: unknown): boolean =>
  Number.isFinite(value) || (typeof value === 'string' && /^-?\d{1,20}(\.\d{1,10})?$/.test(value));
const isTime = (value: unknown): boolean =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]{5,16}Z$/.test(value) && !Number.isNaN(Date.parse(value));
const isDay = (value: unknown): boolean =>
  typeof value === 'string' &&
  /^\d{4}-\d\d-\d\d$/.test(value) &&
  value > '0001' &&
  new Date(`${value}T00:00:00Z`).toJSON()?.slice(0, 10) === value;
const listOf =
  (isEntry: (value: unknown) => boolean) =>
  (value: unknown): boolean =>
    Array.isArray(value) && value.length <= MAX_ENTRIES && value.every(isEntry);
const isSource = (value: unknown): boolean => {
  const { beehiveId, beehiveLabel, frames, grams } = (value ?? {}) as Record<string, unknown>;
  return isId(beehiveId) && isText(beehiveLabel) && isInt(frames) && isInt(grams);
};

const isOptionalText = (value: unknown): boolean => value === null || isText(value);
const isFormerKeeper = (value: unknown): boolean => {
  const { legalName, address, registerNumber, ...others } = (value ?? {}) as Record<string, unknown>;
  return [legalName, address, registerNumber].every(isOptionalText) && Object.keys(others).length === 0;
};

const CHECKS: [RegExp, (value: unknown) => boolean][] = [
  [/^uuid\[\]/, listOf(isId)],
  [/^text\[\]/, listOf(isText)],
  [/^int(eger)?\[\]/, listOf(isInt)],
  [/^uuid/, isId],
  [/^(text|varchar)/, isText],
  [/^(int|smallint)/, isInt],
  [/^bool/, (value) => typeof value === 'boolean'],
  [/^date/, isDay],
  [/^timestamp/, isTime],
  [/^(numeric|decimal|double|real)/, isNumber],
  [/^json/, listOf(isSource)],
];

/** What operations require, and no constraint of a table. */
const RANGES: Record<string, readonly [min: number, max: number]> = {
  'Apiary.latitude': [-90, 90],
  'Apiary.longitude': [-180, 180],
  'Apiary.elevation': [-500, 9000],
  'Apiary.mitesToWatch': [0.1, 100],
  'Apiary.mitesToTreat': [0.1, 100],
  'Harvest.revision': [1, MAX_INT],
  'HarvestRevision.revision': [1, MAX_INT],
  'Question.position': [0, MAX_INT],
  'RestrictedZone.latitude': [-90, 90],
  'RestrictedZone.longitude': [-180, 180],
  'RestrictedZone.radiusKm': [MIN_RADIUS_KM, MAX_RADIUS_KM],
};
/** What is a `CountryCode`. */
const COUNTRIES = new Set(['Apiary.country', 'Keeper.country', 'BeehivePlacement.apiaryCountry']);
/** Lists of which each entry belongs to the one at the same position of another list. */
const TWINS: Record<string, string> = { beehiveLabels: 'beehiveIds', itemQuantities: 'itemIds' };

const isValid = ({ column: { property }, isName }: ArchivedColumn, value: unknown): boolean => {
  if (value === null) return property.nullable === true;
  if (isName && isBlank(String(value))) return false;
  if (property.name === 'timeZone') return readTimeZone(value) !== undefined;
  if (property.name === 'formerKeeper') return isFormerKeeper(value);
  // Its own rules say where it is wrong.
  if (property.name === 'area') return typeof value === 'object';
  if (property.name === 'country') return /^[A-Z]{2}$/.test(String(value));
  const type = property.columnTypes[0] ?? '';
  const check = CHECKS.find(([pattern]) => pattern.test(type));
  if (!check) throw new Error(`no column of an archive has the type ${type}`);
  return check[1](value);
};

/** The values of a record by the names of its properties, as they are in the archive; absent ones have their defaults. */
export function readValues({ columns }: ArchivedRecord, cells: Record<string, unknown>): Map<ArchivedColumn, unknown> {
  return new Map(
    columns.map((archived) => {
      const { property } = archived.column;
      const value = Object.hasOwn(cells, archived.name) ? cells[archived.name] : undefined;
      return [archived, value ?? (value === undefined ? (property.default ?? null) : null)];
    }),
  );
}

/** By the names of the properties. */
export const fieldsOf = (values: Map<ArchivedColumn, unknown>): Record<string, unknown> =>
  Object.fromEntries([...values].map(([{ column }, value]) => [column.property.name, value]));

export function findProblem(
  { entity, columns }: ArchivedRecord,
  values: Map<ArchivedColumn, unknown>,
): RowProblem | undefined {
  const isInRange = ({ column }: ArchivedColumn, value: unknown): boolean => {
    const name = `${entity}.${column.property.name}`;
    if (COUNTRIES.has(name) && value !== null) return isCountry(String(value));
    const range = value !== null && RANGES[name];
    return !range || (Number(value) >= range[0] && Number(value) <= range[1]);
  };
  const hasTwin = ({ column }: ArchivedColumn, value: unknown): boolean => {
    const twin = Array.isArray(value) && TWINS[column.property.name];
    if (!twin) return true;
    const other = values.get(columns.find((one) => one.column.property.name === twin)!);
    return Array.isArray(other) && other.length === (value as unknown[]).length;
  };
  for (const [archived, value] of values)
    if (!isValid(archived, value) || !isInRange(archived, value) || !hasTwin(archived, value))
      return {
        heading: archived.name,
        value: JSON.stringify(value).slice(0, 100),
        message: 'has a value that the record cannot have',
      };
  return entity === 'RestrictedZone' ? findZoneProblem(fieldsOf(values)) : undefined;
}
