// How clients see the parts of an import that are stored as JSON.
import { Field, Float, ID, Int, ObjectType } from 'type-graphql';
import { Legacy } from '../../graphql/legacy.js';
import { RecordKind } from '../../records/kinds.js';
import type { RecordName } from '../../records/record.js';
import { ImportDateOrder, ImportRemark, ImportSheetKind } from './import.enums.js';

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

  @Field(() => ImportRemark, { nullable: true, description: 'What its values leave open: look at it.' })
  remark!: ImportRemark | null;
}

@ObjectType({ simpleResolvers: true, description: 'How a sheet of a file is read.' })
export class ImportSheet {
  @Field(() => Int, { description: 'Its index, from 0.' })
  sheet!: number;

  @Field(() => String, { description: 'Its name; of a CSV, that of the file.' })
  name!: string;

  @Field(() => ImportSheetKind, { nullable: true, description: 'What each row is; null if the sheet is left out.' })
  kind!: ImportSheetKind | null;

  @Field(() => String, { nullable: true, description: 'The apiary of rows that name none; null if there is no such.' })
  apiaryName!: string | null;

  @Field(() => [ImportColumn], { description: 'Its columns.' })
  columns!: ImportColumn[];

  @Field(() => [String], { description: 'The fields that its columns can have; each at most once.' })
  fields!: string[];
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
