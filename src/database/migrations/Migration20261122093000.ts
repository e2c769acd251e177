import { Migration } from '@mikro-orm/migrations';

/**
 * Who has accepted an invitation, and indexes by which expired rows are found (the tables are new and small). An apiary that gets another
 * owner passes it on only to rows that do not have it yet.
 */
export class Migration20261122093000 extends Migration {
  override up(): void {
    this.addSql(`alter table apiary_invitations add column accepted_by uuid[] not null default '{}';`);
    this.addSql('create index apiary_invitations_over_index on apiary_invitations (least(revoked_at, expires_at));');
    this.addSql(
      'create index apiary_members_expired_index on apiary_members (expires_at) where expires_at is not null;',
    );
    this.passOnOnce();
    this.letMovementsGoFirst();
  }

  private passOnOnce(): void {
    this.addSql(`
      create or replace function pass_on_owner() returns trigger language plpgsql as $$
      begin
        if tg_table_name = 'beehives' then
          delete from beehive_questions b using questions q
            where b.beehive_id = new.id and q.id = b.question_id and q.apiary_id <> new.apiary_id;
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

  /** The owner of a movement becomes that of its item or, before it, the one to whom the transaction transfers the apiary. */
  private letMovementsGoFirst(): void {
    this.addSql(`
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
              and (current_setting('beekeeping.transfers_to', true) = new.owner_id::text
                or exists (select 1 from inventory_items where id = new.item_id and owner_id = new.owner_id)) then
            return new;
          end if;
        end if;
        raise exception 'stock movements are never changed' using errcode = 'restrict_violation';
      end $$;`);
  }
}
