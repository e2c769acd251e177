import { roleTo } from '../../access/policy.js';
import type { Expectation } from '../../access/version-conflict.js';
import type { Context } from '../../context.js';
import { runStatement } from '../../database/pool.js';
import { AppError, exceeds } from '../../errors.js';
import { createMessage } from '../../messages/message.js';
import { Apiary } from '../apiaries/apiary.entity.js';
import { dayAtApiary } from '../apiaries/apiary-days.queries.js';
import { InventoryItem } from '../inventory/inventory-item.entity.js';
import { changeStock } from '../inventory/stock.commands.js';
import { StockMovement, StockMovementKind } from '../inventory/stock-movement.entity.js';
import { heldByLot } from './held-grams.rules.js';
import { Lot } from './lot.entity.js';
import { LotPack } from './lot-pack.entity.js';
import type { PackLotInput } from './lots.inputs.js';

export const MAX_PACKS = 1000;
const HELD = `select ${heldByLot('lots')} as grams from lots where id = $1`;

/**
 * Fills jars, with the jars and labels from the stock, all or nothing.
 * @throws NOT_FOUND and FORBIDDEN for the lot or an item; CONFLICT: LOT_EXHAUSTED, TOO_MANY_PACKS, INSUFFICIENT_STOCK
 */
export async function packLot(context: Context, id: string, input: PackLotInput): Promise<LotPack> {
  const { newId: _, id: lotId, jarItemId, labelItemId, packedOn, ...fields } = input;
  if (jarItemId != null && jarItemId.toLowerCase() === labelItemId?.toLowerCase())
    throw AppError.badInput([{ field: 'labelItemId', message: 'must not be the item of the jars' }]);
  const lot = await context.access.forUpdate(Lot, lotId, roleTo('create', LotPack));
  const { ownerId, code } = lot;
  const [held] = await runStatement<{ grams: number }>(context, { text: HELD, values: [lot.id] });
  const left = held!.grams - lot.packedGrams;
  if (fields.jars * fields.gramsPerJar > left) {
    const message = createMessage('Only {left} g of the lot {code} are left', { left, code });
    throw new AppError('CONFLICT', message, {
      reason: 'LOT_EXHAUSTED',
      fields: [exceeds('jars', Math.floor(left / fields.gramsPerJar))],
    });
  }
  if ((await context.access.count(LotPack, { lot: lot.id })) >= MAX_PACKS) {
    const message = createMessage('A lot can have at most {max} packs', { max: MAX_PACKS });
    throw new AppError('CONFLICT', message, { reason: 'TOO_MANY_PACKS' });
  }
  const taken = new Map<string, string>();
  // In the order of ids, so that two packs of the same items cannot deadlock.
  for (const itemId of [jarItemId, labelItemId].filter((one) => one != null).sort(byText)) {
    const field = itemId === jarItemId ? 'jarItemId' : 'labelItemId';
    const change = { kind: StockMovementKind.EXIT, amount: -fields.jars, field, reason: code };
    const movement = await changeStock(context, itemId, change, 'movement');
    // A member may take their own jars for the lot of another account, to which the pack belongs.
    if ((await ownerOf(context, movement.itemId)) === ownerId) taken.set(itemId, movement.id);
  }
  const movementOf = (itemId: string | null | undefined): string | null => taken.get(itemId ?? '') ?? null;
  return context.em.create(LotPack, {
    ...fields,
    id,
    lot,
    ownerId,
    packedOn: packedOn ?? (await dayAtApiary(context, lot.apiaryId)),
    jarMovement: movementOf(jarItemId),
    labelMovement: movementOf(labelItemId),
    actorId: context.viewer.id,
  });
}

const byText = (one: string, other: string): number => (one.toLowerCase() < other.toLowerCase() ? -1 : 1);

async function ownerOf({ access }: Context, itemId: string): Promise<string> {
  const { apiaryId } = await access.one(InventoryItem, itemId, ['apiaryId']);
  return (await access.one(Apiary, apiaryId, ['userId'])).userId;
}

/**
 * Voids a mistaken pack: its honey is left in the lot again, and its jars and labels return to the stock, unless their movements were
 * corrected before. Voiding it again changes nothing.
 * @throws NOT_FOUND and FORBIDDEN for the pack or an item; CONFLICT (VERSION_CONFLICT)
 */
export async function voidLotPack(
  context: Context,
  id: string,
  reason: string,
  expected: Expectation,
): Promise<LotPack> {
  const { access } = context;
  const { lotId } = await access.one(LotPack, id, ['lotId'], roleTo('update', LotPack));
  await access.forUpdate(Lot, lotId, roleTo('update', LotPack));
  const pack = await access.forUpdate(LotPack, id);
  if (pack.voidedAt !== null) return pack;
  await access.requireVersion(LotPack, pack, expected);
  const ids = [pack.jarMovement?.id, pack.labelMovement?.id].filter((one) => one !== undefined);
  const { nodes: movements } = await access.list(StockMovement, { where: { id: ids } });
  if (movements.length < ids.length) throw AppError.notFound('Inventory item');
  const { nodes: corrections } = await access.list(StockMovement, { where: { corrects: ids } });
  const isCorrected = new Set(corrections.map(({ correctsId }) => correctsId));
  const open = movements.filter((movement) => !isCorrected.has(movement.id));
  for (const movement of open.sort((one, other) => byText(one.itemId, other.itemId))) {
    const amount = -movement.amount;
    const change = { kind: StockMovementKind.CORRECTION, amount, field: 'id', reason, corrects: movement.id };
    await changeStock(context, movement.itemId, change, 'movement');
  }
  return context.em.assign(pack, { voidedAt: new Date(), reason });
}
