import { OnlineMigration } from '../online-migration.js';

/**
 * Each process asks several times a second whether any webhook sends, and since when the one sends that began first. Without an index, that reads
 * all webhooks as long as those that come first are paused. The previous version works with it and without it.
 */
export class Migration20261127230000 extends OnlineMigration {
  override async up(): Promise<void> {
    await this.alter(
      `create index if not exists "webhooks_active_index" on "webhooks" (pg_snapshot_xmin(started)) where status = 'ACTIVE'`,
    );
  }
}
