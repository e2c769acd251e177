// Spreadsheets as a source of imports.
import type { Context } from '../../../context.js';
import type { CheckedRow, ImportInfo, ImportSource, RowResult, WriteTogether } from '../import-source.types.js';
import { ApiaryNames } from './apiary-names.js';
import { moveAssumed } from './assumed-days.commands.js';
import { checkRow } from './check-row.js';
import { findExisting, findOwn } from './existing.queries.js';
import { interpretRow, type OtherRow } from './interpret.js';
import { findKnown } from './known-rows.queries.js';
import { localizeDays } from './local-days.queries.js';
import { proposeSheet, settle } from './mapping.js';
import { Questions } from './match-answers.js';
import {
  findRecords,
  placeRows,
  placesOf,
  refuseExisting,
  SAME_RECORD,
  STATE_TEXTS,
  unchanged,
} from './placed-rows.js';
import { Places } from './places.js';
import { isSame } from './row-changes.js';
import { digestOf, RowKeys } from './row-ids.js';
import { RowRefusal } from './row-refusal.js';
import { refuse, skipped } from './row-results.js';
import { loadTimes } from './row-times.queries.js';
import { dayOf, type SheetRow } from './row-values.js';
import { SeenPlaces } from './seen-places.js';
import { summarize } from './summary.js';
import { TableEnds } from './table-end.js';
import { assumedOf } from './treatment-input.js';
import { updateRow } from './update-rows.js';
import { placeKey, writeRow } from './write-rows.js';

/** What rows have in common while they are checked. */
interface CheckState {
  names: ApiaryNames;
  keys: RowKeys;
  ends: TableEnds;
  seen: SeenPlaces;
  updated: Set<string>;
}

const isRow = (row: SheetRow | OtherRow | undefined): row is SheetRow => row !== undefined && 'kind' in row;

export const sheetSource: ImportSource = {
  async detect(context, sheets, { format, details, checksum }, choices, others = []) {
    const { all: apiaries } = await ApiaryNames.load(context, { checksum });
    const { language } = context.viewer;
    const facts = { language, apiaries, format, separator: details.separator as string | undefined };
    const count = sheets.length + others.length;
    const mapping = [...others];
    for (const sheet of sheets) {
      mapping.push(proposeSheet(sheet, facts, choices?.get(sheet.sheet) ?? {}, count));
      // Two hundred columns take half a second.
      await context.nextTurn();
    }
    return settle(mapping, facts).sort((a, b) => a.sheet - b.sheet);
  },

  async check(context, imported, stored, state): Promise<CheckedRow[]> {
    state.names ??= await ApiaryNames.load(context, imported);
    state.keys ??= new RowKeys();
    state.ends ??= new TableEnds();
    state.seen ??= new SeenPlaces(state.names as ApiaryNames);
    state.updated ??= new Set();
    const { names, keys, ends, seen, updated } = state as unknown as CheckState;
    const outside = new Map(stored.map((one) => [one.n, ends.follow(one, imported.mapping)]));
    const read = stored.map((one) => [one.n, interpretRow(one, imported.mapping)] as const);
    const rows = read.flatMap(([, row]) => (isRow(row) ? [row] : []));
    await localizeDays(context, rows, names);
    const keyed = rows.map((row) => [row, keys.next(row)] as const);
    const keyOf = new Map(keyed.map(([{ n }, key]) => [n, key]));
    const found = await findRecords(context, imported, keyed, names);
    return read.map(([n, row]): CheckedRow => {
      const none = { n, problems: [], remarks: [], questions: [], summary: '' };
      if (!isRow(row))
        return row ? { ...none, problems: row.problems, questions: row.questions.map(({ id }) => id) } : none;
      const below = outside.get(n);
      if (below) return { ...none, problems: [{ message: below }] };
      const questions = row.questions.map(({ id }) => id);
      const { problems = [], remark, isSame: isKnown = false, existing } = found.get(n) ?? {};
      const ofRow = [...checkRow(row, names), ...problems];
      const place = ofRow.length === 0 ? seen.follow(row) : {};
      const isWritten = ofRow.length === 0 && !isKnown;
      return {
        n,
        problems: [
          ...ofRow,
          ...(place.problem ? [place.problem] : []),
          ...(existing ? refuseExisting(row, existing, updated) : []),
        ],
        remarks: [
          ...row.remarks,
          ...(place.remark ? [place.remark] : []),
          ...[remark, isWritten ? unchanged(row) : undefined, isWritten ? assumedOf(row) : undefined].flatMap(
            (message) => (message ? [{ message }] : []),
          ),
        ],
        questions: existing ? [...questions, existing.question.id] : questions,
        summary: summarize(row, context.viewer.language),
        // The record may be gone when the rows are written: those that say the same become one.
        key: isKnown ? digestOf(row) : keyOf.get(n)!,
      };
    });
  },

  finish: moveAssumed,

  async run(context, imported, stored, together): Promise<RowResult[]> {
    const read = stored.map((one) => [one, interpretRow(one, imported.mapping)] as const);
    const results = new Map<number, RowResult>();
    const rows: [SheetRow, string][] = [];
    for (const [{ n, key, asked }, row] of read) {
      if (!row) results.set(n, { n, status: 'SKIPPED', records: [] });
      else if (row.problems.length > 0) results.set(n, { n, status: 'FAILED', problem: row.problems[0]!, records: [] });
      else if (!isRow(row)) results.set(n, { n, status: 'SKIPPED', records: [] });
      else if (asked && row.existing === 'LEAVE') results.set(n, skipped(row));
      else rows.push([{ ...row, existing: asked ? row.existing : undefined }, key ?? digestOf(row)]);
    }
    for (const result of await writeRows(context, imported, rows, together)) results.set(result.n, result);
    return stored.map(({ n }) => results.get(n)!);
  },
};

/** All in one transaction; if one of them is refused, each in its own. */
async function writeRows(
  context: Context,
  imported: ImportInfo,
  rows: [SheetRow, string][],
  together: WriteTogether,
): Promise<RowResult[]> {
  if (rows.length === 0) return [];
  try {
    return await together(
      rows.map(([row]) => row),
      () => writePiece(context, imported, rows),
    );
  } catch (error) {
    if (rows.length === 1) return [refuse(rows[0]![0], error)];
    const results: RowResult[] = [];
    for (const row of rows) results.push(...(await writeRows(context, imported, [row], together)));
    return results;
  }
}

async function writePiece(context: Context, imported: ImportInfo, keyed: [SheetRow, string][]): Promise<RowResult[]> {
  const known = await findKnown(context, keyed);
  const rows = keyed.map(([row]) => row);
  const names = await ApiaryNames.load(context, imported);
  await localizeDays(context, rows, names);
  /** Why a row is not written; undefined if it is, or changes what it has written before. */
  const doneAs = ({ n, existing }: SheetRow): 'PRESENT' | 'DELETED' | undefined => {
    const state = known.get(n)?.state ?? 'FRESH';
    return state === 'FRESH' || (state === 'PRESENT' && existing === 'UPDATE') ? undefined : state;
  };
  const fresh = rows.filter((row) => doneAs(row) === undefined);
  const wanted = placesOf(fresh);
  const places = await Places.load(context, imported, names, wanted);
  const found = new Set(
    wanted.flatMap(({ apiary }) => [names.find(apiary)].flatMap((one) => (one && 'id' in one ? [one] : []))),
  );
  const isInspected = fresh.some(({ kind }) => kind === 'INSPECTIONS');
  const questions = await Questions.load(context, isInspected ? [...new Set([...found].map(({ id }) => id))] : []);
  const times = await loadTimes(context, fresh, names);
  const idOf = ({ n }: SheetRow): string => known.get(n)!.id;
  const piece = { context, imported, places, questions, times, firstDays: firstDaysOf(fresh), idOf };
  const { placed } = placeRows(places, fresh);
  const existing = await findExisting(context, placed);
  const own = await findOwn(context, imported, [...existing.values()].flat());
  const write = async (row: SheetRow): Promise<RowResult> => {
    const records = (existing.get(row.n) ?? []).filter(({ id }) => !own.has(id));
    if (row.existing === 'UPDATE') {
      if (records.length === 0)
        throw new RowRefusal(undefined, 'The record that it changes is no longer there', 'SKIPPED');
      return updateRow(piece, placed.find((one) => one.row === row)!, records);
    }
    // Another file may have been imported since this one was checked.
    if (records.some(({ said }) => isSame(row, said))) return skipped(row, SAME_RECORD);
    if (row.existing === undefined && records.length > 0) {
      throw new RowRefusal(undefined, 'There is another record of it since the file was checked: check it again');
    }
    return writeRow(piece, row);
  };
  const results: RowResult[] = [];
  for (const row of rows) {
    const state = doneAs(row);
    results.push(state === undefined ? await write(row) : skipped(row, STATE_TEXTS[state]));
  }
  return results;
}

/** The first day on which rows have something of a hive: then it was there. */
function firstDaysOf(rows: readonly SheetRow[]): Map<string, string> {
  const days = new Map<string, string>();
  for (const row of rows) {
    const day = dayOf(row, 'date') ?? dayOf(row, 'installedOn');
    const key = placeKey(row);
    if (day !== undefined && day < (days.get(key) ?? '9')) days.set(key, day);
  }
  return days;
}
