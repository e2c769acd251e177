import { movementEdges } from './movements.edges.js';
import { DeclarationResolver, MovementsResolver } from './movements.resolver.js';

export const resolvers = [MovementsResolver, DeclarationResolver, ...movementEdges];
