create or replace function leave_references() returns trigger language plpgsql as $$
declare
  transferred uuid;
begin
  if current_setting('beekeeping.transfers_to', true) = new.owner_id::text then
    transferred := coalesce((select b.apiary_id from beehives b where b.id = new.beehive_id), new.apiary_id);
  end if;
  new.apiary_id := (select a.id from apiaries a where a.id = new.apiary_id and (a.owner_id = new.owner_id or a.id = transferred));
  if tg_table_name = 'treatments' then
    new.item_id := (select i.id from inventory_items i join apiaries a on a.id = i.apiary_id where i.id = new.item_id and (a.owner_id = new.owner_id or a.id = transferred));
    new.movement_id := (select m.id from stock_movements m where m.id = new.movement_id and m.item_id = new.item_id);
  end if;
  return new;
end
$$;

create or replace trigger references_left before update of owner_id on beehive_placements
  for each row when (old.owner_id <> new.owner_id) execute function leave_references();

create or replace trigger references_left before update of owner_id on mite_counts
  for each row when (old.owner_id <> new.owner_id) execute function leave_references();

create or replace trigger references_left before update of owner_id on treatments
  for each row when (old.owner_id <> new.owner_id) execute function leave_references();

create or replace trigger references_owned before insert on treatments
  for each row when (new.item_id is not null) execute function leave_references();
