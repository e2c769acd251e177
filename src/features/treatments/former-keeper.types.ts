import { type Bounds, getBounds, record } from '../../graphql/bounds.js';
import { Keeper } from '../keepers/keeper.entity.js';

/**
 * What a treatment keeps of who kept the bees on its first day, when it gets another owner (freeze_keeper.sql). The names are null if the
 * previous owner had recorded no keeper for that day. The tax id stays with its account.
 */
export interface FormerKeeper {
  legalName: string | null;
  address: string | null;
  registerNumber: string | null;
}

const orNull = (bounds: Bounds): Bounds => ({ ...bounds, keywords: { ...bounds.keywords, nullable: true } });
export const FORMER_KEEPER = record({
  legalName: orNull(getBounds(Keeper, 'legalName')),
  address: orNull(getBounds(Keeper, 'address')),
  registerNumber: orNull(getBounds(Keeper, 'registerNumber')),
});
