import { NotEquals } from 'class-validator';
import { Field, ID, InputType, Int } from 'type-graphql';
import { Clearable, NotInFuture, Text, Whole } from '../../graphql/validators.js';
import { DateTime } from '../../shared/scalars.js';
import { INT_MAX } from '../../shared/text.js';
import { MovementDirection } from './stock-movement.entity.js';

/** What every movement may say about itself. */
@InputType()
abstract class MovementFields {
  @Field(() => ID, { description: 'The item whose stock changes.' })
  itemId!: string;

  @Field(() => String, { nullable: true, description: 'Why, in a word or two.' })
  @Clearable()
  @Text(0, 200)
  reason?: string | null;

  @Field(() => String, { nullable: true, description: 'More about it, at most 2,000 characters.' })
  @Clearable()
  @Text(0, 2000)
  notes?: string | null;

  @Field(() => DateTime, { nullable: true, description: 'When it happened, if not just now.' })
  @Clearable()
  @NotInFuture()
  occurredAt?: Date | null;
}

@InputType({ description: 'A count set right.' })
export class AdjustStockInput extends MovementFields {
  @Field(() => Int, { description: 'By how much: positive adds, negative subtracts; not 0.' })
  @Whole(-INT_MAX, INT_MAX)
  @NotEquals(0, { message: 'must not be 0' })
  amount!: number;
}

@InputType({ description: 'Somebody takes something out.' })
export class RecordExitInput extends MovementFields {
  @Field(() => Int, { description: 'How many, 1 or more.' })
  @Whole(1, INT_MAX)
  quantity!: number;

  @Field(() => String, { description: 'Who takes it.' })
  @Text(1, 200)
  person!: string;
}

@InputType({ description: 'Something comes in or goes out.' })
export class RecordMovementInput extends MovementFields {
  @Field(() => MovementDirection, { description: 'Which way it goes.' })
  direction!: MovementDirection;

  @Field(() => Int, { description: 'How many, 1 or more.' })
  @Whole(1, INT_MAX)
  quantity!: number;

  @Field(() => String, { nullable: true, description: 'Who takes or brings it.' })
  @Clearable()
  @Text(0, 200)
  person?: string | null;
}

@InputType({ description: 'A movement that was a mistake.' })
export class CorrectMovementInput {
  @Field(() => ID, { description: 'The movement to take back.' })
  movementId!: string;

  @Field(() => String, { description: 'What was wrong with it.' })
  @Text(1, 200)
  reason!: string;
}
