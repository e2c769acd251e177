import { roleTo } from '../../access/policy.js';
import type { Expectation } from '../../access/version-conflict.js';
import type { Context } from '../../context.js';
import { runStatement } from '../../database/pool.js';
import { AppError, changedConcurrently } from '../../errors.js';
import { isUuid } from '../../shared/text.js';
import { Harvest } from './harvest.entity.js';
import { lockHivesOf, readSources, type Source } from './harvest-sources.commands.js';
import { HarvestStatus } from './harvest-status.enums.js';

export interface LockedHarvest {
  harvest: Harvest;
  sources: Source[];
}

const FIND_HIVES = `select owner_id as "ownerId", array(select harvested_beehive_id from harvest_sources where harvest_id = $1) as ids
  from harvests where id = $1`;

/**
 * Locks a harvest and, before it, its hives: so does who records a treatment, which may change whether its honey is for sale.
 * @param added further hives that will be sources
 * @throws NOT_FOUND and FORBIDDEN as `access.forUpdate`
 */
export async function lockHarvest(context: Context, id: string, added: readonly string[] = []): Promise<LockedHarvest> {
  const { access } = context;
  const seen = await access.one(Harvest, id, ['id'], roleTo('update', Harvest));
  const [found] = await runStatement<{ ownerId: string; ids: string[] }>(context, {
    text: FIND_HIVES,
    values: [seen.id],
  });
  if (!found) throw changedConcurrently();
  const locked = await lockHivesOf(context, found.ownerId, [...found.ids, ...added.filter(isUuid)]);
  const harvest = await access.forUpdate(Harvest, seen.id);
  const sources = await readSources(context, seen.id);
  // Another request has changed the sources before this one got the lock.
  if (sources.some(({ beehive }) => beehive !== null && !locked.has(beehive))) throw changedConcurrently();
  return { harvest, sources };
}

/** @throws also CONFLICT (HARVEST_CLOSED, HARVEST_VOIDED, VERSION_CONFLICT) */
export async function lockDraft(
  context: Context,
  id: string,
  expected: Expectation,
  added?: readonly string[],
): Promise<LockedHarvest> {
  const locked = await lockHarvest(context, id, added);
  requireStatus(locked.harvest, HarvestStatus.DRAFT);
  await context.access.requireVersion(Harvest, locked.harvest, expected);
  return locked;
}

/** @throws CONFLICT (HARVEST_CLOSED, HARVEST_IS_DRAFT, HARVEST_VOIDED) */
export function requireStatus({ status }: Pick<Harvest, 'status'>, wanted: HarvestStatus): void {
  if (status === wanted) return;
  if (status === HarvestStatus.VOIDED)
    throw new AppError('CONFLICT', 'The harvest has been voided: record another', { reason: 'HARVEST_VOIDED' });
  if (status === HarvestStatus.CLOSED)
    throw new AppError('CONFLICT', 'The harvest is closed: amend it', { reason: 'HARVEST_CLOSED' });
  throw new AppError('CONFLICT', 'The harvest is a draft: close or update it', { reason: 'HARVEST_IS_DRAFT' });
}
