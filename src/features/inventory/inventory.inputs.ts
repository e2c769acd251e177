import { ArgsType, ID, InputType } from 'type-graphql';
import { filteredBy } from '../../graphql/filter.js';
import {
  DefaultedField,
  DefaultedValue,
  ExpectedValue,
  ExpectedVersion,
  NewId,
  OmittableValue,
  OptionalBoolean,
  OptionalField,
  OptionalText,
  OptionalValue,
  RequiredField,
  RequiredValue,
} from '../../graphql/input-fields.js';
import { Demanded } from '../../graphql/legacy.js';
import { type OrderBy, OrderDirection, orderBy } from '../../graphql/order-by.js';
import { VersionedIdInput } from '../../graphql/record-input.js';
import { LocalDate } from '../../shared/scalars.js';
import { InventoryItem } from './inventory-item.entity.js';

@InputType({ description: 'An amount of money.' })
export class MoneyInput {
  @Demanded()
  @OptionalValue(InventoryItem, 'The amount in the smallest unit of `currency` (cents), {bounds}.', 'unitCost')
  minorUnits?: number | null;

  @Demanded()
  @OptionalValue(InventoryItem, 'An ISO 4217 code, such as `COP`.')
  currency?: string | null;
}

@InputType()
abstract class InventoryItemFields {
  @OptionalValue(InventoryItem, 'A description, {bounds}.')
  description?: string | null;

  @OptionalField(
    () => ID,
    'The id of the product that it is, of the owner of the apiary: treatments and feedings take from it what they do not state.',
  )
  productId?: string | null;

  @OptionalField(() => MoneyInput, 'The cost of one unit.')
  unitCost?: MoneyInput | null;

  @OptionalValue(InventoryItem, 'Its group, in free text.')
  category?: string | null;

  @OptionalValue(InventoryItem, 'The batch number.')
  batchNumber?: string | null;

  @OptionalValue(InventoryItem, 'The expiry date.')
  expiryDate?: string | null;

  @OptionalValue(InventoryItem, 'The date of purchase.')
  purchaseDate?: string | null;

  @OptionalValue(InventoryItem, 'The supplier.')
  supplier?: string | null;

  @OptionalValue(InventoryItem, 'The storage location.')
  storageLocation?: string | null;
}

@InputType({ description: 'A new inventory item.' })
export class CreateInventoryItemInput extends InventoryItemFields {
  @NewId()
  newId?: string | null;

  @RequiredField(() => ID, 'The id of one of your apiaries.')
  apiaryId!: string;

  @RequiredValue(InventoryItem, 'The name of the item, {min} to {max} characters.')
  itemName!: string;

  @DefaultedValue(0, InventoryItem, 'The initial quantity, which is recorded as the first movement.')
  quantity?: number | null;

  @RequiredValue(
    InventoryItem,
    'The unit: pieces, liters, kilograms, boxes or any other text, {min} to {max} characters.',
  )
  unit!: string;

  @DefaultedValue(0, InventoryItem, 'The item is low in stock at or below this quantity.')
  minimumStock?: number | null;
}

const EXPECTED_QUANTITY = 'The quantity that must still be in stock (VERSION_CONFLICT): movements change no version.';

@InputType({ description: 'Changes to an inventory item: omitted fields keep their values, null clears.' })
export class UpdateInventoryItemInput extends InventoryItemFields {
  @RequiredField(() => ID, 'The id of the item.')
  id!: string;

  @ExpectedVersion()
  expectedVersion?: number | null;

  @OmittableValue(InventoryItem, 'The name of the item, {min} to {max} characters.')
  itemName?: string;

  @OmittableValue(
    InventoryItem,
    'The counted quantity. A difference from the quantity in stock is recorded as an adjustment.',
  )
  quantity?: number;

  @ExpectedValue(`${EXPECTED_QUANTITY} Required if both \`quantity\` and \`expectedVersion\` are given.`)
  expectedQuantity?: number | null;

  @OmittableValue(InventoryItem, 'The unit, {min} to {max} characters.')
  unit?: string;

  @OptionalValue(InventoryItem, 'The item is low in stock at or below this quantity; null means 0.')
  minimumStock?: number | null;
}

@InputType({ description: 'Names an inventory item, and what it must still have.' })
export class DeleteInventoryItemInput extends VersionedIdInput {
  @ExpectedValue(EXPECTED_QUANTITY)
  expectedQuantity?: number | null;
}

const InventoryItemOrder = orderBy<InventoryItem>('InventoryItem', 'inventory items', {
  ITEM_NAME: ['itemName', 'By name.'],
  QUANTITY: ['quantity', 'By quantity in stock.'],
  CREATED_AT: ['createdAt', 'By time of creation.'],
});

export const BY_NAME: OrderBy<InventoryItem> = { field: 'itemName', direction: OrderDirection.ASC };

@InputType({ description: 'Which items of the inventory are listed.' })
export class InventoryItemFilter {
  @OptionalText(200, 'Only items whose name or description contains this text, ignoring case and accents.')
  search?: string | null;

  @OptionalText(50, 'Only items with this unit. A known unit also matches its synonyms: `kg` matches `Kilogramos`.')
  unit?: string | null;

  @OptionalField(() => LocalDate, 'Only items whose expiry date is before this day.')
  expiresBefore?: string | null;

  @OptionalBoolean('Only items that are (true) or are not (false) at or below their minimum stock.')
  lowStock?: boolean | null;
}

@ArgsType()
export class ItemsArgs extends filteredBy(InventoryItemFilter) {
  @DefaultedField(() => InventoryItemOrder, BY_NAME, 'The order of the list.')
  orderBy?: OrderBy<InventoryItem> | null;
}

@ArgsType()
export class InventoryArgs extends ItemsArgs {
  @RequiredField(() => ID, 'The id of one of your apiaries.')
  apiaryId!: string;
}
