import type { Context } from '../../context.js';
import { runStatement } from '../../database/pool.js';
import { AppError } from '../../errors.js';
import { MAX_COLUMNS } from '../../formats/sheet-lines.js';
import { createMessage } from '../../messages/message.js';
import type { FileImport } from './import.entity.js';
import type { ColumnChoices, ImportInfo, SheetChoices, SheetMapping, SheetSample } from './import-source.types.js';
import {
  type ImportAnswerInput,
  type ImportSheetInput,
  MAX_ANSWERS,
  MAX_SHEETS,
  type UpdateFileImportInput,
} from './imports.inputs.js';
import { firstRows } from './progress.commands.js';
import { fieldsOf } from './sheets/mapping.js';
import { SEPARATORS } from './sheets/numbers.js';
import { answer, questionsOf } from './sheets/questions.js';
import { sheetSource } from './sheets/sheet-source.js';

/** Rows from whose values follows how a sheet is read. */
const SAMPLE = firstRows('import_id = $1 and sheet = $2', '500');

/**
 * Reads a file as a client wants it: what the client has not decided is detected again.
 * @throws BAD_USER_INPUT for a sheet, a column, a field or a question that does not exist, or a field of two columns
 */
export async function changeMapping(
  context: Context,
  { id, mapping, format, checksum, details }: FileImport,
  { sheets, answers }: UpdateFileImportInput,
): Promise<SheetMapping[]> {
  requireSize('sheets', sheets ?? [], MAX_SHEETS);
  requireSize('answers', answers ?? [], MAX_ANSWERS);
  const known = new Map((mapping ?? []).map((sheet) => [sheet.sheet, sheet]));
  const choices = new Map([...known].map(([sheet, { chosen }]) => [sheet, chosen ?? {}]));
  for (const [i, change] of (sheets ?? []).entries()) {
    const sheet = known.get(change.sheet);
    if (!sheet) throw refuse(`sheets.${i}.sheet`, 'is not a sheet of the file');
    choices.set(sheet.sheet, choose(choices.get(sheet.sheet)!, sheet, change, `sheets.${i}`));
  }
  for (const [i, given] of (answers ?? []).entries()) answerQuestion(choices, known, given, `answers.${i}`);
  const changed = [...known.values()].filter(({ sheet, chosen }) => choices.get(sheet) !== chosen);
  const samples: SheetSample[] = [];
  for (const { sheet, name, titles = [], columns } of changed) {
    const rows = await runStatement<SheetSample['rows'][number]>(context, { text: SAMPLE, values: [id, sheet] });
    samples.push({ sheet, name, titles, headings: columns.map(({ heading }) => heading), rows });
  }
  const info = { id, format: format!, checksum: checksum!, details: details ?? {} } satisfies Omit<
    ImportInfo,
    'mapping'
  >;
  const others = [...known.values()].filter((sheet) => !changed.includes(sheet));
  return sheetSource.detect(context, samples, info, choices, others);
}

function choose(chosen: SheetChoices, sheet: SheetMapping, change: ImportSheetInput, at: string): SheetChoices {
  const { sheet: _, columns, kind, apiaryName, hiveName, date, year } = change;
  requireSize(`${at}.columns`, columns ?? [], MAX_COLUMNS);
  const fields = fieldsOf(kind === undefined ? sheet.kind : kind);
  // What was chosen for another kind is no choice for this one.
  const kept = kind === undefined || kind === sheet.kind ? chosen.columns : {};
  const decided: Record<string, ColumnChoices> = { ...kept };
  for (const [j, { column, field, dateOrder, decimal, unit }] of (columns ?? []).entries()) {
    const place = `${at}.columns.${j}`;
    if (!sheet.columns.some((one) => one.column === column))
      throw refuse(`${place}.column`, 'is not a column of the sheet');
    if (field != null && !fields.includes(field))
      throw refuse(`${place}.field`, 'is not a field of this kind of sheet');
    decided[column] = {
      ...decided[column],
      ...(field !== undefined && { field }),
      ...(dateOrder && { dateOrder }),
      ...(decimal && { decimal: SEPARATORS[decimal] }),
      ...(unit && { unit }),
    };
  }
  const used = Object.values(decided).flatMap(({ field }) => field ?? []);
  if (new Set(used).size < used.length) throw refuse(`${at}.columns`, 'must not have a field twice');
  return {
    ...chosen,
    ...(kind !== undefined && { kind, ...(kind !== sheet.kind && { existing: undefined }) }),
    ...(apiaryName !== undefined && { apiaryName: apiaryName?.trim() || null, isBelow: false }),
    ...(hiveName !== undefined && { hiveName: hiveName?.trim() || null }),
    ...(date !== undefined && { date }),
    ...(year !== undefined && { year }),
    columns: decided,
  };
}

function answerQuestion(
  choices: Map<number, SheetChoices>,
  known: ReadonlyMap<number, SheetMapping>,
  { key, value }: ImportAnswerInput,
  at: string,
): void {
  const question = [...known.values()].flatMap(questionsOf).find((one) => one.id === key);
  if (!question) throw refuse(`${at}.key`, 'is no open question of the import');
  const chosen = answer(choices.get(question.sheet)!, question, value ?? null);
  if (!chosen) throw refuse(`${at}.value`, 'is no answer to the question');
  choices.set(question.sheet, chosen);
}

function requireSize(field: string, { length }: readonly unknown[], max: number): void {
  if (length <= max) return;
  throw AppError.badInput([{ field, message: createMessage('must have at most {max} entries', { max }) }]);
}

const refuse = (
  field: string,
  message:
    | 'is not a sheet of the file'
    | 'is not a column of the sheet'
    | 'is not a field of this kind of sheet'
    | 'is no open question of the import'
    | 'is no answer to the question'
    | 'must not have a field twice',
): AppError => AppError.badInput([{ field, message }]);
