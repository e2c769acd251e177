// How clients see the parts of an import that are stored as JSON.
import { Field, Float, ID, Int, ObjectType } from 'type-graphql';
import { Legacy } from '../../graphql/legacy.js';
import { RecordKind } from '../../records/kinds.js';
import type { RecordName } from '../../records/record.js';
import { LocalDate } from '../../shared/scalars.js';
import {
  ImportDateOrder,
  ImportDecimal,
  ImportQuestionKind,
  ImportRemark,
  ImportSheetKind,
  ImportUnit,
} from './import.enums.js';

@ObjectType({ simpleResolvers: true, description: 'How a column of a sheet is read.' })
export class ImportColumn {
  @Field(() => Int, { description: 'Its position, from 1.' })
  column!: number;

  @Field(() => String, { description: 'Its heading.' })
  heading!: string;

  @Field(() => String, {
    nullable: true,
    description:
      'The field that it becomes; null if it goes into the notes under its heading. Positions go there in no case, and nothing of a sheet of apiaries.',
  })
  field!: string | null;

  @Field(() => Float, { description: 'How sure the detection is, 0 to 1; 1 if you chose the field.' })
  score!: number;

  @Field(() => ImportDateOrder, { nullable: true, description: 'In which order its days are written, if it has days.' })
  dateOrder!: ImportDateOrder | null;

  @Field(() => ImportDecimal, {
    nullable: true,
    description: 'What separates the decimals of its numbers, if it has some.',
  })
  decimal!: ImportDecimal | null;

  @Field(() => ImportUnit, {
    nullable: true,
    description: 'In what its values are that have no unit of their own; null for kilograms, and for what has none.',
  })
  unit!: ImportUnit | null;

  @Field(() => ImportRemark, { nullable: true, description: 'What its values leave open: look at it.' })
  remark!: ImportRemark | null;
}

@ObjectType({ simpleResolvers: true, description: 'How a sheet of a file is read.' })
export class ImportSheet {
  @Field(() => Int, { description: 'Its number, from 1.' })
  sheet!: number;

  @Field(() => String, { description: 'Its name; of a CSV, that of the file.' })
  name!: string;

  @Field(() => ImportSheetKind, { nullable: true, description: 'What each row is; null if the sheet is left out.' })
  kind!: ImportSheetKind | null;

  @Field(() => String, { nullable: true, description: 'The apiary of rows that name none; null if there is no such.' })
  apiaryName!: string | null;

  @Field(() => String, { nullable: true, description: 'The hive of rows that name none; null if there is no such.' })
  hiveName!: string | null;

  @Field(() => LocalDate, { nullable: true, description: 'The day of rows that have none; null if there is no such.' })
  date!: string | null;

  @Field(() => [ImportColumn], { description: 'Its columns.' })
  columns!: ImportColumn[];

  @Field(() => [String], { description: 'The fields that its columns can have; each at most once.' })
  fields!: string[];
}

@ObjectType({
  simpleResolvers: true,
  description: 'What is not certain of how a file is read: rows that it is about are not written until it is answered.',
})
export class ImportQuestion {
  @Field(() => String, { description: 'Names it in an answer; the same as long as it is open.' })
  key!: string;

  @Field(() => ImportQuestionKind, { description: 'What it is about, and what an answer is.' })
  kind!: ImportQuestionKind;

  @Field(() => Int, { description: 'The number of its sheet, from 1.' })
  sheet!: number;

  @Field(() => Int, { nullable: true, description: 'The position of its column, from 1; null for the whole sheet.' })
  column!: number | null;

  @Field(() => String, { description: 'The question, in the language of your account.' })
  about!: string;

  @Field(() => [String], {
    description: 'What the answer may be, the most likely first. `kind` says what else it may be.',
  })
  candidates!: string[];

  @Field(() => [String], { description: 'What speaks for the first, in the language of your account.' })
  evidence!: string[];

  @Field(() => Int, { description: 'The number of rows that it is about.' })
  rowsCount!: number;
}

@ObjectType({ simpleResolvers: true, description: 'Why a row, or a cell of it, is not written as it is.' })
export class ImportProblem {
  @Field(() => Int, { nullable: true, description: 'The position of the column, from 1; null for the whole row.' })
  column!: number | null;

  @Field(() => String, { nullable: true, description: 'The heading of the column.' })
  heading!: string | null;

  @Field(() => String, { nullable: true, description: 'What the cell contains.' })
  value!: string | null;

  @Field(() => String, { description: 'What is wrong, in the language of your account.' })
  message!: string;
}

@ObjectType({ simpleResolvers: true, description: 'A record that a row has created.' })
export class ImportedRecord {
  @Field(() => RecordKind, { description: 'The kind of the record.' })
  kind!: RecordName;

  @Legacy()
  @Field(() => String, { description: 'The kind of the record, as `__typename` names it.' })
  entity!: string;

  @Field(() => ID, { description: 'The id of the record, which `node` finds.' })
  recordId!: string;
}
