import { OnlineMigration } from '../online-migration.js';

/**
 * Finds the newest activity of an apiary for its owner. PostgreSQL takes owner and apiary as independent: it would expect few entries of
 * both, and read and sort all of them. Members are found by `changes_apiary_index`. Changes of records wait for the build, for a million
 * entries about a second.
 */
export class Migration20261122230000 extends OnlineMigration {
  override async up(): Promise<void> {
    await this.alter(
      'create index if not exists changes_activity_index on changes (apiary_id, owner_id, seq) where notable',
    );
  }
}
