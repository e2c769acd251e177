import { NotEquals } from 'class-validator';
import { ID, InputType } from 'type-graphql';
import { OptionalField, OptionalText, RequiredField, RequiredInt, RequiredText } from '../../graphql/input-fields.js';
import { NotInFuture } from '../../graphql/validators.js';
import { DateTime } from '../../shared/scalars.js';
import { INT_MAX } from '../../shared/text.js';
import { MovementDirection } from './stock-movement.entity.js';

/** What every movement may say about itself. */
@InputType()
abstract class MovementFields {
  @RequiredField(() => ID, 'The item whose stock changes.')
  itemId!: string;

  @OptionalText(200, 'Why, in a word or two.')
  reason?: string | null;

  @OptionalText(2000, 'More about it, at most 2,000 characters.')
  notes?: string | null;

  @OptionalField(() => DateTime, 'When it happened, if not just now.', NotInFuture())
  occurredAt?: Date | null;
}

@InputType({ description: 'A count set right.' })
export class AdjustStockInput extends MovementFields {
  @RequiredInt(-INT_MAX, INT_MAX, 'By how much: positive adds, negative subtracts; not 0.')
  @NotEquals(0, { message: 'must not be 0' })
  amount!: number;
}

@InputType({ description: 'Somebody takes something out.' })
export class RecordExitInput extends MovementFields {
  @RequiredInt(1, INT_MAX, 'How many, 1 or more.')
  quantity!: number;

  @RequiredText(200, 'Who takes it.')
  person!: string;
}

@InputType({ description: 'Something comes in or goes out.' })
export class RecordMovementInput extends MovementFields {
  @RequiredField(() => MovementDirection, 'Which way it goes.')
  direction!: MovementDirection;

  @RequiredInt(1, INT_MAX, 'How many, 1 or more.')
  quantity!: number;

  @OptionalText(200, 'Who takes or brings it.')
  person?: string | null;
}

@InputType({ description: 'A movement that was a mistake.' })
export class CorrectMovementInput {
  @RequiredField(() => ID, 'The movement to take back.')
  movementId!: string;

  @RequiredText(200, 'What was wrong with it.')
  reason!: string;
}
