// Days and times as people write them. Which of day and month is first, the values of a column decide together.
import { type Cell, plainOf } from '../../../formats/file-line.js';
import { Language } from '../../../shared/language.js';
import { fold } from '../../../shared/text.js';
import type { ColumnMapping } from '../import-source.types.js';

export type DateOrder = NonNullable<ColumnMapping['dateOrder']>;

/** A day, and a time or an instant if the cell has one. */
export interface DayAndTime {
  day: string;
  /** `14:30`, where the apiary is. */
  time?: string;
  /** With an offset from UTC. */
  instant?: string;
}

const MONTHS = new Map(
  [
    'jan january ene enero januar janv janvier gen gennaio janeiro',
    'feb february febrero februar fev fevr fevrier febbraio fevereiro',
    'mar march marzo marz mrz mars marco',
    'apr april abr abril avr avril aprile',
    'may mayo mai mag maggio maio',
    'jun june junio juni juin giu giugno junho',
    'jul july julio juli juil juillet lug luglio julho',
    'aug august ago agosto aout',
    'sep sept september set septiembre setiembre septembre settembre setembro',
    'oct october octubre okt oktober octobre ott ottobre out outubro',
    'nov november noviembre novembre novembro',
    'dec december dic diciembre dez dezember decembre dicembre dezembro',
  ].flatMap((names, i) => names.split(' ').map((name) => [name, i + 1] as const)),
);

const NUMERIC = /^(\d{1,2})([./-])(\d{1,2})\2(\d{2}|\d{4})$/;
const YEAR_FIRST = /^(\d{4})[./-](\d{1,2})[./-](\d{1,2})$/;
/** `1st`, `1er`, `1º`. */
const ORDINAL = /^(\d{1,2})(?:er|st|nd|rd|th|[ºo°ª])(?=[\s.-])/;
const DAY_AND_NAME = /^(\d{1,2})\.?[\s-]*(?:de\s+|of\s+)?(\p{L}+)\.?[\s,-]*(?:del?\s+)?['’]?(\d{4}|\d{2})$/u;
const NAME_AND_DAY = /^(\p{L}+)\.?\s+(\d{1,2})(?:st|nd|rd|th)?(?:,?\s+(\d{4})|,\s+(\d{2})|,?\s+['’](\d{2}))$/u;
const TIME_AT_END = /(\d{1,2}:\d{2})(?::\d{2}(?:\.\d{1,9})?)?\s?(?:([ap]\.?\s?m\.?)|(Z|[+-]\d{2}:?\d{2}|UTC))?$/i;
const NO_YEAR = /^(\d{1,2})([./-])(\d{1,2})\2?$/;
const NO_YEAR_NAMED = /^(\d{1,2})\.?[\s-]*(?:de\s+)?(\p{L}+)\.?$|^(\p{L}+)\.?\s+(\d{1,2})(?:st|nd|rd|th)?$/u;
const WEEKDAYS = new Set(
  [
    'mon monday tue tues tuesday wed wednesday thu thur thurs thursday fri friday sat saturday sun sunday',
    'lun lunes mar martes mie miercoles jue jueves vie viernes sab sabado dom domingo',
    'mo montag di dienstag mi mittwoch do donnerstag fr freitag sa samstag sonnabend so sonntag',
    'lundi mardi mer mercredi jeu jeudi ven vendredi sam samedi dim dimanche',
    'lunedi martedi mercoledi gio giovedi venerdi sabato domenica',
    'seg segunda ter terca qua quarta qui quinta sex sexta',
  ].flatMap((words) => words.split(' ')),
);
/** A word before a day, as in `segunda-feira, 12 de maio`. */
const WORD_BEFORE = /^(\p{L}+)(?:-feira)?[.,]*\s+(?=.*\d)/u;
/** No day or time is longer. The expressions above would take long for texts of many thousands of characters. */
const MAX_LENGTH = 60;
/** The numbers of days in spreadsheets, from 1954 to 2119. */
const [FIRST_SERIAL, LAST_SERIAL] = [20_000, 80_000];
const SERIAL_ORIGIN = Date.UTC(1899, 11, 30);
const DAY_MS = 86_400_000;

/** @param year of days that are written without one @returns undefined for what is no day */
export function readDay(cell: Cell, order: DateOrder = 'DMY', year?: number): DayAndTime | undefined {
  if (cell === null || typeof cell === 'boolean') return undefined;
  if (typeof cell === 'object') return readDay(plainOf(cell), order, year);
  if (typeof cell === 'number') return readSerial(cell);
  const text = cell.trim();
  if (text.length > MAX_LENGTH) return undefined;
  const { date, time, zone } = splitTime(text);
  const day = readDate(fold(date), order, year);
  if (day === undefined) return /^\d{5}([.,]\d+)?$/.test(text) ? readSerial(Number(text.replace(',', '.'))) : undefined;
  if (time === undefined) return { day };
  const clock = readTime(time);
  if (clock === undefined) return undefined;
  if (zone === undefined) return { day, time: clock };
  const instant = new Date(`${day}T${clock}:00${zone.replace(/^([+-]\d\d)(\d\d)$/, '$1:$2')}`);
  return Number.isNaN(instant.getTime()) ? undefined : { day, instant: instant.toISOString() };
}

/** Splits off a time at the end. */
function splitTime(text: string): { date: string; time?: string | undefined; zone?: string | undefined } {
  const found = TIME_AT_END.exec(text);
  const date = text.slice(0, found?.index).trimEnd().replace(/[T,]$/, '');
  const [, time, half, zone] = found ?? [];
  return { date, time: half ? `${time} ${half}` : time, zone: zone && (/^utc$/i.test(zone) ? 'Z' : zone) };
}

function readSerial(serial: number): DayAndTime | undefined {
  if (/^(19|20)\d{6}$/.test(String(serial)))
    return readDay(String(serial).replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3'));
  if (!(serial >= FIRST_SERIAL && serial < LAST_SERIAL)) return undefined;
  const at = new Date(Math.round((SERIAL_ORIGIN + serial * DAY_MS) / 60_000) * 60_000).toISOString();
  return Number.isInteger(serial) ? { day: at.slice(0, 10) } : { day: at.slice(0, 10), time: at.slice(11, 16) };
}

function readDate(written: string, order: DateOrder, givenYear?: number): string | undefined {
  const text = written.replace(ORDINAL, '$1').trim();
  // `Mar` is a weekday only where it is no month.
  const day = readWithYear(text, order) ?? (givenYear === undefined ? undefined : readDateOf(givenYear, text, order));
  if (day !== undefined) return day;
  const word = WORD_BEFORE.exec(text);
  return word && WEEKDAYS.has(word[1]!) ? readDate(text.slice(word[0].length), order, givenYear) : undefined;
}

function readWithYear(text: string, order: DateOrder): string | undefined {
  const iso = YEAR_FIRST.exec(text) ?? /^((?:19|20)\d\d)(\d\d)(\d\d)$/.exec(text);
  if (iso) return toDay(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const numeric = NUMERIC.exec(text);
  if (numeric) {
    const [first, second] = [Number(numeric[1]), Number(numeric[3])];
    const year = toYear(numeric[4]!);
    if (order === 'YMD')
      return numeric[4]!.length === 2 ? toDay(toYear(numeric[1]!), second, Number(numeric[4])) : undefined;
    return order === 'MDY' ? toDay(year, first, second) : toDay(year, second, first);
  }
  const named = DAY_AND_NAME.exec(text);
  if (named) return toDay(toYear(named[3]!), MONTHS.get(named[2]!) ?? 0, Number(named[1]));
  const [, month, day, ...years] = NAME_AND_DAY.exec(text) ?? [];
  const year = years.find((one) => one !== undefined);
  return year === undefined ? undefined : toDay(toYear(year), MONTHS.get(month!) ?? 0, Number(day));
}

function readDateOf(year: number, text: string, order: DateOrder): string | undefined {
  const numeric = NO_YEAR.exec(text);
  if (numeric) {
    const [first, second] = [Number(numeric[1]), Number(numeric[3])];
    return order === 'DMY' ? toDay(year, second, first) : toDay(year, first, second);
  }
  const [, day, month, american, dayOfAmerican] = NO_YEAR_NAMED.exec(text) ?? [];
  return toDay(year, MONTHS.get((month ?? american)!) ?? 0, Number(day ?? dayOfAmerican));
}

/** `01/2027`, `2027-01`, `jan 2027`: the last day of the month, until which something keeps. */
export function readMonthEnd(cell: Cell): DayAndTime | undefined {
  if (typeof cell !== 'string' || cell.length > MAX_LENGTH) return undefined;
  const text = fold(cell).trim();
  const [, month, year] =
    /^(\d{1,2})[./-](\d{4}|\d{2})$/.exec(text) ?? /^(\p{L}+)\.?[\s/-]*(?:de\s+)?(\d{4})$/u.exec(text) ?? [];
  const [, yearFirst, monthLast] = /^(\d{4})[./-](\d{1,2})$/.exec(text) ?? [];
  const number = Number(monthLast ?? (/^\d/.test(month ?? '') ? month : (MONTHS.get(month ?? '') ?? Number.NaN)));
  const written = yearFirst ?? year;
  if (!(number >= 1 && number <= 12) || written === undefined) return undefined;
  return { day: new Date(Date.UTC(toYear(written), number, 0)).toISOString().slice(0, 10) };
}

const toYear = (digits: string): number =>
  digits.length === 4 ? Number(digits) : Number(digits) + (Number(digits) < 70 ? 2000 : 1900);

function toDay(year: number, month: number, day: number): string | undefined {
  const date = new Date(Date.UTC(year, month - 1, day));
  const isReal =
    month >= 1 && month <= 12 && date.getUTCDate() === day && date.getUTCMonth() === month - 1 && year >= 1900;
  return isReal ? date.toISOString().slice(0, 10) : undefined;
}

/** `9:05`, `14:30:00`, `14.30`, `2:30 pm`, or the part of a day that spreadsheets store. */
export function readTime(cell: Cell): string | undefined {
  if (typeof cell === 'number') {
    if (!(cell >= 0 && cell < 1)) return undefined;
    return new Date(Math.round(cell * 1440) * 60_000).toISOString().slice(11, 16);
  }
  if (typeof cell !== 'string' || cell.length > MAX_LENGTH) return undefined;
  const [, hours, minutes, half] =
    /^(\d{1,2})(?:[:.h](\d{2}))?(?::\d{2})?\s*h?\s*([ap]\.?\s?m\.?)?$/i.exec(cell.trim()) ?? [];
  if (hours === undefined || (minutes === undefined && half === undefined)) return undefined;
  const isAfternoon = /^p/i.test(half ?? '');
  const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (isAfternoon ? 12 : 0);
  const minute = Number(minutes ?? 0);
  if (hour > 23 || minute > 59) return undefined;
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
}

/** Whether a day can be read in two ways. */
export const isOpenDay = (cell: Cell): boolean =>
  findDateOrder([cell], Language.EN).remark === 'GUESSED' && readDay(cell, 'DMY')?.day !== readDay(cell, 'MDY')?.day;

/** `24-05-03`, where what is first may be a year of this time, and what is last may not, or is more often another one. */
function mayBeYearFirst(numeric: readonly RegExpExecArray[]): boolean {
  const isYear = (part: string | undefined): boolean => /^2\d$/.test(part!);
  const distinct = (part: number): number => new Set(numeric.map((found) => found[part])).size;
  return (
    numeric.length > 0 &&
    numeric.every(([, first, separator]) => isYear(first) && separator === '-') &&
    numeric.every(({ 4: last }) => last!.length === 2) &&
    (numeric.some(({ 4: last }) => !isYear(last)) || distinct(4) > distinct(1))
  );
}

/** Finds the order of the days of a column. Undefined if no value is written with numbers alone. */
export function findDateOrder(cells: Iterable<Cell>, language: Language): Pick<ColumnMapping, 'dateOrder' | 'remark'> {
  const votes = { DMY: 0, MDY: 0, unclear: 0 };
  const numeric = [...cells].flatMap((cell) => {
    const text = typeof cell === 'string' && cell.length <= MAX_LENGTH ? cell.trim() : '';
    const found = NUMERIC.exec(splitTime(text).date);
    return found ? [found] : [];
  });
  if (mayBeYearFirst(numeric)) return { dateOrder: 'YMD', remark: 'GUESSED' };
  for (const [, first, separator, second] of numeric) {
    if (Number(first) > 12 && Number(second) <= 12) votes.DMY += 1;
    else if (Number(second) > 12 && Number(first) <= 12) votes.MDY += 1;
    // Points are between days and months where the day is first.
    else if (separator === '.') votes.DMY += 0.01;
    else votes.unclear += 1;
  }
  const { DMY, MDY, unclear } = votes;
  if (DMY >= 1 && MDY >= 1) return { dateOrder: DMY >= MDY ? 'DMY' : 'MDY', remark: 'MIXED' };
  if (DMY > 0 || MDY > 0) return { dateOrder: DMY > MDY ? 'DMY' : 'MDY' };
  return unclear === 0 ? {} : { dateOrder: language === Language.EN ? 'MDY' : 'DMY', remark: 'GUESSED' };
}
