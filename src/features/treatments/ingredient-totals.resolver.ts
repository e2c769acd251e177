import { Args, Ctx, FieldResolver, Resolver } from 'type-graphql';
import type { Context } from '../../context.js';
import { RootColumn } from '../../graphql/columns.js';
import { DaysArgs } from '../../graphql/filter.js';
import { Apiary } from '../apiaries/apiary.entity.js';
import { Beehive } from '../beehives/beehive.entity.js';
import { IngredientTotals, loadIngredientTotals } from './ingredient-totals.queries.js';

@Resolver(() => Beehive)
export class BeehiveIngredientsResolver {
  @FieldResolver(() => IngredientTotals, { description: 'What it was given of each active ingredient.' })
  ingredients(
    @RootColumn(Beehive, 'id') beehiveId: string,
    @Args(() => DaysArgs) args: DaysArgs,
    @Ctx() context: Context,
  ): Promise<IngredientTotals> {
    return loadIngredientTotals(context, 'beehive_id', beehiveId, args);
  }
}

@Resolver(() => Apiary)
export class ApiaryIngredientsResolver {
  @FieldResolver(() => IngredientTotals, {
    description: 'What hives that were in the apiary at that time were given of each active ingredient.',
  })
  ingredients(
    @RootColumn(Apiary, 'id') apiaryId: string,
    @Args(() => DaysArgs) args: DaysArgs,
    @Ctx() context: Context,
  ): Promise<IngredientTotals> {
    return loadIngredientTotals(context, 'apiary_id', apiaryId, args);
  }
}
