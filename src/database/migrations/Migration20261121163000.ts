import { Migration } from '@mikro-orm/migrations';

/** Changes that are sent again: what was answered, and what is gone. Not entities: nobody is shown them. */
export class Migration20261121163000 extends Migration {
  override up(): void {
    this.addSql(`
      create table kept_answers (
        owner_id uuid not null references users (id) on delete cascade,
        key text not null,
        request_hash text not null,
        status int,
        body text,
        created_at timestamptz(3) not null default now(),
        primary key (owner_id, key)
      );`);
    this.addSql('create index kept_answers_created_index on kept_answers (created_at);');

    this.addSql(`
      create table deletions (
        owner_id uuid not null references users (id) on delete cascade,
        id uuid not null,
        kind text not null,
        created_at timestamptz(3) not null default now(),
        primary key (owner_id, id)
      );`);
    this.addSql('create index deletions_created_index on deletions (created_at);');

    // Before the row goes: what belongs to it goes with it, and cannot say any more whose it was. Where the owner goes too,
    // nothing is noted. Each deletion takes a few notes with it whose time is over.
    this.addSql(`
      create function note_deletion() returns trigger language plpgsql as $$
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
        insert into deletions (owner_id, id, kind)
          select owner, old.id, tg_table_name
          union all select owner, id, 'beehives' from beehives where tg_table_name = 'apiaries' and apiary_id = old.id
          union all select owner, id, 'questions' from questions where tg_table_name = 'apiaries' and apiary_id = old.id
          union all select owner, id, 'inventory_items' from inventory_items
            where tg_table_name = 'apiaries' and apiary_id = old.id
          union all select owner, h.id, 'hive_questions' from hive_questions h join beehives b on b.id = h.beehive_id
            where tg_table_name = 'apiaries' and b.apiary_id = old.id
          union all select owner, id, 'hive_questions' from hive_questions
            where tg_table_name = 'beehives' and beehive_id = old.id
          union all select owner, id, 'hive_questions' from hive_questions
            where tg_table_name = 'questions' and question_id = old.id
          on conflict do nothing;
        delete from deletions where (owner_id, id) in (
          select d.owner_id, d.id from deletions d where created_at < now() - interval '30 days'
          order by created_at limit 20 for update skip locked
        );
        return old;
      end $$;`);
    for (const table of ['apiaries', 'beehives', 'inventory_items', 'questions', 'hive_questions']) {
      this.addSql(
        `create trigger deletion_noted before delete on ${table} for each row execute function note_deletion();`,
      );
    }
  }
}
