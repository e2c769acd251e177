import { OnlineMigration } from '../online-migration.js';

/**
 * A hive that comes back to an account brings along treatments which another account has recorded meanwhile: from then on, they concern the
 * earlier honey of the hive, as treatments of the account itself do (ADR 0031).
 */
export class Migration20261122231000 extends OnlineMigration {
  override async up(): Promise<void> {
    await this.alter(
      `create or replace trigger harvest_rechecked_for_owner after update of owner_id on treatments
         for each row when (new.current and old.owner_id <> new.owner_id) execute function recheck_after_treatments()`,
    );
  }
}
