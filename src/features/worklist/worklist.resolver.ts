import { Args, Ctx, FieldResolver, Query, Resolver, Root } from 'type-graphql';
import type { Context } from '../../context.js';
import { MemberColumns, OnlyTotal, RootColumn, WithTotal } from '../../graphql/columns.js';
import { InLanguage } from '../../graphql/in-language.js';
import { interfaceOf, loadFound, type TypedRow } from '../../graphql/record-interface.js';
import type { Language } from '../../shared/language.js';
import { Apiary } from '../apiaries/apiary.entity.js';
import { Beehive } from '../beehives/beehive.entity.js';
import { Lot } from '../harvests/lot.entity.js';
import { Inspection } from '../inspections/inspection.entity.js';
import { InventoryItem } from '../inventory/inventory-item.entity.js';
import { Task } from '../tasks/task.entity.js';
import { Treatment } from '../treatments/treatment.entity.js';
import { TreatmentFollowUp } from '../treatments/treatment-follow-up.entity.js';
import { WorklistKind } from './worklist.enums.js';
import { WorklistArgs, WorklistConnection, WorklistCount, WorklistItem } from './worklist.inputs.js';
import { loadApiaryWorklist, loadWorklist, type WorklistPage } from './worklist.queries.js';
import { titleOf } from './worklist-title.texts.js';

/** The type of the record that is to be changed, so that an item goes: `recordId` of the rule names one of it. */
const RECORDS = {
  [WorklistKind.OVERDUE_INSPECTION]: Beehive,
  [WorklistKind.QUEENLESS]: Beehive,
  [WorklistKind.UNHEALTHY]: Beehive,
  [WorklistKind.LOW_STOCK]: InventoryItem,
  [WorklistKind.EXPIRING_STOCK]: InventoryItem,
  [WorklistKind.DRAFT_INSPECTION]: Inspection,
  [WorklistKind.FOLLOW_UP_DUE]: TreatmentFollowUp,
  [WorklistKind.TREATMENT_ENDS]: Treatment,
  [WorklistKind.WITHDRAWAL_ENDS]: Beehive,
  [WorklistKind.MITES_HIGH]: Beehive,
  [WorklistKind.OLD_QUEEN]: Beehive,
  [WorklistKind.TASK]: Task,
  [WorklistKind.RESTRICTED_ZONE]: Apiary,
  [WorklistKind.LOT_EXPIRES]: Lot,
  [WorklistKind.STORES_LOW]: Beehive,
  [WorklistKind.WEIGHT_LOW]: Beehive,
  [WorklistKind.SWARM]: Beehive,
  [WorklistKind.FLOW]: Beehive,
  [WorklistKind.BROOD_COLD]: Beehive,
  [WorklistKind.DEVICE_SILENT]: Beehive,
  [WorklistKind.BATTERY_LOW]: Beehive,
  [WorklistKind.ANNUAL_DECLARATION]: Apiary,
};
const WorklistRecord = interfaceOf(
  'WorklistRecord',
  [...new Set(Object.values(RECORDS))],
  'What an item of the worklist is about: the record to act upon.',
);

@Resolver(() => WorklistItem)
export class WorklistResolver {
  @Query(() => WorklistConnection, {
    description: 'What needs you, in all your apiaries: the most severe first, then the earliest due date.',
  })
  worklist(
    @Args(() => WorklistArgs) args: WorklistArgs,
    @Ctx() context: Context,
    @OnlyTotal('counts') onlyCounts: boolean,
    @WithTotal('counts') withCounts: boolean,
  ): Promise<WorklistPage> {
    return loadWorklist(context, args, { onlyCounts, withCounts });
  }

  @FieldResolver(() => String, {
    description: 'A short sentence for people, such as “Hive 12 has not been inspected for 21 days”.',
  })
  title(@Root() item: WorklistItem, @InLanguage() language: Language | null, @Ctx() { viewer }: Context): string {
    return titleOf(item).in(language ?? viewer.language);
  }

  @FieldResolver(() => WorklistRecord, {
    nullable: true,
    description:
      'The record to act upon: the hive, the item, the draft, the follow-up, the treatment, the task, the lot or the apiary. Null if it is deleted while the list is read.',
  })
  record(
    @Root() { kind, recordId }: WorklistItem,
    @Ctx() { loaders }: Context,
    @MemberColumns() columnsOf: MemberColumns,
  ): Promise<TypedRow | null> {
    return loadFound(loaders, RECORDS[kind], recordId, columnsOf);
  }
}

@Resolver(() => Apiary)
export class ApiaryWorklistResolver {
  @FieldResolver(() => WorklistConnection, {
    description: 'What needs you in it: the most severe first, then the earliest due date.',
  })
  worklist(
    @RootColumn(Apiary, 'id') apiaryId: string,
    @Args(() => WorklistArgs) args: WorklistArgs,
    @Ctx() context: Context,
    @OnlyTotal('counts') onlyCounts: boolean,
  ): Promise<WorklistPage> {
    return loadApiaryWorklist(context, apiaryId, args, onlyCounts);
  }
}

@Resolver(() => WorklistConnection)
export class WorklistCountsResolver {
  @FieldResolver(() => [WorklistCount], {
    description:
      'How many items of each kind are in the whole list: of all kinds, or of those asked for. Select it without `nodes` and no item is read.',
  })
  counts(@Root() page: WorklistPage): Promise<WorklistCount[]> {
    return page.loadCounts();
  }
}
