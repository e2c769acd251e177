import type { Context } from '../../context.js';
import { AppError } from '../../errors.js';
import { loadDelivery } from '../inventory/deliveries.queries.js';
import { takeForHives } from '../inventory/stock.commands.js';
import type { Treatment } from './treatment.entity.js';
import type { StockUseInput } from './treatments.inputs.js';

export interface StockUse {
  itemId: string;
  deliveryId: string | null | undefined;
  quantityPerHive: number;
}

/** Returns what is taken, if anything is. Over REST, one of both may be absent. */
export function readUse({ itemId, quantityPerHive, deliveryId }: StockUseInput): StockUse | undefined {
  if (itemId != null && quantityPerHive != null) return { itemId, quantityPerHive, deliveryId };
  if (quantityPerHive != null)
    throw AppError.badInput([{ field: 'stock.itemId', message: 'must be given together with the quantity' }]);
  if (itemId != null)
    throw AppError.badInput([{ field: 'stock.quantityPerHive', message: 'must be given together with the item' }]);
  return undefined;
}

type FromStock = 'productName' | 'appliedBy' | 'batchNumber' | 'expiryDate' | 'supplier' | 'purchaseProof';
type Stated = Partial<Pick<Treatment, FromStock>> & Pick<Treatment, 'startedOn'>;

/** Takes the product for all hives in one movement. Its delivery, or its item, fills what the input omits. */
export async function takeFromStock(
  context: Context,
  { itemId, quantityPerHive: quantity, deliveryId }: StockUse,
  hives: number,
  { productName, appliedBy, batchNumber, expiryDate, supplier, purchaseProof, startedOn }: Stated,
) {
  const amount = -quantity * hives;
  const field = 'stock.quantityPerHive';
  const change = { amount, field, times: hives, person: appliedBy, reason: productName };
  const { movement, ownerId, references } = await takeForHives(context, itemId, change);
  const from = await loadDelivery(context, movement, { id: deliveryId, field: 'stock.deliveryId', day: startedOn });
  return {
    ownerId,
    references,
    details: {
      stockQuantity: quantity,
      batchNumber: batchNumber ?? from.batchNumber,
      expiryDate: expiryDate ?? from.expiryDate,
      supplier: supplier ?? from.supplier,
      purchaseProof: purchaseProof ?? from.purchaseProof,
    },
  };
}
