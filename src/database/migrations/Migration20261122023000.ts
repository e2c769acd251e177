import { Migration } from '@mikro-orm/migrations';

/** A version that does not know the column can insert sessions: versions run side by side while one replaces the other. */
export class Migration20261122023000 extends Migration {
  override up(): void {
    this.addSql('alter table sessions alter column last_seen_at set default now();');
  }
}
