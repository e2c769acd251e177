import { createLogTriggers } from '../log-triggers.js';
import { OnlineMigration } from '../online-migration.js';

const ACTOR = `nullif(current_setting('beekeeping.actor', true), '')::uuid`;
const COLUMNS = 'id, created_at, updated_at, owner_id, beehive_id, apiary_id, placed_on, left_on, actor_id';
const MOVEMENT = ['vehicle_plate', 'health_document', 'zone_reason'];
const STATED_DAY = `nullif(current_setting('beekeeping.day', true), '')::date`;
const dayIn = (apiary: string, time: string): string =>
  `(${time} at time zone coalesce((select time_zone from apiaries where id = ${apiary}), 'UTC'))::date`;

/**
 * Where an apiary is, for the law (ADR 0058), and what the movement book says of a placement. The previous version writes neither; the log
 * never has the coordinates.
 */
export class Migration20261129100000 extends OnlineMigration {
  override async up(): Promise<void> {
    await this.alter(
      `alter table apiaries add column if not exists latitude numeric(8,5) null, add column if not exists longitude numeric(8,5) null,
         add column if not exists elevation int null, add column if not exists country text null,
         add column if not exists municipality text null, add column if not exists register_number text null,
         add column if not exists mobility text null, add column if not exists forage text null`,
      `alter table apiaries drop constraint if exists apiaries_position_check, drop constraint if exists apiaries_mobility_check`,
      `alter table apiaries add constraint apiaries_mobility_check check (mobility in ('STATIONARY', 'MIGRATORY')) not valid,
         add constraint apiaries_position_check check ((latitude is null) = (longitude is null) and abs(latitude) <= 90 and abs(longitude) <= 180) not valid`,
      ...createLogTriggers({
        table: 'apiaries',
        entity: 'Apiary',
        path: 'id',
        label: 'name',
        columns: [
          ...[
            'owner_id',
            'name',
            'location',
            'elevation',
            'country',
            'municipality',
            'register_number',
            'mobility',
            'forage',
          ],
          ...['treatments', 'time_zone', 'inspection_days', 'mites_to_watch', 'mites_to_treat'],
        ],
        silent: ['latitude', 'longitude'],
      }),
    );
    await this.alter(`alter table apiaries validate constraint apiaries_mobility_check`);
    await this.alter(`alter table apiaries validate constraint apiaries_position_check`);
    await this.alter(
      `alter table beehive_placements ${[...MOVEMENT, 'apiary_label', 'apiary_register_number', 'apiary_municipality']
        .map((name) => `add column if not exists ${name} text null`)
        .join(', ')}`,
      ...createLogTriggers({
        table: 'beehive_placements',
        entity: 'BeehivePlacement',
        path: 'beehive_id',
        columns: ['beehive_id', 'placed_on', 'left_on', ...MOVEMENT, 'actor_id'],
        hidden: true,
      }),
      ...PLACEMENTS,
    );
  }
}

/** What a command states of a move (features/beehives/living.ts). */
const STATED = MOVEMENT.map((name) => `nullif(current_setting('beekeeping.${name}', true), '')`).join(', ');

/** As in Migration20261124170000, but for what a command states of a move, and for the apiaries that are deleted. */
const PLACEMENTS = [
  `create or replace function follow_beehive() returns trigger language plpgsql as $$
   declare
     last beehive_placements;
     day date := coalesce(${STATED_DAY}, ${dayIn('new.apiary_id', 'now()')});
   begin
     select * into last from beehive_placements where beehive_id = new.id order by placed_on desc, created_at desc, id desc limit 1;
     if last.id is null then
       -- The migration has not come to this hive yet.
       insert into beehive_placements (${COLUMNS})
       values (gen_random_uuid(), old.created_at, old.created_at, new.owner_id, new.id,
         case when old.owner_id = new.owner_id then old.apiary_id end, ${dayIn('old.apiary_id', 'old.created_at')}, null, null)
       returning * into last;
     end if;
     if old.apiary_id <> new.apiary_id then
       day := greatest(day, coalesce(last.left_on, last.placed_on));
       update beehive_placements set left_on = day, updated_at = now() where id = last.id and left_on is null;
       insert into beehive_placements (${COLUMNS}, ${MOVEMENT.join(', ')})
       values (gen_random_uuid(), clock_timestamp(), clock_timestamp(), new.owner_id, new.id, new.apiary_id, day,
         case when new.ended_on is not null then day end, ${ACTOR}, ${STATED});
     else
       update beehive_placements set updated_at = now(),
         left_on = case when new.ended_on is not null then greatest(new.ended_on, placed_on) end where id = last.id;
     end if;
     return null;
   end $$`,
  // The hives that have left an apiary keep in their placements what the movement book says of it.
  `create or replace function label_placements() returns trigger language plpgsql as $$
   begin
     update beehive_placements set apiary_label = old.name, apiary_register_number = old.register_number,
       apiary_municipality = old.municipality where apiary_id = old.id;
     return old;
   end $$`,
  `create or replace trigger placements_labelled before delete on apiaries for each row execute function label_placements()`,
];
