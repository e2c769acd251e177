// The hives and records that are there already of what rows are about.
import type { Context } from '../../../context.js';
import type { MessageText } from '../../../messages/message.js';
import type { CheckedRow, ImportInfo } from '../import-source.types.js';
import { findExisting, type PlacedRow } from './existing.queries.js';
import { dayOf, hiveOf, problemAt, type SheetRow, textOf } from './interpret.js';
import { findKnown } from './known-rows.queries.js';
import { type ApiaryNames, Places } from './places.js';
import { questionsOf } from './questions.js';
import { RowRefusal } from './row-refusal.js';
import { SEVERAL_RECORDS } from './update-rows.js';

/** Finds which of the rows have been imported before, and of which of the others there is another record. */
export async function checkPlaces(
  context: Context,
  imported: ImportInfo,
  keyed: readonly (readonly [SheetRow, string])[],
  names: ApiaryNames,
) {
  const sound = keyed.filter(([{ problems }]) => problems.length === 0);
  const records = sound.filter(([{ kind }]) => kind !== 'APIARIES' && kind !== 'HIVES');
  const known = await findKnown(context, records);
  const fresh = records.flatMap(([row]) => (known.get(row.n)?.state === 'FRESH' ? [row] : []));
  const places = await Places.load(context, imported, names, placesOf(fresh));
  const { placed, problems } = placeRows(places, fresh);
  const existing = new Map(
    [...(await findExisting(context, placed))].flatMap(([n, ids]) => {
      const { sheet } = fresh.find((row) => row.n === n)!;
      const ofSheet = imported.mapping.find((one) => one.sheet === sheet)!;
      const question = questionsOf({ ...ofSheet, existing: undefined }).find(({ kind }) => kind === 'EXISTING');
      return question ? [[n, { question, ids }] as const] : [];
    }),
  );
  return { problems, existing };
}

/** Finds where rows are, as far as their places are there already. */
export function placeRows(places: Places, rows: readonly SheetRow[]) {
  const problems = new Map<number, CheckedRow['problems']>();
  const placed: PlacedRow[] = [];
  for (const row of rows) {
    try {
      const place = places.find(
        textOf(row, 'apiary') ?? '',
        hiveOf(row),
        dayOf(row, 'date') ?? dayOf(row, 'removedOn'),
      );
      if (place) placed.push({ row, apiaryId: place.apiaryId, hiveId: place.hiveId });
    } catch (error) {
      if (!(error instanceof RowRefusal)) throw error;
      problems.set(row.n, [problemAt(row, error.field, error.text)]);
    }
  }
  return { placed, problems };
}

/** Why a row of which there are records is not written. @param updated the records that rows before it change */
export function refuseExisting(
  row: SheetRow,
  ids: readonly string[],
  question: MessageText,
  updated: Set<string>,
): CheckedRow['problems'] {
  if (row.existing === undefined) return [{ message: question }];
  if (row.existing !== 'UPDATE') return [];
  if (ids.length > 1) return [{ message: SEVERAL_RECORDS }];
  if (updated.has(ids[0]!)) return [{ message: 'Another row of the file changes the same record' }];
  updated.add(ids[0]!);
  return [];
}

export const placesOf = (rows: readonly SheetRow[]) =>
  rows.flatMap((row) => {
    const apiary = textOf(row, 'apiary');
    return apiary === undefined ? [] : [{ apiary, hive: hiveOf(row) }];
  });
