import { OnlineMigration } from '../online-migration.js';

/** Why an administrator ended sessions, exported or deleted. The previous version writes entries without it. */
export class Migration20261124150000 extends OnlineMigration {
  override async up(): Promise<void> {
    await this.alter('alter table audit_entries add column if not exists reason text null');
  }
}
