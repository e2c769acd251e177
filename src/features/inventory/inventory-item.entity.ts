import type { Opt, Ref } from '@mikro-orm/core';
import { BeforeCreate, BeforeUpdate, Check, Entity, Index, ManyToOne, Property } from '@mikro-orm/decorators/legacy';
import { Field, ObjectType } from 'type-graphql';
import { TrackedEntity } from '../../base.entity.js';
import { Bounded, CURRENCY, integer } from '../../graphql/bounds.js';
import {
  BooleanColumn,
  IdOf,
  IntColumn,
  LineColumn,
  OptionalColumn,
  OptionalDayColumn,
  OptionalEnumColumn,
  OptionalIdOf,
  OptionalLineColumn,
  OptionalNameColumn,
  OptionalTextColumn,
} from '../../graphql/entity-fields.js';
import { Legacy } from '../../graphql/legacy.js';
import { Node } from '../../graphql/node.js';
import { BigInteger, CurrencyCode } from '../../shared/scalars.js';
import { INT_MAX } from '../../shared/text.js';
import { Apiary } from '../apiaries/apiary.entity.js';
import { Product } from '../products/product.entity.js';
import { StockLevel } from './stock-level.enums.js';
import { UnitKind, unitKind } from './units.enums.js';

@ObjectType({
  implements: Node,
  simpleResolvers: true,
  description: 'Equipment, supplies or material in the stock of an apiary.',
})
@Entity({ tableName: 'inventory_items' })
@Index({ name: 'inventory_items_name_index', properties: ['apiary', 'itemName', 'id'] })
@Index({ name: 'inventory_items_created_index', properties: ['apiary', 'createdAt', 'id'] })
@Index({ name: 'inventory_items_quantity_index', properties: ['apiary', 'quantity', 'id'] })
@Index({
  name: 'inventory_items_low_stock_index',
  expression:
    'create index "inventory_items_low_stock_index" on "inventory_items" ("apiary_id", "item_name", "id") where "low_stock"',
})
@Index({
  name: 'inventory_items_expiry_index',
  expression:
    'create index "inventory_items_expiry_index" on "inventory_items" ("apiary_id", "expiry_date") where "expiry_date" is not null',
})
@Index({
  name: 'inventory_items_search_index',
  expression: 'create index "inventory_items_search_index" on "inventory_items" using gin ("search_text" gin_trgm_ops)',
})
@Index({
  name: 'inventory_items_product_index',
  expression:
    'create index "inventory_items_product_index" on "inventory_items" ("product_id") where "product_id" is not null',
})
@Check({
  name: 'inventory_items_cost_check',
  expression: '(unit_cost is null) = (currency is null)',
})
export class InventoryItem extends TrackedEntity {
  @ManyToOne(() => Apiary, { ref: true, deleteRule: 'cascade', index: false })
  apiary!: Ref<Apiary>;

  @IdOf('apiary', 'The id of its apiary.')
  readonly apiaryId!: Opt<string>;

  @LineColumn(200, 'The name of the item.')
  itemName!: string;

  @ManyToOne(() => Product, { ref: true, nullable: true, deleteRule: 'set null', index: false })
  product: Ref<Product> | null = null;

  @OptionalIdOf('product', 'The id of the product that it is, if it is there.')
  readonly productId!: Opt<string> | null;

  @OptionalTextColumn(2000, 'A description.')
  description: Opt<string> | null = null;

  /** Changes only together with a movement (stock.ts), and is never negative. */
  @IntColumn(0, INT_MAX, 'The quantity in stock. It changes through movements only.', { default: 0 })
  quantity: Opt<number> = 0;

  /** The sequence number of its latest movement. */
  @Bounded(integer(0, INT_MAX))
  @Property({ type: 'integer', default: 0, hidden: true })
  movementCount: Opt<number> = 0;

  @LineColumn(50, 'The unit as written by the client: `pieces`, `Litros` or any other text.')
  unit!: string;

  @OptionalEnumColumn(UnitKind, 'The meaning of `unit`; null if it is not a known unit.')
  unitKind: Opt<UnitKind> | null = null;

  @IntColumn(0, INT_MAX, 'The item is low in stock at or below this quantity.', { default: 0 })
  minimumStock: Opt<number> = 0;

  @BooleanColumn('Whether `quantity` is at or below `minimumStock`.', {
    generated: '(quantity <= minimum_stock) stored',
  })
  lowStock!: Opt<boolean>;

  @Field(() => StockLevel, { description: 'How much is in stock, in one word.' })
  get stockLevel(): Opt<StockLevel> {
    if (this.quantity === 0) return StockLevel.OUT;
    return this.lowStock ? StockLevel.LOW : StockLevel.OK;
  }

  /** In the smallest unit of the currency. Clients see both columns as one `Money`. */
  @Bounded({ ...integer(0, INT_MAX), scalar: BigInteger })
  @Property({ type: 'integer', nullable: true })
  unitCost: Opt<number> | null = null;

  @Legacy()
  @OptionalColumn(
    () => CurrencyCode,
    'The currency of `unitCost`: an ISO 4217 code, such as `COP`.',
    { type: 'text' },
    CURRENCY,
  )
  currency: Opt<string> | null = null;

  @OptionalNameColumn(100, 'Its group, in free text, such as `Herramientas`.')
  category: Opt<string> | null = null;

  @OptionalLineColumn(100, 'The batch number.')
  batchNumber: Opt<string> | null = null;

  @OptionalDayColumn('The expiry date.')
  expiryDate: Opt<string> | null = null;

  @OptionalDayColumn('The date of purchase.')
  purchaseDate: Opt<string> | null = null;

  @OptionalNameColumn(200, 'The supplier.')
  supplier: Opt<string> | null = null;

  @OptionalLineColumn(200, 'The storage location.')
  storageLocation: Opt<string> | null = null;

  /** The name and the description without case and accents, for the search (search-text.ts). */
  @Property({
    type: 'text',
    hidden: true,
    generated: `(lower(regexp_replace(normalize(item_name || chr(10) || coalesce(description, ''), nfd), '[\\u0300-\\u036f]', '', 'g'))) stored`,
  })
  searchText!: Opt<string>;

  @BeforeCreate()
  @BeforeUpdate()
  deriveUnitKind(): void {
    this.unitKind = unitKind(this.unit);
  }
}
