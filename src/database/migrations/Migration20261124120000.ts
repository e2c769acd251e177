import { OnlineMigration } from '../online-migration.js';

const NOBODY = '00000000-0000-0000-0000-000000000000';

/**
 * Large accounts are read in pages of constant cost: hives by their apiary and id, rows that outlive their parents by owner and id. Each of
 * these tables has a few rows for each hive. Treatments that are kept after their account was deleted are read when they are due, and not each
 * minute before. Not `concurrently`: that waits for the processes that wait for this migration.
 */
export class Migration20261124120000 extends OnlineMigration {
  override async up(): Promise<void> {
    await this.alter('create index if not exists beehives_apiary_index on beehives (apiary_id, id)');
    for (const table of ['treatments', 'queens', 'harvests', 'lots'])
      await this.alter(`create index if not exists ${table}_export_index on ${table} (owner_id, id)`);
    await this.alter(
      `create index if not exists treatments_kept_index on treatments (retain_until) where owner_id = '${NOBODY}'`,
    );
  }
}
