// A READ MODEL: an apiary's stock in figures, for many apiaries in one statement.
import { Field, Float, Int, ObjectType } from 'type-graphql';
import type { Context } from '../../context.js';
import { InventoryItem } from './inventory-item.entity.js';
import { UnitKind } from './units.js';

@ObjectType({ simpleResolvers: true, description: 'An amount of money.' })
export class Money {
  @Field(() => String, { description: 'Three letters of ISO 4217, such as `COP`.' })
  currency!: string;

  @Field(() => Float, { description: 'In the smallest unit of the currency (cents): a whole number.' })
  minorUnits!: number;
}

@ObjectType({ simpleResolvers: true, description: 'The items that are counted in one unit.' })
export class UnitTotal {
  @Field(() => UnitKind, { nullable: true, description: 'The unit, where its words are understood.' })
  unitKind!: UnitKind | null;

  @Field(() => String, { description: 'The unit, as one of its items writes it.' })
  unit!: string;

  @Field(() => Int, { description: 'How many items.' })
  items!: number;

  @Field(() => Float, { description: 'How many there are of them together: a whole number.' })
  quantity!: number;
}

@ObjectType({ simpleResolvers: true, description: "An apiary's stock in figures." })
export class InventorySummary {
  @Field(() => Int, { description: 'How many items.' })
  totalItems!: number;

  @Field(() => Float, { description: 'All quantities together, whatever they are counted in: a whole number.' })
  totalQuantity!: number;

  @Field(() => Int, { description: 'How many items are low in stock, those with nothing left included.' })
  lowStockItems!: number;

  @Field(() => Int, { description: 'How many items there is something of.' })
  inStockItems!: number;

  @Field(() => Int, { description: 'How many items there is nothing of.' })
  outOfStockItems!: number;

  @Field(() => [Money], { description: 'What the items with a known cost are worth, by currency.' })
  totalValue!: Money[];

  @Field(() => Float, {
    nullable: true,
    description:
      'The same as one figure in whole units of money (not cents); 0 without costs, null when there are several currencies.',
  })
  get totalValueFigure(): number | null {
    const [value, ...others] = this.totalValue;
    if (others.length > 0) return null;
    return value ? value.minorUnits / 10 ** decimalsOf(value.currency) : 0;
  }

  @Field(() => [UnitTotal], { description: 'The same by what the items are counted in, the most items first.' })
  byUnit!: UnitTotal[];
}

/** 2 for most currencies, 0 for some such as JPY. */
function decimalsOf(currency: string): number {
  return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
}

/** One row for each unit and currency of an apiary. Sums are doubles: exact up to 2^53. */
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
  const totalItems = sum((g) => g.items);
  const outOfStockItems = sum((g) => g.out);
  const values = new Map<string, number>();
  const units = new Map<string, UnitTotal>();
  for (const { currency, value, unitKind, unit, items, quantity } of groups.map((g) => ({
    ...g,
    unitKind: g.unit_kind,
  }))) {
    if (currency !== null) values.set(currency, (values.get(currency) ?? 0) + value);
    const key = unitKind ?? `as written: ${unit.toLowerCase()}`;
    const known = units.get(key) ?? { unitKind, unit, items: 0, quantity: 0 };
    units.set(key, { ...known, items: known.items + items, quantity: known.quantity + quantity });
  }
  return Object.assign(new InventorySummary(), {
    totalItems,
    totalQuantity: sum((g) => g.quantity),
    lowStockItems: sum((g) => g.low),
    inStockItems: totalItems - outOfStockItems,
    outOfStockItems,
    totalValue: [...values]
      .map(([currency, minorUnits]) => ({ currency, minorUnits }))
      .sort((a, b) => (a.currency < b.currency ? -1 : 1)),
    byUnit: [...units.values()].sort((a, b) => b.items - a.items || (a.unit < b.unit ? -1 : 1)),
  });
}
