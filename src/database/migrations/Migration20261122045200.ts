import { Migration } from '@mikro-orm/migrations';

/** The session cache knows the language of the account, in which errors are presented. So it has to be notified of a change. */
export class Migration20261122045200 extends Migration {
  override up(): void {
    this.addSql('drop trigger user_changed on users;');
    this.addSql(`
      create trigger user_changed after update of is_active, is_verified, role, permissions, language on users
      for each row when ((old.is_active, old.is_verified, old.role, old.permissions, old.language) is distinct from
        (new.is_active, new.is_verified, new.role, new.permissions, new.language)) execute function note_user_change();`);
  }
}
