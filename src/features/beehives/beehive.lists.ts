import type { SelectedList } from '../../database/statement.js';
import type { Columns } from '../../graphql/columns.js';
import { connectionOf } from '../../graphql/connection.js';
import { readOrder } from '../../graphql/order-by.js';
import { readPageArgs } from '../../graphql/page-args.js';
import { Beehive } from './beehive.entity.js';
import { BeehivesArgs, BY_NUMBER } from './beehives.inputs.js';
import { conditionsOf } from './beehives.queries.js';
import { LIVING } from './living.commands.js';

export const beehiveList = {
  page: connectionOf(Beehive, 'Beehive'),
  args: BeehivesArgs,
  read: (args: BeehivesArgs, fields: Columns<Beehive>): SelectedList<Beehive> => ({
    ...readPageArgs(args),
    where: args.filter ? conditionsOf(args.filter) : LIVING,
    order: readOrder(args.orderBy, BY_NUMBER),
    fields,
  }),
};
