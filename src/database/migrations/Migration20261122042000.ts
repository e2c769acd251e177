import { Migration } from '@mikro-orm/migrations';

/** The last inspection of a hive is a column, by which lists are ordered and filtered; visits are found by id; drafts can be discarded. */
export class Migration20261122042000 extends Migration {
  override up(): void {
    this.addSql('alter table beehives add column last_inspected_at timestamptz(3);');
    // An amendment may move an inspection to an earlier time, so the latest one is looked up. Completed inspections are only deleted with
    // their hive.
    this.addSql(`
      create function set_last_inspection() returns trigger language plpgsql as $$
      begin
        update beehives set last_inspected_at = (
          select occurred_at from inspections
          where beehive_id = new.beehive_id and current and status = 'COMPLETED'
          order by occurred_at desc limit 1)
        where id = new.beehive_id;
        return null;
      end $$;`);
    this.addSql(`
      create trigger last_inspection_set after insert or update of status on inspections
        for each row when (new.status = 'COMPLETED') execute function set_last_inspection();`);
    this.addSql(`
      update beehives set last_inspected_at = latest.at from (
        select beehive_id, max(occurred_at) as at from inspections where current and status = 'COMPLETED' group by beehive_id
      ) latest where latest.beehive_id = beehives.id;`);
    this.addSql('create index beehives_last_inspected_index on beehives (apiary_id, last_inspected_at, id);');
    this.addSql('create index inspections_visit_index on inspections (visit_id) where visit_id is not null;');
    this.addSql(`
      create trigger tombstone_written before delete on inspections for each row when (old.status = 'DRAFT')
        execute function write_tombstone('beehive_id', 'beehives', 'apiary_id', 'apiaries');`);
  }
}
