import type { EntityClass } from '@mikro-orm/core';
import { Args, Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { Context } from '../../context.js';
import type { Page } from '../../database/page.js';
import type { Row } from '../../database/row.js';
import type { Where } from '../../database/where.js';
import { Columns, RootColumn } from '../../graphql/columns.js';
import { connectionOf } from '../../graphql/connection.js';
import { PageArgs, readPageArgs } from '../../graphql/page-args.js';
import { loadPerson, Person } from '../accounts/person.js';
import { Apiary } from '../apiaries/apiary.entity.js';
import { ApiaryInvitation } from '../apiaries/apiary-invitation.entity.js';
import { ApiaryMember } from '../apiaries/apiary-member.entity.js';
import { Beehive } from '../beehives/beehive.entity.js';
import { ColonyEvent } from '../colonies/colony-event.entity.js';
import { Harvest } from '../harvests/harvest.entity.js';
import { Lot } from '../harvests/lot.entity.js';
import { LotPack } from '../harvests/lot-pack.entity.js';
import { BeehiveQuestion } from '../inspections/beehive-question.entity.js';
import { Inspection } from '../inspections/inspection.entity.js';
import { InventoryItem } from '../inventory/inventory-item.entity.js';
import { StockMovement } from '../inventory/stock-movement.entity.js';
import { Queen } from '../queens/queen.entity.js';
import { QueenReign } from '../queens/queen-reign.entity.js';
import { Question } from '../questions/question.entity.js';
import { MiteCount } from '../treatments/mite-count.entity.js';
import { TreatmentFollowUp } from '../treatments/treatment-follow-up.entity.js';
import { Activity, RecordKind } from './activity.entity.js';
import { FieldChange, toFieldChanges } from './field-changes.js';

const ActivityConnection = connectionOf(Activity, 'Activity', 'changes');
const NOTABLE = { notable: true } as Where<Activity>;

const ENTITIES: Record<RecordKind, EntityClass<object>> = {
  [RecordKind.APIARY]: Apiary,
  [RecordKind.APIARY_MEMBER]: ApiaryMember,
  [RecordKind.APIARY_INVITATION]: ApiaryInvitation,
  [RecordKind.BEEHIVE]: Beehive,
  [RecordKind.QUESTION]: Question,
  [RecordKind.BEEHIVE_QUESTION]: BeehiveQuestion,
  [RecordKind.INSPECTION]: Inspection,
  [RecordKind.INVENTORY_ITEM]: InventoryItem,
  [RecordKind.STOCK_MOVEMENT]: StockMovement,
  [RecordKind.TREATMENT_FOLLOW_UP]: TreatmentFollowUp,
  [RecordKind.MITE_COUNT]: MiteCount,
  [RecordKind.QUEEN]: Queen,
  [RecordKind.QUEEN_REIGN]: QueenReign,
  [RecordKind.COLONY_EVENT]: ColonyEvent,
  [RecordKind.HARVEST]: Harvest,
  [RecordKind.LOT]: Lot,
  [RecordKind.LOT_PACK]: LotPack,
};

@Resolver(() => Apiary)
export class ApiaryActivityResolver {
  @FieldResolver(() => ActivityConnection, {
    description:
      'Who changed what in it, newest first, for two years: the apiary itself, its members, hives, questions, inspections, items, stock, queens, harvests and lots, and the splits, unions and losses of its colonies; for the owner and managers also its invitations. What is deleted together with a hive, an item or a question is not listed.',
  })
  activity(
    @RootColumn(Apiary, 'id') apiaryId: string,
    @Args(() => PageArgs) args: PageArgs,
    @Ctx() context: Context,
    @Columns(Activity) fields: Columns<Activity>,
  ): Promise<Page<Row<Activity>>> {
    const list = { ...readPageArgs(args), where: NOTABLE, order: { id: 'desc' }, fields } as const;
    return context.loaders.listOf(Activity, 'apiary', list).load(apiaryId);
  }
}

@Resolver(() => Activity)
export class ActivityResolver {
  @FieldResolver(() => Person, {
    nullable: true,
    description: 'Who did it; null if that is not known, or the account has been deleted.',
  })
  actor(@RootColumn(Activity, 'actorId') actorId: string | null, @Ctx() context: Context): Promise<Person | null> {
    return loadPerson(context, actorId);
  }

  @FieldResolver(() => Person, {
    nullable: true,
    description:
      'Whom it concerns: the account whose membership began, changed or ended, or the new owner after a transfer. Null for other changes, or if the account has been deleted.',
  })
  person(@Root() { subjectId, fields }: Row<Activity>, @Ctx() context: Context): Promise<Person | null> {
    return loadPerson(context, subjectId ?? (fields?.owner_id?.[1] as string | undefined) ?? null);
  }

  @FieldResolver(() => [FieldChange], {
    description:
      'The changed fields, if it was updated; for a new stock movement its kind and amount, for a membership that began or ended and for a new invitation its role. Changes of the position of a question are not listed.',
  })
  changes(@Root() { kind, fields }: Row<Activity>, @Ctx() context: Context): FieldChange[] {
    return toFieldChanges(context, ENTITIES[kind], fields);
  }
}
