import { createLogTriggersWithoutTokens } from '../log-triggers.js';
import { OnlineMigration } from '../online-migration.js';

/** Tasks (ADR 0046). The table is new, so every statement is fast; triggers lock the tables that they refer to. */
export class Migration20261124180000 extends OnlineMigration {
  override async up(): Promise<void> {
    await this.alter(...TABLE, ...OWNERS, ...ASSIGNEES, ...LOG);
  }
}

const oneOf = (column: string, values: string[]): string =>
  `constraint "tasks_${column}_check" check ("${column}" in (${values.map((value) => `'${value}'`).join(', ')}))`;

const TABLE = [
  `create table if not exists "tasks" ("id" uuid not null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null,
    "owner_id" uuid not null, "version" int not null default 1, "apiary_id" uuid not null, "title" text not null, "notes" text null,
    "kind" text not null, "priority" text not null default 'NORMAL', "starts_on" date null, "due_on" date null, "assignee_id" uuid null,
    "beehive_ids" uuid[] not null default '{}', "beehive_labels" text[] not null default '{}',
    "item_ids" uuid[] not null default '{}', "item_quantities" int[] not null default '{}',
    "repeat_every" int null, "repeat_unit" text null, "repeat_from" text null, "source" text not null default 'OWN',
    "plan_key" text null, "previous_id" uuid null, "status" text not null default 'OPEN', "closed_on" date null,
    "closed_at" timestamptz(3) null, "closed_by_id" uuid null, "record_ids" uuid[] not null default '{}', "actor_id" uuid not null,
    primary key ("id"),
    constraint "tasks_apiary_id_foreign" foreign key ("owner_id", "apiary_id") references "apiaries" ("owner_id", "id")
      on update cascade on delete cascade,
    constraint "tasks_previous_unique" unique ("previous_id"),
    constraint "tasks_window_check" check (starts_on <= due_on),
    constraint "tasks_repeat_check" check (num_nulls(repeat_every, repeat_unit, repeat_from) in (0, 3)),
    constraint "tasks_closed_check" check ((status = 'OPEN') = (closed_at is null)),
    ${oneOf('kind', ['INSPECT', 'TREAT', 'FEED', 'HARVEST', 'EQUIPMENT', 'OTHER'])},
    ${oneOf('priority', ['HIGH', 'NORMAL', 'LOW'])},
    ${oneOf('repeat_unit', ['DAY', 'WEEK'])},
    ${oneOf('repeat_from', ['DUE', 'COMPLETION'])},
    ${oneOf('source', ['OWN', 'PLAN', 'REPETITION'])},
    ${oneOf('status', ['OPEN', 'DONE', 'SKIPPED', 'CANCELLED'])})`,
  `create index if not exists "tasks_owner_index" on "tasks" ("owner_id", "due_on", "id")`,
  `create index if not exists "tasks_apiary_index" on "tasks" ("apiary_id", "due_on", "id")`,
  `create index if not exists "tasks_open_apiary_index" on "tasks" ("apiary_id", "due_on") where status = 'OPEN'`,
  `create index if not exists "tasks_open_index" on "tasks" ("owner_id", "due_on") where status = 'OPEN'`,
  `create index if not exists "tasks_beehives_index" on "tasks" using gin ("beehive_ids")`,
];

const OWNERS = [
  `create or replace trigger owner_copied before insert or update on tasks
     for each row when (new.owner_id is null) execute function copy_owner('apiaries')`,
];

/**
 * Who has left an apiary has nothing to do there. Decided at the end of the transaction: a transfer ends the membership of the new owner, and
 * may make the old one a member.
 */
const ASSIGNEES = [
  `create or replace function unassign_tasks() returns trigger language plpgsql as $$
   declare
     place uuid := case when tg_table_name = 'apiaries' then to_jsonb(old) ->> 'id' else to_jsonb(old) ->> 'apiary_id' end;
     person uuid := case when tg_table_name = 'apiaries' then to_jsonb(old) ->> 'owner_id' else to_jsonb(old) ->> 'user_id' end;
   begin
     update tasks set assignee_id = null, updated_at = now() where apiary_id = place and assignee_id = person
       and not exists (select 1 from apiary_members where apiary_id = place and user_id = person)
       and not exists (select 1 from apiaries where id = place and owner_id = person);
     return null;
   end $$`,
  'drop trigger if exists tasks_unassigned on apiary_members',
  `create constraint trigger tasks_unassigned after delete on apiary_members deferrable initially deferred
     for each row execute function unassign_tasks()`,
  'drop trigger if exists tasks_unassigned on apiaries',
  `create constraint trigger tasks_unassigned after update of owner_id on apiaries deferrable initially deferred
     for each row when (old.owner_id <> new.owner_id) execute function unassign_tasks()`,
];

const LOG = createLogTriggersWithoutTokens({
  table: 'tasks',
  entity: 'Task',
  path: 'apiary_id',
  label: 'title',
  columns: [
    'apiary_id',
    'title',
    'notes',
    'kind',
    'priority',
    'starts_on',
    'due_on',
    'assignee_id',
    'beehive_labels',
    'item_quantities',
    'repeat_every',
    'repeat_unit',
    'repeat_from',
    'source',
    'plan_key',
    'previous_id',
    'status',
    'closed_on',
    'closed_at',
    'closed_by_id',
    'actor_id',
  ],
  silent: ['beehive_ids', 'item_ids', 'record_ids'],
});
