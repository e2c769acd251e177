import { worklistEdges } from './worklist.edges.js';
import { WorklistResolver } from './worklist.resolver.js';

export const resolvers = [WorklistResolver, ...worklistEdges];
