import { createLogTriggersWithoutTokens } from '../log-triggers.js';
import { OnlineMigration } from '../online-migration.js';

/**
 * The life of a colony (ADR 0030): the end of a hive, where it stood when, and its splits, unions and losses. Triggers write the placements,
 * so those of hives that the previous version creates and moves are written, too. It lists hives that have ended, and does not
 * give their numbers again, until the upgrade ends.
 */
export class Migration20261122210000 extends OnlineMigration {
  override async up(): Promise<void> {
    await this.alter('create extension if not exists btree_gist');
    await this.alter(...ENDS);
    await this.execute(
      'alter table "beehives" validate constraint "beehives_end_check", validate constraint "beehives_end_cause_check"',
    );
    await this.alter(LIVING_NUMBERS);
    await this.alter(...REPLACED_INDEX);
    await this.alter(...TABLES, ...OWNERS, ...PLACEMENTS, ...LOGS);
    await this.fillPlacements();
  }

  /** The moves of the last two years are in the log. A hive that moves meanwhile has its placements from the trigger. */
  private async fillPlacements(): Promise<void> {
    for (let last: string | undefined = NO_ID; last; ) last = await this.fillPiece(last);
  }

  /** A statement that waits for a move does not see the placements which the move has written: the next one does. */
  private fillPiece(after: string): Promise<string | undefined> {
    return this.inTransaction(async (execute) => {
      const last = (await execute<{ id: string }>(LOCK_PIECE, [after])).at(-1)?.id;
      if (last) await execute(FILL_PIECE, [after, last]);
      return last;
    });
  }
}

const NO_ID = '00000000-0000-0000-0000-000000000000';
const PIECE_ROWS = 2000;
const CAUSES = `'STARVED', 'WEATHER', 'MITES', 'DISEASE', 'QUEEN_LOST', 'ABSCONDED', 'ROBBED', 'PREDATORS', 'PESTICIDES', 'DISASTER', 'DESTROYED', 'STOLEN', 'SOLD', 'OTHER', 'UNKNOWN', 'UNITED'`;

const ENDS = [
  `alter table "beehives" add column if not exists "ended_on" date null, add column if not exists "end_cause" text null`,
  `alter table "beehives" drop constraint if exists "beehives_end_check", drop constraint if exists "beehives_end_cause_check"`,
  `alter table "beehives" add constraint "beehives_end_check" check ((ended_on is null) = (end_cause is null)) not valid,
     add constraint "beehives_end_cause_check" check ("end_cause" in (${CAUSES})) not valid`,
];

/** The numbers of hives that have ended are free again. Changes of hives wait for the build, for a million hives about a second. */
const LIVING_NUMBERS = `create unique index if not exists "beehives_living_number_unique" on "beehives" ("apiary_id", "beehive_number") where "beehive_number" is not null and "ended_on" is null`;
const REPLACED_INDEX = [
  `drop index if exists "beehives_number_unique"`,
  `alter index "beehives_living_number_unique" rename to "beehives_number_unique"`,
];

const base = `"id" uuid not null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, "owner_id" uuid not null, "version" int not null default 1`;

const TABLES = [
  `create table if not exists "beehive_placements" (${base}, "beehive_id" uuid not null, "apiary_id" uuid null, "placed_on" date not null, "left_on" date null, "actor_id" uuid null, primary key ("id"),
    constraint "beehive_placements_beehive_id_foreign" foreign key ("beehive_id") references "beehives" ("id") on delete cascade,
    constraint "beehive_placements_apiary_id_foreign" foreign key ("apiary_id") references "apiaries" ("id") on delete set null,
    constraint "beehive_placements_days_check" check (left_on >= placed_on),
    constraint "beehive_placements_one_apiary" exclude using gist (beehive_id with =, daterange(placed_on, left_on) with &&) deferrable)`,
  `create index if not exists "beehive_placements_beehive_index" on "beehive_placements" ("beehive_id", "placed_on", "created_at", "id")`,
  `create index if not exists "beehive_placements_apiary_index" on "beehive_placements" ("apiary_id", "placed_on", "id")`,

  `create table if not exists "colony_events" (${base}, "beehive_id" uuid not null, "kind" text not null, "occurred_on" date not null, "other_beehive_id" uuid null, "other_beehive_number" int null, "food_frames" int not null default 0, "brood_frames" int not null default 0, "notes" text null, "actor_id" uuid not null, primary key ("id"),
    constraint "colony_events_beehive_id_foreign" foreign key ("beehive_id") references "beehives" ("id") on delete cascade,
    constraint "colony_events_frames_check" check (food_frames >= 0 and brood_frames >= 0),
    constraint "colony_events_other_check" check ((kind = 'LOST') = (other_beehive_id is null)),
    constraint "colony_events_kind_check" check ("kind" in ('SPLIT_INTO', 'SPLIT_FROM', 'UNITED_INTO', 'UNITED_WITH', 'LOST')))`,
  `create index if not exists "colony_events_beehive_index" on "colony_events" ("beehive_id", "occurred_on", "id")`,
];

/**
 * Both follow their hive to another owner. A placement in an apiary of the previous owner then leaves the apiary, as a mite count does
 * (Migration20261122150000).
 */
const OWNERS = [
  ...['beehive_placements', 'colony_events'].map(
    (table) => `create or replace trigger owner_copied before insert or update on ${table}
       for each row when (new.owner_id is null) execute function copy_owner('beehives')`,
  ),
  `create or replace trigger references_left before update of owner_id on beehive_placements
     for each row when (old.owner_id <> new.owner_id) execute function leave_references()`,
  `create or replace function pass_on_owner_of_colonies() returns trigger language plpgsql as $$
   begin
     if tg_table_name = 'apiaries' then
       update beehive_placements p set apiary_id = null
       where apiary_id = new.id and (select b.owner_id from beehives b where b.id = p.beehive_id) <> new.owner_id;
     else
       update beehive_placements set owner_id = new.owner_id where beehive_id = new.id and owner_id <> new.owner_id;
       update colony_events set owner_id = new.owner_id where beehive_id = new.id and owner_id <> new.owner_id;
     end if;
     return null;
   end $$`,
  ...['apiaries', 'beehives'].map(
    (table) => `create or replace trigger colonies_passed_on after update of owner_id on ${table}
       for each row when (old.owner_id <> new.owner_id) execute function pass_on_owner_of_colonies()`,
  ),
];

const ACTOR = `nullif(current_setting('beekeeping.actor', true), '')::uuid`;
const COLUMNS = 'id, created_at, updated_at, owner_id, beehive_id, apiary_id, placed_on, left_on, actor_id';
/** The day that a client states, which a command sets (features/beehives/living.ts). */
const STATED_DAY = `nullif(current_setting('beekeeping.day', true), '')::date`;
const TODAY = `(now() at time zone 'UTC')::date`;

/** The time of the clock, not of the transaction, orders the placements of a day. */
const PLACEMENTS = [
  `create or replace function place_beehives() returns trigger language plpgsql as $$
   begin
     insert into beehive_placements (${COLUMNS})
     select gen_random_uuid(), clock_timestamp(), clock_timestamp(), owner_id, id, apiary_id,
       least(coalesce(${STATED_DAY}, (created_at at time zone 'UTC')::date), ended_on), ended_on, ${ACTOR} from placed;
     return null;
   end $$`,
  // Its name sorts after that of the trigger of the log: phones get a hive before its placement.
  `create or replace trigger placements_begun after insert on beehives referencing new table as placed
     for each statement execute function place_beehives()`,

  `create or replace function follow_beehive() returns trigger language plpgsql as $$
   declare
     last beehive_placements;
     day date := coalesce(${STATED_DAY}, ${TODAY});
   begin
     select * into last from beehive_placements where beehive_id = new.id order by placed_on desc, created_at desc, id desc limit 1;
     if last.id is null then
       -- The migration has not come to this hive yet.
       insert into beehive_placements (${COLUMNS})
       values (gen_random_uuid(), old.created_at, old.created_at, new.owner_id, new.id,
         case when old.owner_id = new.owner_id then old.apiary_id end, (old.created_at at time zone 'UTC')::date, null, null)
       returning * into last;
     end if;
     if old.apiary_id <> new.apiary_id then
       day := greatest(day, coalesce(last.left_on, last.placed_on));
       update beehive_placements set left_on = day, updated_at = now() where id = last.id and left_on is null;
       insert into beehive_placements (${COLUMNS})
       values (gen_random_uuid(), clock_timestamp(), clock_timestamp(), new.owner_id, new.id, new.apiary_id, day,
         case when new.ended_on is not null then day end, ${ACTOR});
     else
       update beehive_placements set updated_at = now(),
         left_on = case when new.ended_on is not null then greatest(new.ended_on, placed_on) end where id = last.id;
     end if;
     return null;
   end $$`,
  // Its name sorts before that of the trigger that passes the owner on.
  `create or replace trigger beehive_followed after update of apiary_id, ended_on on beehives
     for each row when (old.apiary_id <> new.apiary_id or old.ended_on is distinct from new.ended_on) execute function follow_beehive()`,
];

const LOGS = [
  ...createLogTriggersWithoutTokens({
    table: 'beehives',
    entity: 'Beehive',
    path: 'apiary_id',
    label: 'beehive_number',
    moves: true,
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
      'ended_on',
      'end_cause',
    ],
  }),
  ...createLogTriggersWithoutTokens({
    table: 'beehive_placements',
    entity: 'BeehivePlacement',
    path: 'beehive_id',
    columns: ['beehive_id', 'placed_on', 'left_on', 'actor_id'],
    hidden: true,
  }),
  ...createLogTriggersWithoutTokens({
    table: 'colony_events',
    entity: 'ColonyEvent',
    path: 'beehive_id',
    columns: [
      'beehive_id',
      'kind',
      'occurred_on',
      'other_beehive_id',
      'other_beehive_number',
      'food_frames',
      'brood_frames',
      'notes',
      'actor_id',
    ],
    created: ['kind', 'occurred_on'],
  }),
];

const LOCK_PIECE = `select id from beehives where id > ? order by id limit ${PIECE_ROWS} for no key update`;
/** The times of the log are those at which transactions began: a later move may have an earlier one. */
const FILL_PIECE = `
  with fresh as (
    select id, owner_id, apiary_id, created_at from beehives b
    where id > ? and id <= ? and not exists (select 1 from beehive_placements where beehive_id = b.id)
  ), moves as (
    select f.id, f.owner_id, f.created_at, c.version, c.at, c.actor_id,
      (c.fields->'apiary_id'->>0)::uuid as left_apiary, (c.fields->'apiary_id'->>1)::uuid as apiary
    from fresh f join changes c on c.row_id = f.id and c.entity = 'Beehive' and c.action = 'UPDATED' and jsonb_exists(c.fields, 'apiary_id')
  ), places as (
    select f.id, f.owner_id, 0 as version, f.created_at as at, null::uuid as actor_id,
      coalesce((select left_apiary from moves m where m.id = f.id order by version limit 1), f.apiary_id) as apiary
    from fresh f
    union all select id, owner_id, version, at, actor_id, apiary from moves
  ), ordered as (
    select *, max(at) over earlier + (row_number() over earlier - 1) * interval '1 millisecond' as since
    from places window earlier as (partition by id order by version)
  )
  insert into beehive_placements (${COLUMNS})
  select gen_random_uuid(), p.since, p.since, p.owner_id, p.id, a.id, (p.since at time zone 'UTC')::date,
    (lead(p.since) over (partition by p.id order by p.version) at time zone 'UTC')::date, p.actor_id
  from ordered p left join apiaries a on a.id = p.apiary and a.owner_id = p.owner_id`;
