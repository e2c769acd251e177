-- Adds to the database what PostGraphile requires: row-level security for its role, and a function for changes of several rows.
-- Row-level security does not apply to the owner of the tables, as which every other server connects.
create function current_user_id() returns uuid language sql stable as
  $$ select nullif(current_setting('jwt.claims.user_id', true), '')::uuid $$;

alter table apiaries enable row level security;
alter table beehives enable row level security;
alter table inventory_items enable row level security;
alter table stock_movements enable row level security;
-- With the subselect, PostgreSQL evaluates the user once for each statement, not for each row.
create policy own on apiaries using (owner_id = (select current_user_id()));
create policy own on beehives using (owner_id = (select current_user_id()));
create policy own on inventory_items using (owner_id = (select current_user_id()));
create policy own on stock_movements using (owner_id = (select current_user_id()));
-- PostGraphile makes no relation of a foreign key that contains the owner.
comment on table beehives is E'@foreignKey (apiary_id) references apiaries (id)';
comment on table inventory_items is E'@foreignKey (apiary_id) references apiaries (id)';

create function adjust_stock(item_id uuid, amount int) returns inventory_items language plpgsql volatile as $$
declare item inventory_items;
begin
  update inventory_items i
    set quantity = i.quantity + adjust_stock.amount, movement_count = i.movement_count + 1, updated_at = now()
    where i.id = adjust_stock.item_id and i.quantity + adjust_stock.amount >= 0
    returning * into item;
  if item.id is null then raise exception 'INSUFFICIENT_STOCK'; end if;
  insert into stock_movements (id, created_at, updated_at, item_id, sequence, kind, amount, balance_after, actor_id, occurred_at)
  values (uuidv7(), now(), now(), item.id, item.movement_count, 'ADJUSTMENT', adjust_stock.amount, item.quantity,
    current_user_id(), now());
  return item;
end $$;

-- Sets the derived columns. The trigger runs for the visitor's role only, because the other servers set them in their statements.
create function derive_beehive_columns() returns trigger language plpgsql as $$
begin
  new.updated_at := now();
  new.health := case new.health_status when 'Healthy' then 'HEALTHY' when 'At Risk' then 'AT_RISK' when 'Unhealthy' then 'UNHEALTHY' end;
  return new;
end $$;
create trigger beehive_columns_derived before update on beehives for each row
  when (current_user = 'bench_visitor') execute function derive_beehive_columns();

grant usage on schema public to bench_visitor;
grant select, update on apiaries, beehives, inventory_items to bench_visitor;
grant select, insert on stock_movements to bench_visitor;
-- Triggers write the log as the role of who changes a row.
grant select, insert on changes to bench_visitor;
