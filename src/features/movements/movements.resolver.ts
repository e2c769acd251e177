import { Arg, Args, Ctx, FieldResolver, Int, Query, Resolver, Root } from 'type-graphql';
import type { Context } from '../../context.js';
import type { Page } from '../../database/page.js';
import type { Row, Selected } from '../../database/row.js';
import { MemberColumns, OnlyTotal } from '../../graphql/columns.js';
import { PageArgs } from '../../graphql/page-args.js';
import { RecordMutation } from '../../graphql/payload.js';
import { Beehive } from '../beehives/beehive.entity.js';
import {
  AnnualDeclaration,
  AnnualDeclarationArgs,
  type DeclaredApiary,
  DeclaredApiaryConnection,
  DeclaredCountry,
  loadCountries,
  loadDeclaredApiaries,
  openDeclaration,
} from './annual-declaration.queries.js';
import {
  BeehiveMovement,
  BeehiveMovementConnection,
  BeehiveMovementKind,
  type HiveMovementRow,
  MovementPlace,
  type PlaceColumns,
} from './beehive-movement.types.js';
import { moveBeehives } from './move-beehives.commands.js';
import { MovementBookArgs } from './movement-book.inputs.js';
import { loadMovementBook } from './movement-book.queries.js';
import { MAX_MOVED_BEEHIVES, MoveBeehivesInput } from './movements.inputs.js';

@Resolver(() => BeehiveMovement)
export class MovementsResolver {
  @RecordMutation([Beehive], {
    description: `Moves a load of 1 to ${MAX_MOVED_BEEHIVES} hives to another apiary, on a day that may be past: all of them, or none. Returns them in the same order. \`fields\` of an error names the hives that are the cause: \`ids.3\`. You need the roles that \`moveBeehive\` needs.`,
  })
  moveBeehives(
    @Arg('input', () => MoveBeehivesInput) input: MoveBeehivesInput,
    @Ctx() context: Context,
  ): Promise<Row<Beehive>[]> {
    return moveBeehives(context, input);
  }

  @Query(() => BeehiveMovementConnection, {
    nullable: true,
    description:
      'The movement book of your own hives, or of one apiary, the oldest first: which hives came, were moved and ended, from where to where, with which vehicle and document. As a table or a document: `/api/v1/lists/movements`, `/api/v1/movements/pdf`.',
  })
  movementBook(
    @Args(() => MovementBookArgs) args: MovementBookArgs,
    @Ctx() context: Context,
    @OnlyTotal() onlyTotal: boolean,
  ): Promise<Page<HiveMovementRow>> {
    return loadMovementBook(context, args, onlyTotal);
  }

  @Query(() => AnnualDeclaration, {
    nullable: true,
    description:
      'The living hives of your own apiaries on a day, by apiary and country, for the yearly declaration to the authority. As a table or a document: `/api/v1/lists/declaration`, `/api/v1/declaration/pdf`.',
  })
  annualDeclaration(
    @Args(() => AnnualDeclarationArgs) args: AnnualDeclarationArgs,
    @Ctx() context: Context,
  ): Promise<AnnualDeclaration> {
    return openDeclaration(context, args);
  }

  @FieldResolver(() => MovementPlace, {
    nullable: true,
    description: 'Where they stood before; null of hives that came.',
  })
  origin(@Root() row: HiveMovementRow): MovementPlace | null {
    return row.kind === BeehiveMovementKind.PLACED ? null : placeOf(row, 'origin');
  }

  @FieldResolver(() => MovementPlace, {
    nullable: true,
    description: 'Where they stood then; null of hives that ended.',
  })
  destination(@Root() row: HiveMovementRow): MovementPlace | null {
    return row.kind === BeehiveMovementKind.ENDED ? null : placeOf(row, 'destination');
  }

  @FieldResolver(() => [Beehive], {
    description: `The hives, in the order of their numbers: \`beehivesCount\` of them. A load has at most ${MAX_MOVED_BEEHIVES}; loads of the same day, place and document are one.`,
  })
  async beehives(
    @Root() { beehiveIds }: HiveMovementRow,
    @Ctx() { loaders }: Context,
    @MemberColumns() columnsOf: MemberColumns,
  ): Promise<Selected<Beehive>[]> {
    const hives = loaders.byId(Beehive, columnsOf(Beehive));
    const rows = await Promise.all(beehiveIds.map((id) => hives.load(id)));
    return rows.filter((row) => row !== null);
  }
}

const placeOf = <P extends 'origin' | 'destination'>(row: PlaceColumns<P>, place: P): MovementPlace => ({
  apiaryId: row[`${place}Id`],
  name: row[`${place}Name`],
  registerNumber: row[`${place}Number`],
  municipality: row[`${place}Municipality`],
  country: row[`${place}Country`],
});

@Resolver(() => AnnualDeclaration)
export class DeclarationResolver {
  @FieldResolver(() => [DeclaredCountry], {
    description: 'The sums of each country in which hives stood, by its code.',
  })
  countries(@Root() declaration: AnnualDeclaration, @Ctx() context: Context): Promise<DeclaredCountry[]> {
    return loadCountries(context, declaration);
  }

  @FieldResolver(() => Int, { description: 'The number of living hives in all countries.' })
  async beehivesCount(@Root() declaration: AnnualDeclaration, @Ctx() context: Context): Promise<number> {
    return (await loadCountries(context, declaration)).reduce((sum, { beehivesCount }) => sum + beehivesCount, 0);
  }

  @FieldResolver(() => DeclaredApiaryConnection, {
    description: 'The apiaries with living hives on the day, by country, municipality and name.',
  })
  apiaries(
    @Root() declaration: AnnualDeclaration,
    @Args(() => PageArgs) args: PageArgs,
    @Ctx() context: Context,
  ): Promise<Page<DeclaredApiary>> {
    return loadDeclaredApiaries(context, declaration, args);
  }
}
