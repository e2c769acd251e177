import { Arg, Args, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import { ManualTransaction } from '../../access/guard.js';
import type { Context } from '../../context.js';
import type { Page } from '../../database/page.js';
import type { Row } from '../../database/row.js';
import { Columns } from '../../graphql/columns.js';
import { connectionOf } from '../../graphql/connection.js';
import { readOrder } from '../../graphql/order-by.js';
import { readPageArgs } from '../../graphql/page-args.js';
import { deleteRow } from '../../idempotency/deletions.js';
import { ApiariesArgs, CreateApiaryInput, UpdateApiaryInput } from './apiaries.inputs.js';
import { Apiary } from './apiary.entity.js';

const ApiaryConnection = connectionOf(Apiary, 'Apiary', 'apiaries');

@Resolver(() => Apiary)
export class ApiariesResolver {
  @Query(() => ApiaryConnection, { description: 'Your apiaries.' })
  apiaries(
    @Args(() => ApiariesArgs) args: ApiariesArgs,
    @Ctx() context: Context,
    @Columns(Apiary) fields: Columns<Apiary>,
  ): Promise<Page<Row<Apiary>>> {
    return context.access.list(Apiary, {
      ...readPageArgs(args),
      order: readOrder(args.orderBy, { createdAt: 'asc' }),
      fields,
    });
  }

  @Query(() => Apiary, { nullable: true, description: 'One of your apiaries.' })
  apiary(
    @Arg('id', () => ID, { description: 'The id of the apiary.' }) id: string,
    @Ctx() context: Context,
    @Columns(Apiary) fields: Columns<Apiary>,
  ): Promise<Row<Apiary>> {
    return context.loaders.one(Apiary, id, fields);
  }

  @Mutation(() => Apiary, { description: 'Creates an apiary.' })
  createApiary(
    @Arg('input', () => CreateApiaryInput, { description: 'The new apiary.' }) input: CreateApiaryInput,
    @Ctx() { em, viewer }: Context,
  ): Apiary {
    const { name, location, treatments } = input;
    return em.create(Apiary, { user: viewer.id, name, location: location ?? null, treatments: treatments ?? false });
  }

  @Mutation(() => Apiary, { description: 'Updates an apiary.' })
  @ManualTransaction()
  async updateApiary(
    @Arg('id', () => ID, { description: 'The id of the apiary.' }) id: string,
    @Arg('input', () => UpdateApiaryInput, { description: 'The changes.' }) input: UpdateApiaryInput,
    @Ctx() context: Context,
    @Columns(Apiary) fields: Columns<Apiary>,
  ): Promise<Row<Apiary>> {
    return context.access.update(Apiary, id, input, fields);
  }

  @Mutation(() => ID, {
    description:
      'Deletes an apiary permanently, with its hives, questions, inspections and inventory. Returns its id, also if it has been deleted already.',
  })
  deleteApiary(
    @Arg('id', () => ID, { description: 'The id of the apiary.' }) id: string,
    @Ctx() context: Context,
  ): Promise<string> {
    return deleteRow(context, Apiary, id);
  }
}
