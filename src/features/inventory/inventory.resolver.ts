import { Arg, Args, Ctx, FieldResolver, ID, Int, Query, Resolver } from 'type-graphql';
import { AllowOverQuota } from '../../access/guard.js';
import type { Context } from '../../context.js';
import type { Page } from '../../database/page.js';
import type { Row, Selected } from '../../database/row.js';
import { Columns, RootColumn, RootColumns } from '../../graphql/columns.js';
import { Legacy } from '../../graphql/legacy.js';
import { ApiaryDeleteMutation, RecordMutation } from '../../graphql/payload.js';
import { createOnce } from '../../idempotency/client-ids.js';
import { Apiary } from '../apiaries/apiary.entity.js';
import * as commands from './inventory.commands.js';
import {
  CreateInventoryItemInput,
  DeleteInventoryItemInput,
  InventoryArgs,
  ItemsArgs,
  UpdateInventoryItemInput,
} from './inventory.inputs.js';
import { itemList } from './inventory.lists.js';
import { InventoryItem } from './inventory-item.entity.js';
import { InventorySummary, loadSummary, Money } from './inventory-summary.queries.js';

type Cost = 'unitCost' | 'currency';

@Resolver(() => InventoryItem)
export class InventoryResolver {
  @FieldResolver(() => Money, { nullable: true, description: 'What one unit costs.' })
  unitCost(
    @RootColumns(InventoryItem, 'unitCost', 'currency') { unitCost, currency }: Pick<Row<InventoryItem>, Cost>,
  ): Money | null {
    return unitCost === null || currency === null ? null : { currency, minorUnits: unitCost };
  }

  @Legacy()
  @FieldResolver(() => Int, {
    nullable: true,
    description: 'The cost of one unit, in the smallest unit of `currency` (cents).',
  })
  unitCostFigure(@RootColumn(InventoryItem, 'unitCost') unitCost: number | null): number | null {
    return unitCost;
  }

  @Query(() => itemList.page, { nullable: true, description: 'The inventory of one of your apiaries.' })
  inventoryItems(
    @Args(() => InventoryArgs) args: InventoryArgs,
    @Ctx() context: Context,
    @Columns(InventoryItem) fields: Columns<InventoryItem>,
  ): Promise<Page<Selected<InventoryItem>>> {
    const apiary = { type: Apiary, id: args.apiaryId };
    return context.loaders.listBelow(InventoryItem, 'apiary', apiary, itemList.read(args, fields));
  }

  @Query(() => itemList.page, {
    description: 'Items at or below their minimum stock, across all your apiaries.',
  })
  lowStockItems(
    @Args(() => ItemsArgs) args: ItemsArgs,
    @Ctx() context: Context,
    @Columns(InventoryItem) fields: Columns<InventoryItem>,
  ): Promise<Page<Selected<InventoryItem>>> {
    const list = itemList.read(args, fields);
    return context.access.list(InventoryItem, { ...list, where: { $and: [list.where ?? {}, { lowStock: true }] } });
  }

  @Query(() => InventoryItem, { nullable: true, description: 'One of your inventory items.' })
  inventoryItem(
    @Arg('id', () => ID, { description: 'The id of the item.' }) id: string,
    @Ctx() context: Context,
    @Columns(InventoryItem) fields: Columns<InventoryItem>,
  ): Promise<Selected<InventoryItem>> {
    return context.loaders.one(InventoryItem, id, fields);
  }

  @Query(() => InventorySummary, { nullable: true, description: 'Totals of the inventory of one of your apiaries.' })
  async inventorySummary(
    @Arg('apiaryId', () => ID, { description: 'The id of the apiary.' }) apiaryId: string,
    @Ctx() context: Context,
  ): Promise<InventorySummary> {
    const { id } = await context.loaders.one(Apiary, apiaryId, ['id']);
    return loadSummary(context, id);
  }

  @RecordMutation(InventoryItem, {
    description: 'Creates an inventory item. Its quantity is recorded as the first movement.',
  })
  createInventoryItem(
    @Arg('input', () => CreateInventoryItemInput) input: CreateInventoryItemInput,
    @Ctx() context: Context,
  ): Promise<InventoryItem | Row<InventoryItem>> {
    return createOnce(context, InventoryItem, input, (id) => commands.createItem(context, id, input));
  }

  @RecordMutation(InventoryItem, {
    description: 'Changes an inventory item. A changed quantity is recorded as an adjustment.',
  })
  updateInventoryItem(
    @Arg('input', () => UpdateInventoryItemInput) { id, ...input }: UpdateInventoryItemInput,
    @Ctx() context: Context,
  ): Promise<InventoryItem> {
    return commands.updateItem(context, id, input);
  }

  @AllowOverQuota()
  @ApiaryDeleteMutation({
    description: 'Deletes an inventory item and its movements. Returns its id, also if it has been deleted already.',
  })
  deleteInventoryItem(
    @Arg('input', () => DeleteInventoryItemInput) input: DeleteInventoryItemInput,
    @Ctx() context: Context,
  ): Promise<string> {
    return commands.deleteItem(context, input);
  }
}

@Resolver(() => Apiary)
export class ApiaryInventoryResolver {
  @FieldResolver(() => InventorySummary, { description: 'Totals of its inventory.' })
  inventorySummary(@RootColumn(Apiary, 'id') apiaryId: string, @Ctx() context: Context): Promise<InventorySummary> {
    return loadSummary(context, apiaryId);
  }
}
