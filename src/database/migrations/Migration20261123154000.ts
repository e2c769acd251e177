import { OnlineMigration } from '../online-migration.js';

/** The setting of an account whether the released apps list the apiaries that others share with it. The session cache knows it. */
export class Migration20261123154000 extends OnlineMigration {
  override async up(): Promise<void> {
    await this.alter(
      'alter table users add column if not exists show_shared_apiaries boolean not null default false',
      `create or replace trigger shown_apiaries_changed after update of show_shared_apiaries on users
         for each row when (old.show_shared_apiaries is distinct from new.show_shared_apiaries) execute function note_user_change()`,
    );
  }
}
