-- What names a product may be written while one of both is given away: it then names none of another account. After `owner_copied`, by its name.
create or replace function leave_product() returns trigger language plpgsql as $$
begin
  new.product_id := (select id from products where id = new.product_id and owner_id = new.owner_id);
  return new;
end
$$;

create or replace trigger product_owned before insert or update of product_id on treatments
  for each row when (new.product_id is not null) execute function leave_product();

create or replace trigger product_owned before insert or update of product_id on feedings
  for each row when (new.product_id is not null) execute function leave_product();

create or replace trigger product_owned before insert or update of product_id on inventory_items
  for each row when (new.product_id is not null) execute function leave_product();
