import { inventoryEdges } from './inventory.edges.js';
import { ApiaryInventoryResolver, InventoryResolver } from './inventory.resolver.js';
import { ItemMovementsResolver, MovementsResolver } from './movements.resolver.js';

export const resolvers = [
  InventoryResolver,
  ApiaryInventoryResolver,
  MovementsResolver,
  ItemMovementsResolver,
  ...inventoryEdges,
];
