import { Migration } from '@mikro-orm/migrations';

/** Accounts, sessions, apiaries and hives. */
export class Migration20261121134827 extends Migration {
  override up(): void {
    this.addSql(
      `create table "users" ("id" uuid not null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, "email" text not null, "username" text not null, "phone" text null, "is_verified" boolean not null default false, "is_active" boolean not null default true, "password_hash" text not null, primary key ("id"));`,
    );
    this.addSql(`alter table "users" add constraint "users_email_unique" unique ("email");`);

    this.addSql(
      `create table "sessions" ("id" uuid not null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, "user_id" uuid not null, "expires_at" timestamptz(3) not null, "ended_at" timestamptz(3) null, primary key ("id"));`,
    );
    this.addSql(`create index "sessions_user_index" on "sessions" ("user_id");`);

    this.addSql(
      `create table "apiaries" ("id" uuid not null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, "owner_id" uuid not null, "name" text not null, "location" text null, "treatments" boolean not null default false, primary key ("id"));`,
    );
    this.addSql(`create index "apiaries_name_index" on "apiaries" ("owner_id", "name", "id");`);
    this.addSql(`create index "apiaries_created_index" on "apiaries" ("owner_id", "created_at", "id");`);

    this.addSql(
      `create table "beehives" ("id" uuid not null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, "apiary_id" uuid not null, "number" int null, "activity_level" text null, "activity" text null, "bee_population" text null, "population" text null, "food_frames" int null, "brood_frames" int null, "hive_status" text null, "status" text null, "health_status" text null, "health" text null, "has_production_chamber" text null, "production_chamber" boolean null, "treatments" boolean not null default false, "observations" text null, primary key ("id"));`,
    );
    this.addSql(`create index "beehives_updated_index" on "beehives" ("apiary_id", "updated_at", "id");`);
    this.addSql(`create index "beehives_created_index" on "beehives" ("apiary_id", "created_at", "id");`);
    this.addSql(`create index "beehives_number_index" on "beehives" ("apiary_id", "number", "id");`);
    this.addSql(
      `create unique index "beehives_number_unique" on "beehives" ("apiary_id", "number") where "number" is not null;`,
    );

    this.addSql(
      `alter table "sessions" add constraint "sessions_user_id_foreign" foreign key ("user_id") references "users" ("id") on delete cascade;`,
    );

    this.addSql(
      `alter table "apiaries" add constraint "apiaries_owner_id_foreign" foreign key ("owner_id") references "users" ("id") on delete cascade;`,
    );

    this.addSql(
      `alter table "beehives" add constraint "beehives_apiary_id_foreign" foreign key ("apiary_id") references "apiaries" ("id") on delete cascade;`,
    );
    this.addSql(
      `alter table "beehives" add constraint "beehives_counts_check" check (number >= 0 and food_frames >= 0 and brood_frames >= 0);`,
    );
    this.addSql(
      `alter table "beehives" add constraint "beehives_activity_check" check ("activity" in ('LOW', 'MEDIUM', 'HIGH'));`,
    );
    this.addSql(
      `alter table "beehives" add constraint "beehives_population_check" check ("population" in ('SMALL', 'MEDIUM', 'LARGE'));`,
    );
    this.addSql(
      `alter table "beehives" add constraint "beehives_status_check" check ("status" in ('ACTIVE', 'INACTIVE', 'QUEENLESS', 'BROOD_CHAMBER', 'PRODUCTION_CHAMBER', 'BROOD_AND_PRODUCTION', 'BROOD_AND_DOUBLE_PRODUCTION'));`,
    );
    this.addSql(
      `alter table "beehives" add constraint "beehives_health_check" check ("health" in ('HEALTHY', 'AT_RISK', 'UNHEALTHY'));`,
    );

    // What changed about a session, by any account or program: accounts/sessions.ts reads it. Not an entity: nobody is shown it.
    this.addSql(
      `create table "session_changes" ("session_id" uuid not null, "changed_at" timestamptz(3) not null default clock_timestamp());`,
    );
    this.addSql(`create index "session_changes_changed_index" on "session_changes" ("changed_at");`);
    this.addSql(`
      create function note_session_change() returns trigger language plpgsql as $$
      begin
        insert into session_changes (session_id) values (old.id);
        return null;
      end $$;`);
    this.addSql(`
      create trigger session_changed after update of ended_at, expires_at, user_id or delete on sessions
      for each row execute function note_session_change();`);
    this.addSql(`
      create function note_user_change() returns trigger language plpgsql as $$
      begin
        insert into session_changes (session_id) select id from sessions where user_id = new.id and ended_at is null;
        return null;
      end $$;`);
    this.addSql(`
      create trigger user_changed after update of is_active on users
      for each row when (old.is_active is distinct from new.is_active) execute function note_user_change();`);
  }
}
