import type { Context } from '../../context.js';
import type { FileProblem } from '../../formats/file-line.js';
import { connectionOf } from '../../graphql/connection.js';
import { connection, edgesOf, filtered } from '../../graphql/edges.js';
import { parseMessage, toMessage } from '../../messages/message.js';
import type { Language } from '../../shared/language.js';
import { ownList } from '../accounts/account-fields.edges.js';
import { User } from '../accounts/user.entity.js';
import { describeFileProblem } from './file-problems.texts.js';
import { FileImport } from './import.entity.js';
import { ImportRow, type StoredProblem } from './import-row.entity.js';
import type { SheetMapping } from './import-source.types.js';
import { MAX_IMPORTS } from './imports.commands.js';
import { ImportRowFilter } from './imports.inputs.js';
import { openQuestions } from './open-questions.rules.js';
import { fieldsOf } from './sheets/mapping.js';
import { nameOfSeparator } from './sheets/numbers.js';

export const rowList = filtered(
  connectionOf(ImportRow, 'ImportRow'),
  ImportRowFilter,
  ({ onlyProblems, sheet }) => ({ ...(onlyProblems && { hasProblems: true }), ...(sheet != null && { sheet }) }),
  { n: 'asc' },
);

export const importEdges = [
  edgesOf(User, {
    fileImports: ownList(
      FileImport,
      () => ({ order: { createdAt: 'desc' } }),
      `Its imports, the newest first; at most ${MAX_IMPORTS}.`,
    ),
  }),
  edgesOf(FileImport, {
    rows: connection(
      ImportRow,
      'import',
      rowList,
      'Its rows, in their order; those of sheets that are left out, too. They are kept for 30 days after the import.',
    ),
  }),
];

export const toQuestions = (
  mapping: SheetMapping[] | null,
  asked: Record<string, number> | null,
  language: Language,
): object[] =>
  openQuestions(mapping, asked).map(({ id: key, text, evidence, ...question }) => ({
    ...question,
    key,
    about: toMessage(text).in(language),
    evidence: evidence.map((one) => parseMessage(one).in(language)),
  }));

/** The lists of an archive have no columns: there is nothing to choose. */
const isTable = ({ columns }: SheetMapping): boolean => columns.length > 0;
export const toSheets = (mapping: SheetMapping[] | null): object[] =>
  (mapping ?? []).filter(isTable).map((sheet) => ({
    ...sheet,
    apiaryName: sheet.apiaryName ?? null,
    hiveName: sheet.hiveName ?? null,
    date: sheet.date ?? null,
    columns: sheet.columns.map((column) => ({
      ...column,
      dateOrder: column.dateOrder ?? null,
      decimal: column.decimal ? nameOfSeparator(column.decimal) : null,
      unit: column.unit ?? null,
      remark: column.remark ?? null,
    })),
    fields: fieldsOf(sheet.kind),
  }));

export const toProblems = (problems: StoredProblem[], language: Language): object[] =>
  problems.map(({ column = null, heading = null, value = null, message }) => ({
    column,
    heading,
    value,
    message: parseMessage(message).in(language),
  }));

export const toFailure = (problem: FileProblem | null, { requestLog }: Context): string | null =>
  problem && toMessage(describeFileProblem(problem)).in(requestLog.language);
