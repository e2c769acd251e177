-- Apiaries of an account that is gone remain for a while (ADR 0038), so that no foreign key leads to the account. This is its check.
create or replace function require_owner() returns trigger language plpgsql as $$
begin
  perform 1 from users where id = new.owner_id for key share;
  if not found then
    raise exception 'the account % does not exist', new.owner_id
      using errcode = 'foreign_key_violation', constraint = 'apiaries_owner_id_foreign';
  end if;
  return new;
end
$$;

create or replace trigger owner_required before insert or update of owner_id on apiaries
  for each row execute function require_owner();
