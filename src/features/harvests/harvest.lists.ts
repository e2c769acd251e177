import { ofDays } from '../../database/where.js';
import { connectionOf } from '../../graphql/connection.js';
import { filtered } from '../../graphql/edges.js';
import { Harvest } from './harvest.entity.js';
import { HarvestFilter, SHOWN_HARVESTS } from './harvests.inputs.js';
import { Lot } from './lot.entity.js';
import { LotFilter } from './lots.inputs.js';

/** Newest first. */
export const harvestList = filtered(
  connectionOf(Harvest, 'Harvest'),
  HarvestFilter,
  ({ from, to, statuses }) => ({ harvestedOn: ofDays(from, to), status: statuses ?? SHOWN_HARVESTS }),
  { harvestedOn: 'desc' },
);

/** Newest first. */
export const lotList = filtered(
  connectionOf(Lot, 'Lot'),
  LotFilter,
  ({ destination }) => ({ destination: destination ?? undefined }),
  { createdAt: 'desc' },
);
