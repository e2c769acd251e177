import { OnlineMigration } from '../online-migration.js';

/**
 * How much each account holds, measured in the background (maintenance/account-usage.ts). An account is measured when its latest entry in the
 * change log, `changed_seq`, is newer than that of the last measurement; `claimed_at` is when a process last began to.
 */
export class Migration20261123160000 extends OnlineMigration {
  override async up(): Promise<void> {
    await this.alter(
      `create table if not exists account_usage (
         user_id uuid primary key references users (id) on delete cascade,
         row_count bigint not null default 0,
         bytes bigint not null default 0,
         measured_at timestamptz(3),
         changed_seq bigint not null,
         measured_seq bigint not null default 0,
         claimed_at timestamptz(3) not null default '-infinity')`,
      'create index if not exists account_usage_changed_index on account_usage (changed_seq)',
      'create index if not exists account_usage_due_index on account_usage (claimed_at) where changed_seq > measured_seq',
      'create index if not exists account_usage_bytes_index on account_usage (bytes)',
    );
  }
}
