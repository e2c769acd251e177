import { OnlineMigration } from '../online-migration.js';

/**
 * Finds the drafts and the expiring items of the worklist: both are few among many. Not `concurrently`: that waits for the processes that
 * wait for this migration. Reads go on meanwhile, changes of inspections and items wait, for a million rows less than a second.
 */
export class Migration20261122120000 extends OnlineMigration {
  override async up(): Promise<void> {
    await this.alter(
      `create index if not exists inspections_draft_index on inspections (beehive_id) where status = 'DRAFT'`,
    );
    await this.alter(
      `create index if not exists inventory_items_expiry_index on inventory_items (apiary_id, expiry_date)
         where expiry_date is not null`,
    );
  }
}
