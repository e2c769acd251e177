-- The box around a zone, a little larger than it: an index finds zones by it. Next to a pole or the date line, it reaches around the earth.
create or replace function zone_bounds(rings polygon[], latitude float8, longitude float8, radius_km float8) returns box language sql immutable parallel safe as $$
select case when west <= -180 or east >= 180 or south <= -90 or north >= 90
  then box(point(-180, south), point(180, north)) else box(point(west, south), point(east, north)) end
from (
  select min(((box(ring))[1])[0]) - 0.00001 as west, min(((box(ring))[1])[1]) - 0.00001 as south,
    max(((box(ring))[0])[0]) + 0.00001 as east, max(((box(ring))[0])[1]) + 0.00001 as north
  from unnest(rings) as ring where radius_km is null
  having count(*) > 0
  union all
  select longitude - half - 0.00001, latitude - angle - 0.00001, longitude + half + 0.00001, latitude + angle + 0.00001
  from (select degrees(radius_km / 6371.0088) as angle,
      case when abs(latitude) + degrees(radius_km / 6371.0088) >= 90 then 180
        else degrees(asin(least(1, sin(radius_km / 6371.0088) / cos(radians(latitude))))) end as half) circle
  where radius_km is not null) extent
$$;
