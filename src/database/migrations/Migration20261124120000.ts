import { OnlineMigration } from '../online-migration.js';

/**
 * Large accounts are read in pages of constant cost: hives by their apiary and id, rows that outlive their parents by owner and id. Each of
 * these tables has a few rows for each hive. Not `concurrently`: that waits for the processes that wait for this migration.
 */
export class Migration20261124120000 extends OnlineMigration {
  override async up(): Promise<void> {
    await this.alter('create index if not exists beehives_apiary_index on beehives (apiary_id, id)');
    for (const table of ['treatments', 'queens', 'harvests', 'lots'])
      await this.alter(`create index if not exists ${table}_export_index on ${table} (owner_id, id)`);
  }
}
