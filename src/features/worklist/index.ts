import { worklistEdges } from './worklist.edges.js';
import { ApiaryWorklistResolver, WorklistCountsResolver, WorklistResolver } from './worklist.resolver.js';

import { WorklistMarksResolver } from './worklist-marks.resolver.js';

export const resolvers = [
  WorklistResolver,
  ApiaryWorklistResolver,
  WorklistCountsResolver,
  WorklistMarksResolver,
  ...worklistEdges,
];
