import { ColoniesResolver } from './colonies.resolver.js';
import { colonyEdges } from './colony.edges.js';

export const resolvers = [ColoniesResolver, ...colonyEdges];
