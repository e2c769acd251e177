import type { Opt, Ref } from '@mikro-orm/core';
import { Entity, Index, ManyToOne, Property } from '@mikro-orm/decorators/legacy';
import { ObjectType } from 'type-graphql';
import { BaseEntity, ShowsUpdatedAt } from '../../base.entity.js';
import type { FileProblem } from '../../formats/file-line.js';
import {
  EnumColumn,
  IntColumn,
  LineColumn,
  OptionalEnumColumn,
  OptionalIntColumn,
  OptionalTimeColumn,
} from '../../graphql/entity-fields.js';
import { Node } from '../../graphql/node.js';
import { INT_MAX } from '../../shared/text.js';
import { User } from '../accounts/user.entity.js';
import { ImportFormat, ImportStatus } from './import.enums.js';
import type { SheetMapping } from './import-source.types.js';

/** Its file is in the table import_files until it has been read, its rows in import_rows. */
@ShowsUpdatedAt
@ObjectType({
  implements: Node,
  simpleResolvers: true,
  description: 'A file whose rows become records: it is read, checked, changed if need be, run, and can be undone.',
})
@Entity({ tableName: 'imports' })
@Index({ name: 'imports_user_index', properties: ['user', 'createdAt', 'id'] })
export class FileImport extends BaseEntity {
  @ManyToOne(() => User, { ref: true, deleteRule: 'cascade', index: false })
  user!: Ref<User>;

  @LineColumn(200, 'The name of the file.')
  fileName!: string;

  @EnumColumn(ImportStatus, 'How far it is.')
  status: Opt<ImportStatus> = ImportStatus.WAITING;

  @OptionalIntColumn(0, INT_MAX, 'The size of the file in bytes; null until some of it has arrived.')
  sizeBytes: Opt<number> | null = null;

  @IntColumn(0, INT_MAX, 'How many bytes have arrived: an upload that broke off goes on there.', { default: 0 })
  receivedBytes: Opt<number> = 0;

  @OptionalEnumColumn(ImportFormat, 'The format, by the content of the file; null until it has been read.')
  format: Opt<ImportFormat> | null = null;

  /** SHA-256 of the file, in hexadecimal: as announced until it has been read. */
  @Property({ type: 'text', nullable: true, hidden: true })
  checksum: Opt<string> | null = null;

  /** What the reader says of the file: the separator, the manifest. */
  @Property({ type: 'json', nullable: true, hidden: true })
  details: Opt<Record<string, unknown>> | null = null;

  @Property({ type: 'json', nullable: true })
  mapping: Opt<SheetMapping[]> | null = null;

  /** How many rows each question is about, by its id; null until the rows have been checked. */
  @Property({ type: 'json', nullable: true })
  asked: Opt<Record<string, number>> | null = null;

  @Property({ type: 'json', nullable: true })
  problem: Opt<FileProblem> | null = null;

  /** One more with each change of how it is read: what was begun for an earlier one is void. */
  @Property({ type: 'integer', default: 0, hidden: true })
  revision: Opt<number> = 0;

  @IntColumn(0, INT_MAX, 'The number of rows.', { default: 0 })
  rowsTotal: Opt<number> = 0;

  @IntColumn(0, INT_MAX, 'How many rows the present step, or the last one, is done with.', { default: 0 })
  rowsDone: Opt<number> = 0;

  @IntColumn(0, INT_MAX, 'How many rows have problems, as far as they have been checked or written.', { default: 0 })
  rowsWithProblems: Opt<number> = 0;

  @IntColumn(0, INT_MAX, 'How many records it has created.', { default: 0 })
  recordsCreated: Opt<number> = 0;

  @OptionalTimeColumn('When it was run for the first time; null if it was not.')
  startedAt: Opt<Date> | null = null;

  @OptionalTimeColumn('When the present status was reached, for one that lasts; null before.')
  finishedAt: Opt<Date> | null = null;

  @OptionalTimeColumn('Until when it can be undone; null if it was not run.')
  undoableUntil: Opt<Date> | null = null;
}
