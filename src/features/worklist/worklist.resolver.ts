import { Args, Ctx, FieldResolver, Query, Resolver, Root } from 'type-graphql';
import type { Context } from '../../context.js';
import type { Page } from '../../database/page.js';
import type { Row } from '../../database/row.js';
import { Columns, OnlyTotal } from '../../graphql/columns.js';
import { Apiary } from '../apiaries/apiary.entity.js';
import { Beehive } from '../beehives/beehive.entity.js';
import { Lot } from '../harvests/lot.entity.js';
import { Inspection } from '../inspections/inspection.entity.js';
import { InventoryItem } from '../inventory/inventory-item.entity.js';
import { Treatment } from '../treatments/treatment.entity.js';
import { loadWorklist, WorklistArgs, WorklistConnection, WorklistItem } from './worklist.js';

@Resolver(() => WorklistItem)
export class WorklistResolver {
  @Query(() => WorklistConnection, {
    description:
      'What needs you, in all your apiaries: the most severe first, then the earliest due date. Continue a page with the same arguments.',
  })
  worklist(
    @Args(() => WorklistArgs) args: WorklistArgs,
    @Ctx() context: Context,
    @OnlyTotal() onlyTotal: boolean,
  ): Promise<Page<WorklistItem>> {
    return loadWorklist(context, args, onlyTotal);
  }

  @FieldResolver(() => Apiary, { nullable: true, description: 'Where it is; null if it has been deleted.' })
  async apiary(
    @Root() { apiaryId }: WorklistItem,
    @Ctx() context: Context,
    @Columns(Apiary) fields: Columns<Apiary>,
  ): Promise<Row<Apiary> | null> {
    return apiaryId === null ? null : context.loaders.byId(Apiary, fields).load(apiaryId);
  }

  @FieldResolver(() => Beehive, { nullable: true, description: 'The hive, if it is about one.' })
  async beehive(
    @Root() { beehiveId }: WorklistItem,
    @Ctx() context: Context,
    @Columns(Beehive) fields: Columns<Beehive>,
  ): Promise<Row<Beehive> | null> {
    return beehiveId === null ? null : context.loaders.byId(Beehive, fields).load(beehiveId);
  }

  @FieldResolver(() => InventoryItem, { nullable: true, description: 'The inventory item, if it is about one.' })
  async inventoryItem(
    @Root() { inventoryItemId }: WorklistItem,
    @Ctx() context: Context,
    @Columns(InventoryItem) fields: Columns<InventoryItem>,
  ): Promise<Row<InventoryItem> | null> {
    return inventoryItemId === null ? null : context.loaders.byId(InventoryItem, fields).load(inventoryItemId);
  }

  @FieldResolver(() => Inspection, { nullable: true, description: 'The draft, if it is about one.' })
  async inspection(
    @Root() { inspectionId }: WorklistItem,
    @Ctx() context: Context,
    @Columns(Inspection) fields: Columns<Inspection>,
  ): Promise<Row<Inspection> | null> {
    return inspectionId === null ? null : context.loaders.byId(Inspection, fields).load(inspectionId);
  }

  @FieldResolver(() => Treatment, {
    nullable: true,
    description: 'The treatment, if it is about a follow-up or the end of a treatment.',
  })
  async treatment(
    @Root() { treatmentId }: WorklistItem,
    @Ctx() context: Context,
    @Columns(Treatment) fields: Columns<Treatment>,
  ): Promise<Row<Treatment> | null> {
    return treatmentId === null ? null : context.loaders.byId(Treatment, fields).load(treatmentId);
  }

  @FieldResolver(() => Lot, { nullable: true, description: 'The lot of honey, if it is about one.' })
  async lot(
    @Root() { lotId }: WorklistItem,
    @Ctx() context: Context,
    @Columns(Lot) fields: Columns<Lot>,
  ): Promise<Row<Lot> | null> {
    return lotId === null ? null : context.loaders.byId(Lot, fields).load(lotId);
  }
}
