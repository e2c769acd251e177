import { worklistEdges } from './worklist.edges.js';
import { WorklistCountsResolver, WorklistResolver } from './worklist.resolver.js';

export const resolvers = [WorklistResolver, WorklistCountsResolver, ...worklistEdges];
