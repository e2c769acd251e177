-- The next owner of a hive must not read the names of apiaries of the one before.
create or replace function leave_labels() returns trigger language plpgsql as $$
begin
  new.apiary_label := null; new.apiary_register_number := null; new.apiary_municipality := null; new.apiary_country := null;
  return new;
end
$$;

create or replace trigger labels_left before update of owner_id on beehive_placements
  for each row when ((old.owner_id <> new.owner_id) and (old.apiary_label is not null)) execute function leave_labels();
