import type { Context } from '../../context.js';
import { runStatement } from '../../database/pool.js';
import { AppError } from '../../errors.js';
import { MAX_COLUMNS } from '../../formats/sheet-lines.js';
import { createMessage } from '../../messages/message.js';
import type { SheetMapping, SheetSample } from './import-source.types.js';
import { type ImportSheetInput, MAX_SHEETS } from './imports.inputs.js';
import { firstRows } from './progress.commands.js';
import { fieldsOf, formatsOf } from './sheets/mapping.js';

/** Rows from whose values follows how days and numbers are written. */
const SAMPLE = firstRows('import_id = $1 and sheet = $2', '500');

/** Applies what a client changes. @throws BAD_USER_INPUT for a sheet, a column or a field that does not exist, or a field of two columns */
export async function changeMapping(
  context: Context,
  importId: string,
  mapping: SheetMapping[],
  changes: ImportSheetInput[],
): Promise<SheetMapping[]> {
  requireSize('sheets', changes, 1, MAX_SHEETS);
  const changed = new Map(mapping.map((sheet) => [sheet.sheet, sheet]));
  for (const [i, { sheet: index, columns, ...change }] of changes.entries()) {
    const sheet = changed.get(index);
    if (!sheet) throw refuse(`sheets.${i}.sheet`, 'is not a sheet of the file');
    requireSize(`sheets.${i}.columns`, columns ?? [], 0, MAX_COLUMNS);
    const kind = change.kind === undefined ? sheet.kind : change.kind;
    const fields = fieldsOf(kind);
    const rows = await runStatement<SheetSample['rows'][number]>(context, { text: SAMPLE, values: [importId, index] });
    const { language } = context.viewer;
    const byPosition = new Map(sheet.columns.map((column) => [column.column, column]));
    for (const [j, { column: position, field, dateOrder }] of (columns ?? []).entries()) {
      const column = byPosition.get(position);
      if (!column) throw refuse(`sheets.${i}.columns.${j}.column`, 'is not a column of the sheet');
      if (field != null && !fields.includes(field))
        throw refuse(`sheets.${i}.columns.${j}.field`, 'is not a field of this kind of sheet');
      byPosition.set(position, {
        ...column,
        ...(field !== undefined && { field, score: 1, ...formatsOf({ rows }, position - 1, kind, field, language) }),
        ...(dateOrder && { dateOrder, remark: undefined }),
      });
    }
    const result = [...byPosition.values()].map((column) =>
      column.field !== null && fields.includes(column.field) ? column : { ...column, field: null },
    );
    const used = result.flatMap(({ field }) => field ?? []);
    if (new Set(used).size < used.length) throw refuse(`sheets.${i}.columns`, 'must not have a field twice');
    const apiaryName = change.apiaryName === undefined ? sheet.apiaryName : change.apiaryName?.trim() || null;
    changed.set(index, { ...sheet, kind, apiaryName, columns: result });
  }
  return [...changed.values()];
}

function requireSize(field: string, entries: readonly unknown[], min: 0 | 1, max: number): void {
  if (entries.length >= min && entries.length <= max) return;
  const message = createMessage(min === 1 ? 'must have 1 to {max} entries' : 'must have at most {max} entries', {
    max,
  });
  throw AppError.badInput([{ field, message }]);
}

const refuse = (
  field: string,
  message:
    | 'is not a sheet of the file'
    | 'is not a column of the sheet'
    | 'is not a field of this kind of sheet'
    | 'must not have a field twice',
): AppError => AppError.badInput([{ field, message }]);
