import { createLogTriggersWithoutTokens } from '../log-triggers.js';
import { OnlineMigration } from '../online-migration.js';

/** Thresholds of an apiary, and what people say about items of the worklist (ADR 0046). */
export class Migration20261124190000 extends OnlineMigration {
  override async up(): Promise<void> {
    await this.alter(...THRESHOLDS);
    await this.alter(...MARKS);
  }
}

const THRESHOLDS = [
  `alter table apiaries add column if not exists inspection_days int null, add column if not exists mites_to_watch double precision null,
     add column if not exists mites_to_treat double precision null`,
  'alter table apiaries drop constraint if exists apiaries_thresholds_check',
  `alter table apiaries add constraint apiaries_thresholds_check
     check (inspection_days > 0)`,
  ...createLogTriggersWithoutTokens({
    table: 'apiaries',
    entity: 'Apiary',
    path: 'id',
    label: 'name',
    columns: [
      'owner_id',
      'name',
      'location',
      'treatments',
      'time_zone',
      'inspection_days',
      'mites_to_watch',
      'mites_to_treat',
    ],
  }),
];

const MARKS = [
  `create table if not exists "worklist_marks" ("id" uuid not null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null,
    "owner_id" uuid not null, "apiary_id" uuid not null, "kind" text not null, "record_id" uuid not null, "cause" timestamptz(3) null, "snoozed_until" date null,
    "assignee_id" uuid null, "actor_id" uuid not null, primary key ("id"),
    constraint "worklist_marks_key_unique" unique ("apiary_id", "kind", "record_id"),
    constraint "worklist_marks_apiary_id_foreign" foreign key ("owner_id", "apiary_id") references "apiaries" ("owner_id", "id")
      on update cascade on delete cascade)`,
  `create or replace trigger owner_copied before insert or update on worklist_marks
     for each row when (new.owner_id is null) execute function copy_owner('apiaries')`,
  `create or replace function unassign_tasks() returns trigger language plpgsql as $$
   declare
     place uuid := case when tg_table_name = 'apiaries' then to_jsonb(old) ->> 'id' else to_jsonb(old) ->> 'apiary_id' end;
     person uuid := case when tg_table_name = 'apiaries' then to_jsonb(old) ->> 'owner_id' else to_jsonb(old) ->> 'user_id' end;
   begin
     if exists (select 1 from apiary_members where apiary_id = place and user_id = person)
       or exists (select 1 from apiaries where id = place and owner_id = person) then
       return null;
     end if;
     update tasks set assignee_id = null, updated_at = now() where apiary_id = place and assignee_id = person;
     update worklist_marks set assignee_id = null, updated_at = now() where apiary_id = place and assignee_id = person;
     return null;
   end $$`,
];
