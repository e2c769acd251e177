-- The audit log of accounts, with the actor that the change log knows (ADR 0022), so that no path can forget it.
create or replace function write_audit_entries() returns trigger language plpgsql as $$
declare
  actor uuid := nullif(current_setting('beekeeping.actor', true), '');
  reason text := nullif(btrim(current_setting('beekeeping.reason', true)), '');
begin
  insert into audit_entries (id, created_at, updated_at, actor_id, subject_id, field, before, after, reason)
    select gen_random_uuid(), now(), now(), actor, new.id, field, before, after, reason
    from (values
      ('isActive', to_json(old.is_active)::text, to_json(new.is_active)::text),
      ('isVerified', to_json(old.is_verified)::text, to_json(new.is_verified)::text),
      ('permissions', to_json(old.permissions)::text, to_json(new.permissions)::text),
      ('role', to_json(old.role)::text, to_json(new.role)::text)) changed (field, before, after)
    -- Somebody who follows the link of a mail is not logged in, and only verifies the address.
    where before <> after and (field <> 'isVerified' or actor is not null);
  return null;
end
$$;

create or replace trigger changes_audited after update of is_active, is_verified, permissions, role on users
  for each row when (current_setting('beekeeping.request', true) <> '') execute function write_audit_entries();
