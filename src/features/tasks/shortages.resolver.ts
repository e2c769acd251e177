// What the stock lacks for the open tasks, summed up by item.
import { Arg, Ctx, Field, FieldResolver, Int, ObjectType, Resolver } from 'type-graphql';
import type { Context } from '../../context.js';
import { RootColumn } from '../../graphql/columns.js';
import { edgesOf, parent } from '../../graphql/edges.js';
import { BigInteger, LocalDate } from '../../shared/scalars.js';
import { Apiary } from '../apiaries/apiary.entity.js';
import { InventoryItem } from '../inventory/inventory-item.entity.js';
import { Task } from './task.entity.js';

@ObjectType({ simpleResolvers: true, description: 'An item of which the open tasks need more than is in stock.' })
export class Shortage {
  itemId!: string;

  @Field(() => BigInteger, { description: 'What the tasks need together.' })
  needed!: number;

  @Field(() => Int, { description: 'What is in stock.' })
  inStock!: number;

  @Field(() => BigInteger, { description: 'What is missing.' })
  missing!: number;

  @Field(() => Int, { description: 'The number of tasks that need it.' })
  tasksCount!: number;
}

@Resolver(() => Apiary)
export class ApiaryShortagesResolver {
  @FieldResolver(() => [Shortage], {
    description: 'What the stock lacks for the open tasks, the most urgent first.',
  })
  shortages(
    @RootColumn(Apiary, 'id') apiaryId: string,
    @Arg('until', () => LocalDate, {
      nullable: true,
      description: 'Only for tasks that are due on this day or earlier. If omitted, for all open tasks.',
    })
    until: string | null,
    @Ctx() { loaders }: Context,
  ): Promise<Shortage[]> {
    const rows = loaders.readModel<Shortage & { parent: string }>(
      Task,
      ({ table, ownership, parents, bind }) => `
        select n.apiary_id as parent, i.id as "itemId", n.needed::float8 as needed, i.quantity::float8 as "inStock",
          (n.needed - i.quantity)::float8 as missing, n.tasks as "tasksCount"
        from (select apiary_id, item_id, sum(quantity) as needed, count(*)::int as tasks, min(due_on) as due_on
          from ${table}, unnest(item_ids, item_quantities) as u (item_id, quantity)
          where ${ownership} and apiary_id = any(${parents}) and status = 'OPEN'
            and (${bind(until ?? null)}::date is null or due_on <= ${bind(until ?? null)}::date)
          group by 1, 2) n
        join inventory_items i on i.id = n.item_id and i.apiary_id = n.apiary_id
        where n.needed > i.quantity order by n.due_on, i.id`,
    );
    return rows.load(apiaryId);
  }
}

export const shortageEdges = edgesOf(Shortage, {
  item: parent(InventoryItem, 'itemId', 'The item.'),
});
