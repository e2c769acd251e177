import { Migration } from '@mikro-orm/migrations';

/** Inventory items and the ledger of their stock. */
export class Migration20261121141542 extends Migration {
  override up(): void {
    // Trusted: the owner of a database may add it.
    this.addSql('create extension if not exists pg_trgm;');

    this.addSql(
      `create table "inventory_items" ("id" uuid not null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, "apiary_id" uuid not null, "name" text not null, "description" text null, "quantity" int not null default 0, "movement_count" int not null default 0, "unit" text not null, "unit_kind" text null, "minimum_stock" int not null default 0, "low_stock" boolean generated always as (quantity <= minimum_stock) stored not null, "unit_cost" int null, "currency" text null, "category" text null, "batch_number" text null, "expiry_date" date null, "purchase_date" date null, "supplier" text null, "storage_location" text null, "search_text" text generated always as (lower(regexp_replace(normalize(name || chr(10) || coalesce(description, ''), nfd), '[\\u0300-\\u036f]', '', 'g'))) stored not null, primary key ("id"));`,
    );
    this.addSql(
      `create index "inventory_items_search_index" on "inventory_items" using gin ("search_text" gin_trgm_ops);`,
    );
    this.addSql(
      `create index "inventory_items_low_stock_index" on "inventory_items" ("apiary_id", "name", "id") where "low_stock";`,
    );
    this.addSql(`create index "inventory_items_quantity_index" on "inventory_items" ("apiary_id", "quantity", "id");`);
    this.addSql(`create index "inventory_items_created_index" on "inventory_items" ("apiary_id", "created_at", "id");`);
    this.addSql(`create index "inventory_items_name_index" on "inventory_items" ("apiary_id", "name", "id");`);

    this.addSql(
      `create table "stock_movements" ("id" uuid not null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, "item_id" uuid not null, "sequence" int not null, "kind" text not null, "amount" int not null, "balance_after" int not null, "person" text null, "reason" text null, "notes" text null, "actor_id" uuid not null, "occurred_at" timestamptz(3) not null, "corrects_id" uuid null, primary key ("id"));`,
    );
    this.addSql(
      `alter table "stock_movements" add constraint "stock_movements_corrects_unique" unique ("corrects_id");`,
    );
    this.addSql(
      `alter table "stock_movements" add constraint "stock_movements_sequence_unique" unique ("item_id", "sequence");`,
    );

    this.addSql(
      `alter table "inventory_items" add constraint "inventory_items_apiary_id_foreign" foreign key ("apiary_id") references "apiaries" ("id") on delete cascade;`,
    );
    this.addSql(
      `alter table "inventory_items" add constraint "inventory_items_cost_check" check (unit_cost >= 0 and (unit_cost is null) = (currency is null) and currency ~ '^[A-Z]{3}$');`,
    );
    this.addSql(
      `alter table "inventory_items" add constraint "inventory_items_counts_check" check (quantity >= 0 and minimum_stock >= 0 and movement_count >= 0);`,
    );
    this.addSql(
      `alter table "inventory_items" add constraint "inventory_items_unit_kind_check" check ("unit_kind" in ('PIECES', 'LITERS', 'KILOGRAMS', 'BOXES', 'SHEETS', 'PAIRS', 'DOZENS', 'METERS', 'GRAMS', 'MILLILITERS'));`,
    );

    this.addSql(
      `alter table "stock_movements" add constraint "stock_movements_item_id_foreign" foreign key ("item_id") references "inventory_items" ("id") on delete cascade;`,
    );
    this.addSql(
      `alter table "stock_movements" add constraint "stock_movements_corrects_id_foreign" foreign key ("corrects_id") references "stock_movements" ("id") on delete cascade;`,
    );
    this.addSql(
      `alter table "stock_movements" add constraint "stock_movements_amount_check" check (amount <> 0 and balance_after >= 0 and sequence > 0);`,
    );
    this.addSql(
      `alter table "stock_movements" add constraint "stock_movements_kind_check" check ("kind" in ('INITIAL', 'ENTRY', 'EXIT', 'ADJUSTMENT', 'CORRECTION'));`,
    );

    // The ledger is only added to. A line goes when its item goes, and with nothing else.
    this.addSql(`
      create function keep_stock_movement() returns trigger language plpgsql as $$
      begin
        if tg_op = 'DELETE' and not exists (select 1 from inventory_items where id = old.item_id) then
          return old;
        end if;
        raise exception 'stock movements are never changed' using errcode = 'restrict_violation';
      end $$;`);
    this.addSql(`
      create trigger stock_movement_kept before update or delete on stock_movements
      for each row execute function keep_stock_movement();`);
  }
}
