import type { SelectedList } from '../../database/statement.js';
import { ofDays } from '../../database/where.js';
import type { Columns } from '../../graphql/columns.js';
import { connectionOf } from '../../graphql/connection.js';
import { readPageArgs } from '../../graphql/page-args.js';
import { Harvest } from './harvest.entity.js';
import { HarvestsArgs, SHOWN_HARVESTS } from './harvests.inputs.js';
import { Lot } from './lot.entity.js';
import { LotsArgs } from './lots.inputs.js';

/** Newest first. */
export const harvestList = {
  page: connectionOf(Harvest, 'Harvest'),
  args: HarvestsArgs,
  read: ({ from, to, status, ...page }: HarvestsArgs, fields: Columns<Harvest>): SelectedList<Harvest> => ({
    ...readPageArgs(page),
    where: {
      harvestedOn: ofDays(from, to),
      status: status ?? SHOWN_HARVESTS,
    },
    order: { harvestedOn: 'desc' },
    fields,
  }),
};

/** Newest first. */
export const lotList = {
  page: connectionOf(Lot, 'Lot'),
  args: LotsArgs,
  read: ({ destination, ...page }: LotsArgs, fields: Columns<Lot>): SelectedList<Lot> => ({
    ...readPageArgs(page),
    where: { destination: destination ?? undefined },
    order: { createdAt: 'desc' },
    fields,
  }),
};
