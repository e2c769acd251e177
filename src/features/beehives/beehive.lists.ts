import type { SelectedList } from '../../database/statement.js';
import type { Columns } from '../../graphql/columns.js';
import { connectionOf } from '../../graphql/connection.js';
import { readOrder } from '../../graphql/order-by.js';
import { readPageArgs } from '../../graphql/page-args.js';
import { Beehive } from './beehive.entity.js';
import { BeehivesArgs, BY_NUMBER } from './beehives.inputs.js';
import { conditionsOf } from './beehives.queries.js';
import { LIVING } from './living.commands.js';

/** Hives without a number, which come last, are ordered by their labels. */
function orderOf({ orderBy }: BeehivesArgs): SelectedList<Beehive>['order'] {
  const order = readOrder(orderBy, BY_NUMBER);
  return order.beehiveNumber ? { ...order, label: order.beehiveNumber } : order;
}

export const beehiveList = {
  page: connectionOf(Beehive, 'Beehive'),
  args: BeehivesArgs,
  read: (args: BeehivesArgs, fields: Columns<Beehive>): SelectedList<Beehive> => ({
    ...readPageArgs(args),
    where: args.filter ? conditionsOf(args.filter) : LIVING,
    order: orderOf(args),
    fields,
  }),
};
