import { createLogTriggers } from '../log-triggers.js';
import { OnlineMigration } from '../online-migration.js';

/** Restricted zones (ADR 0061): what they contain, and moves out of them. The previous version moves hives, too: the triggers check it. */
export class Migration20261129140000 extends OnlineMigration {
  override async up(): Promise<void> {
    await this.alter(...FUNCTIONS, ...TABLE, ...AROUND);
    await this.alter(
      `alter table colony_events add column if not exists zone_reason text null`,
      ...createLogTriggers({
        table: 'colony_events',
        entity: 'ColonyEvent',
        path: 'beehive_id',
        columns: [
          ...['beehive_id', 'kind', 'occurred_on', 'other_beehive_id', 'other_beehive_number'],
          ...['food_frames', 'brood_frames', 'notes', 'zone_reason', 'actor_id'],
        ],
        created: ['kind', 'occurred_on'],
      }),
    );
    await this.alter(...LOCKS);
    await this.alter(...MOVES);
  }
}

/** Less than a fifth decimal place of a degree: no position with five of them lies on an edge, which two rings may share. */
const NUDGE = '0.000005';
/** As much larger is the box. */
const SLACK = '0.00001';

const FUNCTIONS = [
  // By the even-odd rule over all rings: a hole is a ring within a ring, and the polygons of an area have nothing in common. The longitudes of
  // rings are continuous, so that the point is tried a turn to the west and to the east, too.
  `create or replace function zone_contains(rings polygon[], center_latitude float8, center_longitude float8, radius_km float8,
     latitude float8, longitude float8) returns boolean language sql immutable parallel safe as $$
     select case
       when latitude is null or longitude is null then false
       when radius_km is not null then great_circle_km(center_latitude, center_longitude, latitude, longitude) <= radius_km
       else coalesce((
         select count(*) % 2 = 1 from unnest(rings) as ring, (values (-360), (0), (360)) as turn (degrees)
         where ring @> point(longitude + ${NUDGE} + turn.degrees, latitude + case when latitude < 0 then ${NUDGE} else -${NUDGE} end)), false)
       end
   $$`,
  // What crosses the date line or contains a pole has every longitude. The meridians that touch a circle do so nearer to the pole than its centre.
  `create or replace function zone_bounds(rings polygon[], latitude float8, longitude float8, radius_km float8)
   returns box language sql immutable parallel safe as $$
     select case when west <= -180 or east >= 180 or south <= -90 or north >= 90
       then box(point(-180, south), point(180, north)) else box(point(west, south), point(east, north)) end
     from (
       select min(((box(ring))[1])[0]) - ${SLACK} as west, min(((box(ring))[1])[1]) - ${SLACK} as south,
         max(((box(ring))[0])[0]) + ${SLACK} as east, max(((box(ring))[0])[1]) + ${SLACK} as north
       from unnest(rings) as ring where radius_km is null
       having count(*) > 0
       union all
       select longitude - half - ${SLACK}, latitude - angle - ${SLACK}, longitude + half + ${SLACK}, latitude + angle + ${SLACK}
       from (select degrees(radius_km / 6371.0088) as angle,
           case when abs(latitude) + degrees(radius_km / 6371.0088) >= 90 then 180
             else degrees(asin(least(1, sin(radius_km / 6371.0088) / cos(radians(latitude))))) end as half) circle
       where radius_km is not null) extent
   $$`,
  // Of an account, or of all (null).
  `create or replace function zone_lock(owner uuid) returns bigint language sql immutable parallel safe as $$
     select hashtextextended('zones ' || coalesce(owner::text, ''), 0)
   $$`,
];

const TABLE = [
  `create table if not exists "restricted_zones" ("id" uuid not null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null,
     "owner_id" uuid null, "name" text not null,
     "disease" text not null, "active_from" date not null, "active_until" date null, "source" text null, "area" jsonb null,
     "rings" polygon[] null, "latitude" double precision null, "longitude" double precision null, "radius_km" double precision null,
     "bounds" box generated always as (zone_bounds(rings, latitude, longitude, radius_km)) stored,
     "removed_at" timestamptz(3) null, "version" int not null default 1, primary key ("id"),
     constraint "restricted_zones_owner_id_foreign" foreign key ("owner_id") references "users" ("id") on delete cascade,
     constraint "restricted_zones_disease_check" check ("disease" in ('AMERICAN_FOULBROOD', 'EUROPEAN_FOULBROOD', 'SMALL_HIVE_BEETLE', 'TROPILAELAPS', 'VARROOSIS', 'OTHER')),
     constraint "restricted_zones_days_check" check (active_until >= active_from),
     constraint "restricted_zones_shape_check" check ((area is null) = (rings is null) and (area is null) = (radius_km is not null) and num_nulls(latitude, longitude, radius_km) in (0, 3)))`,
  `create index if not exists "restricted_zones_owner_index" on "restricted_zones" ("owner_id", "created_at", "id")`,
  `create index if not exists "restricted_zones_bounds_index" on "restricted_zones" using gist ("bounds") where owner_id is null and removed_at is null`,
  `create index if not exists "restricted_zones_removed_index" on "restricted_zones" ("removed_at") where removed_at is not null`,
];

const IS_AROUND = `z.removed_at is null and (day is null or z.active_from <= day and coalesce(z.active_until >= day, true))
  and z.bounds @> box(point(longitude, latitude), point(longitude, latitude))
  and zone_contains(z.rings, z.latitude, z.longitude, z.radius_km, zones_around.latitude, zones_around.longitude)`;

const AROUND = [
  // The zones of an account and those for all, in force on a day, or whenever they are, in which a point lies. An account has few zones, so that
  // they are read by its index; those for all are found by their boxes. So nobody's zones cost others anything.
  `create or replace function zones_around(owner uuid, latitude float8, longitude float8, day date)
   returns setof restricted_zones language sql stable parallel safe as $$
     select z.* from restricted_zones z where z.owner_id = owner and ${IS_AROUND.replaceAll('point(longitude, latitude)', 'point(zones_around.longitude, zones_around.latitude)')}
     union all
     select z.* from restricted_zones z where z.owner_id is null and ${IS_AROUND.replaceAll('point(longitude, latitude)', 'point(zones_around.longitude, zones_around.latitude)')}
   $$`,
];

/** Whoever changes what moves depend on waits for those that have begun, and lets none begin before it has ended. */
const LOCKS = [
  `create or replace function lock_zones() returns trigger language plpgsql as $$
   begin
     perform pg_advisory_xact_lock(zone_lock(new.owner_id));
     return new;
   end $$`,
  `create or replace trigger moves_locked before insert or update on restricted_zones for each row execute function lock_zones()`,
  `create or replace trigger moves_locked before update of latitude, longitude on apiaries for each row
   when (row(old.latitude, old.longitude) is distinct from row(new.latitude, new.longitude)) execute function lock_zones()`,
];

const STATED_DAY = `nullif(current_setting('beekeeping.day', true), '')::date`;
const TODAY = `(now() at time zone coalesce((select time_zone from apiaries where id = new.apiary_id), 'UTC'))::date`;

const MOVES = [
  // Each statement of the function sees what others have committed before it, so that what it reads after the locks stays as it is. A zone of
  // an account says nothing of the apiaries of others: they count as outside.
  `create or replace function require_zone_reason(owner uuid, origin uuid, destination uuid, day date) returns void language plpgsql as $$
   declare
     source record;
     target record;
     zone text;
   begin
     if nullif(btrim(current_setting('beekeeping.zone_reason', true)), '') is not null then
       return;
     end if;
     perform pg_advisory_xact_lock_shared(zone_lock(null));
     perform pg_advisory_xact_lock_shared(zone_lock(owner));
     select latitude, longitude into source from apiaries where id = origin;
     select latitude, longitude, owner_id into target from apiaries where id = destination;
     select z.name into zone from zones_around(owner, source.latitude, source.longitude, day) z
     where not (z.owner_id is null or target.owner_id = owner)
       or not zone_contains(z.rings, z.latitude, z.longitude, z.radius_km, target.latitude, target.longitude)
     order by z.active_from, z.id limit 1;
     if found then
       raise exception 'bees leave a restricted zone with a reason only'
         using errcode = 'check_violation', constraint = 'restricted_zones_reason', detail = zone;
     end if;
   end $$`,
  `create or replace function check_move() returns trigger language plpgsql as $$
   begin
     perform require_zone_reason(old.owner_id, old.apiary_id, new.apiary_id, coalesce(${STATED_DAY}, ${TODAY}));
     return new;
   end $$`,
  `create or replace trigger moves_checked before update of apiary_id on beehives for each row
   when (old.apiary_id is distinct from new.apiary_id) execute function check_move()`,
];
