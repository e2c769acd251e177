-- What users of PostGraphile add to a database: a role, row-level security for it, and a function for changes of several rows.
-- Row-level security does not apply to the owner of the tables, as which every other server connects.
create function current_user_id() returns uuid language sql stable as
  $$ select nullif(current_setting('jwt.claims.user_id', true), '')::uuid $$;

alter table apiaries enable row level security;
alter table beehives enable row level security;
alter table inventory_items enable row level security;
alter table stock_movements enable row level security;
-- With the subselect, PostgreSQL evaluates the user once for each statement, not for each row.
create policy own on apiaries using (owner_id = (select current_user_id()));
create policy own on beehives using (apiary_id in (select id from apiaries where owner_id = (select current_user_id())));
create policy own on inventory_items using (apiary_id in (select id from apiaries where owner_id = (select current_user_id())));
-- By its item, which has a policy itself: `item_id in (select …)` would read all of somebody's items, or of everybody's, for each line.
create policy own on stock_movements using (exists (select 1 from inventory_items i where i.id = item_id));

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

-- The consequences of a change. For the visitor's role only: the other servers handle them themselves.
create function keep_beehive() returns trigger language plpgsql as $$
begin
  new.updated_at := now();
  new.health := case new.health_status when 'Healthy' then 'HEALTHY' when 'At Risk' then 'AT_RISK' when 'Unhealthy' then 'UNHEALTHY' end;
  return new;
end $$;
create trigger beehive_kept before update on beehives for each row
  when (current_user = 'bench_visitor') execute function keep_beehive();

grant usage on schema public to bench_visitor;
grant select, update on apiaries, beehives, inventory_items to bench_visitor;
grant select, insert on stock_movements to bench_visitor;
