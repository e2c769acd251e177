import { Field, Float, Int, ObjectType } from 'type-graphql';
import type { Context } from '../../context.js';
import { Legacy } from '../../graphql/legacy.js';
import { BigInteger, CurrencyCode } from '../../shared/scalars.js';
import { InventoryItem } from './inventory-item.entity.js';
import { UnitKind } from './units.enums.js';

@ObjectType({ simpleResolvers: true, description: 'An amount of money.' })
export class Money {
  @Field(() => CurrencyCode, { description: 'An ISO 4217 code, such as `COP`.' })
  currency!: string;

  @Field(() => BigInteger, { description: 'The amount in the smallest unit of the currency (cents): a whole number.' })
  minorUnits!: number;
}

@ObjectType({ simpleResolvers: true, description: 'Totals of the items that have the same unit.' })
export class UnitTotal {
  @Field(() => UnitKind, { nullable: true, description: 'The unit, if it is a known one.' })
  unitKind!: UnitKind | null;

  @Field(() => String, { description: 'The unit as written in one of the items.' })
  unit!: string;

  @Field(() => Int, { description: 'The number of items.' })
  itemsCount!: number;

  @Field(() => BigInteger, { description: 'The sum of their quantities: a whole number.' })
  quantity!: number;
}

@ObjectType({ simpleResolvers: true, description: 'Totals of the inventory of an apiary.' })
export class InventorySummary {
  @Field(() => Int, { description: 'The number of items.' })
  itemsCount!: number;

  @Field(() => BigInteger, { description: 'The sum of all quantities, regardless of units: a whole number.' })
  totalQuantity!: number;

  @Field(() => Int, {
    description: 'The number of items at or below their minimum stock, including those out of stock.',
  })
  lowStockItemsCount!: number;

  @Field(() => Int, { description: 'The number of items in stock.' })
  inStockItemsCount!: number;

  @Field(() => Int, { description: 'The number of items out of stock.' })
  outOfStockItemsCount!: number;

  @Field(() => [Money], { description: 'The value of the items that have a unit cost, by currency.' })
  totalValue!: Money[];

  @Legacy()
  @Field(() => Float, {
    nullable: true,
    description:
      'The total value as one number in whole units of the currency (not cents); 0 without costs, null for several currencies, of which `total_values` has each.',
  })
  get totalValueFigure(): number | null {
    const [value, ...others] = this.totalValue;
    if (others.length > 0) return null;
    return value ? value.minorUnits / 10 ** decimalsOf(value.currency) : 0;
  }

  @Field(() => [UnitTotal], { description: 'Totals by unit, the unit with the most items first.' })
  byUnit!: UnitTotal[];
}

/** Returns 2 for most currencies, and 0 for some, such as JPY. */
function decimalsOf(currency: string): number {
  return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
}

/** One row for each unit and currency of an apiary. Sums are doubles, which are exact up to 2^53. */
interface SummaryRow {
  parent: string;
  unit_kind: UnitKind | null;
  unit: string;
  currency: string | null;
  items: number;
  quantity: number;
  value: number;
  low: number;
  out: number;
}

export async function loadSummary({ loaders }: Context, apiaryId: string): Promise<InventorySummary> {
  const groups = loaders.readModel<SummaryRow>(
    InventoryItem,
    ({
      table,
      ownership,
      parents,
    }) => `select apiary_id as parent, unit_kind, min(unit) as unit, currency, count(*)::int as items, sum(quantity)::float8 as quantity,
      sum(quantity::float8 * unit_cost) as value, count(*) filter (where low_stock)::int as low, count(*) filter (where quantity = 0)::int as out
    from ${table} where ${ownership} and apiary_id = any(${parents})
    group by apiary_id, unit_kind, currency, case when unit_kind is null then lower(unit) end`,
  );
  return summarize(await groups.load(apiaryId));
}

function summarize(groups: SummaryRow[]): InventorySummary {
  const sum = (of: (group: SummaryRow) => number): number => groups.reduce((total, group) => total + of(group), 0);
  const itemsCount = sum((g) => g.items);
  const outOfStockItems = sum((g) => g.out);
  const values = new Map<string, number>();
  const units = new Map<string, UnitTotal>();
  for (const { currency, value, unitKind, unit, items, quantity } of groups.map((g) => ({
    ...g,
    unitKind: g.unit_kind,
  }))) {
    if (currency !== null) values.set(currency, (values.get(currency) ?? 0) + value);
    const key = unitKind ?? `as written: ${unit.toLowerCase()}`;
    const known = units.get(key) ?? { unitKind, unit, itemsCount: 0, quantity: 0 };
    units.set(key, { ...known, itemsCount: known.itemsCount + items, quantity: known.quantity + quantity });
  }
  return Object.assign(new InventorySummary(), {
    itemsCount,
    totalQuantity: sum((g) => g.quantity),
    lowStockItemsCount: sum((g) => g.low),
    inStockItemsCount: itemsCount - outOfStockItems,
    outOfStockItemsCount: outOfStockItems,
    totalValue: [...values]
      .map(([currency, minorUnits]) => ({ currency, minorUnits }))
      .sort((a, b) => (a.currency < b.currency ? -1 : 1)),
    byUnit: [...units.values()].sort((a, b) => b.itemsCount - a.itemsCount || (a.unit < b.unit ? -1 : 1)),
  });
}
