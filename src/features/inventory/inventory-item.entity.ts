import type { Opt, Ref } from '@mikro-orm/core';
import {
  BeforeCreate,
  BeforeUpdate,
  Check,
  Entity,
  Enum,
  Index,
  ManyToOne,
  Property,
} from '@mikro-orm/decorators/legacy';
import { Field, ID, Int, ObjectType } from 'type-graphql';
import { TrackedEntity } from '../../base.entity.js';
import { Node } from '../../graphql/node.js';
import { LocalDate } from '../../shared/scalars.js';
import { Apiary } from '../apiaries/apiary.entity.js';
import { StockLevel } from './stock-level.js';
import { UnitKind, unitKind } from './units.js';

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
@Check({
  name: 'inventory_items_counts_check',
  expression: 'quantity >= 0 and minimum_stock >= 0 and movement_count >= 0',
})
@Check({
  name: 'inventory_items_cost_check',
  expression: "unit_cost >= 0 and (unit_cost is null) = (currency is null) and currency ~ '^[A-Z]{3}$'",
})
export class InventoryItem extends TrackedEntity {
  @ManyToOne(() => Apiary, { ref: true, deleteRule: 'cascade', index: false })
  apiary!: Ref<Apiary>;

  @Field(() => ID, { description: 'The id of its apiary.' })
  get apiaryId(): Opt<string> {
    return this.apiary.id;
  }

  @Field(() => String, { description: 'The name of the item.' })
  @Property({ type: 'text' })
  itemName!: string;

  @Field(() => String, { nullable: true, description: 'A description.' })
  @Property({ type: 'text', nullable: true })
  description: Opt<string> | null = null;

  /** Changes only together with a movement (stock.ts), and is never negative. */
  @Field(() => Int, { description: 'The quantity in stock. It changes through movements only.' })
  @Property({ type: 'integer', default: 0 })
  quantity: Opt<number> = 0;

  /** The sequence number of its latest movement. */
  @Property({ type: 'integer', default: 0, hidden: true })
  movementCount: Opt<number> = 0;

  @Field(() => String, { description: 'The unit as written by the client: `pieces`, `Litros` or any other text.' })
  @Property({ type: 'text' })
  unit!: string;

  @Field(() => UnitKind, { nullable: true, description: 'The meaning of `unit`; null if it is not a known unit.' })
  @Enum({ items: () => UnitKind, nullable: true })
  unitKind: Opt<UnitKind> | null = null;

  @Field(() => Int, { description: 'The item is low in stock at or below this quantity.' })
  @Property({ type: 'integer', default: 0 })
  minimumStock: Opt<number> = 0;

  @Field(() => Boolean, { description: 'Whether `quantity` is at or below `minimumStock`.' })
  @Property({ type: 'boolean', generated: '(quantity <= minimum_stock) stored' })
  lowStock!: Opt<boolean>;

  @Field(() => StockLevel, { description: 'How much is in stock, in one word.' })
  get stockLevel(): Opt<StockLevel> {
    if (this.quantity === 0) return StockLevel.OUT;
    return this.lowStock ? StockLevel.LOW : StockLevel.OK;
  }

  @Field(() => Int, {
    nullable: true,
    description: 'The cost of one unit, in the smallest unit of `currency` (cents).',
  })
  @Property({ type: 'integer', nullable: true })
  unitCost: Opt<number> | null = null;

  @Field(() => String, {
    nullable: true,
    description: 'The currency of `unitCost`: an ISO 4217 code, such as `COP`.',
  })
  @Property({ type: 'text', nullable: true })
  currency: Opt<string> | null = null;

  @Field(() => String, { nullable: true, description: 'Its group, in free text, such as `Herramientas`.' })
  @Property({ type: 'text', nullable: true })
  category: Opt<string> | null = null;

  @Field(() => String, { nullable: true, description: 'The batch number.' })
  @Property({ type: 'text', nullable: true })
  batchNumber: Opt<string> | null = null;

  @Field(() => LocalDate, { nullable: true, description: 'The expiry date.' })
  @Property({ type: 'date', nullable: true })
  expiryDate: Opt<string> | null = null;

  @Field(() => LocalDate, { nullable: true, description: 'The date of purchase.' })
  @Property({ type: 'date', nullable: true })
  purchaseDate: Opt<string> | null = null;

  @Field(() => String, { nullable: true, description: 'The supplier.' })
  @Property({ type: 'text', nullable: true })
  supplier: Opt<string> | null = null;

  @Field(() => String, { nullable: true, description: 'The storage location.' })
  @Property({ type: 'text', nullable: true })
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
