import { OnlineMigration } from '../online-migration.js';

/**
 * A client that is a member of many apiaries learns from the newest entries of the whole log in which of them anything has happened, and its
 * memberships are read from an index alone. Each build of an index of the log lets the changes of records wait, for a million entries about a
 * second: one that is divided (ADR 0039) gets it partition by partition. The previous version does not use the indexes.
 */
export class Migration20261124120100 extends OnlineMigration {
  override async up(): Promise<void> {
    const partitions = (await this.execute(PARTITIONS)) as { table: string; index: string }[];
    for (const { table, index } of partitions)
      await this.alter(`create index if not exists ${index} on ${table} (xid, seq)`);
    await this.alter('create index if not exists changes_order_index on changes (xid, seq)');
    await this.alter(
      'create index if not exists apiary_members_shared_index on apiary_members (user_id, apiary_id) include (expires_at)',
    );
  }
}

const PARTITIONS = `
  select format('%I', relname) as table, format('%I', relname || '_order_index') as index
  from pg_inherits join pg_class on pg_class.oid = inhrelid where inhparent = 'changes'::regclass`;
