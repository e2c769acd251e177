// Every migration, oldest first. `npm run migration:create` adds new ones at the end; a released one is never edited. There are no down
// migrations; use a backup.
import type { MigrationObject } from '@mikro-orm/core';
import { Migration20261128120000 } from './Migration20261128120000.js';
import { Migration20261130233350 } from './Migration20261130233350.js';
import { Migration20261201032111 } from './Migration20261201032111.js';

export const migrations: MigrationObject[] = [
  { name: 'Migration20261128120000', class: Migration20261128120000 },
  { name: 'Migration20261130233350', class: Migration20261130233350 },
  { name: 'Migration20261201032111', class: Migration20261201032111 },
];
