import { MovedInspectionsResolver } from './moved-inspections.resolver.js';
import { TaskPlansResolver } from './plans.resolver.js';
import { ApiaryShortagesResolver, shortageEdges } from './shortages.resolver.js';
import { taskEdges } from './task.edges.js';
import { BeehiveTasksResolver, TasksResolver } from './tasks.resolver.js';

export const resolvers = [
  TasksResolver,
  MovedInspectionsResolver,
  BeehiveTasksResolver,
  TaskPlansResolver,
  ApiaryShortagesResolver,
  shortageEdges,
  ...taskEdges,
];
