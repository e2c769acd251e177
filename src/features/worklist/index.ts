import { worklistEdges } from './worklist.edges.js';
import { ApiaryWorklistResolver, WorklistCountsResolver, WorklistResolver } from './worklist.resolver.js';

export const resolvers = [WorklistResolver, ApiaryWorklistResolver, WorklistCountsResolver, ...worklistEdges];
