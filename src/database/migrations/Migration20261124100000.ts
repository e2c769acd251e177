import { OnlineMigration } from '../online-migration.js';

/**
 * An account ends in a short transaction, and its rows go afterwards (ADR 0038). So the apiaries of an account that is gone remain for a
 * while: no foreign key deletes them with it. Whoever deletes the account, SQL included, ends the access of others to its apiaries and leaves
 * a row in `removals`; maintenance/removals.ts does the rest. The previous version deletes the rows itself before the account.
 */
export class Migration20261124100000 extends OnlineMigration {
  override async up(): Promise<void> {
    await this.alter(
      `create table if not exists removals (
         owner_id uuid primary key,
         begun_at timestamptz(3) not null default now(),
         claimed_at timestamptz(3) not null default '-infinity')`,
      // As the foreign key was: nobody gives an apiary to an account that is being deleted.
      `create or replace function require_owner() returns trigger language plpgsql as $$
       begin
         perform 1 from users where id = new.owner_id for key share;
         if not found then
           raise exception 'the account % does not exist', new.owner_id
             using errcode = 'foreign_key_violation', constraint = 'apiaries_owner_id_foreign';
         end if;
         return new;
       end $$`,
      `create or replace trigger owner_required before insert or update of owner_id on apiaries
         for each row execute function require_owner()`,
      // The locks are those of who accepts an invitation: a membership is there before, and deleted, or the invitation has ended.
      `create or replace function begin_removal() returns trigger language plpgsql as $$
       begin
         insert into removals (owner_id) values (old.id);
         perform 1 from apiaries where owner_id = old.id order by id for no key update;
         delete from apiary_members where apiary_id in (select id from apiaries where owner_id = old.id);
         return null;
       end $$`,
      `create or replace trigger removal_begun after delete on users for each row execute function begin_removal()`,
      'alter table apiaries drop constraint if exists apiaries_owner_id_foreign',
      ...['harvests_removed', 'keeper_forgotten', 'queens_removed', 'records_removed'].map(
        (name) => `drop trigger if exists ${name} on users`,
      ),
      ...['remove_harvests', 'forget_keeper', 'remove_queens_of_owner', 'remove_records_of_owner'].map(
        (name) => `drop function if exists ${name}()`,
      ),
    );
  }
}
