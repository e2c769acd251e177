import { Arg, Args, Ctx, FieldResolver, ID, Int, Mutation, Query, Resolver } from 'type-graphql';
import type { Context } from '../../context.js';
import type { Page } from '../../database/page.js';
import type { Row } from '../../database/row.js';
import type { ListArgs } from '../../database/statement.js';
import { Columns, RootColumn } from '../../graphql/columns.js';
import { connectionOf } from '../../graphql/connection.js';
import { EXPECTED_VERSION } from '../../graphql/input-fields.js';
import { PageArgs, readPageArgs } from '../../graphql/page-args.js';
import { createOnce } from '../../idempotency/client-ids.js';
import { loadPerson, Person } from '../accounts/person.js';
import { Apiary } from '../apiaries/apiary.entity.js';
import { Beehive } from '../beehives/beehive.entity.js';
import { loadAncestors, MAX_GENERATIONS } from './lineage.js';
import { loadPerformance, QueenPerformance } from './performance.js';
import { Queen } from './queen.entity.js';
import { QueenReign } from './queen-reign.entity.js';
import * as commands from './queens.commands.js';
import { CreateQueenInput, QueensArgs, UpdateQueenInput, ViewerQueensArgs } from './queens.inputs.js';
import { loadOpenReign, ReignConnection, reignListArgs } from './reign-lists.js';

const QueenConnection = connectionOf(Queen, 'Queen', 'queens');

/** Newest record first. */
const listArgs = ({ year, ...page }: QueensArgs, fields: Columns<Queen>): ListArgs<Queen> => ({
  ...readPageArgs(page),
  where: { year: year ?? undefined } as object,
  order: { createdAt: 'desc' },
  fields,
});

@Resolver(() => Queen)
export class QueensResolver {
  @Query(() => QueenConnection, {
    nullable: true,
    description:
      'The queens of one apiary, or of all that you see, also those that others share with you; the one that was recorded last first.',
  })
  queens(
    @Args(() => ViewerQueensArgs) { apiaryId, ...args }: ViewerQueensArgs,
    @Ctx() { access }: Context,
    @Columns(Queen) fields: Columns<Queen>,
  ): Promise<Page<Row<Queen>>> {
    const list = listArgs(args, fields);
    return apiaryId == null
      ? access.list(Queen, list)
      : access.listOf(Queen, 'apiary', { type: Apiary, id: apiaryId }, list);
  }

  @Query(() => Queen, { nullable: true, description: 'One of your queens.' })
  queen(
    @Arg('id', () => ID, { description: 'The id of the queen.' }) id: string,
    @Ctx() { loaders }: Context,
    @Columns(Queen) fields: Columns<Queen>,
  ): Promise<Row<Queen>> {
    return loaders.one(Queen, id, fields);
  }

  @Mutation(() => Queen, { description: 'Records a queen; at most 10,000 of an account.' })
  createQueen(
    @Arg('input', () => CreateQueenInput, { description: 'The new queen.' }) input: CreateQueenInput,
    @Ctx() context: Context,
  ): Promise<Queen | Row<Queen>> {
    return createOnce(context, Queen, input, (id) => commands.createQueen(context, id, input));
  }

  @Mutation(() => Queen, { description: 'Updates a queen.' })
  updateQueen(
    @Arg('id', () => ID, { description: 'The id of the queen.' }) id: string,
    @Arg('input', () => UpdateQueenInput, { description: 'The changes.' }) input: UpdateQueenInput,
    @Ctx() context: Context,
    @Columns(Queen) fields: Columns<Queen>,
  ): Promise<Row<Queen>> {
    return commands.updateQueen(context, id, input, fields);
  }

  @Mutation(() => ID, {
    description:
      'Deletes a queen that was recorded by mistake and has no reigns. Returns her id, also if she has been deleted already.',
  })
  deleteQueen(
    @Arg('id', () => ID, { description: 'The id of the queen.' }) id: string,
    @Arg('expectedVersion', () => Int, EXPECTED_VERSION) expectedVersion: number | null,
    @Ctx() context: Context,
  ): Promise<string> {
    return commands.deleteQueen(context, id, expectedVersion);
  }

  @FieldResolver(() => Apiary, { nullable: true, description: 'Where she is; null if it has been deleted.' })
  async apiary(
    @RootColumn(Queen, 'apiaryId') apiaryId: string | null,
    @Ctx() { loaders }: Context,
    @Columns(Apiary) fields: Columns<Apiary>,
  ): Promise<Row<Apiary> | null> {
    return apiaryId === null ? null : loaders.byId(Apiary, fields).load(apiaryId);
  }

  @FieldResolver(() => Beehive, { nullable: true, description: 'The hive in which she is; null if she is in none.' })
  async beehive(
    @RootColumn(Queen, 'id') queenId: string,
    @Ctx() context: Context,
    @Columns(Beehive) fields: Columns<Beehive>,
  ): Promise<Row<Beehive> | null> {
    const reign = await loadOpenReign(context, 'queen', queenId);
    return reign ? context.loaders.byId(Beehive, fields).load(reign.beehiveId) : null;
  }

  @FieldResolver(() => ReignConnection, { description: 'Her reigns, newest first, in hives that you see.' })
  reigns(
    @RootColumn(Queen, 'id') queenId: string,
    @Args(() => PageArgs) args: PageArgs,
    @Ctx() { loaders }: Context,
    @Columns(QueenReign) fields: Columns<QueenReign>,
  ): Promise<Page<Row<QueenReign>>> {
    return loaders.listOf(QueenReign, 'queen', reignListArgs(args, fields)).load(queenId);
  }

  @FieldResolver(() => Queen, { nullable: true, description: 'Her mother; null if you do not see her.' })
  async mother(
    @RootColumn(Queen, 'motherId') motherId: string | null,
    @Ctx() { loaders }: Context,
    @Columns(Queen) fields: Columns<Queen>,
  ): Promise<Row<Queen> | null> {
    return motherId === null ? null : loaders.byId(Queen, fields).load(motherId);
  }

  @FieldResolver(() => [Queen], {
    description: `Her mother, the mother of that one and so on, at most ${MAX_GENERATIONS} generations, as far as you see them.`,
  })
  ancestors(@RootColumn(Queen, 'id') queenId: string, @Ctx() context: Context): Promise<Row<Queen>[]> {
    return loadAncestors(context, queenId);
  }

  @FieldResolver(() => QueenConnection, { description: 'Her daughters, the one that was recorded last first.' })
  daughters(
    @RootColumn(Queen, 'id') queenId: string,
    @Args(() => QueensArgs) args: QueensArgs,
    @Ctx() { loaders }: Context,
    @Columns(Queen) fields: Columns<Queen>,
  ): Promise<Page<Row<Queen>>> {
    return loaders.listOf(Queen, 'mother', listArgs(args, fields)).load(queenId);
  }

  @FieldResolver(() => QueenPerformance, { description: 'What was recorded of her hives during her reigns.' })
  performance(@RootColumn(Queen, 'id') queenId: string, @Ctx() context: Context): Promise<QueenPerformance> {
    return loadPerformance(context, queenId);
  }

  @FieldResolver(() => Person, {
    nullable: true,
    description: 'Who recorded her; null if the account has been deleted.',
  })
  actor(@RootColumn(Queen, 'actorId') actorId: string, @Ctx() context: Context): Promise<Person | null> {
    return loadPerson(context, actorId);
  }
}

/** A field of Apiary; apiaries/ does not import queens/. */
@Resolver(() => Apiary)
export class ApiaryQueensResolver {
  @FieldResolver(() => QueenConnection, { description: 'The queens in it, the one that was recorded last first.' })
  queens(
    @RootColumn(Apiary, 'id') apiaryId: string,
    @Args(() => QueensArgs) args: QueensArgs,
    @Ctx() { loaders }: Context,
    @Columns(Queen) fields: Columns<Queen>,
  ): Promise<Page<Row<Queen>>> {
    return loaders.listOf(Queen, 'apiary', listArgs(args, fields)).load(apiaryId);
  }
}
