create or replace function copy_owner_of_treatment() returns trigger language plpgsql as $$
begin
  select owner_id into strict new.owner_id from treatments where id = new.treatment_id;
  return new;
exception when no_data_found then
  raise exception 'the row in treatments does not exist' using errcode = 'foreign_key_violation';
end
$$;

create or replace trigger owner_copied before insert or update on treatment_follow_ups
  for each row when (new.owner_id is null) execute function copy_owner_of_treatment();
