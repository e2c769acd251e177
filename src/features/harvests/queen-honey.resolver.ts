// Fields of the performance of queens; queens/ does not import harvests/.
import { Ctx, FieldResolver, Int, Resolver, Root } from 'type-graphql';
import type { Context } from '../../context.js';
import { BigInteger } from '../../shared/scalars.js';
import { QueenPerformance } from '../queens/performance.queries.js';
import { loadHoneyOfQueen } from './queen-honey.queries.js';

@Resolver(() => QueenPerformance)
export class QueenHoneyResolver {
  @FieldResolver(() => Int, { description: 'The number of closed harvests of her hives, of those that you see.' })
  async harvestsCount(@Root() { queenId }: QueenPerformance, @Ctx() context: Context): Promise<number> {
    return (await loadHoneyOfQueen(context, queenId)).harvests;
  }

  @FieldResolver(() => BigInteger, {
    description: 'What these harvests took from her hives, in grams.',
  })
  async honeyGrams(@Root() { queenId }: QueenPerformance, @Ctx() context: Context): Promise<number> {
    return (await loadHoneyOfQueen(context, queenId)).grams;
  }
}
