-- A hive begins its first placement on the day that the client states. The trigger sorts after that of the log: phones get a hive before
-- its placement.
create or replace function place_beehives() returns trigger language plpgsql as $$
begin
  insert into beehive_placements (id, created_at, updated_at, owner_id, beehive_id, apiary_id, placed_on, left_on, actor_id)
  select gen_random_uuid(), clock_timestamp(), clock_timestamp(), owner_id, id, apiary_id,
    least(coalesce(nullif(current_setting('beekeeping.day', true), '')::date, (created_at at time zone coalesce((select time_zone from apiaries where id = apiary_id), 'UTC'))::date), ended_on), ended_on, nullif(current_setting('beekeeping.actor', true), '')::uuid from placed;
  return null;
end
$$;

create or replace trigger placements_begun after insert on beehives referencing new table as placed
  for each statement execute function place_beehives();
