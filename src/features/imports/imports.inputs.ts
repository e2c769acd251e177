import { ArgsType, ID, InputType } from 'type-graphql';
import { MAX_COLUMNS } from '../../formats/sheet-lines.js';
import { filteredBy } from '../../graphql/filter.js';
import {
  DefaultedBoolean,
  OptionalField,
  OptionalInt,
  OptionalText,
  OptionalValue,
  RequiredField,
  RequiredInt,
  RequiredText,
  RequiredValue,
} from '../../graphql/input-fields.js';
import { States } from '../../graphql/validators.js';
import { MiteCount } from '../treatments/mite-count.entity.js';
import { FileImport } from './import.entity.js';
import { ImportDateOrder, ImportDecimal, ImportSheetKind, ImportUnit } from './import.enums.js';

export const MAX_SHEETS = 100;
/** A file has few that are not certain. */
export const MAX_ANSWERS = 500;

@InputType({ description: 'A file to import.' })
export class CreateFileImportInput {
  @RequiredValue(FileImport, `The name of the file, at most {max} characters. Its format follows from its content.`)
  fileName!: string;
}

@InputType({ description: 'How a column is read.' })
export class ImportColumnInput {
  @RequiredInt(1, MAX_COLUMNS, 'The position of the column, from 1.')
  column!: number;

  @OptionalText(
    40,
    'The field, one of `fields` of its sheet. If null, the column goes into the notes under its heading.',
  )
  field?: string | null;

  @OptionalField(() => ImportDateOrder, 'In which order its days are written. If omitted, as detected.')
  dateOrder?: ImportDateOrder | null;

  @OptionalField(() => ImportDecimal, 'What separates the decimals of its numbers. If omitted, as detected.')
  decimal?: ImportDecimal | null;

  @OptionalField(() => ImportUnit, 'In what its values are that have no unit of their own. If omitted, as detected.')
  unit?: ImportUnit | null;
}

@InputType({ description: 'How a sheet is read.' })
export class ImportSheetInput {
  @RequiredInt(1, MAX_SHEETS, 'The number of the sheet, from 1.')
  sheet!: number;

  @OptionalField(() => ImportSheetKind, 'What each row is. If null, the sheet is left out.')
  kind?: ImportSheetKind | null;

  @OptionalText(100, 'The apiary of rows that name none, at most 100 characters. If omitted or null, they need one.')
  apiaryName?: string | null;

  @OptionalText(60, 'The hive of rows that name none, at most 60 characters.')
  hiveName?: string | null;

  @OptionalValue(MiteCount, 'The day of rows that have none.', 'countedOn')
  date?: string | null;

  @OptionalInt(1900, 2200, 'The year of days that are written without one.')
  year?: number | null;

  @States({ maxItems: MAX_COLUMNS })
  @OptionalField(() => [ImportColumnInput], 'Columns that are read otherwise than they are now.')
  columns?: ImportColumnInput[] | null;
}

@InputType({ description: 'An answer to a question of an import.' })
export class ImportAnswerInput {
  @RequiredText(40, 'The `key` of one of its open questions.')
  key!: string;

  @OptionalText(100, 'One of its candidates, or what its kind says. If null or omitted, the sheet is left out.')
  value?: string | null;
}

@InputType({ description: 'A change of how a file is read.' })
export class UpdateFileImportInput {
  @RequiredField(() => ID, 'The id of the import.')
  id!: string;

  @States({ maxItems: MAX_SHEETS })
  @OptionalField(() => [ImportSheetInput], 'The sheets that are read otherwise than they are now.')
  sheets?: ImportSheetInput[] | null;

  @States({ maxItems: MAX_ANSWERS })
  @OptionalField(() => [ImportAnswerInput], 'Answers to its questions.')
  answers?: ImportAnswerInput[] | null;
}

@InputType({ description: 'Starts the writing of the rows.' })
export class RunFileImportInput {
  @RequiredField(() => ID, 'The id of the import.')
  id!: string;

  @DefaultedBoolean(
    false,
    'Whether rows with problems, and those that an open question is about, are left out. Otherwise an import that has some is refused (IMPORT_HAS_QUESTIONS, IMPORT_HAS_PROBLEMS).',
  )
  skipProblems?: boolean | null;
}

@InputType({ description: 'Which rows of an import are listed.' })
export class ImportRowFilter {
  @DefaultedBoolean(false, 'Whether only rows with problems are listed.')
  onlyProblems?: boolean | null;

  @OptionalInt(1, MAX_SHEETS, 'Only rows of the sheet with this number.')
  sheet?: number | null;
}

@ArgsType()
export class RowsOfImportArgs extends filteredBy(ImportRowFilter) {
  @RequiredField(() => ID, 'The id of the import.')
  importId!: string;
}
