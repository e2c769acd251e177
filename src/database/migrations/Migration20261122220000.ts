import { createLogTriggersWithoutTokens } from '../log-triggers.js';
import { OnlineMigration } from '../online-migration.js';

/**
 * Harvests and lots (ADR 0031). The tables are new. What the previous version records of treatments changes the destinations of harvests
 * and lots, too, because triggers do that. The index of treatments lets changes of them wait, for a million records about a second.
 */
export class Migration20261122220000 extends OnlineMigration {
  override async up(): Promise<void> {
    await this.alter(
      `create index if not exists "treatments_treated_index" on "treatments" ("treated_beehive_id", "started_on") where "current"`,
    );
    await this.alter(...TABLES, ...LOGS, ...AMOUNTS, ...DESTINATIONS, ...OWNERS);
  }
}

const base = `"id" uuid not null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, "owner_id" uuid not null`;
const content = `"harvested_on" date not null, "status" text not null, "grams" int not null`;
const details = `"country" text null, "honey_kind" text null, "notes" text null`;

const TABLES = [
  `create table if not exists "harvests" (${base}, "version" int not null default 1, "apiary_id" uuid null, "apiary_label" text not null, ${content}, "lot_grams" int not null default 0, ${details}, "destination" text not null default 'FOR_SALE', "override_reason" text null, "revision" int not null default 1, "reason" text null, "actor_id" uuid not null, primary key ("id"),
    constraint "harvests_apiary_id_foreign" foreign key ("apiary_id") references "apiaries" ("id") on delete set null,
    constraint "harvests_grams_check" check (grams >= 0 and lot_grams >= 0 and lot_grams <= grams),
    constraint "harvests_lots_check" check (status = 'CLOSED' or lot_grams = 0),
    constraint "harvests_override_check" check (override_reason is null or destination = 'NOT_FOR_SALE'),
    constraint "harvests_country_check" check (country ~ '^[A-Z]{2}$'),
    constraint "harvests_status_check" check ("status" in ('DRAFT', 'CLOSED', 'VOIDED')),
    constraint "harvests_destination_check" check ("destination" in ('FOR_SALE', 'NOT_FOR_SALE')))`,
  `create index if not exists "harvests_apiary_index" on "harvests" ("apiary_id", "harvested_on", "id")`,
  `create index if not exists "harvests_owner_index" on "harvests" ("owner_id", "harvested_on", "id")`,

  `create table if not exists "harvest_sources" (${base}, "harvest_id" uuid not null, "beehive_id" uuid null, "harvested_beehive_id" uuid not null, "beehive_label" text not null, "position" int not null, "frames" int not null, "grams" int null, "withheld" boolean not null default false, primary key ("id"),
    constraint "harvest_sources_harvest_id_foreign" foreign key ("harvest_id") references "harvests" ("id") on delete cascade,
    constraint "harvest_sources_beehive_id_foreign" foreign key ("beehive_id") references "beehives" ("id") on delete set null,
    constraint "harvest_sources_beehive_unique" unique ("harvest_id", "harvested_beehive_id"),
    constraint "harvest_sources_amounts_check" check (frames >= 0 and grams >= 0 and position >= 0))`,
  `create index if not exists "harvest_sources_beehive_index" on "harvest_sources" ("beehive_id")`,
  `create index if not exists "harvest_sources_harvested_index" on "harvest_sources" ("harvested_beehive_id")`,
  `create index if not exists "harvest_sources_owner_index" on "harvest_sources" ("owner_id", "id")`,

  `create table if not exists "harvest_revisions" (${base}, "harvest_id" uuid not null, "revision" int not null, ${content}, ${details}, "sources" jsonb not null, "reason" text null, "actor_id" uuid not null, primary key ("id"),
    constraint "harvest_revisions_harvest_id_foreign" foreign key ("harvest_id") references "harvests" ("id") on delete cascade,
    constraint "harvest_revisions_unique" unique ("harvest_id", "revision"),
    constraint "harvest_revisions_status_check" check ("status" in ('DRAFT', 'CLOSED', 'VOIDED')))`,
  `create index if not exists "harvest_revisions_owner_index" on "harvest_revisions" ("owner_id", "id")`,

  `create table if not exists "lots" (${base}, "version" int not null default 1, "apiary_id" uuid null, "code" text not null, "grams" int not null, "packed_grams" int not null default 0, "best_before" date null, "notes" text null, "destination" text not null default 'FOR_SALE', "reserved" boolean not null default false, "actor_id" uuid not null, primary key ("id"),
    constraint "lots_apiary_id_foreign" foreign key ("apiary_id") references "apiaries" ("id") on delete set null,
    constraint "lots_code_unique" unique ("code", "owner_id"),
    constraint "lots_grams_check" check (grams > 0 and packed_grams >= 0 and packed_grams <= grams),
    constraint "lots_reserved_check" check (not reserved or destination = 'NOT_FOR_SALE'),
    constraint "lots_destination_check" check ("destination" in ('FOR_SALE', 'NOT_FOR_SALE')))`,
  `create index if not exists "lots_owner_index" on "lots" ("owner_id", "created_at", "id")`,
  `create index if not exists "lots_apiary_index" on "lots" ("apiary_id", "created_at", "id")`,

  `create table if not exists "lot_harvests" (${base}, "lot_id" uuid not null, "harvest_id" uuid not null, "grams" int not null, primary key ("id"),
    constraint "lot_harvests_lot_id_foreign" foreign key ("lot_id") references "lots" ("id") on delete cascade,
    constraint "lot_harvests_harvest_id_foreign" foreign key ("harvest_id") references "harvests" ("id") on delete cascade,
    constraint "lot_harvests_unique" unique ("lot_id", "harvest_id"),
    constraint "lot_harvests_grams_check" check (grams > 0))`,
  `create index if not exists "lot_harvests_harvest_index" on "lot_harvests" ("harvest_id", "id")`,
  `create index if not exists "lot_harvests_owner_index" on "lot_harvests" ("owner_id", "id")`,

  `create table if not exists "lot_packs" (${base}, "version" int not null default 1, "lot_id" uuid not null, "packed_on" date not null, "jars" int not null, "grams_per_jar" int not null, "jar_movement_id" uuid null, "label_movement_id" uuid null, "notes" text null, "voided_at" timestamptz(3) null, "reason" text null, "actor_id" uuid not null, primary key ("id"),
    constraint "lot_packs_lot_id_foreign" foreign key ("lot_id") references "lots" ("id") on delete cascade,
    constraint "lot_packs_jar_movement_id_foreign" foreign key ("jar_movement_id") references "stock_movements" ("id") on delete set null,
    constraint "lot_packs_label_movement_id_foreign" foreign key ("label_movement_id") references "stock_movements" ("id") on delete set null,
    constraint "lot_packs_amounts_check" check (jars > 0 and grams_per_jar > 0))`,
  `create index if not exists "lot_packs_lot_index" on "lot_packs" ("lot_id", "packed_on", "id")`,
  `create index if not exists "lot_packs_owner_index" on "lot_packs" ("owner_id", "id")`,
  `create index if not exists "lot_packs_jar_movement_index" on "lot_packs" ("jar_movement_id") where "jar_movement_id" is not null`,
  `create index if not exists "lot_packs_label_movement_index" on "lot_packs" ("label_movement_id") where "label_movement_id" is not null`,
];

const LOGS = [
  ...createLogTriggersWithoutTokens({
    table: 'harvests',
    entity: 'Harvest',
    path: 'apiary_id',
    label: 'harvested_on',
    moves: true,
    columns: [
      'apiary_id',
      'apiary_label',
      'harvested_on',
      'status',
      'grams',
      'country',
      'honey_kind',
      'notes',
      'destination',
      'override_reason',
      'revision',
      'reason',
      'actor_id',
    ],
    silent: ['updated_at'],
  }),
  ...createLogTriggersWithoutTokens({
    table: 'lots',
    entity: 'Lot',
    path: 'apiary_id',
    label: 'code',
    moves: true,
    columns: ['apiary_id', 'code', 'grams', 'best_before', 'notes', 'destination', 'reserved', 'actor_id'],
  }),
  ...createLogTriggersWithoutTokens({
    table: 'lot_packs',
    entity: 'LotPack',
    path: 'lot_id',
    columns: ['lot_id', 'packed_on', 'jars', 'grams_per_jar', 'notes', 'voided_at', 'reason', 'actor_id'],
  }),
];

/** What is in lots and what is packed, beside which the checks of the tables allow no more than there is; what never changes. */
const AMOUNTS = [
  `create or replace function count_lot_grams() returns trigger language plpgsql as $$
   begin
     if tg_op = 'INSERT' then
       update harvests set lot_grams = lot_grams + new.grams where id = new.harvest_id;
     else
       update harvests set lot_grams = lot_grams - old.grams where id = old.harvest_id;
     end if;
     return null;
   end $$`,
  `create or replace trigger lot_grams_counted after insert or delete on lot_harvests
     for each row execute function count_lot_grams()`,
  `create or replace function count_packed_grams() returns trigger language plpgsql as $$
   begin
     if tg_op = 'INSERT' then
       update lots set packed_grams = packed_grams + (new.jars::bigint * new.grams_per_jar)::int where id = new.lot_id;
     else
       update lots set packed_grams = packed_grams - (old.jars::bigint * old.grams_per_jar)::int where id = old.lot_id;
     end if;
     return null;
   end $$`,
  `create or replace trigger packed_grams_counted after insert on lot_packs
     for each row execute function count_packed_grams()`,
  `create or replace trigger packed_grams_returned after update of voided_at on lot_packs
     for each row when (old.voided_at is null and new.voided_at is not null) execute function count_packed_grams()`,

  `create or replace function keep_harvest() returns trigger language plpgsql as $$
   begin
     if tg_table_name = 'harvests' and (current_setting('beekeeping.deletes_below', true) = 'on'
         or not exists (select 1 from users where id = old.owner_id)) then
       return old;
     end if;
     raise exception '% are kept', tg_table_name using errcode = 'restrict_violation';
   end $$`,
  `create or replace trigger harvest_kept before delete on harvests
     for each row when (old.status <> 'DRAFT') execute function keep_harvest()`,
  `create or replace trigger revision_kept before update on harvest_revisions
     for each row when (old.* is distinct from new.*) execute function keep_harvest()`,
  `create or replace trigger pack_kept before update on lot_packs
     for each row when (row(old.lot_id, old.packed_on, old.jars, old.grams_per_jar) is distinct from row(new.lot_id, new.packed_on, new.jars, new.grams_per_jar)
       or old.voided_at is not null and new.voided_at is distinct from old.voided_at) execute function keep_harvest()`,
];

/** As features/treatments/withdrawal.ts has it for the day of the harvest: an active treatment has not ended on any day. */
const END = `greatest(coalesce(t.ended_on, t.started_on + t.planned_days, date '9999-12-31'), case t.status when 'ACTIVE' then day end)`;

/** A treatment that is recorded or corrected afterwards changes what may be sold of the harvests before (ADR 0031). */
const DESTINATIONS = [
  `create or replace function is_withheld(hive uuid, owner uuid, day date) returns boolean stable language sql as $$
     select exists (
       select 1 from treatments t
       where t.treated_beehive_id = hive and t.owner_id = owner and t.current and t.status <> 'VOIDED' and t.started_on <= day
         and ${END} + coalesce(t.withdrawal_days, 365) >= day)
   $$`,
  // Harvests are locked as by who puts them into a lot. Only sources of the account that has the treatments: of a hive that was given away,
  // the previous owner keeps what was known then.
  `create or replace function recheck_harvests(hives uuid[], owners uuid[]) returns void language plpgsql as $$
   declare
     touched uuid[];
   begin
     touched := array(select h.id from harvests h where h.status = 'CLOSED' and h.id in (
       select s.harvest_id from unnest(hives, owners) t (hive, owner)
         join harvest_sources s on s.harvested_beehive_id = t.hive and s.owner_id = t.owner) order by h.id for update);
     if cardinality(touched) = 0 then
       return;
     end if;
     update harvest_sources s set withheld = not s.withheld
     from harvests h, (select distinct * from unnest(hives, owners) t (hive, owner)) t
     where h.id = s.harvest_id and h.id = any(touched) and s.harvested_beehive_id = t.hive and s.owner_id = t.owner
       and s.withheld <> is_withheld(t.hive, t.owner, h.harvested_on);
     update harvests h set destination = case h.destination when 'FOR_SALE' then 'NOT_FOR_SALE' else 'FOR_SALE' end, updated_at = now()
     where h.id = any(touched) and h.override_reason is null
       and (h.destination = 'NOT_FOR_SALE') <> exists (select 1 from harvest_sources s where s.harvest_id = h.id and s.withheld);
   end $$`,
  `create or replace function recheck_after_treatments() returns trigger language plpgsql as $$
   begin
     if tg_op = 'UPDATE' then
       perform recheck_harvests(array[new.treated_beehive_id], array[new.owner_id]);
     else
       perform recheck_harvests(array_agg(treated_beehive_id), array_agg(owner_id)) from added where current having count(*) > 0;
     end if;
     return null;
   end $$`,
  `create or replace trigger harvests_rechecked after insert on treatments referencing new table as added
     for each statement execute function recheck_after_treatments()`,
  `create or replace trigger harvest_rechecked after update of status, started_on, ended_on, planned_days, withdrawal_days on treatments
     for each row when (new.current and row(old.status, old.started_on, old.ended_on, old.planned_days, old.withdrawal_days)
       is distinct from row(new.status, new.started_on, new.ended_on, new.planned_days, new.withdrawal_days))
     execute function recheck_after_treatments()`,
  `create or replace function follow_harvest() returns trigger language plpgsql as $$
   begin
     update lots l set destination = case l.destination when 'FOR_SALE' then 'NOT_FOR_SALE' else 'FOR_SALE' end, updated_at = now()
     where l.id in (select lot_id from lot_harvests where harvest_id = new.id) and not l.reserved
       and (l.destination = 'NOT_FOR_SALE') <> exists (
         select 1 from lot_harvests c join harvests h on h.id = c.harvest_id where c.lot_id = l.id and h.destination = 'NOT_FOR_SALE');
     return null;
   end $$`,
  `create or replace trigger destination_followed after update of destination on harvests
     for each row when (old.destination <> new.destination) execute function follow_harvest()`,
];

/** Harvests and lots stay with the account that harvested, and refer to nothing of another owner; with the account, they are deleted. */
const OWNERS = [
  `create or replace function leave_harvests() returns trigger language plpgsql as $$
   begin
     if tg_table_name = 'apiaries' then
       update harvests set apiary_id = null where apiary_id = new.id and owner_id <> new.owner_id;
       update lots set apiary_id = null where apiary_id = new.id and owner_id <> new.owner_id;
     elsif tg_table_name = 'beehives' then
       update harvest_sources set beehive_id = null where beehive_id = new.id and owner_id <> new.owner_id;
     else
       update lot_packs set jar_movement_id = null
       where jar_movement_id in (select id from stock_movements where item_id = new.id) and owner_id <> new.owner_id;
       update lot_packs set label_movement_id = null
       where label_movement_id in (select id from stock_movements where item_id = new.id) and owner_id <> new.owner_id;
     end if;
     return null;
   end $$`,
  ...['apiaries', 'beehives', 'inventory_items'].map(
    (table) => `create or replace trigger harvests_left after update of owner_id on ${table}
       for each row when (old.owner_id <> new.owner_id) execute function leave_harvests()`,
  ),
  // The service has done this before, in pieces (accounts/profile.commands.ts).
  `create or replace function remove_harvests() returns trigger language plpgsql as $$
   begin
     delete from lots where owner_id = old.id;
     delete from harvests where owner_id = old.id;
     return null;
   end $$`,
  `create or replace trigger harvests_removed after delete on users for each row execute function remove_harvests()`,
];
