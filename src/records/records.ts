// What the service knows of each entity: who may see and write its rows, how they are exported, what the change log has of them, and how
// clients keep copies. Reads and writes (access/access.ts) compile the condition into their SQL; MikroORM gets it as a filter, so that em.find
// cannot return another account's row either. Every row in an apiary has the apiary's owner as `ownerId`, which the database keeps true (ADR 0003).
import { accounts } from './accounts.js';
import { apiaries } from './apiaries.js';
import { beehives } from './beehives.js';
import { calendars } from './calendars.js';
import { deletions } from './deletions.js';
import { feedings } from './feedings.js';
import { harvests } from './harvests.js';
import { imports } from './imports.js';
import { inspections } from './inspections.js';
import { inventory } from './inventory.js';
import { measurements } from './measurements.js';
import { products } from './products.js';
import { queens } from './queens.js';
import type { RecordName, RecordRow, Records } from './record.js';
import { tasks } from './tasks.js';
import { treatments } from './treatments.js';
import { webhooks } from './webhooks.js';
import { zones } from './zones.js';

/** Its entries in the log are for those who see such records. */
export const RESERVED_KIND: RecordName = 'ApiaryInvitation';

/** The order is that of the export. */
export const records: Records = {
  ...accounts,
  ...apiaries,
  ...beehives,
  ...inspections,
  ...measurements,
  ...products,
  ...inventory,
  ...treatments,
  ...feedings,
  ...queens,
  ...harvests,
  ...tasks,
  ...calendars,
  ...webhooks,
  ...imports,
  ...zones,
  ...deletions,
  // Written by triggers only. An apiary that gets another owner takes it along. Who does not see invitations does not see their log either.
  Activity: {
    policy: (viewer) => ({ ownerId: viewer }),
    path: ['apiary'],
    reserved: { for: 'MANAGER', except: { kind: { $ne: RESERVED_KIND } } },
    exportAs: 'activity',
  },
};

export const recordRows = Object.entries(records as object) as [RecordName, RecordRow<object>][];
