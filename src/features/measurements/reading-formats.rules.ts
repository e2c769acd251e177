// The bodies that devices and their networks send: JSON, lines of JSON, SenML (RFC 8428) and uplinks of The Things Network. Each becomes
// readings with numbers; what cannot be read is refused by its number.
import { AppError } from '../../errors.js';
import { createMessage } from '../../messages/message.js';
import { toCamelCase, toSnakeCase } from '../../shared/text.js';
import { notOneOf } from './measured-values.rules.js';
import { MeasurementKind } from './measurement.enums.js';
import {
  check,
  collect,
  type Defaults,
  FIELDS,
  findEnum,
  findUnit,
  type Given,
  isRecord,
  type Json,
  MAX_READINGS,
  number,
  type Problem,
  type ReadBody,
  readTime,
  type Sent,
  tooMany,
} from './reading-bodies.rules.js';
import { readSenml } from './senml.rules.js';
import { readUplink } from './uplinks.rules.js';

/** The media types, each with what reads it. */
export const READERS = new Map<string, (text: string, defaults: Defaults) => ReadBody>([
  [
    'application/json',
    (text, defaults) => {
      const body = parseJson(text);
      return isRecord(body) && 'uplink_message' in body ? readUplink(body, defaults) : readJson(body, defaults);
    },
  ],
  ['application/x-ndjson', (text, defaults) => readLines(text, defaults)],
  ['application/senml+json', (text, defaults) => readSenml(parseJson(text), defaults)],
]);

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new AppError('BAD_USER_INPUT', 'The body is not valid JSON');
  }
}

/** `{ "beehive_id": …, "readings": [ … ] }`, a list, or one reading. */
function readJson(body: unknown, defaults: Defaults): ReadBody {
  if (!isRecord(body) || !('readings' in body))
    return collect(number(Array.isArray(body) ? body : [body]), (one) => readReading(one, defaults));
  const { readings, ...others } = body;
  const named = nameFields(others);
  if ('message' in named) throw AppError.badInput([{ ...named, field: named.field! }]);
  const unknown = Object.keys(named.given).find((field) => field !== 'beehiveId');
  if (unknown !== undefined) throw AppError.badInput([{ field: toSnakeCase(unknown), message: 'is not known' }]);
  const { beehiveId = defaults.beehiveId } = named.given;
  if (!Array.isArray(readings)) throw AppError.badInput([{ field: 'readings', message: 'is of the wrong type' }]);
  if (beehiveId !== undefined && typeof beehiveId !== 'string')
    throw AppError.badInput([{ field: 'beehive_id', message: 'is of the wrong type' }]);
  return collect(number(readings), (one) => readReading(one, { ...defaults, beehiveId }));
}

/** A reading has fewer: what is longer is none. */
const MAX_LINE = 2000;

function readLines(text: string, defaults: Defaults): ReadBody {
  const lines: [number, string][] = [];
  for (let [line, at] = [1, 0]; at < text.length; line++) {
    const next = text.indexOf('\n', at);
    const end = next < 0 ? text.length : next;
    const isBlank = end === at || (end - at <= MAX_LINE && text.slice(at, end).trim() === '');
    if (!isBlank) lines.push([line, text.slice(at, Math.min(end, at + MAX_LINE + 1))]);
    if (lines.length > MAX_READINGS) throw tooMany();
    at = end + 1;
  }
  return collect(lines, (line) => {
    let parsed: unknown;
    try {
      parsed = line.length > MAX_LINE ? undefined : JSON.parse(line);
    } catch {
      return { field: null, message: 'is not valid JSON' };
    }
    return readReading(parsed, defaults);
  });
}

/** Names in snake_case or camelCase, each once. Null is as omitted. */
function nameFields(sent: Json): { given: Given } | Problem {
  const given: Given = {};
  for (const [name, value] of Object.entries(sent)) {
    const field = toCamelCase(name) as (typeof FIELDS)[number];
    if (!FIELDS.includes(field)) return { field: name, message: 'is not known' };
    if (field in given) return { field, message: 'must not be given twice' };
    given[field] = value ?? undefined;
  }
  return { given };
}

function readReading(sent: unknown, { beehiveId }: Defaults): Sent | Problem {
  if (!isRecord(sent)) return { field: null, message: 'must be an object' };
  const named = nameFields(sent);
  if ('message' in named) return named;
  const { given } = named;
  const kind = findEnum(MeasurementKind, given.kind);
  if (kind === undefined) return { field: 'kind', message: given.kind === undefined ? 'is required' : KIND_RULE };
  const unit = findUnit(given.unit);
  if (given.unit !== undefined && unit === undefined) return { field: 'unit', message: notOneOf(kind) };
  const measuredAt = given.measuredAt === undefined ? undefined : readTime(given.measuredAt);
  if (measuredAt === null)
    return { field: 'measuredAt', message: 'must be a date and time such as 2026-05-01T08:00:00Z' };
  return check({ ...given, beehiveId: given.beehiveId ?? beehiveId, kind, unit, measuredAt });
}

const KIND_RULE = createMessage('must be one of {values}', { values: Object.keys(MeasurementKind) });
