-- Whoever changes what moves depend on waits for those that have begun, and lets none begin before it has ended.
create or replace function lock_zones() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(zone_lock(new.owner_id));
  return new;
end
$$;

create or replace trigger moves_locked before update of latitude, longitude on apiaries
  for each row when ((old.latitude is distinct from new.latitude) or (old.longitude is distinct from new.longitude)) execute function lock_zones();

create or replace trigger moves_locked before insert or update on restricted_zones
  for each row execute function lock_zones();
