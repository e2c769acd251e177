-- The ledger is never changed. Its lines go with their item, also shortly before it in the transaction that deletes it (database/delete-below.ts).
-- Their owner becomes that of the item.
create or replace function keep_stock_movement() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if current_setting('beekeeping.deletes_below', true) = 'on'
        or not exists (select 1 from inventory_items where id = old.item_id) then
      return old;
    end if;
  else
    old.owner_id := new.owner_id;
    if new is not distinct from old
        and exists (select 1 from inventory_items where id = new.item_id and owner_id = new.owner_id) then
      return new;
    end if;
  end if;
  raise exception 'stock movements are never changed' using errcode = 'restrict_violation';
end
$$;

create or replace trigger stock_movement_kept before delete or update on stock_movements
  for each row execute function keep_stock_movement();
