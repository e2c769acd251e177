import { Arg, Args, Ctx, FieldResolver, ID, Query, Resolver, Root } from 'type-graphql';
import { v7 as uuidv7 } from 'uuid';
import { ManualTransaction } from '../../access/guard.js';
import type { Context } from '../../context.js';
import type { Page } from '../../database/page.js';
import type { Row, Selected } from '../../database/row.js';
import { AppError } from '../../errors.js';
import { Columns } from '../../graphql/columns.js';
import { Legacy } from '../../graphql/legacy.js';
import { PageArgs } from '../../graphql/page-args.js';
import { PayloadMutation } from '../../graphql/payload.js';
import { createMessage } from '../../messages/message.js';
import { Consumption, ConsumptionArgs, loadConsumption } from './consumption.queries.js';
import { DELIVERY_FIELDS, type Delivery } from './deliveries.queries.js';
import * as commands from './inventory.commands.js';
import { movementList } from './inventory.lists.js';
import { InventoryItem } from './inventory-item.entity.js';
import {
  AdjustStockInput,
  RecordExitInput,
  RecordStockMovementInput,
  ReverseStockMovementInput,
} from './movements.inputs.js';
import { changeStockOnce, type StockChange } from './stock.commands.js';
import { ItemChange, MovementChange } from './stock-change.types.js';
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
  @PayloadMutation(ItemChange, 'inventoryItem', {
    description: 'Adjusts the quantity of an item by a difference. Fails if the quantity would become negative.',
  })
  adjustStock(
    @Arg('input', () => AdjustStockInput) input: AdjustStockInput,
    @Ctx() context: Context,
  ): Promise<ItemChange> {
    const { id: _, newId: __, ...details } = input;
    return changeItem(context, input, { ...details, kind: StockMovementKind.ADJUSTMENT, field: 'amount' });
  }

  @ManualTransaction()
  @PayloadMutation(ItemChange, 'inventoryItem', {
    description: 'Records that a person takes something out of the stock. Fails if there is not enough.',
  })
  recordExit(
    @Arg('input', () => RecordExitInput) input: RecordExitInput,
    @Ctx() context: Context,
  ): Promise<ItemChange> {
    const { id: _, newId: __, quantity, ...details } = input;
    return changeItem(context, input, {
      ...details,
      kind: StockMovementKind.EXIT,
      amount: -quantity,
      field: 'quantity',
    });
  }

  @ManualTransaction()
  @PayloadMutation(MovementChange, 'stockMovement', {
    description: 'Records an entry into or an exit from the stock, such as a sale. Fails if there is not enough.',
  })
  async recordStockMovement(
    @Arg('input', () => RecordStockMovementInput)
    input: RecordStockMovementInput,
    @Ctx() context: Context,
  ): Promise<MovementChange> {
    const { id, quantity, direction, ...details } = input;
    if (direction === StockMovementDirection.OUT) requireNoDelivery(details);
    const change =
      direction === StockMovementDirection.OUT
        ? { kind: StockMovementKind.EXIT, amount: -quantity }
        : { kind: StockMovementKind.ENTRY, amount: quantity };
    return changeOf(
      await changeStockOnce(context, id, input, { ...details, ...change, field: 'quantity' }, 'movement'),
    );
  }

  @ManualTransaction()
  @PayloadMutation(MovementChange, 'stockMovement', {
    description: 'Reverts a movement by an opposite one. A movement can be corrected only once.',
  })
  async reverseStockMovement(
    @Arg('input', () => ReverseStockMovementInput)
    input: ReverseStockMovementInput,
    @Ctx() context: Context,
  ): Promise<MovementChange> {
    return changeOf(await commands.reverseStockMovement(context, input));
  }
}

/** @throws BAD_USER_INPUT for what is stated of a delivery that is none */
function requireNoDelivery(details: Partial<Delivery>): void {
  const field = DELIVERY_FIELDS.find((name) => details[name] != null);
  if (field === undefined) return;
  const message = createMessage('must not be combined with `{field}`', { field: 'direction: OUT' });
  throw AppError.badInput([{ field, message }]);
}

const changeOf = (stockMovement: Row<StockMovement>): MovementChange => ({
  stockMovement,
  itemId: stockMovement.itemId,
});

/** The id of the movement is chosen before, so that it is known without being read. */
async function changeItem(
  context: Context,
  input: { newId?: string | null; id: string },
  change: StockChange,
): Promise<ItemChange> {
  const stockMovementId = input.newId?.toLowerCase() ?? uuidv7();
  const changed = { ...change, id: stockMovementId };
  return { inventoryItem: await changeStockOnce(context, input.id, input, changed, 'item'), stockMovementId };
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
