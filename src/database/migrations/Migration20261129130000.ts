import { OnlineMigration } from '../online-migration.js';

/**
 * What a placement keeps of a deleted apiary also has its country, of which declarations are made (ADR 0060), and stays behind when the hive
 * is given to another account, which must not read the names of apiaries of the one before.
 */
export class Migration20261129130000 extends OnlineMigration {
  override async up(): Promise<void> {
    await this.alter(
      `alter table beehive_placements add column if not exists apiary_country text null`,
      `create or replace function label_placements() returns trigger language plpgsql as $$
       begin
         update beehive_placements set apiary_label = old.name, apiary_register_number = old.register_number,
           apiary_municipality = old.municipality, apiary_country = old.country where apiary_id = old.id;
         return old;
       end $$`,
      `create or replace function leave_labels() returns trigger language plpgsql as $$
       begin
         new.apiary_label := null;
         new.apiary_register_number := null;
         new.apiary_municipality := null;
         new.apiary_country := null;
         return new;
       end $$`,
      `create or replace trigger labels_left before update of owner_id on beehive_placements
         for each row when (old.owner_id <> new.owner_id and old.apiary_label is not null) execute function leave_labels()`,
    );
  }
}
