import { Field, Float, Int, ObjectType } from 'type-graphql';
import type { Context } from '../../context.js';
import { Treatment } from '../treatments/treatment.entity.js';

@ObjectType({ simpleResolvers: true, description: 'How many treatments are of one kind.' })
export class TreatmentShare {
  @Field(() => String, { description: 'The kind, as it was written.' })
  kind!: string;

  @Field(() => Int, { description: 'The number of treatments.' })
  treatmentsCount!: number;

  @Field(() => Float, { description: 'Their share of all treatments in percent, rounded to two decimals.' })
  percentage!: number;
}

/** Treatments that were voided do not count. */
export function loadTreatmentShares({ loaders }: Context, apiaryId: string): Promise<TreatmentShare[]> {
  const shares = loaders.readModel<TreatmentShare & { parent: string }>(
    Treatment,
    ({ table, ownership, parents }) => `select apiary_id as parent, kind, count(*)::int as "treatmentsCount",
      round(100.0 * count(*) / sum(count(*)) over (partition by apiary_id), 2)::float8 as percentage
    from ${table} where ${ownership} and apiary_id = any(${parents}) and current and status <> 'VOIDED'
    group by apiary_id, kind order by "treatmentsCount" desc, kind collate "C"`,
  );
  return shares.load(apiaryId);
}
