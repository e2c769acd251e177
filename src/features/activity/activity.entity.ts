import type { Opt, Ref } from '@mikro-orm/core';
import { Entity, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { ObjectType } from 'type-graphql';
import { Column, IdColumn, OptionalColumn, OptionalIdColumn, TimeColumn } from '../../graphql/entity-fields.js';
import { RecordKind } from '../../records/kinds.js';
import type { RecordName } from '../../records/record.js';
import { defineEnum, type EnumOf } from '../../shared/define-enum.js';
import { Apiary } from '../apiaries/apiary.entity.js';

export const ChangeAction = defineEnum('ChangeAction', 'What was done to a record.', {
  CREATED: 'It was created.',
  UPDATED: 'Some of its fields were changed.',
  DELETED: 'It was deleted.',
  MOVED_AWAY:
    'A hive or a queen left the apiary for another one, or a harvest or a lot stayed with the previous owner of the apiary.',
});
export type ChangeAction = EnumOf<typeof ChangeAction>;

/** The old and the new value of each changed column. */
export type ChangedColumns = Record<string, [from: unknown, to: unknown]>;

/** A row of the change log (ADR 0022), which only triggers write. It has no foreign keys, because it outlives the records. */
@ObjectType({ simpleResolvers: true, description: 'A change of a record in an apiary: who changed what, and when.' })
@Entity({ tableName: 'changes' })
export class Activity {
  @PrimaryKey({ type: 'bigint', fieldName: 'seq' })
  id!: string;

  @ManyToOne(() => Apiary, { ref: true, nullable: true, createForeignKeyConstraint: false, deleteRule: 'no action' })
  apiary: Ref<Apiary> | null = null;

  /** The owner of the row or, since the apiary has another one, that. */
  @Property({ type: 'uuid', hidden: true })
  ownerId!: string;

  @TimeColumn('When it was changed.', { fieldName: 'at' })
  changedAt!: Date;

  @Column(() => ChangeAction, 'What was done.', { type: 'text' })
  action!: ChangeAction;

  @Column(() => RecordKind, 'The kind of the record.', { type: 'text', fieldName: 'entity' })
  kind!: RecordName;

  @IdColumn('The id of the record, which may have been deleted since: read it with `node`.', { fieldName: 'row_id' })
  recordId!: string;

  @OptionalColumn(
    () => String,
    'How the record was called then, at most 200 characters: the name of an apiary, the label of a hive (also for what belongs to one), the code of a lot. Null for memberships and invitations.',
    { type: 'text' },
  )
  label: Opt<string> | null = null;

  @Property({ type: 'uuid', nullable: true })
  actorId: Opt<string> | null = null;

  @OptionalIdColumn('The id of the personal access token with which it was done; null if it was done with a session.')
  tokenId: Opt<string> | null = null;

  /** The account that the record is about. */
  @Property({ type: 'uuid', nullable: true })
  subjectId: Opt<string> | null = null;

  @Property({ type: 'json', nullable: true })
  fields: Opt<ChangedColumns> | null = null;

  /** Whether people see it: it is neither bookkeeping nor a deletion together with another record. */
  @Property({ type: 'boolean', default: true, hidden: true })
  notable: Opt<boolean> = true;
}
