-- A position that is changed before a move, and back after it, lets no bees out of a zone: the apiary counts as in it for a while.
create or replace function keep_zones_left() returns trigger language plpgsql as $$
begin
  insert into zones_left (apiary_id, zone_id)
  select new.id, z.id from zones_around(new.owner_id, old.latitude, old.longitude, null) z
  where not zone_contains(z.rings, z.latitude, z.longitude, z.radius_km, new.latitude, new.longitude)
  on conflict (apiary_id, zone_id) do update set left_at = excluded.left_at;
  return null;
end
$$;

create or replace trigger zones_left_kept after update of latitude, longitude on apiaries
  for each row when (old.latitude is not null and ((old.latitude is distinct from new.latitude) or (old.longitude is distinct from new.longitude)))
  execute function keep_zones_left();
