import { Migration } from '@mikro-orm/migrations';

/** Lines of the ledger may also go shortly before their item, in the transaction that deletes it (delete-below.ts). */
export class Migration20261122024500 extends Migration {
  override up(): void {
    this.addSql(`
      create or replace function keep_stock_movement() returns trigger language plpgsql as $$
      begin
        if tg_op = 'DELETE' and (current_setting('beekeeping.deletes_below', true) = 'on'
            or not exists (select 1 from inventory_items where id = old.item_id)) then
          return old;
        end if;
        raise exception 'stock movements are never changed' using errcode = 'restrict_violation';
      end $$;`);
  }
}
