import { roleTo } from '../../access/policy.js';
import type { Expectation } from '../../access/version-conflict.js';
import type { Context } from '../../context.js';
import { runStatement } from '../../database/pool.js';
import { AppError, changedConcurrently, exceeds } from '../../errors.js';
import { deleteRow } from '../../idempotency/deletions.js';
import { createMessage } from '../../messages/message.js';
import { Apiary } from '../apiaries/apiary.entity.js';
import { Harvest, MAX_GRAMS } from './harvest.entity.js';
import { sumOf } from './harvest-sources.commands.js';
import { HarvestStatus, HoneyDestination } from './harvest-status.enums.js';
import { heldByHarvest } from './held-grams.rules.js';
import { requireStatus } from './lock-harvest.commands.js';
import { Lot } from './lot.entity.js';
import { LotHarvest } from './lot-harvest.entity.js';
import { type CreateLotInput, type LotHarvestInput, MAX_LOT_HARVESTS } from './lots.inputs.js';

/**
 * @throws NOT_FOUND and FORBIDDEN for the apiary or a harvest; CONFLICT: HARVEST_IS_DRAFT, HARVEST_VOIDED, HARVEST_EXHAUSTED,
 *   HARVEST_NOT_FOR_SALE, LOT_CODE_TAKEN
 */
export async function createLot(context: Context, id: string, input: CreateLotInput): Promise<Lot> {
  const { newId: _, apiaryId, harvests: sent, destination, ...fields } = input;
  requireHarvests(sent);
  // As when a harvest is recorded.
  const apiary = await context.access.forUpdate(Apiary, apiaryId, roleTo('create', Lot), 'no key update');
  const ownerId = apiary.userId;
  const harvests = await lockHarvests(context, sent);
  const contents = harvests.map((harvest, i) => {
    if (harvest.ownerId !== ownerId) {
      const field = `harvests.${i}.harvestId`;
      throw AppError.badInput([{ field, message: 'must be a harvest of the owner of the apiary' }]);
    }
    requireStatus(harvest, HarvestStatus.CLOSED);
    return { harvest: harvest.id, grams: takeFrom(harvest, sent[i]!.grams, `harvests.${i}`) };
  });
  const grams = sumOf(contents);
  if (grams > MAX_GRAMS) {
    const message = createMessage('must have at most {max} grams', { max: MAX_GRAMS });
    throw AppError.badInput([{ field: 'harvests', message }]);
  }
  const neverForSale = destination === HoneyDestination.NOT_FOR_SALE;
  const withheld = harvests.find((harvest) => harvest.destination === HoneyDestination.NOT_FOR_SALE);
  if (withheld && !neverForSale) {
    const message = createMessage('The harvest of {day} is not for sale, so the lot cannot be for sale', {
      day: withheld.harvestedOn,
    });
    throw new AppError('CONFLICT', message, { reason: 'HARVEST_NOT_FOR_SALE' });
  }
  const actorId = context.viewer.id;
  const lot = context.em.create(Lot, {
    ...fields,
    id,
    ownerId,
    apiary,
    grams,
    neverForSale,
    destination: neverForSale ? HoneyDestination.NOT_FOR_SALE : HoneyDestination.FOR_SALE,
    actorId,
  });
  for (const content of contents) context.em.create(LotHarvest, { ...content, lot, ownerId });
  return lot;
}

function requireHarvests(sent: readonly LotHarvestInput[]): void {
  if (sent.length === 0 || sent.length > MAX_LOT_HARVESTS) {
    const message = createMessage('must contain 1 to {max} harvests', { max: MAX_LOT_HARVESTS });
    throw AppError.badInput([{ field: 'harvests', message }]);
  }
  if (new Set(sent.map(({ harvestId }) => harvestId.toLowerCase())).size < sent.length)
    throw AppError.badInput([{ field: 'harvests', message: 'must not contain a harvest twice' }]);
}

type LockedHarvest = Pick<Harvest, 'id' | 'ownerId' | 'status' | 'lotGrams' | 'destination' | 'harvestedOn'> & {
  held: number;
};

/** Locks harvests by id, and returns them in the order of the input. @throws NOT_FOUND and FORBIDDEN as `access.one` does */
async function lockHarvests({ access }: Context, sent: readonly LotHarvestInput[]): Promise<LockedHarvest[]> {
  for (const { harvestId } of sent) access.requireId(Harvest, harvestId);
  const ids = sent.map(({ harvestId }) => harvestId.toLowerCase());
  const role = roleTo('update', Harvest);
  const rows = (await access.execute(
    Harvest,
    ({ table, columns, ownership, bind }) =>
      `select ${columns}, owner_id as "ownerId", ${heldByHarvest(table)} as held from ${table} where id = any(${bind(ids)}) and ${ownership} order by id for update`,
    role,
  )) as unknown as LockedHarvest[];
  const byId = new Map(rows.map((row) => [row.id as string, row]));
  const missing = ids.find((id) => !byId.has(id));
  if (missing === undefined) return ids.map((id) => byId.get(id)!);
  await access.one(Harvest, missing, ['id'], role);
  throw changedConcurrently();
}

/** @throws CONFLICT (HARVEST_EXHAUSTED) */
function takeFrom(
  { held, lotGrams, harvestedOn: day }: LockedHarvest,
  wanted: number | null | undefined,
  path: string,
): number {
  const left = held - lotGrams;
  const taken = wanted ?? left;
  if (taken > 0 && taken <= left) return taken;
  const message = createMessage('Only {left} g of the harvest of {day} are left', { left, day });
  const fields = [exceeds(`${path}.${wanted == null ? 'harvestId' : 'grams'}`, left)];
  throw new AppError('CONFLICT', message, { reason: 'HARVEST_EXHAUSTED', fields });
}

const LOCK_HARVESTS = `select id from harvests where id in (select harvest_id from lot_harvests where lot_id = $1) order by id for update`;

/** Deletes a lot of which nothing is packed; its honey returns to its harvests. @throws CONFLICT (LOT_HAS_PACKS) */
export function deleteLot(context: Context, id: string, expected: Expectation): Promise<string> {
  return deleteRow(context, Lot, id, expected, async () => {
    const { id: lotId } = await context.access.one(Lot, id, ['id'], roleTo('delete', Lot));
    // Harvests are locked before lots, as by who records a treatment.
    await runStatement(context, { text: LOCK_HARVESTS, values: [lotId] });
    const lot = await context.access.forUpdate(Lot, lotId, roleTo('delete', Lot));
    if (lot.packedGrams === 0) return;
    throw new AppError('CONFLICT', 'Something of the lot is packed: it is kept', { reason: 'LOT_HAS_PACKS' });
  });
}
