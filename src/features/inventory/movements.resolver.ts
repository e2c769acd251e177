import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import { ManualTransaction } from '../../access/guard.js';
import type { Context } from '../../context.js';
import type { Page } from '../../database/page.js';
import type { Row } from '../../database/row.js';
import { Columns } from '../../graphql/columns.js';
import { connectionOf } from '../../graphql/connection.js';
import { PageArgs, readPageArgs } from '../../graphql/page-args.js';
import { Consumption, ConsumptionArgs, loadConsumption } from './consumption.js';
import * as commands from './inventory.commands.js';
import { InventoryItem } from './inventory-item.entity.js';
import { AdjustStockInput, CorrectMovementInput, RecordExitInput, RecordMovementInput } from './movements.inputs.js';
import { changeStock } from './stock.js';
import { MovementDirection, MovementKind, StockMovement } from './stock-movement.entity.js';

const StockMovementConnection = connectionOf(StockMovement, 'StockMovement', 'stock movements');
const NEWEST_FIRST = { sequence: 'desc' } as const;

/** Each of these is one statement, which needs no transaction around it. */
@Resolver(() => StockMovement)
export class MovementsResolver {
  @Query(() => StockMovementConnection, { description: "An item's movements, the newest first." })
  stockMovements(
    @Arg('itemId', () => ID, { description: 'Which item.' }) itemId: string,
    @Args(() => PageArgs) args: PageArgs,
    @Ctx() context: Context,
    @Columns(StockMovement) fields: Columns<StockMovement>,
  ): Promise<Page<Row<StockMovement>>> {
    const list = { ...readPageArgs(args), order: NEWEST_FIRST, fields };
    return context.access.listOf(StockMovement, 'item', { type: InventoryItem, id: itemId }, list);
  }

  @ManualTransaction()
  @Mutation(() => InventoryItem, {
    description: 'Sets a count right by an amount. Refused when there would be less than none.',
  })
  adjustStock(
    @Arg('input', () => AdjustStockInput, { description: 'Which item, and by how much.' }) input: AdjustStockInput,
    @Ctx() context: Context,
  ): Promise<Row<InventoryItem>> {
    return changeStock(context, input.itemId, { ...input, kind: MovementKind.ADJUSTMENT }, 'item');
  }

  @ManualTransaction()
  @Mutation(() => InventoryItem, {
    description: 'Records that somebody took something out. Refused when there is too little.',
  })
  recordExit(
    @Arg('input', () => RecordExitInput, { description: 'What, how many and who.' }) input: RecordExitInput,
    @Ctx() context: Context,
  ): Promise<Row<InventoryItem>> {
    const { itemId, quantity, ...said } = input;
    return changeStock(context, itemId, { ...said, kind: MovementKind.EXIT, amount: -quantity }, 'item');
  }

  @ManualTransaction()
  @Mutation(() => StockMovement, { description: 'Records that something came in or went out.' })
  recordMovement(
    @Arg('input', () => RecordMovementInput, { description: 'What, how many and which way.' })
    input: RecordMovementInput,
    @Ctx() context: Context,
  ): Promise<Row<StockMovement>> {
    const { itemId, quantity, direction, ...said } = input;
    const change =
      direction === MovementDirection.OUT
        ? { kind: MovementKind.EXIT, amount: -quantity }
        : { kind: MovementKind.ENTRY, amount: quantity };
    return changeStock(context, itemId, { ...said, ...change }, 'movement');
  }

  @ManualTransaction()
  @Mutation(() => StockMovement, { description: 'Takes a movement back by an opposite one, once.' })
  correctMovement(
    @Arg('input', () => CorrectMovementInput, { description: 'Which movement, and what was wrong.' })
    input: CorrectMovementInput,
    @Ctx() context: Context,
  ): Promise<Row<StockMovement>> {
    return commands.correctMovement(context, input);
  }
}

@Resolver(() => InventoryItem)
export class ItemMovementsResolver {
  @FieldResolver(() => StockMovementConnection, { description: 'Its movements, the newest first.' })
  movements(
    @Root() item: Row<InventoryItem>,
    @Args(() => PageArgs) args: PageArgs,
    @Ctx() context: Context,
    @Columns(StockMovement) fields: Columns<StockMovement>,
  ): Promise<Page<Row<StockMovement>>> {
    const list = { ...readPageArgs(args), order: NEWEST_FIRST, fields };
    return context.loaders.listOf(StockMovement, 'item', list).load(item.id);
  }

  @FieldResolver(() => Consumption, { description: 'How much of it is used, and how long the stock will last.' })
  consumption(
    @Root() item: Row<InventoryItem>,
    @Args(() => ConsumptionArgs) args: ConsumptionArgs,
    @Ctx() context: Context,
  ): Promise<Consumption> {
    return loadConsumption(context, item, args);
  }
}
