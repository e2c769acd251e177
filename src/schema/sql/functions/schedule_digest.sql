-- When a digest is due follows from its settings and the zone of its account (docs/reminders.md).
create or replace function schedule_digest() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' or (new.frequency, new.weekday, new.hour) is distinct from (old.frequency, old.weekday, old.hour) then
    new.due_at := digest_due((select time_zone from users where id = new.user_id), new.frequency, new.weekday, new.hour,
      clock_timestamp(), new.sent_at);
  end if;
  return new;
end
$$;

create or replace trigger digest_scheduled before insert or update of frequency, weekday, hour on digests
  for each row execute function schedule_digest();
