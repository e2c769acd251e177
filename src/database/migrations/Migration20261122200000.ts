import { createLogTriggersWithoutTokens } from '../log-triggers.js';
import { OnlineMigration } from '../online-migration.js';

/**
 * Queens and their reigns (ADR 0029). The tables are new, so every statement is fast; it is one transaction, which gives way to long
 * ones of the previous version, because foreign keys and triggers lock the tables that they refer to.
 */
export class Migration20261122200000 extends OnlineMigration {
  override async up(): Promise<void> {
    // For the exclusion constraints: it lets an index of ranges compare ids, too.
    await this.execute('create extension if not exists btree_gist');
    await this.alter(...TABLES, ...OWNERS, ...LINEAGE, ...LOGS);
  }
}

const base = `"id" uuid not null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, "owner_id" uuid not null, "version" int not null default 1`;
const without = (same: string): string =>
  `exclude using gist (${same} with =, daterange(started_on, ended_on) with &&)`;

const TABLES = [
  `create table if not exists "queens" (${base}, "apiary_id" uuid null, "name" text null, "year" int null, "color" text null, "is_marked" boolean not null default false, "is_clipped" boolean not null default false, "race" text null, "origin" text null, "breeder" text null, "mother_id" uuid null, "notes" text null, "actor_id" uuid not null, primary key ("id"),
    constraint "queens_apiary_id_foreign" foreign key ("apiary_id") references "apiaries" ("id") on delete set null,
    constraint "queens_mother_id_foreign" foreign key ("mother_id") references "queens" ("id") on delete set null,
    constraint "queens_year_check" check (year >= 1900 and year <= 2999),
    constraint "queens_mother_check" check (mother_id <> id),
    constraint "queens_color_check" check ("color" in ('WHITE', 'YELLOW', 'RED', 'GREEN', 'BLUE')),
    constraint "queens_origin_check" check ("origin" in ('REARED', 'PURCHASED', 'SUPERSEDURE', 'EMERGENCY', 'SWARM')))`,
  `create index if not exists "queens_owner_index" on "queens" ("owner_id", "created_at", "id")`,
  `create index if not exists "queens_apiary_index" on "queens" ("apiary_id", "created_at", "id")`,
  `create index if not exists "queens_mother_index" on "queens" ("mother_id", "created_at", "id")`,

  `create table if not exists "queen_reigns" (${base}, "beehive_id" uuid not null, "queen_id" uuid null, "started_on" date not null, "ended_on" date null, "end_reason" text null, "notes" text null, "actor_id" uuid not null, primary key ("id"),
    constraint "queen_reigns_beehive_id_foreign" foreign key ("beehive_id") references "beehives" ("id") on delete cascade,
    constraint "queen_reigns_queen_id_foreign" foreign key ("queen_id") references "queens" ("id") on delete set null,
    constraint "queen_reigns_beehive_excluded" ${without('beehive_id')},
    constraint "queen_reigns_queen_excluded" ${without('queen_id')},
    constraint "queen_reigns_end_check" check (ended_on >= started_on),
    constraint "queen_reigns_reason_check" check (end_reason is null or ended_on is not null),
    constraint "queen_reigns_end_reason_check" check ("end_reason" in ('REPLACED', 'MOVED', 'SUPERSEDED', 'SWARMED', 'DIED', 'MISSING', 'REMOVED', 'COLONY_LOST', 'UNITED')))`,
  `create index if not exists "queen_reigns_beehive_index" on "queen_reigns" ("beehive_id", "started_on", "id")`,
  `create index if not exists "queen_reigns_queen_index" on "queen_reigns" ("queen_id", "started_on", "id")`,
];

/**
 * A queen belongs to one account and refers to nothing of another: neither a reign to her, nor a queen to her mother. In a transfer, the
 * apiary, its hives and its queens get their new owner one after another: what is in one apiary stays together.
 */
const REIGNS_LEFT = `
  update queen_reigns r set queen_id = null from queens q, beehives b
  where q.id = r.queen_id and b.id = r.beehive_id and q.owner_id <> b.owner_id and q.apiary_id is distinct from b.apiary_id`;
const MOTHERS_LEFT = `
  update queens q set mother_id = null from queens m
  where m.id = q.mother_id and m.owner_id <> q.owner_id and m.apiary_id is distinct from q.apiary_id`;

const OWNERS = [
  `create or replace trigger owner_copied before insert or update on queens
     for each row when (new.owner_id is null) execute function copy_owner('apiaries')`,
  `create or replace trigger owner_copied before insert or update on queen_reigns
     for each row when (new.owner_id is null) execute function copy_owner('beehives')`,

  `create or replace function pass_on_queens() returns trigger language plpgsql as $$
   declare
     ids uuid[];
   begin
     if tg_table_name = 'apiaries' then
       update queens set owner_id = new.owner_id where apiary_id = new.id and owner_id <> new.owner_id;
       ids := array(select id from queens where apiary_id = new.id);
     else
       update queen_reigns set owner_id = new.owner_id where beehive_id = new.id and owner_id <> new.owner_id;
       ids := array(select queen_id from queen_reigns where beehive_id = new.id and queen_id is not null);
       -- Queens go with the hive in which they were installed last.
       update queens q set apiary_id = new.apiary_id, owner_id = new.owner_id
       where id = any(ids) and (apiary_id, owner_id) is distinct from (new.apiary_id, new.owner_id)
         and new.id = (select beehive_id from queen_reigns where queen_id = q.id order by started_on desc, id desc limit 1);
       if old.owner_id = new.owner_id then
         return null;
       end if;
       ${REIGNS_LEFT} and b.id = new.id;
     end if;
     ${REIGNS_LEFT} and q.id = any(ids);
     ${MOTHERS_LEFT} and q.id = any(ids);
     ${MOTHERS_LEFT} and m.id = any(ids);
     return null;
   end $$`,
  `create or replace trigger queens_passed_on after update of owner_id on apiaries
     for each row when (old.owner_id <> new.owner_id) execute function pass_on_queens()`,
  `create or replace trigger queens_passed_on after update of owner_id, apiary_id on beehives
     for each row when (old.owner_id <> new.owner_id or old.apiary_id <> new.apiary_id) execute function pass_on_queens()`,

  // The service has done this before, in pieces. Triggers run in the order of their names: before \`records_removed\`, which deletes the log.
  `create or replace function remove_queens_of_owner() returns trigger language plpgsql as $$
   begin
     delete from queens where owner_id = old.id;
     return null;
   end $$`,
  `create or replace trigger queens_removed after delete on users for each row execute function remove_queens_of_owner()`,
];

/** No queen descends from herself: those who change the mothers of an account's queens wait for each other. */
const LINEAGE = [
  `create or replace function check_lineage() returns trigger language plpgsql as $$
   declare
     ancestor uuid := new.mother_id;
   begin
     perform pg_advisory_xact_lock(hashtextextended('queens ' || new.owner_id, 0));
     while ancestor is not null loop
       if ancestor = new.id then
         raise exception 'a queen does not descend from herself'
           using errcode = 'check_violation', constraint = 'queens_lineage_check';
       end if;
       select mother_id into ancestor from queens where id = ancestor;
     end loop;
     return new;
   end $$`,
  // Its name sorts after that of \`owner_copied\`.
  `create or replace trigger parents_checked before insert or update of mother_id on queens
     for each row when (new.mother_id is not null) execute function check_lineage()`,
];

const LOGS = [
  ...createLogTriggersWithoutTokens({
    table: 'queens',
    entity: 'Queen',
    path: 'apiary_id',
    label: 'name',
    moves: true,
    columns: [
      'apiary_id',
      'name',
      'year',
      'color',
      'is_marked',
      'is_clipped',
      'race',
      'origin',
      'breeder',
      'mother_id',
      'notes',
      'actor_id',
    ],
  }),
  ...createLogTriggersWithoutTokens({
    table: 'queen_reigns',
    entity: 'QueenReign',
    path: 'beehive_id',
    columns: ['beehive_id', 'queen_id', 'started_on', 'ended_on', 'end_reason', 'notes', 'actor_id'],
  }),
];
