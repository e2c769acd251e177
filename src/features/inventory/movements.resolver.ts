import { Arg, Args, Ctx, FieldResolver, ID, Query, Resolver, Root } from 'type-graphql';
import { ManualTransaction } from '../../access/guard.js';
import type { Context } from '../../context.js';
import type { Page } from '../../database/page.js';
import type { Row, Selected } from '../../database/row.js';
import { Columns } from '../../graphql/columns.js';
import { Legacy } from '../../graphql/legacy.js';
import { PageArgs } from '../../graphql/page-args.js';
import { RecordMutation } from '../../graphql/payload.js';
import { Consumption, ConsumptionArgs, loadConsumption } from './consumption.queries.js';
import * as commands from './inventory.commands.js';
import { movementList } from './inventory.lists.js';
import { InventoryItem } from './inventory-item.entity.js';
import {
  AdjustStockInput,
  RecordExitInput,
  RecordStockMovementInput,
  ReverseStockMovementInput,
} from './movements.inputs.js';
import { changeStockOnce } from './stock.commands.js';
import { StockMovement, StockMovementDirection, StockMovementKind } from './stock-movement.entity.js';

/** Each of these mutations is a single statement, which needs no transaction, unless the client chooses the id. */
@Resolver(() => StockMovement)
export class MovementsResolver {
  @Legacy()
  @Query(() => movementList.page, {
    nullable: true,
    description: 'The movements of an inventory item, newest first.',
  })
  stockMovements(
    @Arg('itemId', () => ID, { description: 'The id of the item.' }) itemId: string,
    @Args(() => PageArgs) args: PageArgs,
    @Ctx() context: Context,
    @Columns(StockMovement) fields: Columns<StockMovement>,
  ): Promise<Page<Selected<StockMovement>>> {
    const list = movementList.read(args, fields);
    return context.loaders.listBelow(StockMovement, 'item', { type: InventoryItem, id: itemId }, list);
  }

  @ManualTransaction()
  @RecordMutation(InventoryItem, {
    description: 'Adjusts the quantity of an item by a difference. Fails if the quantity would become negative.',
  })
  adjustStock(
    @Arg('input', () => AdjustStockInput) input: AdjustStockInput,
    @Ctx() context: Context,
  ): Promise<Row<InventoryItem>> {
    const { id, ...details } = input;
    const change = { ...details, kind: StockMovementKind.ADJUSTMENT, field: 'amount' };
    return changeStockOnce(context, id, input, change, 'item');
  }

  @ManualTransaction()
  @RecordMutation(InventoryItem, {
    description: 'Records that a person takes something out of the stock. Fails if there is not enough.',
  })
  recordExit(
    @Arg('input', () => RecordExitInput) input: RecordExitInput,
    @Ctx() context: Context,
  ): Promise<Row<InventoryItem>> {
    const { id, quantity, ...details } = input;
    const change = { ...details, kind: StockMovementKind.EXIT, amount: -quantity, field: 'quantity' };
    return changeStockOnce(context, id, input, change, 'item');
  }

  @ManualTransaction()
  @RecordMutation(StockMovement, {
    description: 'Records an entry into or an exit from the stock, such as a sale. Fails if there is not enough.',
  })
  recordStockMovement(
    @Arg('input', () => RecordStockMovementInput)
    input: RecordStockMovementInput,
    @Ctx() context: Context,
  ): Promise<Row<StockMovement>> {
    const { id, quantity, direction, ...details } = input;
    const change =
      direction === StockMovementDirection.OUT
        ? { kind: StockMovementKind.EXIT, amount: -quantity }
        : { kind: StockMovementKind.ENTRY, amount: quantity };
    return changeStockOnce(context, id, input, { ...details, ...change, field: 'quantity' }, 'movement');
  }

  @ManualTransaction()
  @RecordMutation(StockMovement, {
    description: 'Reverts a movement by an opposite one. A movement can be corrected only once.',
  })
  reverseStockMovement(
    @Arg('input', () => ReverseStockMovementInput)
    input: ReverseStockMovementInput,
    @Ctx() context: Context,
  ): Promise<Row<StockMovement>> {
    return commands.reverseStockMovement(context, input);
  }
}

@Resolver(() => InventoryItem)
export class ItemMovementsResolver {
  @FieldResolver(() => Consumption, { description: 'Its consumption, and how long the stock lasts.' })
  consumption(
    @Root() item: Row<InventoryItem>,
    @Args(() => ConsumptionArgs) args: ConsumptionArgs,
    @Ctx() context: Context,
  ): Promise<Consumption> {
    return loadConsumption(context, item, args);
  }
}
