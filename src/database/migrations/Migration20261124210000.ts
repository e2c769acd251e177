import { OnlineMigration } from '../online-migration.js';

/** Calendars that programs read by a secret link (ADR 0047). */
export class Migration20261124210000 extends OnlineMigration {
  override async up(): Promise<void> {
    await this.alter(...CALENDAR_FEEDS);
  }
}

const CALENDAR_FEEDS = [
  `create table if not exists "calendar_feeds" ("id" uuid not null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null,
    "user_id" uuid not null, "token_hash" text not null, "name" text null, "apiary_ids" uuid[] null, "kinds" text[] null,
    "assignee_ids" uuid[] null, "language" text not null, "start_hour" int null, "alarm_minutes" int null,
    "last_read_at" timestamptz(3) null, "revoked_at" timestamptz(3) null, "published" jsonb not null default '{}',
    "revision" int not null default 0, primary key ("id"),
    constraint "calendar_feeds_hash_unique" unique ("token_hash"),
    constraint "calendar_feeds_language_check" check ("language" in ('es', 'en')),
    constraint "calendar_feeds_user_id_foreign" foreign key ("user_id") references "users" ("id") on delete cascade)`,
  `create index if not exists "calendar_feeds_user_index" on "calendar_feeds" ("user_id", "created_at", "id")`,
  `create index if not exists "calendar_feeds_revoked_index" on "calendar_feeds" ("revoked_at") where revoked_at is not null`,
];
