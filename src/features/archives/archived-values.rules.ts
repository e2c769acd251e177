// Checks the values of an archive, which is what somebody sent: types here, bounds as of inputs, the rest by the constraints of the tables.
import type { Column } from '../../database/where.js';
import { type Bounds, DAY, findBounds, findBoundsProblem, TIME } from '../../graphql/bounds.js';
import { createMessage, type MessageText } from '../../messages/message.js';
import { isStorable, isUuid } from '../../shared/text.js';
import type { RowProblem } from '../imports/import-source.types.js';
import type { ArchivedColumn, ArchivedRecord } from './archived-columns.rules.js';
import { findZoneProblem } from './archived-zones.rules.js';

const isDay = (value: unknown): boolean =>
  typeof value === 'string' &&
  /^\d{4}-\d\d-\d\d$/.test(value) &&
  new Date(`${value}T00:00:00Z`).toJSON()?.slice(0, 10) === value;
const isTime = (value: unknown): boolean =>
  typeof value === 'string' &&
  /^\d{4}-\d\d-\d\dT[\d:.]{5,16}Z$/.test(value) &&
  isDay(value.slice(0, 10)) &&
  !Number.isNaN(Date.parse(value));

/** What JSON has of a type. The constraints of the tables check whatever has no bounds otherwise. */
const OF_TYPES: Record<string, (value: unknown) => boolean> = {
  uuid: (value) => typeof value === 'string' && isUuid(value),
  text: (value) => typeof value === 'string' && isStorable(value),
  boolean: (value) => typeof value === 'boolean',
  date: isDay,
  timestamptz: isTime,
};
/** The bounds of columns that all records have. */
const BOUNDS_OF_TYPES: Record<string, Bounds> = { date: DAY, timestamptz: TIME };
/** Operations count on from these: an archive brings no number after which there may be none. */
const COUNTED_ON = new Set(['position', 'revision']);
const MAX_COUNTED = 1_000_000_000;
const MISMATCH = 'has a value that the record cannot have';

/** Lists of which each entry belongs to the one at the same position of another list. */
const TWINS: Record<string, string> = { beehiveLabels: 'beehiveIds', itemQuantities: 'itemIds' };

/** The bounds of a column for an archive. */
export function findArchivedBounds(entity: object, name: string): Bounds | undefined {
  const bounds = findBounds(entity, name);
  const { maximum = 0 } = bounds?.keywords ?? {};
  if (!bounds || !COUNTED_ON.has(name) || maximum <= MAX_COUNTED) return bounds;
  return { ...bounds, keywords: { ...bounds.keywords, maximum: MAX_COUNTED } };
}

function findValueProblem(entity: object, { property }: Column, value: unknown): MessageText | undefined {
  if (value === null) return property.nullable === true ? undefined : MISMATCH;
  // Its own rules say where it is wrong.
  if (property.name === 'area') return typeof value === 'object' ? undefined : MISMATCH;
  const { items } = property;
  if (items && !Array.isArray(value) && !items.includes(value as string))
    return createMessage('must be one of {values}', { values: items.map(String) });
  const type = /^\w+(\[\])?/.exec(property.columnTypes[0] ?? '')?.[0] ?? '';
  const hasType = OF_TYPES[type];
  const bounds = findArchivedBounds(entity, property.name) ?? BOUNDS_OF_TYPES[type];
  if (!bounds && !hasType) throw new Error(`${property.name} has no bounds`);
  if (hasType && !hasType(value)) return MISMATCH;
  return bounds && findBoundsProblem(value, bounds);
}

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
  { entity, table, columns }: ArchivedRecord,
  values: Map<ArchivedColumn, unknown>,
): RowProblem | undefined {
  const hasTwin = ({ column }: ArchivedColumn, value: unknown): boolean => {
    const twin = Array.isArray(value) && TWINS[column.property.name];
    if (!twin) return true;
    const other = values.get(columns.find((one) => one.column.property.name === twin)!);
    return Array.isArray(other) && other.length === (value as unknown[]).length;
  };
  for (const [archived, value] of values) {
    const message =
      findValueProblem(table.meta.class.prototype, archived.column, value) ??
      (hasTwin(archived, value) ? undefined : MISMATCH);
    if (message) return { heading: archived.name, value: JSON.stringify(value).slice(0, 100), message };
  }
  return entity === 'RestrictedZone' ? findZoneProblem(fieldsOf(values)) : undefined;
}
