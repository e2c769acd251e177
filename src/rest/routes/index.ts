import type { Route } from '../route.js';
import { apiaryRoutes } from './apiaries.js';
import { authRoutes } from './auth.js';
import { beehiveRoutes } from './beehives.js';
import { inspectionRoutes } from './inspections.js';
import { inventoryRoutes } from './inventory.js';
import { questionRoutes } from './questions.js';
import { userRoutes } from './users.js';

/** Every endpoint under /api/v1. Of two rows that match a path, the first one answers. */
export const routes: Route[] = [
  ...authRoutes,
  ...apiaryRoutes,
  ...beehiveRoutes,
  ...inventoryRoutes,
  ...questionRoutes,
  ...inspectionRoutes,
  ...userRoutes,
];
