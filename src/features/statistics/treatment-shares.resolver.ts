import { Arg, Ctx, FieldResolver, ID, Query, Resolver } from 'type-graphql';
import type { Context } from '../../context.js';
import { RootColumn } from '../../graphql/columns.js';
import { Legacy } from '../../graphql/legacy.js';
import { Apiary } from '../apiaries/apiary.entity.js';
import { loadTreatmentShares, TreatmentShare } from './treatment-shares.queries.js';

@Resolver()
export class TreatmentSharesResolver {
  @Legacy()
  @Query(() => [TreatmentShare], {
    nullable: true,
    description: 'The treatments in one of your apiaries by kind, the most frequent first. Voided ones do not count.',
  })
  async treatmentShares(
    @Arg('apiaryId', () => ID, { description: 'The id of the apiary.' }) apiaryId: string,
    @Ctx() context: Context,
  ): Promise<TreatmentShare[]> {
    const { id } = await context.loaders.one(Apiary, apiaryId, ['id']);
    return loadTreatmentShares(context, id);
  }
}

@Resolver(() => Apiary)
export class ApiaryTreatmentSharesResolver {
  @FieldResolver(() => [TreatmentShare], {
    description: 'The treatments in the apiary by kind, the most frequent first. Voided ones do not count.',
  })
  treatmentShares(@RootColumn(Apiary, 'id') apiaryId: string, @Ctx() context: Context): Promise<TreatmentShare[]> {
    return loadTreatmentShares(context, apiaryId);
  }
}
