import { Migration } from '@mikro-orm/migrations';

/**
 * Finds the drafts and the expiring items of the worklist: both are few among many. Not `concurrently`: pending migrations are one
 * transaction. Reads go on meanwhile, changes of inspections and items wait, for a million rows less than a second.
 */
export class Migration20261122120000 extends Migration {
  override up(): void {
    this.addSql(`create index inspections_draft_index on inspections (beehive_id) where status = 'DRAFT';`);
    this.addSql(
      'create index inventory_items_expiry_index on inventory_items (apiary_id, expiry_date) where expiry_date is not null;',
    );
  }
}
