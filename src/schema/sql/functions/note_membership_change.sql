-- The session cache of every process knows whether an account is a member of any apiary.
create or replace function note_membership_change() returns trigger language plpgsql as $$
declare
  account uuid := coalesce(new.user_id, old.user_id);
begin
  insert into session_changes (session_id)
    select id from sessions where user_id = account and ended_at is null and expires_at > now() union all
    select id from personal_access_tokens where user_id = account and revoked_at is null and expires_at > now();
  return null;
end
$$;

create or replace trigger membership_changed after insert or delete on apiary_members
  for each row execute function note_membership_change();
