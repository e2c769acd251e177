import type { Opt, Ref } from '@mikro-orm/core';
import { Entity, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Field, ID, ObjectType, registerEnumType } from 'type-graphql';
import { DateTime } from '../../shared/scalars.js';
import { Apiary } from '../apiaries/apiary.entity.js';

export enum ChangeAction {
  CREATED = 'CREATED',
  UPDATED = 'UPDATED',
  DELETED = 'DELETED',
  MOVED_AWAY = 'MOVED_AWAY',
}
registerEnumType(ChangeAction, {
  name: 'ChangeAction',
  description: 'What was done to a record.',
  valuesConfig: {
    CREATED: { description: 'It was created.' },
    UPDATED: { description: 'Some of its fields were changed.' },
    DELETED: { description: 'It was deleted.' },
    MOVED_AWAY: {
      description:
        'A hive left the apiary for another one, with everything that was recorded of it, or a queen did; `label` is its number in this apiary, or her name. The other apiary lists the move as an update of `apiaryId`. A harvest or a lot stays with the previous owner of an apiary that is transferred.',
    },
  },
});

/** The values are the names of the entities. */
export enum RecordKind {
  APIARY = 'Apiary',
  APIARY_MEMBER = 'ApiaryMember',
  APIARY_INVITATION = 'ApiaryInvitation',
  BEEHIVE = 'Beehive',
  QUESTION = 'Question',
  BEEHIVE_QUESTION = 'BeehiveQuestion',
  INSPECTION = 'Inspection',
  INVENTORY_ITEM = 'InventoryItem',
  STOCK_MOVEMENT = 'StockMovement',
  TREATMENT_FOLLOW_UP = 'TreatmentFollowUp',
  MITE_COUNT = 'MiteCount',
  QUEEN = 'Queen',
  QUEEN_REIGN = 'QueenReign',
  COLONY_EVENT = 'ColonyEvent',
  HARVEST = 'Harvest',
  LOT = 'Lot',
  LOT_PACK = 'LotPack',
}
registerEnumType(RecordKind, {
  name: 'RecordKind',
  description: 'The kinds of records whose changes are logged.',
  valuesConfig: {
    APIARY: { description: 'An apiary. A transfer to another owner is an update of `userId`.' },
    APIARY_MEMBER: {
      description:
        'A membership of the account `person`. CREATED: it became a member. UPDATED: its role was changed. DELETED: it left, if it is the actor; otherwise it was removed. When its account has been deleted, both are null.',
    },
    APIARY_INVITATION: {
      description:
        'An invitation to the apiary. CREATED: somebody was invited. UPDATED: it was revoked. Listed for the owner and managers only.',
    },
    BEEHIVE: { description: 'A hive.' },
    QUESTION: { description: 'A question of the inspections of an apiary.' },
    BEEHIVE_QUESTION: { description: 'An override of a question for one hive.' },
    INSPECTION: { description: 'An inspection, or a revision of one.' },
    INVENTORY_ITEM: { description: 'An inventory item.' },
    STOCK_MOVEMENT: { description: 'A stock movement.' },
    TREATMENT_FOLLOW_UP: { description: 'A review of a treatment.' },
    MITE_COUNT: { description: 'A count of Varroa mites.' },
    QUEEN: { description: 'A queen.' },
    QUEEN_REIGN: { description: 'The time of a queen in a hive.' },
    COLONY_EVENT: { description: 'A split, a union or a loss of a colony. Of two hives, each has an event.' },
    HARVEST: { description: 'A harvest. `label` is its day.' },
    LOT: { description: 'A lot of honey. `label` is its code.' },
    LOT_PACK: { description: 'Jars that were filled from a lot. `label` is the code of the lot.' },
  },
});

/** The old and the new value of each changed column. */
export type ChangedColumns = Record<string, [from: unknown, to: unknown]>;

/** A row of the change log (ADR 0022), which only triggers write. It has no foreign keys, because it outlives the records. */
@ObjectType({ simpleResolvers: true, description: 'A change of a record in an apiary: who changed what, and when.' })
@Entity({ tableName: 'changes' })
export class Activity {
  @Field(() => ID, { description: 'The number of the change: later changes have higher ones.' })
  @PrimaryKey({ type: 'bigint', fieldName: 'seq' })
  id!: string;

  @ManyToOne(() => Apiary, { ref: true, nullable: true, createForeignKeyConstraint: false, deleteRule: 'no action' })
  apiary: Ref<Apiary> | null = null;

  /** The owner of the row or, since the apiary has another one, that. */
  @Property({ type: 'uuid', hidden: true })
  ownerId!: string;

  @Field(() => DateTime, { description: 'When it was changed.' })
  @Property({ type: 'timestamptz', length: 3 })
  at!: Date;

  @Field(() => ChangeAction, { description: 'What was done.' })
  @Property({ type: 'text' })
  action!: ChangeAction;

  @Field(() => RecordKind, { description: 'The kind of the record.' })
  @Property({ type: 'text', fieldName: 'entity' })
  kind!: RecordKind;

  @Field(() => ID, {
    description:
      'The id of the record, which may have been deleted since: read it with `node`, unless it is a membership or an invitation.',
  })
  @Property({ type: 'uuid', fieldName: 'row_id' })
  recordId!: string;

  @Field(() => String, {
    nullable: true,
    description:
      'How the record was called then: the name of an apiary or an item, the number of a hive, the text of a question, the name of a queen, the day of a harvest, the code of a lot; for what belongs to a hive, an item or a lot, that of the hive, the item or the lot. Null for memberships and invitations. At most 200 characters.',
  })
  @Property({ type: 'text', nullable: true })
  label: Opt<string> | null = null;

  @Property({ type: 'uuid', nullable: true })
  actorId: Opt<string> | null = null;

  /** The account that the record is about. */
  @Property({ type: 'uuid', nullable: true })
  subjectId: Opt<string> | null = null;

  @Property({ type: 'json', nullable: true })
  fields: Opt<ChangedColumns> | null = null;

  /** Whether people see it: it is neither bookkeeping nor a deletion together with another record. */
  @Property({ type: 'boolean', default: true, hidden: true })
  notable: Opt<boolean> = true;
}
