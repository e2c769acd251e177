// Restores an archive: the export of an account of this service, or of another one with this software (docs/archive.md).
import { quotaExceeded } from '../../access/quota.js';
import type { Context } from '../../context.js';
import { runStatement } from '../../database/pool.js';
import { RESTORED_LISTS } from '../../records/archived.js';
import type { RecordName } from '../../records/record.js';
import { groupBy } from '../../shared/group-by.js';
import type {
  CheckedRow,
  ImportInfo,
  ImportSource,
  RowProblem,
  RowResult,
  SheetMapping,
  StoredRow,
  WriteTogether,
} from '../imports/import-source.types.js';
import { MAX_OWN_ZONES, tooManyZones } from '../zones/zones.commands.js';
import { type ArchivedRecord, describeRecord } from './archived-columns.rules.js';
import { ArchivedIds } from './archived-ids.queries.js';
import { findRowProblem } from './archived-rows.rules.js';
import { readValues } from './archived-values.rules.js';
import { restoreRows } from './restore-rows.commands.js';

const ENTITIES: ReadonlySet<string> = new Set(RESTORED_LISTS.values());
/** What people know a record by. */
const LABELS = [
  'name',
  'number',
  'title',
  'code',
  'text',
  'productName',
  'validFrom',
  'placedOn',
  'occurredAt',
  'harvestedOn',
];

/** @returns undefined for a sheet that is left out */
function recordOf(context: Context, { mapping }: ImportInfo, sheet: number): ArchivedRecord | undefined {
  const entity = RESTORED_LISTS.get(mapping.find((one) => one.sheet === sheet)?.name ?? '');
  return entity === undefined ? undefined : describeRecord(entity as RecordName, context.table(entity));
}

interface CheckState {
  /** The ids of the rows so far, of each entity. */
  seen?: Map<RecordName, Set<string>>;
  zones?: number;
}

export const archiveSource: ImportSource = {
  async detect(_context, sheets): Promise<SheetMapping[]> {
    // Lists have their names: there is nothing to be mapped, and no kind to be chosen.
    return sheets.map(({ sheet, name }) => ({ sheet, name, kind: null, columns: [] }));
  },

  async check(context, imported, rows, state: CheckState): Promise<CheckedRow[]> {
    state.seen ??= new Map([...ENTITIES].map((entity) => [entity as RecordName, new Set<string>()]));
    const { seen } = state;
    const ids = new ArchivedIds(context.viewer.id);
    const read = rows.map(({ n, sheet, cells }) => {
      const record = recordOf(context, imported, sheet);
      const values = record && readValues(record, cells as Record<string, unknown>);
      // More of them need no look at their areas, which takes some time.
      if (record?.entity === 'RestrictedZone') state.zones = (state.zones ?? 0) + 1;
      const isOneTooMany = record?.entity === 'RestrictedZone' && state.zones! > MAX_OWN_ZONES;
      const problem = isOneTooMany ? { message: tooManyZones() } : values && findRowProblem(record, values!);
      if (record && !problem) {
        ids.wantAll(record, values!, false);
        seen.get(record.entity)!.add(String((cells as { id: string }).id).toLowerCase());
      }
      return { n, cells: cells as Record<string, unknown>, record, values, problem };
    });
    await ids.find(context, () => false);
    return read.map(({ n, cells, record, values, problem }) => {
      const problems: RowProblem[] = problem ? [problem] : [];
      for (const [{ name, target, column }, value] of (!problem && values) || []) {
        if (!target || value === null || column.property.nullable) continue;
        const id = String(value).toLowerCase();
        if (!seen.get(target)?.has(id) && !ids.locate(target, id))
          problems.push({ heading: name, value: id, message: 'is the id of no record of the archive' });
      }
      const label = LABELS.map((name) => cells[name]).find((value) => value != null);
      const summary = record ? `${record.entity} ${String(label ?? cells.id).slice(0, 100)}` : '';
      return { n, problems, remarks: [], questions: [], summary };
    });
  },

  async run(context, imported, rows, together): Promise<RowResult[]> {
    const { excess } = context.viewer;
    if (excess) throw quotaExceeded(excess);
    const results: RowResult[] = [];
    for (const [sheet, ofSheet] of groupBy(rows, (row) => row.sheet)) {
      const record = recordOf(context, imported, sheet);
      if (record) results.push(...(await restorePiece(context, record, ofSheet, { imported, together })));
      else results.push(...ofSheet.map(({ n }): RowResult => ({ n, status: 'SKIPPED', records: [] })));
    }
    return results;
  },
};

/** A row that the database refuses must not keep the others out. */
async function restorePiece(
  context: Context,
  record: ArchivedRecord,
  rows: StoredRow[],
  { imported, together }: { imported: ImportInfo; together: WriteTogether },
  isAlone = false,
): Promise<RowResult[]> {
  const origin = (imported.details as { account?: { id?: string } }).account?.id;
  try {
    return await together(rows, () => restoreRows(context, record, rows, origin, isAlone));
  } catch (error) {
    const problem = await findProblemOf(context, record, error);
    if (!problem) throw error;
    if (isAlone) return rows.map(({ n }) => ({ n, status: 'FAILED', problem, records: [] }));
    const results: RowResult[] = [];
    for (const row of rows) results.push(...(await restorePiece(context, record, [row], { imported, together }, true)));
    return results;
  }
}

interface DatabaseError {
  code?: unknown;
  cause?: unknown;
  table?: string;
  constraint?: string;
}
const COLUMNS_OF = `select attname as name from pg_constraint join pg_attribute on attrelid = conrelid and attnum = any(conkey)
  where conname = $1 and conrelid = $2::regclass order by attnum`;

/** @returns undefined for an error that is not about the values of the row */
async function findProblemOf(
  context: Context,
  record: ArchivedRecord,
  error: unknown,
): Promise<RowProblem | undefined> {
  const { code, cause, table, constraint } = error as DatabaseError;
  if (typeof code !== 'string' || !/^(22|23)...$/.test(code))
    return cause ? findProblemOf(context, record, cause) : undefined;
  if (code === '23505' || code === '23P01') return { message: 'The record conflicts with another one of the account' };
  const message = 'The record breaks a rule of its kind';
  if (!table || !constraint) return { message };
  const rows = await runStatement<{ name: string }>(context, { text: COLUMNS_OF, values: [constraint, table] });
  const names = new Map(record.columns.map(({ name, column }) => [column.property.fieldNames[0]!, name]));
  return { message, heading: rows.map((row) => names.get(row.name) ?? row.name).join(', ') };
}
