import { OnlineMigration } from '../online-migration.js';

/** Webhooks, their deliveries, and how far the change log has been read for them (ADR 0051). */
export class Migration20261127200000 extends OnlineMigration {
  override async up(): Promise<void> {
    await this.alter(...WEBHOOKS);
  }
}

const WEBHOOKS = [
  `create table if not exists "webhooks" ("id" uuid not null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null,
    "user_id" uuid not null, "name" text null, "url" text not null, "kinds" text[] null, "actions" text[] null, "apiary_ids" uuid[] null,
    "status" text not null default 'ACTIVE', "disabled_at" timestamptz(3) null, "failing_since" timestamptz(3) null,
    "secret" text not null, "previous_secret" text null, "rotation_ends_at" timestamptz(3) null, "failures" int not null default 0,
    "next_at" timestamptz(3) null, "leased_until" timestamptz(3) null,
    "started" pg_snapshot not null default pg_current_snapshot(), primary key ("id"),
    constraint "webhooks_status_check" check ("status" in ('ACTIVE', 'PAUSED', 'UNREACHABLE', 'GONE', 'OVERLOADED')),
    constraint "webhooks_user_id_foreign" foreign key ("user_id") references "users" ("id") on delete cascade)`,
  `create index if not exists "webhooks_user_index" on "webhooks" ("user_id", "created_at", "id")`,
  `create index if not exists "webhooks_due_index" on "webhooks" ((coalesce(leased_until, next_at)))`,
  `create table if not exists "webhook_deliveries" ("id" uuid not null, "created_at" timestamptz(3) not null,
    "updated_at" timestamptz(3) not null, "webhook_id" uuid not null, "kind" text null, "action" text null, "record_id" uuid null,
    "apiary_id" uuid null, "version" int null, "sequence" bigint null, "changed_at" timestamptz(3) null,
    "status" text not null default 'WAITING', "attempts" int not null default 0, "last_attempt_at" timestamptz(3) null,
    "queued_at" timestamptz(3) not null, "next_at" timestamptz(3) null, "error" text null, "status_code" int null, "duration_ms" int null,
    primary key ("id"),
    constraint "webhook_deliveries_status_check" check ("status" in ('WAITING', 'DELIVERED', 'FAILED')),
    constraint "webhook_deliveries_error_check" check ("error" in ('STATUS', 'TIMEOUT', 'NAME_NOT_FOUND', 'ADDRESS_REFUSED',
      'CERTIFICATE_INVALID', 'NOT_CONNECTED', 'SECRET_LOST')),
    constraint "webhook_deliveries_webhook_id_foreign" foreign key ("webhook_id") references "webhooks" ("id") on delete cascade)`,
  `create index if not exists "webhook_deliveries_webhook_index" on "webhook_deliveries" ("webhook_id", "created_at", "id")`,
  `create index if not exists "webhook_deliveries_created_index" on "webhook_deliveries" ("created_at")`,
  `create index if not exists "webhook_deliveries_due_index" on "webhook_deliveries" ("webhook_id", "next_at") where next_at is not null`,
  `create table if not exists "webhook_cursor" ("id" int not null, "system" text not null, "xid" xid8 not null, "seq" bigint not null,
    "min_seq" bigint not null, primary key ("id"), constraint "webhook_cursor_single" check (id = 1))`,
];
