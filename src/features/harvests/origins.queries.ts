import { Field, Int, ObjectType } from 'type-graphql';
import type { Context } from '../../context.js';
import { CountryCode } from '../../shared/country.js';
import { LotHarvest } from './lot-harvest.entity.js';
import { spread } from './shares.rules.js';

@ObjectType({ simpleResolvers: true, description: 'The share of a lot that is from one country.' })
export class LotOrigin {
  @Field(() => CountryCode, { nullable: true, description: 'The country; null for harvests that do not state it.' })
  country!: string | null;

  @Field(() => Int, { description: 'The honey in grams.' })
  grams!: number;

  @Field(() => Int, { description: 'The share in percent.' })
  percentage!: number;
}

/** Not by the policy of harvests: the label says the same to everybody who sees the lot. */
export async function loadOrigins({ loaders }: Context, lotId: string): Promise<LotOrigin[]> {
  const rows = await loaders
    .readModel<Omit<LotOrigin, 'percentage'> & { parent: string }>(
      LotHarvest,
      ({ table, ownership, parents }) =>
        `select c.lot_id as parent, h.country, sum(c.grams)::int as grams
         from (select * from ${table} where ${ownership} and lot_id = any(${parents})) c join harvests h on h.id = c.harvest_id
         group by 1, 2 order by 1, 3 desc, 2`,
    )
    .load(lotId);
  const weights = rows.map(({ grams }) => grams);
  const percentages = weights.length === 0 ? [] : spread(100, weights);
  return rows.map((row, i) => ({ ...row, percentage: percentages[i]! }));
}
