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

/** What the first parts of the paths stand for. */
export const TAGS: Record<string, string> = {
  auth: 'Accounts and sessions.',
  users: 'Oneself; and, for administrators, everybody.',
  apiaries: 'The places where hives stand.',
  beehives: 'The hives of an apiary, and the state they are in.',
  inventory: "An apiary's stock, and the ledger of what changed it.",
  questions: 'What is asked at an inspection.',
  inspections: 'What was found.',
  answers: 'What was found, answer by answer.',
  maya: 'Inspections by voice, as the mobile app has them.',
};
