import { Migration } from '@mikro-orm/migrations';

/** Refresh tokens, mail, recovery, rights and their record. */
export class Migration20261121152227 extends Migration {
  override up(): void {
    this.addSql(
      `create table "audit_entries" ("id" uuid not null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, "actor_id" uuid null, "subject_id" uuid not null, "field" text not null, "before" text not null, "after" text not null, primary key ("id"));`,
    );
    this.addSql(`create index "audit_entries_created_index" on "audit_entries" ("created_at", "id");`);

    this.addSql(
      `create table "mails" ("id" uuid not null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, "recipient" text not null, "subject" text not null, "text" text not null, "html" text not null, "due_at" timestamptz(3) not null, "attempts" int not null default 0, primary key ("id"));`,
    );
    this.addSql(`create index "mails_due_index" on "mails" ("due_at");`);

    this.addSql(
      `create table "refresh_tokens" ("id" uuid not null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, "session_id" uuid not null, "hash" text not null, "used_at" timestamptz(3) null, primary key ("id"));`,
    );
    this.addSql(`create index "refresh_tokens_session_index" on "refresh_tokens" ("session_id");`);
    this.addSql(`alter table "refresh_tokens" add constraint "refresh_tokens_hash_unique" unique ("hash");`);

    this.addSql(
      `create table "one_time_tokens" ("id" uuid not null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, "user_id" uuid not null, "purpose" text not null, "hash" text not null, "email" text not null, "expires_at" timestamptz(3) not null, "used_at" timestamptz(3) null, primary key ("id"));`,
    );
    this.addSql(`alter table "one_time_tokens" add constraint "one_time_tokens_hash_unique" unique ("hash");`);
    this.addSql(`create index "one_time_tokens_user_index" on "one_time_tokens" ("user_id", "purpose");`);

    this.addSql(
      `alter table "users" add "permissions" text[] not null default '{}', add "full_name" text null, add "location" text null, add "photo_url" text null, add "language" text not null default 'es';`,
    );
    this.addSql(`create index "users_created_index" on "users" ("created_at", "id");`);
    this.addSql(`alter table "users" add constraint "users_language_check" check ("language" in ('es', 'en'));`);

    this.addSql(
      `alter table "sessions" add "device" text null, add "address" text null, add "last_seen_at" timestamptz(3) not null default now(), add "long_lived" boolean not null default false;`,
    );

    this.addSql(`alter table "sessions" alter column "last_seen_at" drop default;`);

    this.addSql(
      `alter table "refresh_tokens" add constraint "refresh_tokens_session_id_foreign" foreign key ("session_id") references "sessions" ("id") on delete cascade;`,
    );

    this.addSql(
      `alter table "one_time_tokens" add constraint "one_time_tokens_user_id_foreign" foreign key ("user_id") references "users" ("id") on delete cascade;`,
    );
    this.addSql(
      `alter table "one_time_tokens" add constraint "one_time_tokens_purpose_check" check ("purpose" in ('RESET_PASSWORD', 'VERIFY_EMAIL'));`,
    );

    // Kept by rate-limiter-flexible alone; what is in it is worth nothing after a crash.
    this.addSql(
      'create unlogged table rate_limits (key text primary key, points integer not null default 0, expire bigint);',
    );

    // A change of rights or of being verified is news for living sessions too.
    this.addSql('drop trigger user_changed on users;');
    this.addSql(`
      create trigger user_changed after update of is_active, is_verified, role, permissions on users
      for each row when ((old.is_active, old.is_verified, old.role, old.permissions) is distinct from
        (new.is_active, new.is_verified, new.role, new.permissions)) execute function note_user_change();`);
  }
}
