import { OnlineMigration } from '../online-migration.js';

/** A stored response keeps its headers (ADR 0013). Null in rows without a response, and in those of the previous version, which does not read it. */
export class Migration20261123153000 extends OnlineMigration {
  override async up(): Promise<void> {
    await this.alter('alter table idempotency_keys add column if not exists headers text[] null');
  }
}
