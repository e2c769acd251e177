import { DeletionsResolver, deletionEdges } from './deletions.resolver.js';

export const resolvers = [DeletionsResolver, deletionEdges];
