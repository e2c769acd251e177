-- Whether a zone contains a position. It is moved by less than its fifth decimal place, so that it lies on no edge, which two zones may share.
create or replace function zone_contains(rings polygon[], center_latitude float8, center_longitude float8, radius_km float8, latitude float8, longitude float8) returns boolean language sql immutable parallel safe as $$
select case
  when latitude is null or longitude is null then false
  when radius_km is not null then great_circle_km(center_latitude, center_longitude, latitude, longitude) <= radius_km
  else coalesce((
    select count(*) % 2 = 1 from unnest(rings) as ring, (values (-360), (0), (360)) as turn (degrees)
    where ring @> point(longitude + 0.000005 + turn.degrees, latitude + case when latitude < 0 then 0.000005 else -0.000005 end)), false)
  end
$$;
