import { Arg, Args, Ctx, FieldResolver, ID, Query, Resolver } from 'type-graphql';
import { AllowOverQuota } from '../../access/guard.js';
import type { Context } from '../../context.js';
import type { Page } from '../../database/page.js';
import type { Row, Selected } from '../../database/row.js';
import { Columns, RootColumn } from '../../graphql/columns.js';
import { ApiaryDeleteMutation, RecordMutation } from '../../graphql/payload.js';
import { InputOf, VersionedIdInput } from '../../graphql/record-input.js';
import { Apiary } from '../apiaries/apiary.entity.js';
import { loadAncestors, MAX_GENERATIONS } from './lineage.queries.js';
import { loadPerformance, QueenPerformance } from './performance.queries.js';
import { Queen } from './queen.entity.js';
import { queenList } from './queen.lists.js';
import * as commands from './queens.commands.js';
import { CreateQueenInput, QueensArgs, UpdateQueenInput } from './queens.inputs.js';

@Resolver(() => Queen)
export class QueensResolver {
  @Query(() => queenList.page, {
    nullable: true,
    description:
      'The queens of one apiary, or of all that you see, also those that others share with you; the one that was recorded last first.',
  })
  queens(
    @Args(() => QueensArgs) { apiaryId, ...args }: QueensArgs,
    @Ctx() { access, loaders }: Context,
    @Columns(Queen) fields: Columns<Queen>,
  ): Promise<Page<Selected<Queen>>> {
    const list = queenList.read(args, fields);
    return apiaryId == null
      ? access.list(Queen, list)
      : loaders.listBelow(Queen, 'apiary', { type: Apiary, id: apiaryId }, list);
  }

  @Query(() => Queen, { nullable: true, description: 'One of your queens.' })
  queen(
    @Arg('id', () => ID, { description: 'The id of the queen.' }) id: string,
    @Ctx() { loaders }: Context,
    @Columns(Queen) fields: Columns<Queen>,
  ): Promise<Selected<Queen>> {
    return loaders.one(Queen, id, fields);
  }

  @RecordMutation(Queen, { description: 'Records a queen; at most 100,000 of an account.' })
  createQueen(
    @Arg('input', () => CreateQueenInput) input: CreateQueenInput,
    @Ctx() context: Context,
  ): Promise<Queen | Row<Queen>> {
    return commands.createQueenOnce(context, input);
  }

  @RecordMutation(Queen, { description: 'Updates a queen.' })
  updateQueen(
    @Arg('input', () => UpdateQueenInput) { id, ...input }: UpdateQueenInput,
    @Ctx() context: Context,
    @Columns(Queen) fields: Columns<Queen>,
  ): Promise<Selected<Queen>> {
    return commands.updateQueen(context, id, input, fields);
  }

  @AllowOverQuota()
  @ApiaryDeleteMutation({
    description:
      'Deletes a queen that was recorded by mistake and has no reigns. Returns her id, also if she has been deleted already.',
  })
  deleteQueen(
    @InputOf(VersionedIdInput) { id, expectedVersion }: VersionedIdInput,
    @Ctx() context: Context,
  ): Promise<string> {
    return commands.deleteQueen(context, id, expectedVersion);
  }

  @FieldResolver(() => [Queen], {
    description: `Her mother, the mother of that one and so on, at most ${MAX_GENERATIONS} generations, as far as you see them.`,
  })
  ancestors(@RootColumn(Queen, 'id') queenId: string, @Ctx() context: Context): Promise<Row<Queen>[]> {
    return loadAncestors(context, queenId);
  }

  @FieldResolver(() => QueenPerformance, { description: 'What was recorded of her hives during her reigns.' })
  performance(@RootColumn(Queen, 'id') queenId: string, @Ctx() context: Context): Promise<QueenPerformance> {
    return loadPerformance(context, queenId);
  }
}
