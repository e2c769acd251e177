import { Args, ArgsType, Ctx, Field, FieldResolver, Float, ObjectType, Query, Resolver, Root } from 'type-graphql';
import type { Context } from '../../context.js';
import type { Row, Selected } from '../../database/row.js';
import { Columns } from '../../graphql/columns.js';
import { DefaultedInt, RequiredField } from '../../graphql/input-fields.js';
import { Apiary } from './apiary.entity.js';
import { findNearest, type Nearby } from './near.queries.js';
import { loadPlaceWarnings, PlaceWarning } from './place-warnings.rules.js';
import { loadPosition, Position, PositionInput } from './position.rules.js';

const DEFAULT_NEAREST = 10;

@ArgsType()
class NearestApiariesArgs {
  @RequiredField(() => PositionInput, 'The place.')
  position!: PositionInput;

  @DefaultedInt(1, 100, DEFAULT_NEAREST, 'How many apiaries, at most: 1–100.')
  first?: number | null;
}

@ObjectType({ simpleResolvers: true, description: 'An apiary, and how far it is from a place.' })
export class NearbyApiary implements Nearby {
  apiaryId!: string;

  @Field(() => Float, {
    description:
      'The distance in kilometres, on a sphere. It is that of the position as you see it: of a rounded one, if it is not exact.',
  })
  distanceKm!: number;
}

@Resolver(() => NearbyApiary)
export class NearbyApiariesResolver {
  @Query(() => [NearbyApiary], {
    description: 'Your apiaries with a position, and those that are shared with you, nearest to a place first.',
  })
  nearestApiaries(
    @Args(() => NearestApiariesArgs) { position, first }: NearestApiariesArgs,
    @Ctx() context: Context,
  ): Promise<Nearby[]> {
    return findNearest(context, position, first ?? DEFAULT_NEAREST);
  }

  @FieldResolver(() => Apiary, { description: 'The apiary.' })
  apiary(
    @Root() { apiaryId }: NearbyApiary,
    @Ctx() { loaders }: Context,
    @Columns(Apiary) fields: Columns<Apiary>,
  ): Promise<Selected<Apiary>> {
    return loaders.parent(Apiary, fields).load(apiaryId);
  }
}

@Resolver(() => PlaceWarning)
export class PlaceWarningsResolver {
  @FieldResolver(() => Apiary, {
    nullable: true,
    description: 'Of TOO_NEAR: the other apiary. Null if it has been deleted meanwhile.',
  })
  async apiary(
    @Root() { apiaryId }: PlaceWarning,
    @Ctx() { loaders }: Context,
    @Columns(Apiary) fields: Columns<Apiary>,
  ): Promise<Selected<Apiary> | null> {
    return apiaryId === undefined ? null : loaders.byId(Apiary, fields).load(apiaryId);
  }
}

@Resolver(() => Apiary)
export class PlacesResolver {
  @FieldResolver(() => Position, {
    nullable: true,
    description: 'Where it is; null if that is not recorded. Exact for its owner and managers only.',
  })
  position(@Root() apiary: Row<Apiary>, @Ctx() context: Context): Promise<Position | null> {
    return loadPosition(context, apiary);
  }

  @FieldResolver(() => [PlaceWarning], {
    description:
      'What may be wrong with its place, the nearest neighbours first. Only its owner and managers have warnings; a token needs the scope MANAGE.',
  })
  placeWarnings(@Root() apiary: Row<Apiary>, @Ctx() context: Context): Promise<PlaceWarning[]> {
    return loadPlaceWarnings(context, apiary);
  }
}
