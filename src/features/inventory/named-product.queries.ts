import type { Context } from '../../context.js';
import { runStatement } from '../../database/pool.js';
import type { Row } from '../../database/row.js';
import { AppError } from '../../errors.js';
import type { MessageText } from '../../messages/message.js';
import { Product } from '../products/product.entity.js';
import { ProductKind } from '../products/product.enums.js';
import { InventoryItem } from './inventory-item.entity.js';

export type NamedProduct = Row<Product>;

/** What a product must be, and what the client is told otherwise. */
interface Meant {
  kinds: readonly ProductKind[];
  message: MessageText;
}
export const isNoFeed: Meant = { kinds: [ProductKind.MEDICINE, ProductKind.OTHER], message: 'must not be a feed' };
export const isFeed: Meant = { kinds: [ProductKind.FEED], message: 'must be a feed' };

/**
 * The product that a record names or, without one, that of the item from which it takes something: whoever sees an item sees what its product
 * states, also of a product for all apiaries of the owner.
 * @throws NOT_FOUND; BAD_USER_INPUT for a feed where a medicine is meant, and the reverse
 */
export async function readNamedProduct(
  context: Context,
  productId: string | null | undefined,
  itemId: string | undefined,
  { kinds, message }: Meant,
): Promise<NamedProduct | undefined> {
  const { access } = context;
  const isNamed = productId != null;
  if (isNamed) await access.one(Product, productId, ['id']);
  else if (itemId === undefined || (await access.one(InventoryItem, itemId, ['productId'])).productId === null)
    return undefined;
  // An item names products of its owner alone.
  const found = isNamed ? 'select id from products where id = $1' : OF_ITEM;
  const text = `select ${context.table(Product).list()}, owner_id as "ownerId" from products where id = (${found})`;
  const values = [isNamed ? productId : itemId];
  const [product] = await runStatement<NamedProduct>(context, { text, values });
  if (!product || kinds.includes(product.kind)) return product;
  throw AppError.badInput([{ field: isNamed ? 'productId' : 'stock.itemId', message }]);
}

const OF_ITEM = `
  select p.id from inventory_items i join products p on p.id = i.product_id and p.owner_id = i.owner_id where i.id = $1`;
