import { Matches } from 'class-validator';
import { ArgsType, ID, InputType } from 'type-graphql';
import {
  OmittableInt,
  OmittableText,
  OptionalBoolean,
  OptionalField,
  OptionalInt,
  OptionalText,
  RequiredField,
  RequiredText,
} from '../../graphql/input-fields.js';
import { type OrderBy, orderBy } from '../../graphql/order-by.js';
import { PageArgs } from '../../graphql/page-args.js';
import { LocalDate } from '../../shared/scalars.js';
import { INT_MAX } from '../../shared/text.js';
import type { InventoryItem } from './inventory-item.entity.js';

/** What an item has beside its name, unit and stock. In an update null clears. */
@InputType()
abstract class InventoryItemFields {
  @OptionalText(2000, 'More about it, at most 2,000 characters.')
  description?: string | null;

  @OptionalInt(0, INT_MAX, 'What one of it costs, in the smallest unit of `currency` (cents).')
  unitCost?: number | null;

  @OptionalField(
    () => String,
    'The currency of `unitCost`: three letters of ISO 4217, such as `COP`.',
    Matches(/^[A-Z]{3}$/, { message: 'must be three capital letters, such as COP' }),
  )
  currency?: string | null;

  @OptionalText(100, 'A group of your own.')
  category?: string | null;

  @OptionalText(100, 'The number of its batch.')
  batchNumber?: string | null;

  @OptionalField(() => LocalDate, 'The day until which it is good.')
  expiryDate?: string | null;

  @OptionalField(() => LocalDate, 'The day on which it was bought.')
  purchaseDate?: string | null;

  @OptionalText(200, 'Who sold it.')
  supplier?: string | null;

  @OptionalText(200, 'Where it is kept.')
  storageLocation?: string | null;
}

@InputType({ description: 'What a new inventory item is made of.' })
export class CreateInventoryItemInput extends InventoryItemFields {
  @RequiredField(() => ID, 'The apiary that keeps it: one of your own.')
  apiaryId!: string;

  @RequiredText(200, 'What to call it, 1 to 200 characters.')
  itemName!: string;

  @OptionalInt(0, INT_MAX, 'How many there are: recorded as its first movement. If not said, none.')
  quantity?: number | null;

  @RequiredText(50, 'What it is counted in: pieces, liters, kilograms, boxes or a word of your own.')
  unit!: string;

  @OptionalInt(0, INT_MAX, 'At this quantity and below it is low in stock; if not said, 0.')
  minimumStock?: number | null;
}

@InputType({ description: 'What to change about an item: what is left out stays as it is, null clears.' })
export class UpdateInventoryItemInput extends InventoryItemFields {
  @OmittableText(200, 'What to call it, 1 to 200 characters.')
  itemName?: string;

  @OmittableInt(
    0,
    INT_MAX,
    'How many there are now: a difference is recorded as an adjustment. Leave it out unless you counted.',
  )
  quantity?: number;

  @OmittableText(50, 'What it is counted in.')
  unit?: string;

  @OptionalInt(0, INT_MAX, 'At this quantity and below it is low in stock; null is 0.')
  minimumStock?: number | null;
}

const InventoryItemOrder = orderBy<InventoryItem>('InventoryItem', 'inventory items', {
  ITEM_NAME: ['itemName', 'What they are called.'],
  QUANTITY: ['quantity', 'How many there are.'],
  CREATED_AT: ['createdAt', 'When they were made.'],
});

/** The arguments of every list of items. */
@ArgsType()
export class ItemsArgs extends PageArgs {
  @OptionalText(
    200,
    'Text to be found in the name or the description, whatever its case and accents; % and _ mean themselves.',
  )
  search?: string | null;

  @OptionalText(
    50,
    'Only items counted in this unit: a word that is understood, whatever it was written as, or your own.',
  )
  unit?: string | null;

  @OptionalField(() => InventoryItemOrder, 'The order; if not said, by name.')
  orderBy?: OrderBy<InventoryItem> | null;
}

@ArgsType()
export class InventoryArgs extends ItemsArgs {
  @OptionalBoolean('Only items that are (true) or are not (false) low in stock.')
  lowStock?: boolean | null;
}

@ArgsType()
export class InventoryOfArgs extends InventoryArgs {
  @RequiredField(() => ID, 'The apiary that keeps the items: one of your own.')
  apiaryId!: string;
}
