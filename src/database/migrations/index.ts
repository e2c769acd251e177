// Every migration, oldest first. New ones are added at the end; a merged one is never edited. There are no down migrations; use a backup.
import type { MigrationObject } from '@mikro-orm/core';
import { Migration20261121134827 } from './Migration20261121134827.js';
import { Migration20261121141542 } from './Migration20261121141542.js';
import { Migration20261121150506 } from './Migration20261121150506.js';
import { Migration20261121152227 } from './Migration20261121152227.js';
import { Migration20261121163000 } from './Migration20261121163000.js';
import { Migration20261121171500 } from './Migration20261121171500.js';
import { Migration20261122010000 } from './Migration20261122010000.js';
import { Migration20261122020700 } from './Migration20261122020700.js';
import { Migration20261122023000 } from './Migration20261122023000.js';
import { Migration20261122024500 } from './Migration20261122024500.js';
import { Migration20261122042000 } from './Migration20261122042000.js';
import { Migration20261122045200 } from './Migration20261122045200.js';
import { Migration20261122063000 } from './Migration20261122063000.js';
import { Migration20261122080000 } from './Migration20261122080000.js';
import { Migration20261122090000 } from './Migration20261122090000.js';
import { Migration20261122093000 } from './Migration20261122093000.js';
import { Migration20261122100000 } from './Migration20261122100000.js';
import { Migration20261122110000 } from './Migration20261122110000.js';
import { Migration20261122120000 } from './Migration20261122120000.js';
import { Migration20261122130000 } from './Migration20261122130000.js';
import { Migration20261122140000 } from './Migration20261122140000.js';

export const migrations: MigrationObject[] = [
  { name: 'Migration20261121134827', class: Migration20261121134827 },
  { name: 'Migration20261121141542', class: Migration20261121141542 },
  { name: 'Migration20261121150506', class: Migration20261121150506 },
  { name: 'Migration20261121152227', class: Migration20261121152227 },
  { name: 'Migration20261121163000', class: Migration20261121163000 },
  { name: 'Migration20261121171500', class: Migration20261121171500 },
  { name: 'Migration20261122010000', class: Migration20261122010000 },
  { name: 'Migration20261122020700', class: Migration20261122020700 },
  { name: 'Migration20261122023000', class: Migration20261122023000 },
  { name: 'Migration20261122024500', class: Migration20261122024500 },
  { name: 'Migration20261122042000', class: Migration20261122042000 },
  { name: 'Migration20261122045200', class: Migration20261122045200 },
  { name: 'Migration20261122063000', class: Migration20261122063000 },
  { name: 'Migration20261122080000', class: Migration20261122080000 },
  { name: 'Migration20261122090000', class: Migration20261122090000 },
  { name: 'Migration20261122093000', class: Migration20261122093000 },
  { name: 'Migration20261122100000', class: Migration20261122100000 },
  { name: 'Migration20261122110000', class: Migration20261122110000 },
  { name: 'Migration20261122120000', class: Migration20261122120000 },
  { name: 'Migration20261122130000', class: Migration20261122130000 },
  { name: 'Migration20261122140000', class: Migration20261122140000 },
];
