import type { EntityClass } from '@mikro-orm/core';
import type { GraphQLInterfaceType, GraphQLResolveInfo, GraphQLSchema } from 'graphql';
import { Arg, Ctx, ID, Info, Query, Resolver } from 'type-graphql';
import type { Context } from '../../context.js';
import { AppError } from '../../errors.js';
import { MemberColumns } from '../../graphql/columns.js';
import { Node } from '../../graphql/node.js';
import { loadTyped, type TypedRow } from '../../graphql/record-interface.js';
import { createMessage } from '../../messages/message.js';
import { isUuid } from '../../shared/text.js';
import { Apiary } from '../apiaries/apiary.entity.js';
import { nodeLoaders } from './nodes.queries.js';

const MAX_IDS = 100;

@Resolver()
export class NodesResolver {
  @Query(() => Node, { nullable: true, description: 'One of your records, by its id.' })
  async node(
    @Arg('id', () => ID, { description: 'The id of the record.' }) id: string,
    @Ctx() context: Context,
    @Info() { schema }: GraphQLResolveInfo,
    @MemberColumns() columnsOf: MemberColumns,
  ): Promise<TypedRow> {
    const [row] = await loadNodes(context, schema, [id], columnsOf);
    if (!row) throw AppError.notFound('Record');
    return row;
  }

  @Query(() => [Node], {
    nullable: 'itemsAndList',
    description: `Up to ${MAX_IDS} of your records, in the order of their ids; null for an id that is not found.`,
  })
  async nodes(
    @Arg('ids', () => [ID], { description: 'The ids of the records.' }) ids: string[],
    @Ctx() context: Context,
    @Info() { schema }: GraphQLResolveInfo,
    @MemberColumns() columnsOf: MemberColumns,
  ): Promise<(TypedRow | null)[]> {
    if (ids.length > MAX_IDS)
      throw AppError.badInput([
        { field: 'ids', message: createMessage('must have at most {max} entries', { max: MAX_IDS }) },
      ]);
    return loadNodes(context, schema, ids, columnsOf);
  }
}

/** Loads records of any type: one statement finds their types, and one for each type loads the rows that the viewer may see. */
async function loadNodes(
  context: Context,
  schema: GraphQLSchema,
  ids: string[],
  columnsOf: MemberColumns,
): Promise<(TypedRow | null)[]> {
  const loaders = nodeLoaders(context);
  const nodeTypes = schema
    .getPossibleTypes(schema.getType('Node') as GraphQLInterfaceType)
    .map(({ name }) => context.table(name));
  const types = loaders.readModel<{ parent: string; type: number }>(
    Apiary,
    ({ parents }) => {
      const tables = nodeTypes.map(
        ({ name }, i) => `select ${i} as type, id as parent from ${name} where id = any(${parents})`,
      );
      return tables.join(' union all ');
    },
    // The rows themselves are loaded by the policy.
    { table: context.table(Apiary), ownership: {} },
  );
  const load = async (sent: string): Promise<TypedRow | null> => {
    const id = sent.toLowerCase();
    const [found] = isUuid(id) ? await types.load(id) : [];
    const type = found && (nodeTypes[found.type]!.meta.class as EntityClass<{ id: string }>);
    return type ? loadTyped(loaders, type, id, columnsOf) : null;
  };
  return Promise.all(ids.map(load));
}
