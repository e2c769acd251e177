import type { Opt, Ref } from '@mikro-orm/core';
import { Entity, Index, ManyToOne, Property, Unique } from '@mikro-orm/decorators/legacy';
import { Int, ObjectType } from 'type-graphql';
import { BaseEntity } from '../../base.entity.js';
import type { Cell, Cells } from '../../formats/file-line.js';
import { Column, EnumColumn, IntColumn } from '../../graphql/entity-fields.js';
import { Node } from '../../graphql/node.js';
import { INT_MAX } from '../../shared/text.js';
import { FileImport } from './import.entity.js';
import { ImportRowStatus } from './import.enums.js';
import type { CreatedRecord } from './import-source.types.js';

/** A problem as it is stored: its message becomes text when its language is known. */
export interface StoredProblem {
  column?: number;
  heading?: string;
  value?: string;
  /** What `serializeMessage` has returned. */
  message: string;
}

@ObjectType({ implements: Node, simpleResolvers: true, description: 'A row of a file that is imported.' })
@Entity({ tableName: 'import_rows' })
@Unique({ name: 'import_rows_unique', properties: ['import', 'n'] })
@Index({
  name: 'import_rows_problems_index',
  expression: 'create index "import_rows_problems_index" on "import_rows" ("import_id", "n") where has_problems',
})
export class ImportRow extends BaseEntity {
  @ManyToOne(() => FileImport, { ref: true, deleteRule: 'cascade', index: false })
  import!: Ref<FileImport>;

  /** Counts the rows of the import, from 1. */
  @Property({ type: 'integer' })
  n!: number;

  @IntColumn(1, INT_MAX, 'The number of its sheet, from 1.')
  sheet!: number;

  @Column(() => Int, 'The number of the row, as a spreadsheet counts: from 1.', { type: 'integer' })
  row!: number;

  @Property({ type: 'json' })
  cells!: Cells;

  @EnumColumn(ImportRowStatus, 'What became of it.')
  status: Opt<ImportRowStatus> = ImportRowStatus.PENDING;

  @Column(() => String, 'What it becomes, in a few words; empty until it has been checked.', {
    type: 'text',
    default: '',
  })
  summary: Opt<string> = '';

  @Property({ type: 'json', default: '[]' })
  problems: Opt<StoredProblem[]> = [];

  @Property({ type: 'json', default: '[]' })
  remarks: Opt<StoredProblem[]> = [];

  /** The ids of the questions that it is about. */
  @Property({ type: 'json', default: '[]' })
  questions: Opt<string[]> = [];

  /** What it says, as a digest; null until it has been checked. */
  @Property({ type: 'text', nullable: true, hidden: true })
  key: Opt<string> | null = null;

  /** By field, the last cell above it, of a list in which each is written once. */
  @Property({ type: 'json', nullable: true, hidden: true })
  above: Opt<Record<string, Cell>> | null = null;

  @Property({ type: 'boolean', default: false })
  hasProblems: Opt<boolean> = false;

  @Property({ type: 'json', default: '[]' })
  records: Opt<CreatedRecord[]> = [];
}
