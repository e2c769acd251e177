import { Migration } from '@mikro-orm/migrations';

/** The overrides that a hive leaves behind are deleted by `delete_overrides_elsewhere`, also if the owner stays the same. */
export class Migration20261122163000 extends Migration {
  override up(): void {
    this.addSql(`
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
      end $$;`);
  }
}
