-- Refuses a move out of a restricted zone without a reason: the bees must stay within it (docs/zones.md).
create or replace function require_zone_reason(owner uuid, origin uuid, destination uuid, day date) returns void language plpgsql as $$
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
  select z.name into zone from (
    select * from zones_around(owner, source.latitude, source.longitude, day)
    union all
    select z.* from zones_left l join restricted_zones z on z.id = l.zone_id
    where l.apiary_id = origin and l.left_at > now() - interval '30 days' and z.removed_at is null
      and (z.owner_id is null or z.owner_id = owner) and z.active_from <= day and coalesce(z.active_until >= day, true)) z
  where not (z.owner_id is null or target.owner_id = owner)
    or not zone_contains(z.rings, z.latitude, z.longitude, z.radius_km, target.latitude, target.longitude)
  order by z.active_from, z.id limit 1;
  if found then
    raise exception 'bees leave a restricted zone with a reason only'
      using errcode = 'check_violation', constraint = 'restricted_zones_reason', detail = zone;
  end if;
end
$$;
