create or replace function pass_on_log() returns trigger language plpgsql as $$
begin
  update changes set owner_id = new.owner_id where apiary_id = new.id and owner_id <> new.owner_id;
  return null;
end
$$;

create or replace trigger log_passed_on after update of owner_id on apiaries
  for each row when (old.owner_id <> new.owner_id) execute function pass_on_log();
