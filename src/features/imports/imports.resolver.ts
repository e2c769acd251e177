import { Arg, Args, Ctx, FieldResolver, ID, Query, Resolver } from 'type-graphql';
import { AllowOverQuota } from '../../access/guard.js';
import type { Context } from '../../context.js';
import type { Page } from '../../database/page.js';
import type { Row, Selected } from '../../database/row.js';
import type { Cells, FileProblem } from '../../formats/file-line.js';
import { Columns, RootColumn, RootColumns } from '../../graphql/columns.js';
import { Legacy } from '../../graphql/legacy.js';
import { DeleteMutation, RecordMutation } from '../../graphql/payload.js';
import { IdInput, InputOf } from '../../graphql/record-input.js';
import { rowList, toFailure, toProblems, toQuestions, toSheets } from './import.edges.js';
import { FileImport } from './import.entity.js';
import { ImportRow, type StoredProblem } from './import-row.entity.js';
import type { CreatedRecord, SheetMapping } from './import-source.types.js';
import { ImportedRecord, ImportProblem, ImportQuestion, ImportSheet } from './import-views.types.js';
import * as commands from './imports.commands.js';
import {
  CreateFileImportInput,
  RowsOfImportArgs,
  RunFileImportInput,
  UpdateFileImportInput,
} from './imports.inputs.js';

@Resolver(() => FileImport)
export class ImportsResolver {
  @Legacy()
  @Query(() => [FileImport], { description: `Your imports, the newest first; at most ${commands.MAX_IMPORTS}.` })
  async fileImports(
    @Ctx() { access }: Context,
    @Columns(FileImport) fields: Columns<FileImport>,
  ): Promise<Selected<FileImport>[]> {
    return (await access.list(FileImport, { order: { createdAt: 'desc' }, fields } as const)).nodes;
  }

  @Query(() => FileImport, { nullable: true, description: 'One of your imports.' })
  fileImport(
    @Arg('id', () => ID, { description: 'The id of the import.' }) id: string,
    @Ctx() { loaders }: Context,
    @Columns(FileImport) fields: Columns<FileImport>,
  ): Promise<Selected<FileImport>> {
    return loaders.one(FileImport, id, fields);
  }

  @Legacy()
  @Query(() => rowList.page, { nullable: true, description: 'The rows of an import, in their order.' })
  importRows(
    @Args(() => RowsOfImportArgs) { importId, ...args }: RowsOfImportArgs,
    @Ctx() { loaders }: Context,
    @Columns(ImportRow) fields: Columns<ImportRow>,
  ): Promise<Page<Selected<ImportRow>>> {
    return loaders.listBelow(ImportRow, 'import', { type: FileImport, id: importId }, rowList.read(args, fields));
  }

  @RecordMutation(FileImport, {
    description: `Begins an import. Then send the file, at most 20 MB, as the body of \`PUT /api/v1/imports/{id}/file\`. At most ${commands.MAX_OPEN_IMPORTS} imports wait (TOO_MANY_IMPORTS).`,
  })
  createFileImport(
    @Arg('input', () => CreateFileImportInput) input: CreateFileImportInput,
    @Ctx() context: Context,
  ): Promise<FileImport> {
    return commands.createFileImport(context, input);
  }

  @RecordMutation(FileImport, {
    description: 'Changes how a file is read, and checks its rows again. Nothing is written (IMPORT_NOT_READY).',
  })
  updateFileImport(
    @Arg('input', () => UpdateFileImportInput) input: UpdateFileImportInput,
    @Ctx() context: Context,
  ): Promise<FileImport> {
    return commands.updateFileImport(context, input);
  }

  @RecordMutation(FileImport, {
    description:
      'Starts the writing of the rows, as a job that goes on after any interruption. The same file again creates nothing twice (IMPORT_NOT_READY, IMPORT_HAS_QUESTIONS, IMPORT_HAS_PROBLEMS).',
  })
  runFileImport(
    @Arg('input', () => RunFileImportInput) input: RunFileImportInput,
    @Ctx() context: Context,
  ): Promise<FileImport> {
    return commands.runFileImport(context, input);
  }

  @AllowOverQuota()
  @RecordMutation(FileImport, {
    description:
      'Stops an import, or gives it up before it was run. What it has written stays, and can be undone (IMPORT_NOT_READY).',
  })
  cancelFileImport(@InputOf(IdInput) { id }: IdInput, @Ctx() context: Context): Promise<FileImport> {
    return commands.cancelFileImport(context, id);
  }

  @AllowOverQuota()
  @RecordMutation(FileImport, {
    description: `Removes what an import has written in the last ${commands.UNDO_DAYS} days, except what has changed since, or has been added to (IMPORT_NOT_READY, IMPORT_NOT_UNDOABLE).`,
  })
  undoFileImport(@InputOf(IdInput) { id }: IdInput, @Ctx() context: Context): Promise<FileImport> {
    return commands.undoFileImport(context, id);
  }

  @AllowOverQuota()
  @DeleteMutation({
    description:
      'Deletes an import with its rows; one that is running stops. What it has written stays. Returns its id.',
  })
  deleteFileImport(@InputOf(IdInput) { id }: IdInput, @Ctx() context: Context): Promise<string> {
    return commands.deleteFileImport(context, id);
  }

  @FieldResolver(() => String, { description: 'The path to which the file is sent with PUT.' })
  uploadPath(@RootColumn(FileImport, 'id') id: string): string {
    return `/api/v1/imports/${id}/file`;
  }

  @FieldResolver(() => [ImportSheet], {
    description: 'How the sheets of the file are read; empty until that is known, and of an archive.',
  })
  sheets(@RootColumn(FileImport, 'mapping') mapping: SheetMapping[] | null): object[] {
    return toSheets(mapping);
  }

  @FieldResolver(() => [ImportQuestion], {
    description: 'What is not certain of how the file is read, as far as it is about any rows.',
  })
  questions(
    @RootColumns(FileImport, 'mapping', 'asked') { mapping, asked }: Pick<Row<FileImport>, 'mapping' | 'asked'>,
    @Ctx() { requestLog }: Context,
  ): object[] {
    return toQuestions(mapping, asked, requestLog.language);
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: 'Why the file cannot be read, or what went wrong, in the language of your account.',
  })
  failure(@RootColumn(FileImport, 'problem') problem: FileProblem | null, @Ctx() context: Context): string | null {
    return toFailure(problem, context);
  }
}

@Resolver(() => ImportRow)
export class ImportRowsResolver {
  @FieldResolver(() => [String], {
    description: 'What its cells contain, in the order of the columns; of an archive, one text.',
  })
  cells(@RootColumn(ImportRow, 'cells') cells: Cells): string[] {
    return toTexts(cells);
  }

  @FieldResolver(() => [ImportedRecord], { description: 'The records that it has created.' })
  records(@RootColumn(ImportRow, 'records') records: CreatedRecord[]): ImportedRecord[] {
    return records.map(({ entity, id }) => ({ kind: entity, entity, recordId: id }));
  }

  @FieldResolver(() => [ImportProblem], { description: 'Its problems: with one, it is not written.' })
  problems(@RootColumn(ImportRow, 'problems') problems: StoredProblem[], @Ctx() { requestLog }: Context): object[] {
    return toProblems(problems, requestLog.language);
  }

  @FieldResolver(() => [ImportProblem], {
    description:
      'What to know of it: what cannot be read as a value and is kept in the notes, what is new, and what is assumed.',
  })
  remarks(@RootColumn(ImportRow, 'remarks') remarks: StoredProblem[], @Ctx() { requestLog }: Context): object[] {
    return toProblems(remarks, requestLog.language);
  }
}

const toTexts = (cells: Cells): string[] => (Array.isArray(cells) ? cells.map(toText) : [JSON.stringify(cells)]);
const toText = (cell: unknown): string => {
  if (cell === null || cell === undefined) return '';
  if (typeof cell === 'object') return String(Object.values(cell)[0]);
  return String(cell);
};
