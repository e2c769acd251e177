-- A hive that moves leaves its placement and begins another one; one that ends ends it. A command states the day and the papers of a move
-- in settings (features/beehives). The time of the clock, not of the transaction, orders the placements of a day.
create or replace function follow_beehive() returns trigger language plpgsql as $$
declare
  last beehive_placements;
  day date := coalesce(nullif(current_setting('beekeeping.day', true), '')::date, (now() at time zone coalesce((select time_zone from apiaries where id = new.apiary_id), 'UTC'))::date);
begin
  select * into last from beehive_placements where beehive_id = new.id order by placed_on desc, created_at desc, id desc limit 1;
  if last.id is null then
    -- The migration has not come to this hive yet.
    insert into beehive_placements (id, created_at, updated_at, owner_id, beehive_id, apiary_id, placed_on, left_on, actor_id)
    values (gen_random_uuid(), old.created_at, old.created_at, new.owner_id, new.id,
      case when old.owner_id = new.owner_id then old.apiary_id end, (old.created_at at time zone coalesce((select time_zone from apiaries where id = old.apiary_id), 'UTC'))::date, null, null)
    returning * into last;
  end if;
  if old.apiary_id <> new.apiary_id then
    day := greatest(day, coalesce(last.left_on, last.placed_on));
    update beehive_placements set left_on = day, updated_at = now() where id = last.id and left_on is null;
    insert into beehive_placements (id, created_at, updated_at, owner_id, beehive_id, apiary_id, placed_on, left_on, actor_id, vehicle_plate, health_document, zone_reason)
    values (gen_random_uuid(), clock_timestamp(), clock_timestamp(), new.owner_id, new.id, new.apiary_id, day,
      case when new.ended_on is not null then day end, nullif(current_setting('beekeeping.actor', true), '')::uuid, nullif(current_setting('beekeeping.vehicle_plate', true), ''), nullif(current_setting('beekeeping.health_document', true), ''), nullif(current_setting('beekeeping.zone_reason', true), ''));
  else
    update beehive_placements set updated_at = now(),
      left_on = case when new.ended_on is not null then greatest(new.ended_on, placed_on) end where id = last.id;
  end if;
  return null;
end
$$;

create or replace trigger beehive_followed after update of apiary_id, ended_on on beehives
  for each row when ((old.apiary_id <> new.apiary_id) or (old.ended_on is distinct from new.ended_on)) execute function follow_beehive();
