import { createLogTriggersWithoutTokens, type LoggedTable } from '../log-triggers.js';
import { OnlineMigration } from '../online-migration.js';

const LOGGED: LoggedTable[] = [
  {
    table: 'apiaries',
    entity: 'Apiary',
    path: 'id',
    label: 'name',
    columns: ['owner_id', 'name', 'location', 'treatments'],
  },
  {
    table: 'beehives',
    entity: 'Beehive',
    path: 'apiary_id',
    label: 'beehive_number',
    columns: [
      'apiary_id',
      'beehive_number',
      'activity_level',
      'bee_population',
      'food_frames',
      'brood_frames',
      'hive_status',
      'health_status',
      'has_production_chamber',
      'is_treated',
      'observations',
    ],
  },
  {
    table: 'questions',
    entity: 'Question',
    path: 'apiary_id',
    label: 'text',
    columns: [
      'apiary_id',
      'text',
      'answer_type',
      'category',
      'required',
      'options',
      'min',
      'max',
      'active',
      'template_key',
    ],
    silent: ['position'],
  },
  {
    table: 'beehive_questions',
    entity: 'BeehiveQuestion',
    path: 'beehive_id',
    columns: ['beehive_id', 'question_id', 'position', 'active'],
  },
  {
    table: 'inspections',
    entity: 'Inspection',
    path: 'beehive_id',
    columns: [
      'beehive_id',
      'status',
      'occurred_at',
      'notes',
      'actor_id',
      'visit_id',
      'series_id',
      'revision',
      'reason',
    ],
    silent: ['current'],
  },
  {
    table: 'inventory_items',
    entity: 'InventoryItem',
    path: 'apiary_id',
    label: 'item_name',
    columns: [
      'apiary_id',
      'item_name',
      'description',
      'unit',
      'minimum_stock',
      'unit_cost',
      'currency',
      'category',
      'batch_number',
      'expiry_date',
      'purchase_date',
      'supplier',
      'storage_location',
    ],
  },
  {
    table: 'stock_movements',
    entity: 'StockMovement',
    path: 'item_id',
    columns: [],
    created: ['kind', 'amount'],
    insertsOnly: true,
  },
];
const VERSIONED = LOGGED.filter(({ insertsOnly }) => !insertsOnly);
const cases = (of: [from: string, to: string][]): string =>
  of.map(([from, to]) => `when '${from}' then '${to}'`).join(' ');

/**
 * Triggers write every change to a log, which replaces the tombstones. From the moment in which a table has the new triggers until the
 * last step, deletions are in both; the previous version then finds a view in place of its table.
 */
export class Migration20261122100000 extends OnlineMigration {
  override async up(): Promise<void> {
    await this.createLog();
    for (const logged of LOGGED)
      await this.alter(
        ...(logged.insertsOnly
          ? []
          : [`alter table ${logged.table} add column if not exists version int not null default 1`]),
        ...createLogTriggersWithoutTokens(logged),
      );
    await this.passOnLog();
    await this.replaceTombstones();
  }

  private async createLog(): Promise<void> {
    await this.execute(`
      create table if not exists changes (
        seq bigint generated always as identity primary key,
        xid xid8 not null default pg_current_xact_id(),
        owner_id uuid not null,
        apiary_id uuid,
        entity text not null,
        row_id uuid not null,
        action text not null check (action in ('CREATED', 'UPDATED', 'DELETED')),
        version int not null,
        label text,
        actor_id uuid,
        request_id text,
        fields jsonb,
        notable boolean not null default true,
        at timestamptz(3) not null default now())`);
    await this.execute('create index if not exists changes_apiary_index on changes (apiary_id, seq)');
    // Of a record: its history, and whether it has been deleted.
    await this.execute('create index if not exists changes_row_index on changes (row_id, at, seq)');
    // Of an account: its export and its deletion.
    await this.execute('create index if not exists changes_owner_index on changes (owner_id, seq)');
    // Values are cut: the log says what has changed, and is no second copy of every text. In SQL, it would cost ten times as much.
    await this.execute(`
      create or replace function log_value(v jsonb) returns jsonb language plpgsql immutable as $$
      begin
        return case when length(v #>> '{}') > 200 then to_jsonb(left(v #>> '{}', 199) || '…') else v end;
      end $$`);
  }

  /** An apiary that gets another owner takes its log along: what deletes the account of the old owner leaves it. */
  private async passOnLog(): Promise<void> {
    await this.execute(`
      create or replace function pass_on_log() returns trigger language plpgsql as $$
      begin
        update changes set owner_id = new.owner_id where apiary_id = new.id and owner_id <> new.owner_id;
        return null;
      end $$`);
    await this.alter(
      `create or replace trigger log_passed_on after update of owner_id on apiaries
         for each row when (old.owner_id <> new.owner_id) execute function pass_on_log()`,
    );
  }

  private async replaceTombstones(): Promise<void> {
    const [table] = await this.execute(
      `select 1 from pg_tables where schemaname = current_schema and tablename = 'tombstones'`,
    );
    if (!table) return;
    const entities = cases(VERSIONED.map(({ table, entity }) => [table, entity]));
    await this.execute(`
      insert into changes (owner_id, entity, row_id, action, version, notable, at)
      select owner_id, case kind ${entities} end, id, 'DELETED', 1, false, created_at from tombstones t
      where not exists (select 1 from changes where row_id = t.id and action = 'DELETED')
      order by created_at`);
    const kinds = cases(VERSIONED.map(({ table, entity }) => [entity, table]));
    await this.alter(
      ...VERSIONED.map(({ table }) => `drop trigger if exists tombstone_written on ${table}`),
      'drop function if exists write_tombstone',
      'drop table tombstones',
      // Columns of the table, and `ctid`, by which the previous version deletes expired ones: here it never finds any.
      `create view tombstones as
         select ctid, owner_id, row_id as id, case entity ${kinds} end as kind, at as created_at
         from changes where action = 'DELETED' and at > now() - interval '30 days'`,
      `create or replace function remove_records_of_owner() returns trigger language plpgsql as $$
       begin
         delete from idempotency_keys where owner_id = old.id;
         delete from changes where owner_id = old.id;
         return null;
       end $$`,
    );
  }
}
