import { Migration } from '@mikro-orm/migrations';

/**
 * Only the end of a living session is noted for the caches of all processes. Removing sessions that ended long ago wrote a note for each,
 * which every process then read twice a second.
 */
export class Migration20261122020700 extends Migration {
  override up(): void {
    this.addSql('drop trigger session_changed on sessions;');
    this.addSql(`
      create trigger session_changed after update of ended_at, expires_at, user_id on sessions
      for each row when (old.ended_at is null) execute function note_session_change();`);
    this.addSql(`
      create trigger session_deleted after delete on sessions
      for each row when (old.ended_at is null and old.expires_at > now()) execute function note_session_change();`);
    this.addSql(`
      create or replace function note_user_change() returns trigger language plpgsql as $$
      begin
        insert into session_changes (session_id)
          select id from sessions where user_id = new.id and ended_at is null and expires_at > now();
        return null;
      end $$;`);
  }
}
