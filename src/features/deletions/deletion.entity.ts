import type { Opt, Ref } from '@mikro-orm/core';
import { Entity, Index, ManyToOne, Property } from '@mikro-orm/decorators/legacy';
import { ObjectType } from 'type-graphql';
import { OwnedEntity } from '../../base.entity.js';
import {
  Column,
  IdColumn,
  OptionalColumn,
  OptionalIdColumn,
  OptionalIdOf,
  TimeColumn,
} from '../../graphql/entity-fields.js';
import { Node } from '../../graphql/node.js';
import { RecordKind } from '../../records/kinds.js';
import type { RecordName } from '../../records/record.js';
import { Apiary } from '../apiaries/apiary.entity.js';

/** What was deleted together, and can be restored. The mutation that deletes writes it (idempotency/deletions.ts). */
@ObjectType({
  implements: Node,
  simpleResolvers: true,
  description: 'The deletion of a record, with what belonged to it, which can be undone for 30 days.',
})
@Entity({ tableName: 'deletions' })
@Index({ name: 'deletions_apiary_index', properties: ['apiary', 'createdAt', 'id'] })
@Index({ name: 'deletions_beehive_index', properties: ['beehiveId', 'createdAt', 'id'] })
@Index({ name: 'deletions_expires_index', properties: ['expiresAt'] })
@Index({ name: 'deletions_owner_index', properties: ['ownerId', 'createdAt', 'id'] })
export class Deletion extends OwnedEntity {
  /** There is no foreign key: it outlives the apiary, which may be restored. */
  @ManyToOne(() => Apiary, {
    ref: true,
    nullable: true,
    createForeignKeyConstraint: false,
    deleteRule: 'no action',
    index: false,
  })
  apiary: Ref<Apiary> | null = null;

  @OptionalIdOf(
    'apiary',
    'The id of the apiary in which the record was, or which it is: it may be gone. Null for one that was in none.',
  )
  readonly apiaryId!: Opt<string> | null;

  @OptionalIdColumn('The id of the hive to which the record belonged; null for one that belonged to no hive.')
  beehiveId: Opt<string> | null = null;

  @Column(() => RecordKind, 'The kind of the record that was deleted.', { type: 'text' })
  kind!: RecordName;

  @IdColumn('The id of the record, which is the same again after its restoration.')
  recordId!: string;

  @OptionalColumn(
    () => String,
    'How the record was called, at most 200 characters: the name of an apiary, the label of a hive (also for what belongs to one), the code of a lot.',
    { type: 'text' },
  )
  label: Opt<string> | null = null;

  @Property({ type: 'uuid' })
  actorId!: string;

  @TimeColumn('Until when it can be undone. What was deleted is then gone.')
  expiresAt!: Date;
}
