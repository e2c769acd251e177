import { queenEdges } from './queen.edges.js';
import { QueensResolver } from './queens.resolver.js';
import { BeehiveQueenResolver, ReignsResolver } from './reigns.resolver.js';

export const resolvers = [QueensResolver, ReignsResolver, BeehiveQueenResolver, ...queenEdges];
