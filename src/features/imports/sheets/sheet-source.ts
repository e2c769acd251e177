// Spreadsheets as a source of imports.
import type { EntityClass } from '@mikro-orm/core';
import type { Context } from '../../../context.js';
import { runStatement } from '../../../database/pool.js';
import type { Where } from '../../../database/where.js';
import { TreatmentStatus } from '../../treatments/treatment-status.enums.js';
import type {
  CheckedRow,
  ImportInfo,
  ImportSource,
  RowResult,
  SheetMapping,
  WriteTogether,
} from '../import-source.types.js';
import { checkRow } from './check-row.js';
import type { DayAndTime } from './days.js';
import { dayOf, interpretRow, numberOf, type SheetRow, summarize, textOf } from './interpret.js';
import { proposeMapping } from './mapping.js';
import { Questions } from './match-answers.js';
import { ApiaryNames, Places } from './places.js';
import { findUsed } from './row-ids.js';
import { refuse, skipped } from './row-results.js';
import { entityOf, idOf, writeRow } from './write-rows.js';

export const sheetSource: ImportSource = {
  async detect(context, sheets) {
    const { only } = await ApiaryNames.load(context);
    const mapping: SheetMapping[] = [];
    for (const sheet of sheets) {
      mapping.push(...proposeMapping([sheet], context.viewer.language, only));
      // Two hundred columns take half a second.
      await context.nextTurn();
    }
    return mapping;
  },

  async check(context, { mapping }, rows, state): Promise<CheckedRow[]> {
    state.names ??= await ApiaryNames.load(context);
    const names = state.names as ApiaryNames;
    return rows.flatMap((stored) => {
      const row = interpretRow(stored, mapping);
      return row
        ? [{ n: row.n, problems: checkRow(row, names), summary: summarize(row) }]
        : [{ n: stored.n, problems: [], summary: '' }];
    });
  },

  async run(context, imported, stored, together): Promise<RowResult[]> {
    const all = stored.map((one) => interpretRow(one, imported.mapping) ?? one);
    const rows = all.filter((row): row is SheetRow => 'kind' in row);
    const results = new Map<number, RowResult>(
      all.filter((row) => !('kind' in row)).map(({ n }) => [n, { n, status: 'SKIPPED', records: [] }]),
    );
    for (const row of rows.filter(({ problems }) => problems.length > 0))
      results.set(row.n, { n: row.n, status: 'FAILED', problem: row.problems[0]!, records: [] });
    const sound = rows.filter(({ n }) => !results.has(n));
    for (const result of await writeRows(context, imported, sound, together)) results.set(result.n, result);
    return stored.map(({ n }) => results.get(n)!);
  },
};

/** All in one transaction; if one of them is refused, each in its own. */
async function writeRows(
  context: Context,
  imported: ImportInfo,
  rows: SheetRow[],
  together: WriteTogether,
): Promise<RowResult[]> {
  if (rows.length === 0) return [];
  try {
    return await together(rows, () => writePiece(context, imported, rows));
  } catch (error) {
    if (rows.length === 1) return [refuse(rows[0]!, error)];
    const results: RowResult[] = [];
    for (const row of rows) results.push(...(await writeRows(context, imported, [row], together)));
    return results;
  }
}

async function writePiece(context: Context, imported: ImportInfo, rows: SheetRow[]): Promise<RowResult[]> {
  const ids = rows
    .filter(({ kind }) => kind !== 'HIVES' && kind !== 'APIARIES')
    .map((row) => idOf(context, imported, row));
  const used = await findUsed(context, ids);
  const present = used.size > 0 ? await findPresent(context, imported, rows, used) : new Set<string>();
  const left = await findLeft(context, imported, rows);
  const fresh = rows.filter((row) => !used.has(idOf(context, imported, row)) && !left.has(row.n));
  const wanted = fresh.flatMap((row) =>
    textOf(row, 'apiary') === undefined ? [] : [{ apiary: textOf(row, 'apiary')!, hive: numberOf(row, 'hive') }],
  );
  const places = await Places.load(context, imported, wanted);
  const names = await ApiaryNames.load(context);
  const found = new Set(
    wanted.flatMap(({ apiary }) => [names.find(apiary)].flatMap((one) => (one && 'id' in one ? [one] : []))),
  );
  const isInspected = fresh.some(({ kind }) => kind === 'INSPECTIONS');
  const questions = await Questions.load(context, isInspected ? [...new Set([...found].map(({ id }) => id))] : []);
  const times = isInspected ? await loadTimes(context, fresh, names) : new Map<number, Date>();
  const piece = { context, imported, places, questions, times, firstDays: firstDaysOf(fresh) };
  const results: RowResult[] = [];
  for (const row of rows) {
    const id = idOf(context, imported, row);
    if (left.has(row.n) || present.has(id)) results.push(skipped(row));
    else if (!used.has(id)) results.push(await writeRow(piece, row));
    else results.push(skipped(row, 'You have deleted this record since an earlier import'));
  }
  return results;
}

/** The rows of which an undo of the same file has left the record, because it had changed. */
async function findLeft(context: Context, imported: ImportInfo, rows: SheetRow[]): Promise<Set<number>> {
  const left = new Set<number>();
  for (const checksum of imported.undone ?? []) {
    const earlier = { ...imported, checksum };
    const used = await findUsed(
      context,
      rows.map((row) => idOf(context, earlier, row)),
    );
    const present = await findPresent(context, earlier, rows, used);
    for (const row of rows) if (present.has(idOf(context, earlier, row))) left.add(row.n);
  }
  return left;
}

/** Treatments that were voided count for nothing. */
const COUNTING = [TreatmentStatus.ACTIVE, TreatmentStatus.COMPLETED];

/** Which of the records that rows have created are still there. */
async function findPresent(
  context: Context,
  imported: ImportInfo,
  rows: SheetRow[],
  used: ReadonlySet<string>,
): Promise<Set<string>> {
  const present = new Set<string>();
  for (const entity of new Set(rows.map(entityOf))) {
    const ids = rows
      .filter((row) => entityOf(row) === entity)
      .map((row) => idOf(context, imported, row))
      .filter((id) => used.has(id));
    if (ids.length === 0) continue;
    const type = context.table(entity).meta.class as EntityClass<{ id: string }>;
    const where = { id: ids, ...(entity === 'Treatment' && { status: COUNTING }) };
    const { nodes } = await context.access.list(type, { where: where as object as Where<{ id: string }> });
    for (const { id } of nodes) present.add(id as string);
  }
  return present;
}

/** The first day on which rows have something of a hive: then it was there. */
function firstDaysOf(rows: readonly SheetRow[]): Map<string, string> {
  const days = new Map<string, string>();
  for (const row of rows) {
    const day = dayOf(row, 'date') ?? dayOf(row, 'installedOn');
    const key = `${textOf(row, 'apiary')} ${numberOf(row, 'hive')}`;
    if (day !== undefined && day < (days.get(key) ?? '9')) days.set(key, day);
  }
  return days;
}

/** When inspections were, in the time zones of their apiaries. Without a time, at noon, or now if it is not noon yet. */
async function loadTimes(context: Context, rows: readonly SheetRow[], names: ApiaryNames): Promise<Map<number, Date>> {
  const ofInspections = rows.filter(({ kind, values }) => kind === 'INSPECTIONS' && values.date !== undefined);
  const sent = ofInspections.map((row) => {
    const { day, time: ofDay, instant } = row.values.date as DayAndTime;
    const found = names.find(textOf(row, 'apiary') ?? '');
    const time = textOf(row, 'time') ?? ofDay ?? null;
    return {
      n: row.n,
      day,
      time,
      instant: instant ?? null,
      zone: found && 'timeZone' in found ? found.timeZone : null,
    };
  });
  const text = `
    select n, case when instant is not null then instant
      when "time" is not null then (day + "time") at time zone coalesce(zone, u.time_zone)
      else least((day + time '12:00') at time zone coalesce(zone, u.time_zone), now()) end as at
    from json_to_recordset($1) as sent(n int, day date, "time" time, instant timestamptz, zone text), users u where u.id = $2`;
  const found = await runStatement<{ n: number; at: Date | string }>(context, {
    text,
    values: [JSON.stringify(sent), context.viewer.id],
  });
  return new Map(found.map(({ n, at }) => [n, new Date(at)]));
}
