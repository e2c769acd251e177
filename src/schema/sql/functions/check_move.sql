-- Bees leave a restricted zone with a reason only, whoever moves them (docs/zones.md).
create or replace function check_move() returns trigger language plpgsql as $$
begin
  perform require_zone_reason(old.owner_id, old.apiary_id, new.apiary_id, coalesce(nullif(current_setting('beekeeping.day', true), '')::date, (now() at time zone coalesce((select time_zone from apiaries where id = new.apiary_id), 'UTC'))::date));
  return new;
end
$$;

create or replace trigger moves_checked before update of apiary_id on beehives
  for each row when (old.apiary_id is distinct from new.apiary_id) execute function check_move();
