import type { Opt, Ref } from '@mikro-orm/core';
import { Entity, Index, ManyToOne, Property, Unique } from '@mikro-orm/decorators/legacy';
import { Field, ID, Int, ObjectType } from 'type-graphql';
import { BaseEntity } from '../../base.entity.js';
import type { Cells } from '../../files/file-line.js';
import { Column, EnumColumn, IntColumn, TextColumn } from '../../graphql/entity-fields.js';
import { Node } from '../../graphql/node.js';
import type { RecordName } from '../../records/record.js';
import { Import } from './import.entity.js';
import { ImportRowStatus } from './import-words.js';

/** A problem as it is stored: its message becomes text when its language is known. */
export interface StoredProblem {
  column?: number;
  heading?: string;
  value?: string;
  /** Of `serializeMessage`. */
  message: string;
}

@ObjectType({ simpleResolvers: true, description: 'A record that a row has created.' })
export class ImportedRecord {
  @Field(() => String, { description: 'The kind of the record, as `__typename` names it.' })
  entity!: RecordName;

  @Field(() => ID, { description: 'The id of the record.' })
  id!: string;
}

@ObjectType({ implements: Node, simpleResolvers: true, description: 'A row of a file that is imported.' })
@Entity({ tableName: 'import_rows' })
@Unique({ name: 'import_rows_unique', properties: ['import', 'n'] })
@Index({
  name: 'import_rows_problems_index',
  expression: 'create index "import_rows_problems_index" on "import_rows" ("import_id", "n") where has_problems',
})
export class ImportRow extends BaseEntity {
  @ManyToOne(() => Import, { ref: true, deleteRule: 'cascade', index: false })
  import!: Ref<Import>;

  /** Counts the rows of the import, from 1. */
  @Property({ type: 'integer', hidden: true })
  n!: number;

  @IntColumn('The index of its sheet, from 0.')
  sheet!: number;

  @Column(() => Int, 'The number of the row, as a spreadsheet counts: from 1.', { type: 'integer' })
  row!: number;

  @Property({ type: 'json', hidden: true })
  cells!: Cells;

  @EnumColumn(ImportRowStatus, 'What became of it.')
  status: Opt<ImportRowStatus> = ImportRowStatus.PENDING;

  @TextColumn('What it becomes, in a few words; empty until it has been checked.', { default: '' })
  summary: Opt<string> = '';

  @Property({ type: 'json', default: '[]', hidden: true })
  problems: Opt<StoredProblem[]> = [];

  @Property({ type: 'boolean', default: false, hidden: true })
  hasProblems: Opt<boolean> = false;

  @Column(() => [ImportedRecord], 'The records that it has created.', { type: 'json', default: '[]' })
  records: Opt<ImportedRecord[]> = [];
}
