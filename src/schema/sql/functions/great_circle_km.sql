-- A distance (docs/place.md; shared/geography.ts has the same formula). One expression without a subquery, so that PostgreSQL inlines it; rounding
-- may make the inner sum a little greater than 1 for opposite points.
create or replace function great_circle_km(lat1 float8, lon1 float8, lat2 float8, lon2 float8) returns float8 language sql immutable parallel safe strict as $$
  select 2 * 6371.0088 * atan2(sqrt((power(sin(radians(lat2 - lat1) / 2), 2)
+ cos(radians(lat1)) * cos(radians(lat2)) * power(sin(radians(lon2 - lon1) / 2), 2))), sqrt(abs(1 - (power(sin(radians(lat2 - lat1) / 2), 2)
+ cos(radians(lat1)) * cos(radians(lat2)) * power(sin(radians(lon2 - lon1) / 2), 2)))))
$$;
