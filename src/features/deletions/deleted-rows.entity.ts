import type { Opt, Ref } from '@mikro-orm/core';
import { Entity, Index, ManyToOne, Property } from '@mikro-orm/decorators/legacy';
import { OwnedEntity } from '../../base.entity.js';
import { Deletion } from './deletion.entity.js';

/** Rows of one table that a deletion has deleted, or changed. Triggers write them (schema/deletion-triggers.ts). */
@Entity({ tableName: 'deleted_rows' })
@Index({ name: 'deleted_rows_deletion_index', properties: ['deletion', 'tableName'] })
@Index({ name: 'deleted_rows_owner_index', properties: ['ownerId', 'id'] })
export class DeletedRows extends OwnedEntity {
  @ManyToOne(() => Deletion, { ref: true, deleteRule: 'cascade', index: false })
  deletion!: Ref<Deletion>;

  @Property({ type: 'text' })
  tableName!: string;

  /** The column that became null, of rows that are still there; `rows` are then `{ id, value }`. */
  @Property({ type: 'text', nullable: true })
  columnName: Opt<string> | null = null;

  /** As `to_jsonb` writes them. */
  @Property({ type: 'json' })
  rows!: object[];
}
