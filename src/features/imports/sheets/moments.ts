// When something was measured: a day with a time to the second, an instant with an offset, or the seconds since 1970 that devices write.
import { type Cell, plainOf } from '../../../formats/file-line.js';
import { fold } from '../../../shared/text.js';
import { type DateOrder, type DayAndTime, readDay, readTime } from './days.js';
import { normalizeHeading } from './headings.js';

const EPOCH_NAME = /\b(?:unix|epoch|timestamp|time|ts)\b|timestamp|unixtime/;
const FIRST_EPOCH = Date.UTC(2000, 0, 1);
const DAY_MS = 86_400_000;
const MAX_LENGTH = 60;

/** Whether all values of a column are seconds, or all milliseconds, since 1970, of times between 2000 and now. */
export function areEpochs(cells: readonly Cell[], heading: string): boolean {
  const lengths = new Set(cells.map((cell) => String(plainOf(cell)).trim().length));
  return (
    cells.length > 0 &&
    lengths.size === 1 &&
    EPOCH_NAME.test(normalizeHeading(heading)) &&
    cells.every((cell) => readEpoch(cell) !== undefined)
  );
}

function readEpoch(cell: Cell): DayAndTime | undefined {
  const text = String(plainOf(cell)).trim();
  if (!/^(?:\d{10}|\d{13})$/.test(text)) return undefined;
  const time = Number(text) * (text.length === 10 ? 1000 : 1);
  if (time < FIRST_EPOCH || time > Date.now() + DAY_MS) return undefined;
  const instant = new Date(time).toISOString();
  return { day: instant.slice(0, 10), instant };
}

/** The zone of the times of a column, if its heading says one: that of the apiary is meant otherwise. */
const UTC = /\b(?:utc|gmt|zulu)\b/;
const OTHER_ZONE =
  /\b(?:cet|cest|mez|mesz|wet|west|eet|eest|bst|est|edt|cst|cdt|mst|mdt|pst|pdt|aest|aedt|nzst)\b|[+-]\d{1,2}:?\d{2}\b/;
export const isUtc = (heading: string): boolean => UTC.test(fold(heading).replaceAll('_', ' '));
export const isOtherZone = (heading: string): boolean =>
  /(?:utc|gmt)\s*[+-]\s*\d/i.test(heading) || OTHER_ZONE.test(fold(heading).replaceAll('_', ' '));

const SECONDS = /\d{1,2}:\d{2}:(\d{2}(?:\.\d{1,3})?)/;
/** @returns the seconds of a text, if they are not nil */
function secondsOf(text: string): string | undefined {
  const seconds = SECONDS.exec(text)?.[1];
  return seconds === undefined || Number(seconds) === 0 || Number(seconds) >= 60 ? undefined : seconds;
}

/** @param areSeconds whether the column has seconds since 1970 */
export function readMoment(
  cell: Cell,
  order: DateOrder | undefined,
  { year, heading = '', areSeconds }: { year?: number | undefined; heading?: string; areSeconds?: boolean | undefined },
): DayAndTime | undefined {
  if (areSeconds) return readEpoch(cell);
  const written = plainOf(cell);
  if (typeof written !== 'string') return readDay(cell, order, year);
  if (written.length > MAX_LENGTH) return undefined;
  // `+00` and `GMT` are written for `+00:00` and `UTC`.
  const text = written
    .trim()
    .replace(/(?<=:\d{2}(?:\.\d+)?\s?[+-]\d{2})$/, ':00')
    .replace(/\s?GMT$/i, ' UTC');
  const read = readDay(text, order, year);
  if (!read) return undefined;
  const seconds = secondsOf(text);
  if (read.instant !== undefined)
    return {
      ...read,
      instant: seconds ? read.instant.replace(/:00\.000Z$/, `:${seconds.padEnd(2, '0')}Z`) : read.instant,
    };
  if (read.time === undefined) return read;
  const time = seconds ? `${read.time}:${seconds}` : read.time;
  return isUtc(heading) ? toInstant(read.day, time) : { ...read, time };
}

export const toInstant = (day: string, time: string): DayAndTime => ({
  day,
  instant: new Date(`${day}T${time.length === 5 ? `${time}:00` : time}Z`).toISOString(),
});

/** A time of day to the second, and nothing else. */
export function readClock(cell: Cell): string | undefined {
  const written = plainOf(cell);
  const text = typeof written === 'string' ? written.trim() : '';
  const bare = text.replace(/(:\d{2}:\d{2})\.\d{1,9}$/, '$1');
  const time = readTime(typeof written === 'string' ? bare : written);
  const seconds = time && secondsOf(text);
  return seconds ? `${time}:${seconds}` : time;
}
