import { createLogTriggersWithoutTokens } from '../log-triggers.js';
import { OnlineMigration } from '../online-migration.js';

/** The owner of records whose account has been deleted: the nil UUID of RFC 9562. */
const NOBODY = '00000000-0000-0000-0000-000000000000';
/** The columns of a replaced revision that may still change: what refers to other rows. */
const REFERENCES =
  "array['owner_id', 'beehive_id', 'apiary_id', 'item_id', 'movement_id', 'updated_at', 'retain_until']";

/**
 * Treatments, their follow-ups, and mite counts (ADR 0023). The tables are new, so every statement is fast; it is one transaction, which
 * gives way to long ones of the previous version, because foreign keys and triggers lock the tables that they refer to.
 */
export class Migration20261122110000 extends OnlineMigration {
  override async up(): Promise<void> {
    await this.alter(...TABLES, ...OWNERS, ...LOGS, ...RETENTION, ...BEEHIVES);
  }
}

const base = `"id" uuid not null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, "owner_id" uuid not null`;

const TABLES = [
  `create table if not exists "treatments" (${base}, "kind" text not null, "product_name" text not null, "active_ingredient" text null, "target" text null, "method" text null, "dose" numeric(10,3) null, "dose_unit" text null, "dose_text" text null, "batch_number" text null, "supplier" text null, "supplier_address" text null, "purchase_proof" text null, "expiry_date" date null, "started_on" date not null, "ended_on" date null, "planned_days" int null, "withdrawal_days" int null, "prescriber" text null, "prescriber_contact" text null, "applied_by" text null, "requires_repeat" boolean not null default false, "final_result" text null, "final_hive_condition" text null, "future_recommendations" text null, "beehive_id" uuid null, "treated_beehive_id" uuid not null, "beehive_label" text not null, "apiary_id" uuid null, "apiary_label" text null, "course_id" uuid not null, "status" text not null default 'ACTIVE', "item_id" uuid null, "stock_quantity" int null, "movement_id" uuid null, "actor_id" uuid not null, "series_id" uuid not null, "revision" int not null default 1, "current" boolean not null default true, "reason" text null, "retain_until" date generated always as (LEAST(GREATEST((((created_at AT TIME ZONE 'UTC'::text) + '5 years'::interval))::date, ((expiry_date + '1 year'::interval))::date), '9999-12-31'::date)) stored not null, primary key ("id"),
    constraint "treatments_beehive_id_foreign" foreign key ("beehive_id") references "beehives" ("id") on delete set null,
    constraint "treatments_apiary_id_foreign" foreign key ("apiary_id") references "apiaries" ("id") on delete set null,
    constraint "treatments_item_id_foreign" foreign key ("item_id") references "inventory_items" ("id") on delete set null,
    constraint "treatments_movement_id_foreign" foreign key ("movement_id") references "stock_movements" ("id") on delete set null,
    constraint "treatments_revision_check" check (revision > 0 and current = (id = series_id)),
    constraint "treatments_end_check" check (ended_on >= started_on),
    constraint "treatments_amounts_check" check (dose >= 0 and planned_days >= 0 and withdrawal_days >= 0 and stock_quantity > 0),
    constraint "treatments_status_check" check ("status" in ('ACTIVE', 'COMPLETED', 'VOIDED')))`,
  `create index if not exists "treatments_beehive_index" on "treatments" ("beehive_id", "started_on", "id")`,
  `create index if not exists "treatments_apiary_index" on "treatments" ("apiary_id", "started_on", "id")`,
  `create index if not exists "treatments_series_index" on "treatments" ("series_id", "revision")`,
  `create index if not exists "treatments_register_index" on "treatments" ("owner_id", "started_on", "id")`,
  `create index if not exists "treatments_active_index" on "treatments" ("beehive_id") where "current" and "status" = 'ACTIVE'`,
  `create index if not exists "treatments_item_index" on "treatments" ("item_id") where "item_id" is not null`,
  `create index if not exists "treatments_movement_index" on "treatments" ("movement_id") where "movement_id" is not null`,

  `create table if not exists "treatment_follow_ups" (${base}, "version" int not null default 1, "treatment_id" uuid not null, "reviewed_on" date not null, "hive_condition" text null, "observed_changes" text null, "partial_results" text null, "infestation_level" text null, "notes" text null, "reviewer" text null, "actor_id" uuid not null, primary key ("id"),
    constraint "treatment_follow_ups_treatment_id_foreign" foreign key ("treatment_id") references "treatments" ("id") on delete cascade)`,
  `create index if not exists "treatment_follow_ups_owner_index" on "treatment_follow_ups" ("owner_id", "id")`,
  `create index if not exists "treatment_follow_ups_treatment_index" on "treatment_follow_ups" ("treatment_id", "reviewed_on", "id")`,

  `create table if not exists "mite_counts" (${base}, "version" int not null default 1, "beehive_id" uuid not null, "apiary_id" uuid null, "counted_on" date not null, "method" text not null, "bees" int null, "mites" int not null, "days" int null, "notes" text null, "actor_id" uuid not null, primary key ("id"),
    constraint "mite_counts_beehive_id_foreign" foreign key ("beehive_id") references "beehives" ("id") on delete cascade,
    constraint "mite_counts_apiary_id_foreign" foreign key ("apiary_id") references "apiaries" ("id") on delete set null,
    constraint "mite_counts_amounts_check" check (bees > 0 and mites >= 0 and days > 0),
    constraint "mite_counts_sample_check" check (case method when 'STICKY_BOARD' then bees is null and days is not null else bees is not null and days is null end),
    constraint "mite_counts_method_check" check ("method" in ('ALCOHOL_WASH', 'SUGAR_ROLL', 'CO2', 'STICKY_BOARD')))`,
  `create index if not exists "mite_counts_beehive_index" on "mite_counts" ("beehive_id", "counted_on", "id")`,
  `create index if not exists "mite_counts_apiary_index" on "mite_counts" ("apiary_id", "counted_on", "id")`,
];

/** A row belongs to the account that owns its hive; a treatment whose hive is gone, to the owner of its apiary. */
const OWNERS = [
  `create or replace trigger owner_copied before insert or update on treatments
     for each row when (new.owner_id is null) execute function copy_owner('beehives')`,
  `create or replace trigger owner_copied before insert or update on mite_counts
     for each row when (new.owner_id is null) execute function copy_owner('beehives')`,
  `create or replace function copy_owner_of_treatment() returns trigger language plpgsql as $$
   begin
     select owner_id into strict new.owner_id from treatments where id = new.treatment_id;
     return new;
   exception when no_data_found then
     raise exception 'the row in treatments does not exist' using errcode = 'foreign_key_violation';
   end $$`,
  `create or replace trigger owner_copied before insert or update on treatment_follow_ups
     for each row when (new.owner_id is null) execute function copy_owner_of_treatment()`,

  `create or replace function pass_on_owner_of_treatments() returns trigger language plpgsql as $$
   begin
     if tg_table_name = 'apiaries' then
       update treatments set owner_id = new.owner_id
       where apiary_id = new.id and beehive_id is null and owner_id <> new.owner_id;
     elsif tg_table_name = 'beehives' then
       update treatments set owner_id = new.owner_id where beehive_id = new.id and owner_id <> new.owner_id;
       update mite_counts set owner_id = new.owner_id where beehive_id = new.id and owner_id <> new.owner_id;
     else
       update treatment_follow_ups set owner_id = new.owner_id where treatment_id = new.id and owner_id <> new.owner_id;
     end if;
     return null;
   end $$`,
  ...['apiaries', 'beehives', 'treatments'].map(
    (table) => `create or replace trigger treatments_passed_on after update of owner_id on ${table}
       for each row when (old.owner_id <> new.owner_id) execute function pass_on_owner_of_treatments()`,
  ),
];

/** Of the records that can be deleted; the revisions of a treatment are its log. */
const LOGS = [
  ...createLogTriggersWithoutTokens({
    table: 'treatment_follow_ups',
    entity: 'TreatmentFollowUp',
    path: 'treatment_id',
    columns: [
      'treatment_id',
      'reviewed_on',
      'hive_condition',
      'observed_changes',
      'partial_results',
      'infestation_level',
      'notes',
      'reviewer',
      'actor_id',
    ],
  }),
  ...createLogTriggersWithoutTokens({
    table: 'mite_counts',
    entity: 'MiteCount',
    path: 'beehive_id',
    columns: ['beehive_id', 'counted_on', 'method', 'bees', 'mites', 'days', 'notes', 'actor_id'],
  }),
];

const RETENTION = [
  `create or replace function keep_treatment() returns trigger language plpgsql as $$
   begin
     if tg_op = 'DELETE' then
       if old.retain_until < current_date then
         return old;
       end if;
       raise exception 'the treatment is kept until %', old.retain_until using errcode = 'restrict_violation';
     end if;
     if new.created_at <> old.created_at or not old.current and new.owner_id <> '${NOBODY}'
         and to_jsonb(new) - ${REFERENCES} <> to_jsonb(old) - ${REFERENCES} then
       raise exception 'a replaced revision is never changed' using errcode = 'restrict_violation';
     end if;
     -- The account has been deleted: what remains says nothing about a person.
     if new.owner_id = '${NOBODY}' and old.owner_id <> new.owner_id then
       delete from treatment_follow_ups where treatment_id = old.id;
       new.actor_id := new.owner_id;
       new.apiary_label := null;
       new.dose_text := null;
       new.supplier := null;
       new.supplier_address := null;
       new.purchase_proof := null;
       new.prescriber := null;
       new.prescriber_contact := null;
       new.applied_by := null;
       new.final_result := null;
       new.final_hive_condition := null;
       new.future_recommendations := null;
       new.reason := null;
     end if;
     return new;
   end $$`,
  `create or replace trigger treatment_kept before delete on treatments for each row execute function keep_treatment()`,
  // Most changes of many rows are those of a reference to a row that is being deleted.
  `create or replace trigger revision_kept before update on treatments for each row
     when (not old.current or old.owner_id <> new.owner_id or old.created_at <> new.created_at) execute function keep_treatment()`,

  // The service has done this before, in pieces (accounts/profile.commands.ts). Triggers run in the order of their names: this one before
  // `records_removed`, which deletes the log of the account.
  `create or replace function forget_keeper() returns trigger language plpgsql as $$
   begin
     delete from treatments where owner_id = old.id and retain_until < current_date;
     update treatments set owner_id = '${NOBODY}' where owner_id = old.id;
     return null;
   end $$`,
  `create or replace trigger keeper_forgotten after delete on users for each row execute function forget_keeper()`,
];

/** A hive is treated while it has an active treatment, and otherwise if a client says so. */
const BEEHIVES = [
  `create or replace function follow_treatments() returns trigger language plpgsql as $$
   begin
     update beehives b set is_treated = true from added t
     where b.id = t.beehive_id and t.current and t.status = 'ACTIVE' and not b.is_treated;
     return null;
   end $$`,
  `create or replace trigger treatments_added after insert on treatments referencing new table as added
     for each statement execute function follow_treatments()`,
  `create or replace function follow_treatment() returns trigger language plpgsql as $$
   begin
     update beehives b set is_treated = not b.is_treated
     where b.id = new.beehive_id and b.is_treated <> exists (
       select 1 from treatments t where t.beehive_id = b.id and t.current and t.status = 'ACTIVE');
     return null;
   end $$`,
  `create or replace trigger status_changed after update of status on treatments
     for each row when (new.current and old.status <> new.status) execute function follow_treatment()`,

  `create or replace function stay_treated() returns trigger language plpgsql as $$
   begin
     new.is_treated := exists (
       select 1 from treatments t where t.beehive_id = new.id and t.current and t.status = 'ACTIVE');
     return new;
   end $$`,
  `create or replace trigger stays_treated before update of is_treated on beehives
     for each row when (old.is_treated and not new.is_treated) execute function stay_treated()`,
];
