// The lines of all features. A field or a route without a line fails authorization/completeness.test.ts.
import type { FeatureCases } from '../case.js';
import { accounts } from './accounts.js';
import { apiaries } from './apiaries.js';
import { beehives } from './beehives.js';
import { calendars } from './calendars.js';
import { deletions } from './deletions.js';
import { harvests } from './harvests.js';
import { identities } from './identities.js';
import { imports } from './imports.js';
import { inspections } from './inspections.js';
import { inventory } from './inventory.js';
import { keepers } from './keepers.js';
import { lists } from './lists.js';
import { measurements } from './measurements.js';
import { products } from './products.js';
import { queens } from './queens.js';
import { questions } from './questions.js';
import { reminders } from './reminders.js';
import { statistics } from './statistics.js';
import { sync } from './sync.js';
import { tasks } from './tasks.js';
import { tokens } from './tokens.js';
import { treatments } from './treatments.js';
import { webhooks } from './webhooks.js';
import { zones } from './zones.js';

export const features: readonly FeatureCases[] = [
  accounts,
  identities,
  apiaries,
  keepers,
  beehives,
  questions,
  inspections,
  inventory,
  treatments,
  products,
  measurements,
  queens,
  harvests,
  tasks,
  calendars,
  tokens,
  statistics,
  reminders,
  webhooks,
  zones,
  imports,
  deletions,
  sync,
  lists,
];
