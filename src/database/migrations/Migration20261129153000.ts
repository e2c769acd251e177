import { OnlineMigration } from '../online-migration.js';

/** Links to the register that an account revokes (ADR 0059). The previous version does not know the column: there, they go on. */
export class Migration20261129153000 extends OnlineMigration {
  override async up(): Promise<void> {
    await this.alter('alter table users add column if not exists register_link_revocations int not null default 0');
  }
}
