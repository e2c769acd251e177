import { ID, InputType } from 'type-graphql';
import { NewId, OptionalValue, RequiredField, RequiredInt, RequiredValue } from '../../graphql/input-fields.js';
import { NotInFuture, NotZero } from '../../graphql/validators.js';
import { INT_MAX } from '../../shared/text.js';
import { StockMovement, StockMovementDirection } from './stock-movement.entity.js';

@InputType()
abstract class NewMovement {
  @NewId()
  newId?: string | null;
}

@InputType()
abstract class MovementFields extends NewMovement {
  @RequiredField(() => ID, 'The id of the item.')
  id!: string;

  @OptionalValue(StockMovement, 'The reason, {bounds}.')
  reason?: string | null;

  @OptionalValue(StockMovement, 'Notes, {bounds}.')
  notes?: string | null;

  @NotInFuture()
  @OptionalValue(StockMovement, 'When it happened, not in the future. If omitted, now.')
  occurredAt?: Date | null;
}

@InputType({ description: 'An adjustment of a quantity.' })
export class AdjustStockInput extends MovementFields {
  @NotZero()
  @RequiredValue(StockMovement, 'The difference: positive adds, negative subtracts; not 0.')
  amount!: number;
}

@InputType({ description: 'An exit: a person takes something out of the stock.' })
export class RecordExitInput extends MovementFields {
  @RequiredInt(1, INT_MAX, 'The quantity, 1 or more.')
  quantity!: number;

  @RequiredValue(StockMovement, 'The name of the person who takes it, with or without an account.')
  person!: string;
}

const OF_ENTRY = 'Of an entry alone; it follows into the treatment that uses it.';

@InputType({ description: 'An entry into or an exit from the stock.' })
export class RecordStockMovementInput extends MovementFields {
  @RequiredField(() => StockMovementDirection, 'The direction.')
  direction!: StockMovementDirection;

  @RequiredInt(1, INT_MAX, 'The quantity, 1 or more.')
  quantity!: number;

  @OptionalValue(StockMovement, 'The person who takes or brings it.')
  person?: string | null;

  @OptionalValue(StockMovement, `The batch number, {bounds}. ${OF_ENTRY}`)
  batchNumber?: string | null;

  @OptionalValue(StockMovement, `The expiry date. ${OF_ENTRY}`)
  expiryDate?: string | null;

  @OptionalValue(StockMovement, `The supplier, {bounds}. ${OF_ENTRY}`)
  supplier?: string | null;

  @OptionalValue(
    StockMovement,
    `The receipt, by the number of the invoice or where that is kept: {bounds}. ${OF_ENTRY}`,
  )
  purchaseProof?: string | null;
}

@InputType({ description: 'The correction of a mistaken movement.' })
export class ReverseStockMovementInput extends NewMovement {
  @RequiredField(() => ID, 'The id of the movement to revert.')
  id!: string;

  @RequiredValue(StockMovement, 'The reason for the correction, {min} to {max} characters.')
  reason!: string;
}
