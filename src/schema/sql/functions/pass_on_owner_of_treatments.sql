create or replace function pass_on_owner_of_treatments() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'apiaries' then
    update treatments set owner_id = new.owner_id
    where apiary_id = new.id and beehive_id is null and owner_id = old.owner_id;
    update treatments t set apiary_id = null where apiary_id = new.id and coalesce((select b.owner_id from beehives b where b.id = t.beehive_id), t.owner_id) <> new.owner_id;
    update treatments t set item_id = null, movement_id = null
    where item_id in (select id from inventory_items where apiary_id = new.id) and coalesce((select b.owner_id from beehives b where b.id = t.beehive_id), t.owner_id) <> new.owner_id;
    update mite_counts t set apiary_id = null where apiary_id = new.id and coalesce((select b.owner_id from beehives b where b.id = t.beehive_id), t.owner_id) <> new.owner_id;
  elsif tg_table_name = 'beehives' then
    update treatments set owner_id = new.owner_id where beehive_id = new.id and owner_id <> new.owner_id;
    update mite_counts set owner_id = new.owner_id where beehive_id = new.id and owner_id <> new.owner_id;
  else
    update treatment_follow_ups set owner_id = new.owner_id where treatment_id = new.id and owner_id <> new.owner_id;
  end if;
  return null;
end
$$;

create or replace trigger treatments_passed_on after update of owner_id on apiaries
  for each row when (old.owner_id <> new.owner_id) execute function pass_on_owner_of_treatments();

create or replace trigger treatments_passed_on after update of owner_id on beehives
  for each row when (old.owner_id <> new.owner_id) execute function pass_on_owner_of_treatments();

create or replace trigger treatments_passed_on after update of owner_id on treatments
  for each row when (old.owner_id <> new.owner_id) execute function pass_on_owner_of_treatments();
