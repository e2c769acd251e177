-- The session cache knows the rights and the language of an account, and which apiaries the released app lists.
create or replace function note_user_change() returns trigger language plpgsql as $$
begin
  insert into session_changes (session_id)
    select id from sessions where user_id = new.id and ended_at is null and expires_at > now() union all
    select id from personal_access_tokens where user_id = new.id and revoked_at is null and expires_at > now();
  return null;
end
$$;

create or replace trigger shown_apiaries_changed after update of show_shared_apiaries on users
  for each row when (old.show_shared_apiaries is distinct from new.show_shared_apiaries) execute function note_user_change();

create or replace trigger user_changed after update of is_active, is_verified, role, permissions, language on users
  for each row when (((((old.is_active is distinct from new.is_active) or (old.is_verified is distinct from new.is_verified)) or (old.role is distinct from new.role)) or (old.permissions is distinct from new.permissions)) or (old.language is distinct from new.language)) execute function note_user_change();
