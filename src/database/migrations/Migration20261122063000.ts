import { Migration } from '@mikro-orm/migrations';

/**
 * Finds the newest movements of each item of an apiary. Not `concurrently`: that waits for the processes that wait for this
 * migration. Reads go on meanwhile, changes of stock wait, for a million movements about a second.
 */
export class Migration20261122063000 extends Migration {
  override up(): void {
    this.addSql('create index stock_movements_created_index on stock_movements (item_id, created_at, id);');
  }
}
