-- A placement keeps the names of an apiary that is deleted. When the hive goes to another account, it does not: see leave_labels.
create or replace function keep_label() returns trigger language plpgsql as $$
declare
  kept record;
begin
  select name, register_number, municipality, country into kept from apiaries where id = old.apiary_id;
  if found then
    new.apiary_label := kept.name;
    new.apiary_register_number := kept.register_number;
    new.apiary_municipality := kept.municipality;
    new.apiary_country := kept.country;
  end if;
  return new;
end
$$;

create or replace trigger label_kept before update of apiary_id on beehive_placements
  for each row when ((old.apiary_id is not null) and (new.apiary_id is null) and (old.owner_id = new.owner_id)) execute function keep_label();
