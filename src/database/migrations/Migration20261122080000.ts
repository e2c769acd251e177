import { OnlineMigration } from '../online-migration.js';

/** Tables with their parents, by which the owner of a row is found; parents come before children. */
const OWNED = [
  { table: 'beehives', parent: 'apiaries', foreignKey: 'apiary_id' },
  { table: 'questions', parent: 'apiaries', foreignKey: 'apiary_id' },
  { table: 'inventory_items', parent: 'apiaries', foreignKey: 'apiary_id' },
  { table: 'beehive_questions', parent: 'beehives', foreignKey: 'beehive_id' },
  { table: 'inspections', parent: 'beehives', foreignKey: 'beehive_id' },
  { table: 'stock_movements', parent: 'inventory_items', foreignKey: 'item_id' },
  { table: 'answers', parent: 'inspections', foreignKey: 'inspection_id' },
];

/**
 * Every row in an apiary gets the account that owns the apiary. The trigger `owner_copied` sets it in rows that are inserted without it,
 * as the previous version does; it is created with the column, so only older rows have to be filled.
 */
export class Migration20261122080000 extends OnlineMigration {
  override async up(): Promise<void> {
    await this.createFunctions();
    for (const { table, parent, foreignKey } of OWNED) {
      await this.alter(
        `alter table ${table} add column if not exists owner_id uuid`,
        `create or replace trigger owner_copied before insert or update on ${table}
           for each row when (new.owner_id is null) execute function copy_owner('${parent}')`,
      );
      if (table === 'stock_movements') await this.letMovementsFollowTheirItem();
      await this.fill(table, 'owner_id', `(select owner_id from ${parent} where id = t.${foreignKey})`);
      await this.requireNotNull(table, 'owner_id');
      await this.execute(`analyze ${table}`);
    }
    await this.addForeignKeys();
    await this.passOnOwners();
  }

  private async createFunctions(): Promise<void> {
    await this.execute(`
      create or replace function copy_owner() returns trigger language plpgsql as $$
      begin
        if tg_argv[0] = 'apiaries' then
          select owner_id into new.owner_id from apiaries where id = new.apiary_id;
        elsif tg_argv[0] = 'beehives' then
          select owner_id into new.owner_id from beehives where id = new.beehive_id;
        elsif tg_argv[0] = 'inventory_items' then
          select owner_id into new.owner_id from inventory_items where id = new.item_id;
        else
          select owner_id into new.owner_id from inspections where id = new.inspection_id;
        end if;
        if not found then
          raise exception 'the row in % does not exist', tg_argv[0] using errcode = 'foreign_key_violation';
        end if;
        return new;
      end $$`);
    // Runs after the owner of a row has changed, which today only happens in SQL.
    await this.execute(`
      create or replace function pass_on_owner() returns trigger language plpgsql as $$
      begin
        if tg_table_name = 'beehives' then
          update inspections set owner_id = new.owner_id where beehive_id = new.id;
          update beehive_questions set owner_id = new.owner_id where beehive_id = new.id;
        elsif tg_table_name = 'inventory_items' then
          update stock_movements set owner_id = new.owner_id where item_id = new.id;
        else
          update answers set owner_id = new.owner_id where inspection_id = new.id;
        end if;
        return null;
      end $$`);
  }

  /** The only change of a movement: its owner becomes that of its item. */
  private async letMovementsFollowTheirItem(): Promise<void> {
    await this.execute(`
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
      end $$`);
  }

  /** The database refuses a hive, a question or an item whose owner is not that of its apiary. */
  private async addForeignKeys(): Promise<void> {
    if (!(await this.hasConstraint('apiaries_owner_unique'))) {
      // Takes a tenth of a second for 100,000 apiaries. Not `concurrently`: that waits for the processes that wait for this migration.
      await this.alter('create unique index if not exists apiaries_owner_unique on apiaries (owner_id, id)');
      await this.alter(
        'alter table apiaries add constraint apiaries_owner_unique unique using index apiaries_owner_unique',
      );
    }
    for (const table of ['beehives', 'questions', 'inventory_items']) {
      const [name, added] = [`${table}_apiary_id_foreign`, `${table}_apiary_owner_foreign`];
      await this.alter(
        `alter table ${table} drop constraint if exists ${added}`,
        `alter table ${table} add constraint ${added} foreign key (owner_id, apiary_id) references apiaries (owner_id, id)
           on update cascade on delete cascade not valid`,
      );
      await this.execute(`alter table ${table} validate constraint ${added}`);
      await this.alter(
        `alter table ${table} drop constraint if exists ${name}`,
        `alter table ${table} rename constraint ${added} to ${name}`,
      );
    }
  }

  private async passOnOwners(): Promise<void> {
    for (const table of ['beehives', 'inventory_items', 'inspections'])
      await this.alter(
        `create or replace trigger owner_passed_on after update of owner_id on ${table}
           for each row when (old.owner_id <> new.owner_id) execute function pass_on_owner()`,
      );
  }
}
