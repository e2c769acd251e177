-- A treatment or a feeding may be recorded while its item or its apiary is given away: it then refers to nothing of another account.
create or replace function leave_references() returns trigger language plpgsql as $$
begin
  new.apiary_id := (select id from apiaries where id = new.apiary_id and owner_id = new.owner_id);
  new.item_id := (select id from inventory_items where id = new.item_id and owner_id = new.owner_id);
  new.stock_movement_id := (select id from stock_movements where id = new.stock_movement_id and item_id = new.item_id);
  return new;
end
$$;

create or replace trigger references_owned before insert on treatments
  for each row when (new.item_id is not null) execute function leave_references();

create or replace trigger references_owned before insert on feedings
  for each row when (new.item_id is not null) execute function leave_references();
