// The hives and records that are there already of what rows are about.
import type { Context } from '../../../context.js';
import type { MessageText } from '../../../messages/message.js';
import type { CheckedRow, ImportInfo } from '../import-source.types.js';
import type { ApiaryNames } from './apiary-names.js';
import { type ExistingRecord, findExisting, type PlacedRow } from './existing.queries.js';
import type { When } from './hive-of-day.js';
import { findKnown } from './known-rows.queries.js';
import { Places } from './places.js';
import { type Question, questionsOf } from './questions.js';
import { isSame } from './row-changes.js';
import { RowRefusal } from './row-refusal.js';
import { dayOf, hiveOf, problemAt, type SheetRow, textOf } from './row-values.js';
import { SEVERAL_RECORDS } from './update-rows.js';

/** What is there already of a row. */
export interface Found {
  /** What has become of its record, or which record says the same. */
  remark?: MessageText;
  /** Whether a record says the same. */
  isSame?: boolean;
  /** Records of the same hive and day, or of the same name, with the question of what becomes of the row. */
  existing?: { records: readonly ExistingRecord[]; question: Question };
  problems?: CheckedRow['problems'];
}

/** Finds which of the rows have been imported before, and of which of the others there is another record. */
export async function findRecords(
  context: Context,
  imported: ImportInfo,
  keyed: readonly (readonly [SheetRow, string])[],
  names: ApiaryNames,
): Promise<Map<number, Found>> {
  const sound = keyed.filter(([{ problems, kind }]) => problems.length === 0 && kind !== 'APIARIES');
  const known = await findKnown(context, sound);
  const found = new Map<number, Found>();
  for (const [n, { state }] of known) if (state !== 'FRESH') found.set(n, { remark: STATE_TEXTS[state] });
  // What was changed since an earlier import is not what the row says.
  const isOpen = ({ n, kind }: SheetRow): boolean =>
    !found.has(n) || (known.get(n)?.state === 'PRESENT' && COMPARED.has(kind));
  const fresh = sound.flatMap(([row]) => (isOpen(row) ? [row] : []));
  const places = await Places.load(context, imported, names, placesOf(fresh));
  const { placed, problems } = placeRows(places, fresh);
  for (const [n, list] of problems) if (!found.has(n)) found.set(n, { problems: list });
  const rows = new Map(fresh.map((row) => [row.n, row]));
  const asked = new Map<number, Question>();
  for (const [n, records] of await findExisting(context, placed)) {
    const row = rows.get(n)!;
    const isKnown = records.some(({ said }) => isSame(row, said));
    if (isKnown && found.has(n)) continue;
    if (isKnown) found.set(n, { isSame: true, remark: SAME_RECORD });
    else {
      const question = asked.get(row.sheet) ?? questionOf(imported, row);
      asked.set(row.sheet, question);
      found.set(n, { existing: { records, question } });
    }
  }
  return found;
}

/** Answers of an inspection, and the state of its hive, are stored elsewhere. */
const COMPARED: ReadonlySet<string> = new Set(['TREATMENTS', 'HARVESTS', 'QUEENS', 'INVENTORY']);

/** The question of what becomes of such rows of the sheet, also after it was answered. */
function questionOf({ mapping }: ImportInfo, row: SheetRow): Question {
  const ofSheet = mapping.find(({ sheet }) => sheet === row.sheet)!;
  return questionsOf({ ...ofSheet, existing: undefined }).find(({ kind }) => kind === 'EXISTING')!;
}

export const SAME_RECORD = 'There is such a record already';
export const STATE_TEXTS = {
  PRESENT: 'This row was imported before',
  DELETED: 'You have deleted this record since an earlier import',
} as const;

/** Finds where rows are, as far as their places are there already. */
export function placeRows(places: Places, rows: readonly SheetRow[]) {
  const problems = new Map<number, CheckedRow['problems']>();
  const placed: PlacedRow[] = [];
  for (const row of rows) {
    try {
      const place = places.find(textOf(row, 'apiary') ?? '', hiveOf(row), whenOf(row));
      if (place) placed.push({ row, apiaryId: place.apiaryId, hiveId: place.hiveId });
    } catch (error) {
      if (!(error instanceof RowRefusal)) throw error;
      problems.set(row.n, [problemAt(row, error.field, error.text)]);
    }
  }
  return { placed, problems };
}

/** When a hive of the name has to be there. */
export const whenOf = (row: SheetRow): When => ({
  day:
    dayOf(row, 'date') ??
    dayOf(row, 'removedOn') ??
    (dayOf(row, 'endedOn') && (dayOf(row, 'placedOn') ?? dayOf(row, 'endedOn'))),
  isListed: row.kind === 'HIVES',
});

/** What of a row changes no record. */
export function unchanged({ kind, existing, values }: SheetRow): MessageText | undefined {
  if (existing !== 'UPDATE') return undefined;
  if (kind === 'QUEENS' && (values.installedOn ?? values.removedOn) !== undefined)
    return 'When she was in a hive is not changed';
  return kind === 'HIVES' && values.placedOn !== undefined
    ? 'When the hive came is not changed, unless only its records say it'
    : undefined;
}

/** Why a row of which there are records is not written. @param updated the records that rows before it change */
export function refuseExisting(
  row: SheetRow,
  { records, question }: NonNullable<Found['existing']>,
  updated: Set<string>,
): CheckedRow['problems'] {
  if (row.existing === undefined) return [{ message: question.text }];
  if (row.existing !== 'UPDATE') return [];
  const [{ id }, ...others] = records as [ExistingRecord, ...ExistingRecord[]];
  if (others.length > 0) return [{ message: SEVERAL_RECORDS }];
  if (updated.has(id)) return [{ message: 'Another row of the file changes the same record' }];
  updated.add(id);
  return [];
}

export const placesOf = (rows: readonly SheetRow[]) =>
  rows.flatMap((row) => {
    const apiary = textOf(row, 'apiary');
    return apiary === undefined ? [] : [{ apiary, hive: hiveOf(row), isListed: row.kind === 'HIVES' }];
  });
