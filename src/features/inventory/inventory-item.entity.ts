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
import { BaseEntity } from '../../base.entity.js';
import { LocalDate } from '../../shared/scalars.js';
import { Apiary } from '../apiaries/apiary.entity.js';
import { UnitKind, unitKind } from './units.js';

@ObjectType({ simpleResolvers: true, description: 'Equipment, supplies or material that an apiary keeps in stock.' })
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
export class InventoryItem extends BaseEntity {
  @ManyToOne(() => Apiary, { ref: true, deleteRule: 'cascade', index: false })
  apiary!: Ref<Apiary>;

  @Field(() => ID, { description: 'The apiary that keeps it.' })
  get apiaryId(): Opt<string> {
    return this.apiary.id;
  }

  @Field(() => String, { description: 'What it is called.' })
  @Property({ type: 'text' })
  itemName!: string;

  @Field(() => String, { nullable: true, description: 'More about it.' })
  @Property({ type: 'text', nullable: true })
  description: Opt<string> | null = null;

  /** Changes only together with a movement (stock.ts); never below zero. */
  @Field(() => Int, { description: 'How many there are. It changes through movements only.' })
  @Property({ type: 'integer', default: 0 })
  quantity: Opt<number> = 0;

  /** The sequence of its latest movement. */
  @Property({ type: 'integer', default: 0, hidden: true })
  movementCount: Opt<number> = 0;

  @Field(() => String, { description: 'What it is counted in, as written: `pieces`, `Litros` or a word of your own.' })
  @Property({ type: 'text' })
  unit!: string;

  @Field(() => UnitKind, { nullable: true, description: 'What `unit` means; null when it is not understood.' })
  @Enum({ items: () => UnitKind, nullable: true })
  unitKind: Opt<UnitKind> | null = null;

  @Field(() => Int, { description: 'At this quantity and below the item is low in stock.' })
  @Property({ type: 'integer', default: 0 })
  minimumStock: Opt<number> = 0;

  @Field(() => Boolean, { description: 'Whether `quantity` has come down to `minimumStock`.' })
  @Property({ type: 'boolean', generated: '(quantity <= minimum_stock) stored' })
  lowStock!: Opt<boolean>;

  @Field(() => Int, {
    nullable: true,
    description: 'What one of it costs, in the smallest unit of `currency` (cents).',
  })
  @Property({ type: 'integer', nullable: true })
  unitCost: Opt<number> | null = null;

  @Field(() => String, {
    nullable: true,
    description: 'The currency of `unitCost`: three letters of ISO 4217, such as `COP`.',
  })
  @Property({ type: 'text', nullable: true })
  currency: Opt<string> | null = null;

  @Field(() => String, { nullable: true, description: 'A group of your own, such as `Herramientas`.' })
  @Property({ type: 'text', nullable: true })
  category: Opt<string> | null = null;

  @Field(() => String, { nullable: true, description: 'The number of its batch.' })
  @Property({ type: 'text', nullable: true })
  batchNumber: Opt<string> | null = null;

  @Field(() => LocalDate, { nullable: true, description: 'The day until which it is good.' })
  @Property({ type: 'date', nullable: true })
  expiryDate: Opt<string> | null = null;

  @Field(() => LocalDate, { nullable: true, description: 'The day on which it was bought.' })
  @Property({ type: 'date', nullable: true })
  purchaseDate: Opt<string> | null = null;

  @Field(() => String, { nullable: true, description: 'Who sold it.' })
  @Property({ type: 'text', nullable: true })
  supplier: Opt<string> | null = null;

  @Field(() => String, { nullable: true, description: 'Where it is kept.' })
  @Property({ type: 'text', nullable: true })
  storageLocation: Opt<string> | null = null;

  /** Name and description without case and accents, for searching (search-text.ts). */
  @Property({
    type: 'text',
    hidden: true,
    generated: `(lower(regexp_replace(normalize(item_name || chr(10) || coalesce(description, ''), nfd), '[\\u0300-\\u036f]', '', 'g'))) stored`,
  })
  searchText!: Opt<string>;

  /** The meaning always follows the word. */
  @BeforeCreate()
  @BeforeUpdate()
  understand(): void {
    this.unitKind = unitKind(this.unit);
  }
}
