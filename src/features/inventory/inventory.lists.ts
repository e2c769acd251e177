import type { ListArgs, SelectedList } from '../../database/statement.js';
import type { Columns } from '../../graphql/columns.js';
import { connectionOf } from '../../graphql/connection.js';
import { ordered } from '../../graphql/edges.js';
import { readOrder } from '../../graphql/order-by.js';
import { readPageArgs } from '../../graphql/page-args.js';
import { BY_NAME, ItemsArgs } from './inventory.inputs.js';
import { InventoryItem } from './inventory-item.entity.js';
import { searchFor } from './search-text.queries.js';
import { StockMovement } from './stock-movement.entity.js';
import { unitKind } from './units.enums.js';

function unitFilter(unit: string): ListArgs<InventoryItem>['where'] {
  const kind = unitKind(unit);
  return kind ? { unitKind: kind } : { unit };
}

export const itemList = {
  page: connectionOf(InventoryItem, 'InventoryItem'),
  args: ItemsArgs,
  read: ({ filter, ...args }: ItemsArgs, fields: Columns<InventoryItem>): SelectedList<InventoryItem> => ({
    ...readPageArgs(args),
    where: {
      ...(filter?.search && { searchText: searchFor(filter.search) }),
      ...(filter?.lowStock != null && { lowStock: filter.lowStock }),
      ...(filter?.unit && unitFilter(filter.unit)),
      ...(filter?.expiresBefore != null && { expiryDate: { $lt: filter.expiresBefore } }),
    },
    order: readOrder(args.orderBy, BY_NAME),
    fields,
  }),
};

const StockMovementConnection = connectionOf(StockMovement, 'StockMovement');
/** The movements of one item, newest first. */
export const movementList = ordered(StockMovementConnection, { sequence: 'desc' });
/** A sequence belongs to one item, so the movements of several are ordered by time. */
export const movementListOfItems = ordered(StockMovementConnection, { createdAt: 'desc' });
