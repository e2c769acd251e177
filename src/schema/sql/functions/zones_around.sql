-- The zones of an account, and those for every account, that contain a position on a day.
create or replace function zones_around(owner uuid, latitude float8, longitude float8, day date) returns SETOF restricted_zones language sql stable parallel safe as $$
   select z.* from restricted_zones z where z.owner_id = owner and z.removed_at is null and (day is null or z.active_from <= day and coalesce(z.active_until >= day, true))
and z.bounds @> box(point(zones_around.longitude, zones_around.latitude), point(zones_around.longitude, zones_around.latitude))
and zone_contains(z.rings, z.latitude, z.longitude, z.radius_km, zones_around.latitude, zones_around.longitude)
   union all
   select z.* from restricted_zones z where z.owner_id is null and z.removed_at is null and (day is null or z.active_from <= day and coalesce(z.active_until >= day, true))
and z.bounds @> box(point(zones_around.longitude, zones_around.latitude), point(zones_around.longitude, zones_around.latitude))
and zone_contains(z.rings, z.latitude, z.longitude, z.radius_km, zones_around.latitude, zones_around.longitude)
$$;
