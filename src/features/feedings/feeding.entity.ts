import type { Opt, Ref } from '@mikro-orm/core';
import { Check, Entity, Index, ManyToOne, Property } from '@mikro-orm/decorators/legacy';
import { ObjectType } from 'type-graphql';
import { TrackedEntity } from '../../base.entity.js';
import { getBounds } from '../../graphql/bounds.js';
import {
  DayColumn,
  EnumColumn,
  IdOf,
  OptionalColumn,
  OptionalIdOf,
  OptionalIntColumn,
  OptionalNameColumn,
  OptionalTextColumn,
} from '../../graphql/entity-fields.js';
import { Legacy } from '../../graphql/legacy.js';
import { Node } from '../../graphql/node.js';
import { Decimal } from '../../shared/scalars.js';
import { Apiary } from '../apiaries/apiary.entity.js';
import { Beehive } from '../beehives/beehive.entity.js';
import { InventoryItem } from '../inventory/inventory-item.entity.js';
import { StockMovement } from '../inventory/stock-movement.entity.js';
import { Product } from '../products/product.entity.js';
import { FeedKind } from '../products/product.enums.js';

/** What a hive can get at once. */
export const MAX_FED = 1_000_000;

@ObjectType({ implements: Node, simpleResolvers: true, description: 'What a hive was fed with on a day.' })
@Entity({ tableName: 'feedings' })
@Index({ name: 'feedings_beehive_index', properties: ['beehive', 'fedOn', 'id'] })
@Index({ name: 'feedings_apiary_index', properties: ['apiary', 'fedOn', 'id'] })
@Index({
  name: 'feedings_product_index',
  expression: 'create index "feedings_product_index" on "feedings" ("product_id") where "product_id" is not null',
})
@Index({
  name: 'feedings_item_index',
  expression: 'create index "feedings_item_index" on "feedings" ("item_id") where "item_id" is not null',
})
@Index({
  name: 'feedings_movement_index',
  expression:
    'create index "feedings_movement_index" on "feedings" ("stock_movement_id") where "stock_movement_id" is not null',
})
@Check({ name: 'feedings_amount_check', expression: 'num_nonnulls(grams, millilitres) > 0' })
export class Feeding extends TrackedEntity {
  @ManyToOne(() => Beehive, { ref: true, deleteRule: 'cascade', index: false })
  beehive!: Ref<Beehive>;

  @Legacy()
  @IdOf('beehive', 'The id of the hive.')
  readonly beehiveId!: Opt<string>;

  /** The apiary of the hive at that time; the hive may have moved since. */
  @ManyToOne(() => Apiary, { ref: true, nullable: true, deleteRule: 'set null', index: false })
  apiary: Ref<Apiary> | null = null;

  @OptionalIdOf('apiary', 'The id of the apiary of the hive at that time, if it is there.')
  readonly apiaryId!: Opt<string> | null;

  @DayColumn('The day of the feeding.')
  fedOn!: string;

  @EnumColumn(FeedKind, 'What it was fed with.')
  kind!: FeedKind;

  @ManyToOne(() => Product, { ref: true, nullable: true, deleteRule: 'set null', index: false })
  product: Ref<Product> | null = null;

  @OptionalIdOf('product', 'The id of the product that was named, if it is there.')
  readonly productId!: Opt<string> | null;

  @OptionalNameColumn(200, 'The name of the product at that time; null if none was named.')
  productName: Opt<string> | null = null;

  @OptionalIntColumn(1, MAX_FED, 'What the hive got in grams; null if the density of the feed is not known.')
  grams: Opt<number> | null = null;

  @OptionalIntColumn(1, MAX_FED, 'What the hive got in millilitres; null if it was stated in grams.')
  millilitres: Opt<number> | null = null;

  @OptionalColumn(
    () => Decimal,
    'The density of the feed at that time, in grams per millilitre; null if it is not known.',
    { type: 'decimal', precision: 6, scale: 3 },
    getBounds(Product, 'density'),
  )
  density: Opt<string> | null = null;

  @OptionalColumn(
    () => Decimal,
    'The sugar in percent by weight at that time; null if it is not known.',
    { type: 'decimal', precision: 6, scale: 3 },
    getBounds(Product, 'sugarPercent'),
  )
  sugarPercent: Opt<string> | null = null;

  @OptionalIntColumn(0, MAX_FED, 'The sugar that the hive got, in grams; null if it is not known.', {
    generated: `(round((((grams)::numeric * sugar_percent) / (100)::numeric))) stored`,
  })
  sugarGrams!: Opt<number> | null;

  @ManyToOne(() => InventoryItem, { ref: true, nullable: true, deleteRule: 'set null', index: false })
  item: Ref<InventoryItem> | null = null;

  @OptionalIdOf('item', 'The id of the inventory item from which it was taken, if it is there.')
  readonly itemId!: Opt<string> | null;

  @ManyToOne(() => StockMovement, { ref: true, nullable: true, deleteRule: 'set null', index: false })
  stockMovement: Ref<StockMovement> | null = null;

  @OptionalIdOf('stockMovement', 'The id of the stock movement, which all feedings of one `recordFeeding` share.')
  readonly stockMovementId!: Opt<string> | null;

  @OptionalTextColumn(2000, 'Notes, in free text.')
  notes: Opt<string> | null = null;

  /** There is no foreign key, as in a treatment. */
  @Property({ type: 'uuid' })
  actorId!: string;
}
