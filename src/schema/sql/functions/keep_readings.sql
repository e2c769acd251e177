-- Creates the partitions of readings that are needed next, and drops those that are older than they are kept (database/reading-retention.ts).
-- Returns since when there are partitions: none is created before the first one, whose time readings may have been summarized without. It runs as
-- the owner of the tables: the role of the service need not be that, and no other may call it (its migration). A partition is attached with a lock that lets
-- others read and write; one that somebody reads is dropped the next time.
create or replace function keep_readings(raw_days integer, hours_days integer, out raw_since timestamptz, out hours_since timestamptz)
language plpgsql security definer set search_path = pg_catalog, pg_temp set timezone = 'UTC' as $$
declare
  parent text;
  first_month timestamptz;
  month timestamptz;
  partition text;
begin
  perform pg_advisory_xact_lock(7202615);
  foreach parent in array array['raw', 'hours'] loop
    first_month := greatest(date_trunc('month', now() - make_interval(days => case parent when 'raw' then raw_days else hours_days end)), (
      select min(to_date(right(c.relname, 7), 'YYYY_MM'))::timestamptz
      from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = ('readings.' || parent)::regclass));
    month := first_month;
    while month < now() + interval '40 days' loop
      partition := parent || to_char(month, '_YYYY_MM');
      if to_regclass('readings.' || partition) is null then
        execute format('create table readings.%I (like readings.%I including all)', partition, parent);
        execute format('alter table readings.%I attach partition readings.%I for values from (%L) to (%L)',
          parent, partition, month, month + interval '1 month');
      end if;
      month := month + interval '1 month';
    end loop;
    for partition in
      select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = ('readings.' || parent)::regclass and c.relname < parent || to_char(first_month, '_YYYY_MM')
    loop
      begin
        set local lock_timeout = '200ms';
        execute format('drop table readings.%I', partition);
      exception when lock_not_available then null;
      end;
    end loop;
    if parent = 'raw' then raw_since := first_month; else hours_since := first_month; end if;
  end loop;
end
$$;
