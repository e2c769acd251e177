import { ArgsType, ID, InputType } from 'type-graphql';
import {
  ClientId,
  DefaultedField,
  DefaultedInt,
  ExpectedVersion,
  OmittableInt,
  OmittableText,
  OptionalBoolean,
  OptionalField,
  OptionalInt,
  OptionalText,
  RequiredField,
  RequiredText,
} from '../../graphql/input-fields.js';
import { type OrderBy, OrderDirection, orderBy } from '../../graphql/order-by.js';
import { PageArgs } from '../../graphql/page-args.js';
import { Pattern } from '../../graphql/validators.js';
import { LocalDate } from '../../shared/scalars.js';
import { INT_MAX } from '../../shared/text.js';
import type { InventoryItem } from './inventory-item.entity.js';

@InputType()
abstract class InventoryItemFields {
  @OptionalText(2000, 'A description, at most 2,000 characters.')
  description?: string | null;

  @OptionalInt(
    0,
    INT_MAX,
    'The cost of one unit, in the smallest unit of `currency` (cents). Given together with the currency.',
  )
  unitCost?: number | null;

  @OptionalField(
    () => String,
    'The currency of `unitCost`: an ISO 4217 code, such as `COP`. Given together with the unit cost.',
    Pattern(/^[A-Z]{3}$/, 'must be three capital letters, such as COP'),
  )
  currency?: string | null;

  @OptionalText(100, 'Its group, in free text.')
  category?: string | null;

  @OptionalText(100, 'The batch number.')
  batchNumber?: string | null;

  @OptionalField(() => LocalDate, 'The expiry date.')
  expiryDate?: string | null;

  @OptionalField(() => LocalDate, 'The date of purchase.')
  purchaseDate?: string | null;

  @OptionalText(200, 'The supplier.')
  supplier?: string | null;

  @OptionalText(200, 'The storage location.')
  storageLocation?: string | null;
}

@InputType({ description: 'A new inventory item.' })
export class CreateInventoryItemInput extends InventoryItemFields {
  @ClientId()
  id?: string | null;

  @RequiredField(() => ID, 'The id of one of your apiaries.')
  apiaryId!: string;

  @RequiredText(200, 'The name of the item, 1 to 200 characters.')
  itemName!: string;

  @DefaultedInt(0, INT_MAX, 0, 'The initial quantity, which is recorded as the first movement.')
  quantity?: number | null;

  @RequiredText(50, 'The unit: pieces, liters, kilograms, boxes or any other text, 1 to 50 characters.')
  unit!: string;

  @DefaultedInt(0, INT_MAX, 0, 'The item is low in stock at or below this quantity.')
  minimumStock?: number | null;
}

@InputType({ description: 'Changes to an inventory item: omitted fields keep their values, null clears.' })
export class UpdateInventoryItemInput extends InventoryItemFields {
  @RequiredField(() => ID, 'The id of the item.')
  id!: string;

  @ExpectedVersion()
  expectedVersion?: number | null;

  @OmittableText(200, 'The name of the item, 1 to 200 characters.')
  itemName?: string;

  @OmittableInt(
    0,
    INT_MAX,
    'The counted quantity, whatever `expectedVersion` says. A difference from the quantity in stock is recorded as an adjustment.',
  )
  quantity?: number;

  @OmittableText(50, 'The unit, 1 to 50 characters.')
  unit?: string;

  @OptionalInt(0, INT_MAX, 'The item is low in stock at or below this quantity; null means 0.')
  minimumStock?: number | null;
}

const InventoryItemOrder = orderBy<InventoryItem>('InventoryItem', 'inventory items', {
  ITEM_NAME: ['itemName', 'By name.'],
  QUANTITY: ['quantity', 'By quantity in stock.'],
  CREATED_AT: ['createdAt', 'By time of creation.'],
});

export const BY_NAME: OrderBy<InventoryItem> = { field: 'itemName', direction: OrderDirection.ASC };

@ArgsType()
export class ItemsArgs extends PageArgs {
  @OptionalText(200, 'Only items whose name or description contains this text, ignoring case and accents.')
  search?: string | null;

  @OptionalText(50, 'Only items with this unit. A known unit also matches its synonyms: `kg` matches `Kilogramos`.')
  unit?: string | null;

  @OptionalField(() => LocalDate, 'Only items whose expiry date is before this day.')
  expiresBefore?: string | null;

  @DefaultedField(() => InventoryItemOrder, BY_NAME, 'The order of the list.')
  orderBy?: OrderBy<InventoryItem> | null;
}

@ArgsType()
export class InventoryArgs extends ItemsArgs {
  @OptionalBoolean('Only items that are (true) or are not (false) at or below their minimum stock.')
  lowStock?: boolean | null;
}

@ArgsType()
export class InventoryOfArgs extends InventoryArgs {
  @RequiredField(() => ID, 'The id of one of your apiaries.')
  apiaryId!: string;
}
