-- The first time after a moment at which a digest is due, on a day of the account's zone on which none was sent.
create or replace function digest_due(zone text, frequency text, weekday integer, hour integer, after timestamptz, sent timestamptz) returns timestamptz language sql stable as $$
select min(due) from (
  select day, (day + make_interval(hours => hour)) at time zone zone as due
  from (select (after at time zone zone)::date + n as day from generate_series(0, 8) n) days) times
where due > after and (sent is null or day > (sent at time zone zone)::date)
  and (frequency = 'DAILY' or frequency = 'WEEKLY' and extract(isodow from day) = weekday)
$$;
