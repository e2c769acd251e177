import { Migration } from '@mikro-orm/migrations';

/**
 * Changes at the same time no longer wait for each other in a circle. A foreign key to the account would lock the account's row for
 * every change that is kept, which some changes then want for themselves; and what goes with an apiary, a hive or a question is
 * locked before it is noted, in one order, because a statement that deletes it alone holds its row first and notes it then.
 */
export class Migration20261121171500 extends Migration {
  override up(): void {
    this.addSql('alter table kept_answers drop constraint kept_answers_owner_id_fkey;');
    this.addSql('alter table deletions drop constraint deletions_owner_id_fkey;');
    this.addSql(`
      create function forget_owner() returns trigger language plpgsql as $$
      begin
        delete from kept_answers where owner_id = old.id;
        delete from deletions where owner_id = old.id;
        return null;
      end $$;`);
    this.addSql('create trigger owner_forgotten after delete on users for each row execute function forget_owner();');

    this.addSql(`
      create or replace function note_deletion() returns trigger language plpgsql as $$
      declare
        owner uuid;
      begin
        if tg_table_name = 'apiaries' then
          select id into owner from users where id = (to_jsonb(old) ->> 'owner_id')::uuid;
        elsif tg_table_name = 'hive_questions' then
          select a.owner_id into owner from beehives b join apiaries a on a.id = b.apiary_id
            where b.id = (to_jsonb(old) ->> 'beehive_id')::uuid;
        else
          select owner_id into owner from apiaries where id = (to_jsonb(old) ->> 'apiary_id')::uuid;
        end if;
        if owner is null then
          return old;
        end if;
        if tg_table_name = 'apiaries' then
          perform 1 from beehives where apiary_id = old.id order by id for update;
          perform 1 from questions where apiary_id = old.id order by id for update;
          perform 1 from inventory_items where apiary_id = old.id order by id for update;
          perform 1 from hive_questions where beehive_id in (select id from beehives where apiary_id = old.id)
            order by id for update;
          insert into deletions (owner_id, id, kind)
            select owner, id, 'beehives' from beehives where apiary_id = old.id
            union all select owner, id, 'questions' from questions where apiary_id = old.id
            union all select owner, id, 'inventory_items' from inventory_items where apiary_id = old.id
            union all select owner, id, 'hive_questions' from hive_questions
              where beehive_id in (select id from beehives where apiary_id = old.id)
            on conflict do nothing;
        elsif tg_table_name = 'beehives' then
          perform 1 from hive_questions where beehive_id = old.id order by id for update;
          insert into deletions (owner_id, id, kind)
            select owner, id, 'hive_questions' from hive_questions where beehive_id = old.id on conflict do nothing;
        elsif tg_table_name = 'questions' then
          perform 1 from hive_questions where question_id = old.id order by id for update;
          insert into deletions (owner_id, id, kind)
            select owner, id, 'hive_questions' from hive_questions where question_id = old.id on conflict do nothing;
        end if;
        insert into deletions (owner_id, id, kind) values (owner, old.id, tg_table_name) on conflict do nothing;
        delete from deletions where (owner_id, id) in (
          select d.owner_id, d.id from deletions d where created_at < now() - interval '30 days'
          order by created_at limit 20 for update skip locked
        );
        return old;
      end $$;`);
  }
}
