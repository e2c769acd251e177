import { createLogTriggersWithoutTokens } from '../log-triggers.js';
import { OnlineMigration } from '../online-migration.js';

const ACTOR = `nullif(current_setting('beekeeping.actor', true), '')::uuid`;
const COLUMNS = 'id, created_at, updated_at, owner_id, beehive_id, apiary_id, placed_on, left_on, actor_id';
const STATED_DAY = `nullif(current_setting('beekeeping.day', true), '')::date`;
const dayIn = (apiary: string, time: string): string =>
  `(${time} at time zone coalesce((select time_zone from apiaries where id = ${apiary}), 'UTC'))::date`;

/**
 * Accounts and apiaries have time zones (ADR 0045): a placement without a stated day is of the day that it is in its apiary. The previous
 * version creates apiaries in UTC, as before.
 */
export class Migration20261124170000 extends OnlineMigration {
  override async up(): Promise<void> {
    await this.alter(`alter table users add column if not exists time_zone text not null default 'UTC'`);
    await this.alter(
      `alter table apiaries add column if not exists time_zone text not null default 'UTC'`,
      ...createLogTriggersWithoutTokens({
        table: 'apiaries',
        entity: 'Apiary',
        path: 'id',
        label: 'name',
        columns: ['owner_id', 'name', 'location', 'treatments', 'time_zone'],
      }),
      ...PLACEMENTS,
    );
  }
}

/** As in Migration20261122210000, but for the days. */
const PLACEMENTS = [
  `create or replace function place_beehives() returns trigger language plpgsql as $$
   begin
     insert into beehive_placements (${COLUMNS})
     select gen_random_uuid(), clock_timestamp(), clock_timestamp(), owner_id, id, apiary_id,
       least(coalesce(${STATED_DAY}, ${dayIn('apiary_id', 'created_at')}), ended_on), ended_on, ${ACTOR} from placed;
     return null;
   end $$`,
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
       insert into beehive_placements (${COLUMNS})
       values (gen_random_uuid(), clock_timestamp(), clock_timestamp(), new.owner_id, new.id, new.apiary_id, day,
         case when new.ended_on is not null then day end, ${ACTOR});
     else
       update beehive_placements set updated_at = now(),
         left_on = case when new.ended_on is not null then greatest(new.ended_on, placed_on) end where id = last.id;
     end if;
     return null;
   end $$`,
];
