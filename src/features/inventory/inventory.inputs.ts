import { Matches } from 'class-validator';
import { ArgsType, Field, ID, InputType, Int, registerEnumType } from 'type-graphql';
import { Direction, PageArgs } from '../../graphql/page-args.js';
import { Clearable, Text, WhenGiven, Whole } from '../../graphql/validators.js';
import { LocalDate } from '../../shared/scalars.js';
import { INT_MAX } from '../../shared/text.js';

/** What an item has beside its name, unit and stock. In an update null clears. */
@InputType()
abstract class InventoryItemFields {
  @Field(() => String, { nullable: true, description: 'More about it, at most 2,000 characters.' })
  @Clearable()
  @Text(0, 2000)
  description?: string | null;

  @Field(() => Int, {
    nullable: true,
    description: 'What one of it costs, in the smallest unit of `currency` (cents).',
  })
  @Clearable()
  @Whole(0, INT_MAX)
  unitCost?: number | null;

  @Field(() => String, {
    nullable: true,
    description: 'The currency of `unitCost`: three letters of ISO 4217, such as `COP`.',
  })
  @Clearable()
  @Matches(/^[A-Z]{3}$/, { message: 'must be three capital letters, such as COP' })
  currency?: string | null;

  @Field(() => String, { nullable: true, description: 'A group of your own.' })
  @Clearable()
  @Text(0, 100)
  category?: string | null;

  @Field(() => String, { nullable: true, description: 'The number of its batch.' })
  @Clearable()
  @Text(0, 100)
  batchNumber?: string | null;

  @Field(() => LocalDate, { nullable: true, description: 'The day until which it is good.' })
  expiryDate?: string | null;

  @Field(() => LocalDate, { nullable: true, description: 'The day on which it was bought.' })
  purchaseDate?: string | null;

  @Field(() => String, { nullable: true, description: 'Who sold it.' })
  @Clearable()
  @Text(0, 200)
  supplier?: string | null;

  @Field(() => String, { nullable: true, description: 'Where it is kept.' })
  @Clearable()
  @Text(0, 200)
  storageLocation?: string | null;
}

@InputType({ description: 'What a new inventory item is made of.' })
export class CreateInventoryItemInput extends InventoryItemFields {
  @Field(() => ID, { description: 'The apiary that keeps it: one of your own.' })
  apiaryId!: string;

  @Field(() => String, { description: 'What to call it, 1 to 200 characters.' })
  @Text(1, 200)
  name!: string;

  @Field(() => Int, {
    nullable: true,
    description: 'How many there are: recorded as its first movement. If not said, none.',
  })
  @Clearable()
  @Whole(0, INT_MAX)
  quantity?: number | null;

  @Field(() => String, {
    description: 'What it is counted in: pieces, liters, kilograms, boxes or a word of your own.',
  })
  @Text(1, 50)
  unit!: string;

  @Field(() => Int, { nullable: true, description: 'At this quantity and below it is low in stock; if not said, 0.' })
  @Clearable()
  @Whole(0, INT_MAX)
  minimumStock?: number | null;
}

@InputType({ description: 'What to change about an item: what is left out stays as it is, null clears.' })
export class UpdateInventoryItemInput extends InventoryItemFields {
  @Field(() => String, { nullable: true, description: 'What to call it, 1 to 200 characters.' })
  @WhenGiven()
  @Text(1, 200)
  name?: string;

  @Field(() => Int, {
    nullable: true,
    description: 'How many there are now: a difference is recorded as an adjustment. Leave it out unless you counted.',
  })
  @WhenGiven()
  @Whole(0, INT_MAX)
  quantity?: number;

  @Field(() => String, { nullable: true, description: 'What it is counted in.' })
  @WhenGiven()
  @Text(1, 50)
  unit?: string;

  @Field(() => Int, { nullable: true, description: 'At this quantity and below it is low in stock; null is 0.' })
  @Clearable()
  @Whole(0, INT_MAX)
  minimumStock?: number | null;
}

export enum InventoryOrderField {
  NAME = 'name',
  QUANTITY = 'quantity',
  CREATED_AT = 'createdAt',
}
registerEnumType(InventoryOrderField, {
  name: 'InventoryOrderField',
  description: 'What inventory items can be ordered by.',
  valuesConfig: {
    NAME: { description: 'What they are called.' },
    QUANTITY: { description: 'How many there are.' },
    CREATED_AT: { description: 'When they were made.' },
  },
});

@InputType({ description: 'How to order inventory items.' })
export class InventoryOrder {
  @Field(() => InventoryOrderField, { description: 'What to order by.' })
  field!: InventoryOrderField;

  @Field(() => Direction, { description: 'Which way.' })
  direction!: Direction;
}

/** The arguments of every list of items. */
@ArgsType()
export class ItemsArgs extends PageArgs {
  @Field(() => String, {
    nullable: true,
    description:
      'Text to be found in the name or the description, whatever its case and accents; % and _ mean themselves.',
  })
  @Clearable()
  @Text(0, 200)
  search?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Only items counted in this unit: a word that is understood, whatever it was written as, or your own.',
  })
  @Clearable()
  @Text(0, 50)
  unit?: string | null;

  @Field(() => InventoryOrder, { nullable: true, description: 'The order; if not said, by name.' })
  orderBy?: InventoryOrder | null;
}

@ArgsType()
export class InventoryArgs extends ItemsArgs {
  @Field(() => Boolean, { nullable: true, description: 'Only items that are (true) or are not (false) low in stock.' })
  lowStock?: boolean | null;
}

@ArgsType()
export class InventoryOfArgs extends InventoryArgs {
  @Field(() => ID, { description: 'The apiary that keeps the items: one of your own.' })
  apiaryId!: string;
}
