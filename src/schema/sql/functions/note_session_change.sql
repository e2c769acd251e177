-- Every process keeps sessions and tokens in a cache, and drops those that are noted here. Only the end of a living one is noted.
create or replace function note_session_change() returns trigger language plpgsql as $$
begin
  insert into session_changes (session_id) values (old.id);
  return null;
end
$$;

create or replace trigger token_changed after update of revoked_at, expires_at, user_id on personal_access_tokens
  for each row when (old.revoked_at is null) execute function note_session_change();

create or replace trigger token_deleted after delete on personal_access_tokens
  for each row when ((old.revoked_at is null) and (old.expires_at > now())) execute function note_session_change();

create or replace trigger session_changed after update of ended_at, expires_at, user_id on sessions
  for each row when (old.ended_at is null) execute function note_session_change();

create or replace trigger session_deleted after delete on sessions
  for each row when ((old.ended_at is null) and (old.expires_at > now())) execute function note_session_change();
