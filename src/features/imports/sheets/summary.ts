// What a row becomes, for people: what is stored, with its amounts and units.
import type { Language } from '../../../shared/language.js';
import type { Texts } from '../../../shared/texts.js';
import { MOBILITIES } from '../../apiaries/mobilities.texts.js';
import { END_CAUSES } from '../../beehives/end-causes.texts.js';
import { SYMBOLS } from '../../measurements/measurement.enums.js';
import { COLORS, QUEEN_ORIGINS } from '../../queens/queens.texts.js';
import { COUNT_METHODS } from '../../treatments/count-methods.texts.js';
import type { DayAndTime } from './days.js';
import { FIELD_TEXTS } from './field-texts.js';
import { endOf } from './hive-end.js';
import { KINDS } from './kinds.js';
import { countMethodOf } from './mite-count-input.js';
import { dayOf, hiveOf, type SheetRow, textOf } from './row-values.js';
import type { FieldValue } from './values.js';

const FIRST = new Set(['apiary', 'hive', 'date', 'notes']);
const YES_NO = { en: ['yes', 'no'], es: ['sí', 'no'] } as const;
const BASES: Readonly<Record<string, string>> = {
  ...SYMBOLS,
  MILLILITRES: 'ml',
  PER_100_BEES: '/ 100',
  PER_300_BEES: '/ 300',
  PER_DAY: '/ d',
};
/** The words for what is stored as a code. */
const WORDS: Readonly<Record<string, Record<string, Texts>>> = {
  mobility: MOBILITIES,
  endCause: END_CAUSES,
  queenColor: COLORS,
  origin: QUEEN_ORIGINS,
  countMethod: COUNT_METHODS,
};

/** `El Roble · 7 · 2026-05-31 · Miel: 13,75 kg` */
export function summarize(row: SheetRow, language: Language): string {
  const { values, kind } = row;
  const name = kind === 'APIARIES' ? undefined : textOf(row, 'notes');
  const others = Object.keys(KINDS[kind].fields).flatMap((field) => {
    const value = field === 'countMethod' && values.mites !== undefined ? countMethodOf(row) : values[field];
    return value === undefined || FIRST.has(field)
      ? []
      : [`${FIELD_TEXTS[language][field] ?? field}: ${show(value, field, language)}`];
  });
  const end = kind === 'HIVES' || kind === 'INSPECTIONS' ? knownEnd(row) : undefined;
  const ended = Object.entries({ endedOn: end?.lostOn, endCause: end?.cause }).flatMap(([field, value]) =>
    value === undefined || value === null || values[field] !== undefined
      ? []
      : [`${FIELD_TEXTS[language][field]}: ${show(value, field, language)}`],
  );
  const parts = [textOf(row, 'apiary'), hiveOf(row)?.toString(), whenOf(row), ...others, ...ended, name];
  return parts.filter((part) => part !== undefined).join(' · ');
}

/** A day, and for what is measured, the time. */
function whenOf(row: SheetRow): string | undefined {
  const { time, instant } = (row.values.date ?? {}) as Partial<DayAndTime>;
  if (row.kind !== 'WEIGHTS') return dayOf(row, 'date');
  return instant ? `${instant.slice(0, 16)}Z` : [dayOf(row, 'date'), time].filter(Boolean).join(' ') || undefined;
}

function knownEnd(row: SheetRow): ReturnType<typeof endOf> {
  try {
    return endOf(row);
  } catch {
    // A problem of the row says so.
    return undefined;
  }
}

function show(value: FieldValue, field: string, language: Language): string {
  const number = (one: number, digits = 2): string =>
    new Intl.NumberFormat(language, { maximumFractionDigits: digits }).format(one);
  if (field === 'honey') return `${number((value as number) / 1000, 3)} kg`;
  if (typeof value === 'boolean') return YES_NO[language][value ? 0 : 1];
  if (typeof value === 'number') return /Year$|itude$/.test(field) ? String(value) : number(value);
  if (typeof value === 'string') return WORDS[field]?.[value]?.[language] ?? value;
  if ('day' in value) return value.day;
  if ('latitude' in value) return `${value.latitude}, ${value.longitude}`;
  const [, days] = /^PER_(\d+)_DAYS$/.exec(value.unit) ?? [];
  return `${number(value.number, 3)} ${days ? `/ ${days} d` : (BASES[value.unit] ?? value.unit)}`;
}
