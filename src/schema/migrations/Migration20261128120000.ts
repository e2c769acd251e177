import { installJobSchema } from '../../database/job-schema.js';
import { OnlineMigration } from '../../database/online-migration.js';
import { readSql } from '../sql-files.js';

/** The baseline: every table with its constraints and indexes, in an empty database. */
export class Migration20261128120000 extends OnlineMigration {
  override async up(): Promise<void> {
    await this.inTransaction(async (execute) => {
      // A process that was killed may have created the tables, and not have noted it.
      const [found] = await execute(`select 1 as found where to_regclass('users') is not null`);
      if (found) return;
      // An index of zones calls it.
      await execute(readSql('functions/zone_bounds.sql'));
      await execute(readSql('baseline.sql'));
    });
    await this.inTransaction(installJobSchema);
  }
}
