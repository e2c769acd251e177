import { DeletionsResolver, deletionEdges, TimelineDeletionResolver } from './deletions.resolver.js';

export const resolvers = [DeletionsResolver, TimelineDeletionResolver, deletionEdges];
