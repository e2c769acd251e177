-- A placement keeps the names of an apiary that is deleted, but not those of an apiary of another account: its hive was given away.
create or replace function keep_label() returns trigger language plpgsql as $$
declare
  kept record;
begin
  select name, register_number, municipality, country into kept from apiaries where id = old.apiary_id and owner_id = old.owner_id;
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
  for each row when (old.apiary_id is not null and new.apiary_id is null) execute function keep_label();
