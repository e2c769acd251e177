import { TaskPlansResolver } from './plans.resolver.js';
import { ReplacedInspectionsResolver } from './replaced-inspections.resolver.js';
import { ApiaryShortagesResolver, shortageEdges } from './shortages.resolver.js';
import { taskEdges } from './task.edges.js';
import { BeehiveTasksResolver, TasksResolver } from './tasks.resolver.js';

export const resolvers = [
  TasksResolver,
  ReplacedInspectionsResolver,
  BeehiveTasksResolver,
  TaskPlansResolver,
  ApiaryShortagesResolver,
  shortageEdges,
  ...taskEdges,
];
