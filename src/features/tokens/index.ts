import { accountEdges } from './account.edges.js';
import { TokensResolver } from './tokens.resolver.js';

export const resolvers = [TokensResolver, accountEdges];
