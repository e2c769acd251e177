import { OnlineMigration } from '../online-migration.js';

/** Log-in with OpenID Connect (ADR 0053). */
export class Migration20261127220000 extends OnlineMigration {
  override async up(): Promise<void> {
    await this.alter(...STATEMENTS);
  }
}

const STATEMENTS = [
  `alter table "users" add column if not exists "has_password" boolean not null default true`,
  `create table if not exists "identities" ("id" uuid not null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null,
    "user_id" uuid not null, "issuer" text not null, "subject" text not null, primary key ("id"),
    constraint "identities_subject_unique" unique ("issuer", "subject"),
    constraint "identities_user_id_foreign" foreign key ("user_id") references "users" ("id") on delete cascade)`,
  `create index if not exists "identities_user_index" on "identities" ("user_id", "created_at", "id")`,
  `create table if not exists "oidc_log_ins" ("id" uuid not null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null,
    "provider" text not null, "state_hash" text not null, "browser_hash" text not null, "redirect_uri" text not null,
    "client_state" text not null, "code_challenge" text not null, "expires_at" timestamptz(3) not null,
    "returned_at" timestamptz(3) null, "code_hash" text null, "claims" jsonb null, primary key ("id"),
    constraint "oidc_log_ins_state_unique" unique ("state_hash"),
    constraint "oidc_log_ins_code_unique" unique ("code_hash"))`,
  `create index if not exists "oidc_log_ins_expires_index" on "oidc_log_ins" ("expires_at")`,
];
