import { Migration } from '@mikro-orm/migrations';

/** The columns and tables that lead from a row to its apiary, whose owner is the row's owner. */
const TOMBSTONED: Record<string, string[]> = {
  apiaries: [],
  beehives: ['apiary_id', 'apiaries'],
  questions: ['apiary_id', 'apiaries'],
  inventory_items: ['apiary_id', 'apiaries'],
  beehive_questions: ['beehive_id', 'beehives', 'apiary_id', 'apiaries'],
};

/**
 * Renames tables to the names that the code uses, and replaces the functions that write tombstones by one for every table.
 *
 * The function also runs for each row of a cascade, when the apiary may already be deleted; its owner is then read from the apiary's own
 * tombstone, which the same transaction has written. PostgreSQL locks a row before it calls the trigger, so a tombstone is always written
 * by the transaction that holds its row, and two deletions of the same row cannot deadlock.
 */
export class Migration20261122010000 extends Migration {
  override up(): void {
    this.addSql('alter table kept_answers rename to idempotency_keys;');
    this.addSql('alter table idempotency_keys rename constraint kept_answers_pkey to idempotency_keys_pkey;');
    this.addSql('alter index kept_answers_created_index rename to idempotency_keys_created_index;');

    for (const table of ['apiaries', 'beehives', 'inventory_items', 'questions', 'hive_questions'])
      this.addSql(`drop trigger deletion_noted on ${table};`);
    this.addSql('drop function note_deletion();');
    this.addSql('drop trigger owner_forgotten on users;');
    this.addSql('drop function forget_owner();');

    this.addSql('alter table deletions rename to tombstones;');
    this.addSql('alter table tombstones drop constraint deletions_pkey;');
    // By id first: a cascade looks up the tombstone of a parent without knowing the owner.
    this.addSql('alter table tombstones add constraint tombstones_pkey primary key (id, owner_id);');
    this.addSql('create index tombstones_owner_index on tombstones (owner_id);');
    this.addSql('alter index deletions_created_index rename to tombstones_created_index;');
    this.addSql(`update tombstones set kind = 'beehive_questions' where kind = 'hive_questions';`);

    this.addSql('alter table hive_questions rename to beehive_questions;');
    for (const constraint of ['pkey', 'unique', 'beehive_id_foreign', 'question_id_foreign'])
      this.addSql(
        `alter table beehive_questions rename constraint hive_questions_${constraint} to beehive_questions_${constraint};`,
      );
    this.addSql('alter index hive_questions_question_index rename to beehive_questions_question_index;');

    this.addSql('alter table beehives rename column number to beehive_number;');
    this.addSql('alter table beehives rename column treatments to is_treated;');
    this.addSql('alter table inventory_items rename column name to item_name;');

    // The background removal uses this index.
    this.addSql('create index sessions_over_index on sessions (least(ended_at, expires_at));');

    this.addSql(`
      create function remove_records_of_owner() returns trigger language plpgsql as $$
      begin
        delete from idempotency_keys where owner_id = old.id;
        delete from tombstones where owner_id = old.id;
        return null;
      end $$;`);
    this.addSql(
      'create trigger records_removed after delete on users for each row execute function remove_records_of_owner();',
    );

    this.addSql(`
      create function write_tombstone() returns trigger language plpgsql as $$
      declare
        owner uuid;
        ancestor uuid;
        level int := 0;
      begin
        if tg_nargs = 0 then
          -- No tombstone is written if the account itself is deleted.
          select id into owner from users where id = old.owner_id;
        else
          ancestor := (to_jsonb(old) ->> tg_argv[0])::uuid;
          loop
            select owner_id into owner from tombstones where id = ancestor;
            exit when owner is not null or ancestor is null;
            if level + 2 < tg_nargs then
              execute format('select %I from %I where id = $1', tg_argv[level + 2], tg_argv[level + 1]) into ancestor using ancestor;
              level := level + 2;
            else
              execute format('select owner_id from %I where id = $1', tg_argv[level + 1]) into owner using ancestor;
              exit;
            end if;
          end loop;
        end if;
        if owner is not null then
          insert into tombstones (owner_id, id, kind) values (owner, old.id, tg_table_name) on conflict do nothing;
        end if;
        return old;
      end $$;`);
    for (const [table, path] of Object.entries(TOMBSTONED)) {
      const args = path.map((name) => `'${name}'`).join(', ');
      this.addSql(
        `create trigger tombstone_written before delete on ${table} for each row execute function write_tombstone(${args});`,
      );
    }
  }
}
