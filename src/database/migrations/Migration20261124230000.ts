import { OnlineMigration } from '../online-migration.js';

/** The browsers and apps that get digests by web push (ADR 0049). Each belongs to a session. */
export class Migration20261124230000 extends OnlineMigration {
  override async up(): Promise<void> {
    await this.alter(...SUBSCRIPTIONS);
  }
}

const SUBSCRIPTIONS = [
  `create table if not exists "push_subscriptions" ("id" uuid not null, "created_at" timestamptz(3) not null,
    "updated_at" timestamptz(3) not null, "user_id" uuid not null, "session_id" uuid not null, "endpoint" text not null, "host" text not null,
    "p256dh" text not null, "auth" text not null, "last_sent_at" timestamptz(3) null, primary key ("id"),
    constraint "push_subscriptions_endpoint_unique" unique ("endpoint"),
    constraint "push_subscriptions_user_id_foreign" foreign key ("user_id") references "users" ("id") on delete cascade,
    constraint "push_subscriptions_session_id_foreign" foreign key ("session_id") references "sessions" ("id") on delete cascade)`,
  'create index if not exists "push_subscriptions_user_index" on "push_subscriptions" ("user_id")',
  'create index if not exists "push_subscriptions_session_index" on "push_subscriptions" ("session_id")',
];
