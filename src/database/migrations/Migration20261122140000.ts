import { Migration } from '@mikro-orm/migrations';

/**
 * A hive that moves leaves behind the overrides of questions of its old apiary, also if both have the same owner: a member who sees the
 * hive need not see those questions.
 */
export class Migration20261122140000 extends Migration {
  override up(): void {
    this.addSql(`
      create function delete_overrides_elsewhere() returns trigger language plpgsql as $$
      begin
        delete from beehive_questions o using questions q
          where o.beehive_id = new.id and q.id = o.question_id and q.apiary_id <> new.apiary_id;
        return null;
      end $$;`);
    this.addSql(`
      create trigger overrides_left_behind after update of apiary_id on beehives
        for each row when (old.apiary_id <> new.apiary_id) execute function delete_overrides_elsewhere();`);
    this.addSql(`
      delete from beehive_questions o using questions q, beehives h
        where q.id = o.question_id and h.id = o.beehive_id and q.apiary_id <> h.apiary_id;`);
  }
}
