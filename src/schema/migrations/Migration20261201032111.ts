import { OnlineMigration } from '../../database/online-migration.js';
import { BEGIN_READINGS } from '../../database/reading-retention.js';
import { CREATE_READINGS } from '../../database/readings-schema.js';
import { readSql } from '../sql-files.js';

export class Migration20261201032111 extends OnlineMigration {
  override async up(): Promise<void> {
    await this.alter(
      `create table if not exists "measurements" ("id" uuid not null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, "owner_id" uuid not null, "version" int not null default 1, "beehive_id" uuid not null, "apiary_id" uuid null, "kind" text not null, "quantity" text null, "value" double precision not null, "unit" text null, "custom_unit" text null, "is_one_side" boolean not null default false, "measured_at" timestamptz(3) not null, "notes" text null, "actor_id" uuid not null, primary key ("id"))`,
      `create index if not exists "measurements_apiary_index" on "measurements" ("apiary_id", "measured_at", "id")`,
      `create index if not exists "measurements_beehive_index" on "measurements" ("beehive_id", "kind", "measured_at", "id")`,
      `alter table "personal_access_tokens" add column if not exists "beehive_ids" uuid[] null`,
      `alter table "apiaries" add column if not exists "winter_stores" double precision null, add column if not exists "minimum_weight" double precision null, add column if not exists "silent_hours" int null`,
      `alter table "apiaries" drop constraint if exists "apiaries_winter_stores_check"`,
      `alter table "apiaries" add constraint "apiaries_winter_stores_check" check (winter_stores >= '1' and winter_stores <= '200') not valid`,
      `alter table "apiaries" drop constraint if exists "apiaries_minimum_weight_check"`,
      `alter table "apiaries" add constraint "apiaries_minimum_weight_check" check (minimum_weight >= '1' and minimum_weight <= '200') not valid`,
      `alter table "apiaries" drop constraint if exists "apiaries_silent_hours_check"`,
      `alter table "apiaries" add constraint "apiaries_silent_hours_check" check (silent_hours >= '1' and silent_hours <= '720') not valid`,
      `alter table "measurements" drop constraint if exists "measurements_beehive_id_foreign"`,
      `alter table "measurements" add constraint "measurements_beehive_id_foreign" foreign key ("beehive_id") references "beehives" ("id") on delete cascade`,
      `alter table "measurements" drop constraint if exists "measurements_apiary_id_foreign"`,
      `alter table "measurements" add constraint "measurements_apiary_id_foreign" foreign key ("apiary_id") references "apiaries" ("id") on delete set null`,
      `alter table "measurements" drop constraint if exists "measurements_quantity_check"`,
      `alter table "measurements" add constraint "measurements_quantity_check" check (char_length(quantity) <= 60 and quantity ~ '^[^\\u0001-\\u001f\\u007f-\\u009f]*$')`,
      `alter table "measurements" drop constraint if exists "measurements_value_check"`,
      `alter table "measurements" add constraint "measurements_value_check" check (value >= '-1000000000' and value <= '1000000000')`,
      `alter table "measurements" drop constraint if exists "measurements_custom_unit_check"`,
      `alter table "measurements" add constraint "measurements_custom_unit_check" check (char_length(custom_unit) <= 20 and custom_unit ~ '^[^\\u0001-\\u001f\\u007f-\\u009f]*$')`,
      `alter table "measurements" drop constraint if exists "measurements_measured_at_check"`,
      `alter table "measurements" add constraint "measurements_measured_at_check" check (measured_at >= '1900-01-01 00:00:00+00' and measured_at < '2201-01-01 00:00:00+00')`,
      `alter table "measurements" drop constraint if exists "measurements_notes_check"`,
      `alter table "measurements" add constraint "measurements_notes_check" check (char_length(notes) <= 2000)`,
      `alter table "measurements" drop constraint if exists "measurements_side_check"`,
      `alter table "measurements" add constraint "measurements_side_check" check (kind = 'WEIGHT' or not is_one_side)`,
      `alter table "measurements" drop constraint if exists "measurements_kind_custom_unit_check"`,
      `alter table "measurements" add constraint "measurements_kind_custom_unit_check" check (kind = 'CUSTOM' or custom_unit is null)`,
      `alter table "measurements" drop constraint if exists "measurements_kind_quantity_check"`,
      `alter table "measurements" add constraint "measurements_kind_quantity_check" check ((kind = 'CUSTOM') = (coalesce(quantity, '') <> ''))`,
      `alter table "measurements" drop constraint if exists "measurements_kind_unit_check"`,
      `alter table "measurements" add constraint "measurements_kind_unit_check" check ((kind = 'CUSTOM') = (unit is null))`,
      `alter table "measurements" drop constraint if exists "measurements_kind_check"`,
      `alter table "measurements" add constraint "measurements_kind_check" check ("kind" in ('WEIGHT', 'TEMPERATURE', 'BROOD_TEMPERATURE', 'HUMIDITY', 'SOUND', 'BATTERY', 'CUSTOM'))`,
      `alter table "measurements" drop constraint if exists "measurements_unit_check"`,
      `alter table "measurements" add constraint "measurements_unit_check" check ("unit" in ('KILOGRAMS', 'GRAMS', 'POUNDS', 'CELSIUS', 'FAHRENHEIT', 'KELVIN', 'PERCENT', 'DECIBELS'))`,
    );
    await this.validate('apiaries', 'apiaries_winter_stores_check');
    await this.validate('apiaries', 'apiaries_minimum_weight_check');
    await this.validate('apiaries', 'apiaries_silent_hours_check');
    await this.inTransaction(async (execute) => {
      for (const text of [...CREATE_READINGS, readSql('functions/keep_readings.sql'), ...BEGIN_READINGS])
        await execute(text);
    });
  }
}
