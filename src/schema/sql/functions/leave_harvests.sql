create or replace function leave_harvests() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'apiaries' then
    update harvests set apiary_id = null where apiary_id = new.id and owner_id <> new.owner_id;
    update lots set apiary_id = null where apiary_id = new.id and owner_id <> new.owner_id;
  elsif tg_table_name = 'beehives' then
    update harvest_sources set beehive_id = null where beehive_id = new.id and owner_id <> new.owner_id;
  else
    update lot_packs set jar_movement_id = null
    where jar_movement_id in (select id from stock_movements where item_id = new.id) and owner_id <> new.owner_id;
    update lot_packs set label_movement_id = null
    where label_movement_id in (select id from stock_movements where item_id = new.id) and owner_id <> new.owner_id;
  end if;
  return null;
end
$$;

create or replace trigger harvests_left after update of owner_id on apiaries
  for each row when (old.owner_id <> new.owner_id) execute function leave_harvests();

create or replace trigger harvests_left after update of owner_id on beehives
  for each row when (old.owner_id <> new.owner_id) execute function leave_harvests();

create or replace trigger harvests_left after update of owner_id on inventory_items
  for each row when (old.owner_id <> new.owner_id) execute function leave_harvests();
