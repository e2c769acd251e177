import type { ListArgs } from '../../database/statement.js';
import type { Columns } from '../../graphql/columns.js';
import { connectionOf } from '../../graphql/connection.js';
import { readPageArgs } from '../../graphql/page-args.js';
import { Harvest } from './harvest.entity.js';
import { HarvestStatus } from './harvest-status.js';
import type { HarvestsArgs } from './harvests.inputs.js';
import { Lot } from './lot.entity.js';
import { LotHarvest } from './lot-harvest.entity.js';
import type { LotsArgs } from './lots.inputs.js';

export const HarvestConnection = connectionOf(Harvest, 'Harvest', 'harvests');
export const LotConnection = connectionOf(Lot, 'Lot', 'lots');
export const LotHarvestConnection = connectionOf(LotHarvest, 'LotHarvest', 'parts of lots');

/** Newest first. */
export function harvestListArgs(args: HarvestsArgs, fields?: Columns<Harvest>): ListArgs<Harvest> {
  const { from, to, status } = args;
  const within = from || to ? { harvestedOn: { $gte: from ?? undefined, $lte: to ?? undefined } } : {};
  return {
    ...readPageArgs(args),
    where: { ...within, status: status ?? { $ne: HarvestStatus.VOIDED } },
    order: { harvestedOn: 'desc' },
    fields,
  };
}

/** Newest first. */
export const lotListArgs = (args: LotsArgs, fields?: Columns<Lot>): ListArgs<Lot> => ({
  ...readPageArgs(args),
  where: { destination: args.destination ?? undefined },
  order: { createdAt: 'desc' },
  fields,
});
