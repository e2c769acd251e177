import { OnlineMigration } from '../online-migration.js';

const NOTE = ['label', 'register_number', 'municipality', 'country'].map((name) => `apiary_${name}`);

/**
 * What a placement keeps of a deleted apiary also has its country, of which declarations are made (ADR 0060). The deletion of an apiary clears
 * the references to it first, in pieces (database/delete-below.ts), so the placement keeps it then; so it does when the apiary is transferred
 * without the hive. It stays behind when the hive is given to another account, which must not read the names of apiaries of the one before.
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
      `create or replace function keep_label() returns trigger language plpgsql as $$
       declare
         kept record;
       begin
         select name, register_number, municipality, country into kept from apiaries where id = old.apiary_id;
         if found then
           new.apiary_label := kept.name;
           new.apiary_register_number := kept.register_number;
           new.apiary_municipality := kept.municipality;
           new.apiary_country := kept.country;
         end if;
         return new;
       end $$`,
      `create or replace trigger label_kept before update of apiary_id on beehive_placements
         for each row when (old.apiary_id is not null and new.apiary_id is null and old.owner_id = new.owner_id) execute function keep_label()`,
      `create or replace function leave_labels() returns trigger language plpgsql as $$
       begin
         ${NOTE.map((name) => `new.${name} := null;`).join(' ')}
         return new;
       end $$`,
      `create or replace trigger labels_left before update of owner_id on beehive_placements
         for each row when (old.owner_id <> new.owner_id and old.apiary_label is not null) execute function leave_labels()`,
    );
  }
}
