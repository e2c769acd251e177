-- What is due already is sent, and what follows is calculated then.
create or replace function reschedule_digest() returns trigger language plpgsql as $$
begin
  update digests set due_at = digest_due(new.time_zone, frequency, weekday, hour, clock_timestamp(), sent_at)
  where user_id = new.id and due_at > clock_timestamp();
  return null;
end
$$;

create or replace trigger digest_rescheduled after update of time_zone on users
  for each row when (old.time_zone is distinct from new.time_zone) execute function reschedule_digest();
