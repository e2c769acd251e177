import { ID, InputType, Int } from 'type-graphql';
import {
  ClientId,
  OptionalField,
  OptionalText,
  RequiredField,
  RequiredInt,
  RequiredText,
} from '../../graphql/input-fields.js';
import { NotInFuture, NotZero, Whole } from '../../graphql/validators.js';
import { DateTime } from '../../shared/scalars.js';
import { INT_MAX } from '../../shared/text.js';
import { MovementDirection } from './stock-movement.entity.js';

@InputType()
abstract class NewMovement {
  @ClientId()
  id?: string | null;
}

@InputType()
abstract class MovementFields extends NewMovement {
  @RequiredField(() => ID, 'The id of the item.')
  itemId!: string;

  @OptionalText(200, 'The reason, at most 200 characters.')
  reason?: string | null;

  @OptionalText(2000, 'Notes, at most 2,000 characters.')
  notes?: string | null;

  @OptionalField(() => DateTime, 'When it happened, not in the future. If omitted, now.', NotInFuture())
  occurredAt?: Date | null;
}

@InputType({ description: 'An adjustment of a quantity.' })
export class AdjustStockInput extends MovementFields {
  @RequiredField(
    () => Int,
    'The difference: positive adds, negative subtracts; not 0.',
    Whole(-INT_MAX, INT_MAX),
    NotZero(),
  )
  amount!: number;
}

@InputType({ description: 'An exit: a person takes something out of the stock.' })
export class RecordExitInput extends MovementFields {
  @RequiredInt(1, INT_MAX, 'The quantity, 1 or more.')
  quantity!: number;

  @RequiredText(200, 'The name of the person who takes it, with or without an account.')
  person!: string;
}

@InputType({ description: 'An entry into or an exit from the stock.' })
export class RecordMovementInput extends MovementFields {
  @RequiredField(() => MovementDirection, 'The direction.')
  direction!: MovementDirection;

  @RequiredInt(1, INT_MAX, 'The quantity, 1 or more.')
  quantity!: number;

  @OptionalText(200, 'The person who takes or brings it.')
  person?: string | null;
}

@InputType({ description: 'The correction of a mistaken movement.' })
export class CorrectMovementInput extends NewMovement {
  @RequiredField(() => ID, 'The id of the movement to revert.')
  movementId!: string;

  @RequiredText(200, 'The reason for the correction, 1 to 200 characters.')
  reason!: string;
}
