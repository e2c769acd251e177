create or replace function pass_on_owner() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'beehives' then
    update inspections set owner_id = new.owner_id where beehive_id = new.id and owner_id <> new.owner_id;
    update beehive_questions set owner_id = new.owner_id where beehive_id = new.id and owner_id <> new.owner_id;
  elsif tg_table_name = 'inventory_items' then
    update stock_movements set owner_id = new.owner_id where item_id = new.id and owner_id <> new.owner_id;
  else
    update answers set owner_id = new.owner_id where inspection_id = new.id and owner_id <> new.owner_id;
  end if;
  return null;
end
$$;

create or replace trigger owner_passed_on after update of owner_id on beehives
  for each row when (old.owner_id <> new.owner_id) execute function pass_on_owner();

create or replace trigger owner_passed_on after update of owner_id on inspections
  for each row when (old.owner_id <> new.owner_id) execute function pass_on_owner();

create or replace trigger owner_passed_on after update of owner_id on inventory_items
  for each row when (old.owner_id <> new.owner_id) execute function pass_on_owner();
