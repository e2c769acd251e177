import type { Route } from '../route.js';
import { apiaryRoutes } from './apiaries.js';
import { authRoutes } from './auth.js';
import { beehiveRoutes } from './beehives.js';
import { feedingRoutes } from './feedings.js';
import { importRoutes } from './imports.js';
import { inspectionRoutes } from './inspections.js';
import { inventoryRoutes } from './inventory.js';
import { questionRoutes } from './questions.js';
import { statisticsRoutes } from './statistics.js';
import { treatmentRoutes } from './treatments.js';
import { userRoutes } from './users.js';

/** Every endpoint under /api/v1. If two routes match a path, the first is used. */
export const routes: Route[] = [
  ...authRoutes,
  ...apiaryRoutes,
  ...beehiveRoutes,
  ...inventoryRoutes,
  ...questionRoutes,
  ...inspectionRoutes,
  ...treatmentRoutes,
  ...feedingRoutes,
  ...statisticsRoutes,
  ...userRoutes,
  ...importRoutes,
];

/** Descriptions of the tags, which are the first path segments. */
export const TAGS: Record<string, string> = {
  auth: 'Accounts and sessions.',
  users: 'The current account; for administrators, all accounts.',
  apiaries: 'The places where hives stand.',
  beehives: 'The hives of an apiary and their state.',
  inventory: 'The inventory of an apiary and the ledger of its stock movements.',
  questions: 'The questions of an inspection.',
  inspections: 'Inspections of hives.',
  answers: 'The answers of inspections.',
  treatments: 'Treatments of hives, their follow-ups, and the register that the law demands.',
  feedings: 'What hives are fed with.',
  products: 'Medicines and feeds.',
  measurements: 'What scales and sensors measure.',
  reports: 'Documents to print and to keep.',
  lists: 'Every list as a table for spreadsheet programs.',
  statistics: 'Figures and trends of an apiary.',
  imports: 'Files whose rows become records.',
  maya: 'Inspections by voice in the mobile app.',
};
