// What is particular to restricted zones: rules that no constraint of the table states, what is derived of an area, and how many there may be.
import type { Context } from '../../context.js';
import { AppError } from '../../errors.js';
import { createMessage } from '../../messages/message.js';
import type { RowProblem } from '../imports/import-source.types.js';
import { ZoneDisease } from '../zones/zone-disease.enums.js';
import { countFree, readShape, type Shape, tooManyZones } from '../zones/zones.commands.js';
import type { ZoneCircleInput } from '../zones/zones.inputs.js';
import type { WrittenRow } from './restore-rows.commands.js';

type Fields = Record<string, unknown>;

const problemAt = (fields: Fields, heading: string, message: RowProblem['message']): RowProblem => {
  const value = heading.split('.').reduce<unknown>((part, name) => (part as Fields | null)?.[name], fields);
  return { heading, message, ...(value !== undefined && { value: JSON.stringify(value).slice(0, 100) }) };
};

/** The operations have the same rules. @param fields whose types are right */
export function findZoneProblem(fields: Fields): RowProblem | undefined {
  if (!Object.hasOwn(ZoneDisease, String(fields.disease)))
    return problemAt(fields, 'disease', 'has a value that the record cannot have');
  if (fields.until !== null && String(fields.until) < String(fields.from))
    return problemAt(fields, 'until', 'must not be before the first day');
  try {
    shapeOf(fields);
    return undefined;
  } catch (error) {
    const [problem] = (error instanceof AppError && error.extensions.fields) || [];
    if (!problem) throw error;
    return problemAt(fields, problem.field, problem.message);
  }
}

/** Where a zone is, as operations would have stored it: coordinates have five decimal places. */
export function shapeOf({ area, latitude, longitude, radiusKm }: Fields): Shape {
  const circle = { latitude, longitude, radiusKm };
  const given = Object.keys(circle).filter((name) => circle[name as keyof typeof circle] !== null);
  const refuse = (fields: string[], message: RowProblem['message']): never => {
    throw AppError.badInput(fields.map((field) => ({ field, message })));
  };
  if (area !== null) {
    if (given.length > 0) refuse(given, createMessage('must not be combined with `{field}`', { field: 'area' }));
    return readShape({ area: area as object });
  }
  const missing = Object.keys(circle).filter((name) => !given.includes(name));
  if (given.length === 0) refuse(['area'], 'is required, or a circle');
  if (missing.length > 0) refuse(missing, 'is required for a circle');
  return readShape({ circle: circle as ZoneCircleInput });
}

/** @returns the problems of those for which the account has no place, by the numbers of their rows */
export async function limitZones(context: Context, rows: WrittenRow[]): Promise<Map<number, RowProblem>> {
  const free = rows.length === 0 ? 0 : Math.max(0, await countFree(context, context.viewer.id));
  return new Map(rows.slice(free).map(({ n }) => [n, { message: tooManyZones() }]));
}
