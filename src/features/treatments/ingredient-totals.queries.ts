import { Field, Int, ObjectType } from 'type-graphql';
import type { Context } from '../../context.js';
import { isWithinDays } from '../../database/days.js';
import type { DaysArgs } from '../../graphql/filter.js';
import { Decimal } from '../../shared/scalars.js';
import { IngredientUnit } from '../products/product.enums.js';
import { Treatment } from './treatment.entity.js';

@ObjectType({ simpleResolvers: true, description: 'How much of an active ingredient was given.' })
export class IngredientTotal {
  @Field(() => String, { description: 'The name of the ingredient, as the product had it last.' })
  name!: string;

  @Field(() => Decimal, {
    nullable: true,
    description: 'In grams, to six decimals; null if nothing was given by weight.',
  })
  grams!: string | null;

  @Field(() => Decimal, { nullable: true, description: 'In millilitres; null if nothing was given by volume.' })
  millilitres!: string | null;

  @Field(() => Int, { description: 'The number of treatments that count in it.' })
  treatmentsCount!: number;
}

@ObjectType({
  simpleResolvers: true,
  description:
    'How much of each active ingredient was given: the dose of each treatment times what its product contained. Voided treatments do not count.',
})
export class IngredientTotals {
  @Field(() => [IngredientTotal], {
    description:
      'The ingredients, by their English names, if the bank has them. An ingredient of the bank is the same in both languages.',
  })
  totals!: IngredientTotal[];

  @Field(() => Int, {
    description:
      'The number of treatments whose ingredients are not known: no product was named, or it states none, or the dose is missing or in another unit than that of the product.',
  })
  uncountedTreatmentsCount!: number;
}

/** Without a name: the treatments that do not count. */
type TotalRow = Omit<IngredientTotal, 'name'> & { parent: string; name: string | null };

const { MILLIGRAMS, MILLILITRES, PERCENT } = IngredientUnit;
const [PER_MILLIGRAM, PER_PERCENT] = [0.001, 0.01];
const AMOUNT = `dose * (i ->> 'amount')::numeric * case i ->> 'unit' when '${MILLIGRAMS}' then ${PER_MILLIGRAM} when '${PERCENT}' then ${PER_PERCENT} else 1 end`;
const IS_VOLUME = `i ->> 'unit' = '${MILLILITRES}'`;

/** The same for one treatment, in grams or millilitres. */
export function amountGiven(dose: number, amount: number, unit: IngredientUnit): [total: number, symbol: 'g' | 'ml'] {
  const factor = unit === MILLIGRAMS ? PER_MILLIGRAM : unit === PERCENT ? PER_PERCENT : 1;
  return [dose * amount * factor, unit === MILLILITRES ? 'ml' : 'g'];
}

/** @param parent the column by which the treatments are grouped */
export async function loadIngredientTotals(
  { loaders }: Context,
  parent: 'beehive_id' | 'apiary_id',
  id: string,
  days: DaysArgs,
): Promise<IngredientTotals> {
  const rows = loaders.readModel<TotalRow>(
    Treatment,
    ({ table, ownership, parents, bind }) =>
      `select ${parent} as parent, (array_agg(i ->> 'name' order by started_on desc, t.id))[1] as name,
         round(sum(${AMOUNT}) filter (where not ${IS_VOLUME}), 6)::text as grams,
         round(sum(${AMOUNT}) filter (where ${IS_VOLUME}), 6)::text as millilitres, count(distinct t.id)::int as "treatmentsCount"
       from ${table} t left join lateral jsonb_array_elements(t.ingredients) i on dose is not null and lower(trim(dose_unit)) = lower(trim(i ->> 'per'))
       where ${ownership} and ${parent} = any(${parents}) and current and status <> 'VOIDED'
         and ${isWithinDays('started_on', days, bind)}
       group by parent, i ->> 'key' order by parent, i ->> 'key'`,
  );
  const found = await rows.load(id);
  return {
    totals: found.filter((row): row is TotalRow & IngredientTotal => row.name !== null),
    uncountedTreatmentsCount: found.find(({ name }) => name === null)?.treatmentsCount ?? 0,
  };
}
