import { OnlineMigration } from '../online-migration.js';

/** Personal access tokens (ADR 0050). The change log says with which token something was changed. */
export class Migration20261127100000 extends OnlineMigration {
  override async up(): Promise<void> {
    await this.alter(...TOKENS, ...NOTE_CHANGES);
    await this.alter('alter table changes add column if not exists token_id uuid null', LOG_TOKENS);
  }
}

const TOKENS = [
  `create table if not exists "personal_access_tokens" ("id" uuid not null, "created_at" timestamptz(3) not null,
    "updated_at" timestamptz(3) not null, "user_id" uuid not null, "token_hash" text not null, "name" text not null, "scope" text not null,
    "apiary_ids" uuid[] null, "expires_at" timestamptz(3) not null, "last_used_at" timestamptz(3) null, "revoked_at" timestamptz(3) null,
    primary key ("id"),
    constraint "personal_access_tokens_hash_unique" unique ("token_hash"),
    constraint "personal_access_tokens_scope_check" check ("scope" in ('READ', 'RECORD', 'MANAGE')),
    constraint "personal_access_tokens_user_id_foreign" foreign key ("user_id") references "users" ("id") on delete cascade)`,
  `create index if not exists "personal_access_tokens_user_index" on "personal_access_tokens" ("user_id", "created_at", "id")`,
  `create index if not exists "personal_access_tokens_over_index" on "personal_access_tokens" (least("revoked_at", "expires_at"))`,
];

/** The cache of sessions has tokens, too: both by their ids. */
const NOTE_CHANGES = [
  `create or replace trigger token_changed after update of revoked_at, expires_at, user_id on personal_access_tokens
   for each row when (old.revoked_at is null) execute function note_session_change()`,
  `create or replace trigger token_deleted after delete on personal_access_tokens
   for each row when (old.revoked_at is null and old.expires_at > now()) execute function note_session_change()`,
  `create or replace function note_user_change() returns trigger language plpgsql as $$
   begin
     insert into session_changes (session_id)
       select id from sessions where user_id = new.id and ended_at is null and expires_at > now() union all
       select id from personal_access_tokens where user_id = new.id and revoked_at is null and expires_at > now();
     return null;
   end $$`,
  `create or replace function note_membership_change() returns trigger language plpgsql as $$
   declare
     account uuid := coalesce(new.user_id, old.user_id);
   begin
     insert into session_changes (session_id)
       select id from sessions where user_id = account and ended_at is null and expires_at > now() union all
       select id from personal_access_tokens where user_id = account and revoked_at is null and expires_at > now();
     return null;
   end $$`,
];

/** Of the functions that log-triggers.ts wrote before it knew of tokens, only the columns and the settings differ. */
const LOG_TOKENS = `do $$
  declare
    logging record;
  begin
    for logging in
      select pg_get_functiondef(p.oid) as text from pg_proc p
      where p.pronamespace = current_schema()::regnamespace and p.proname like 'log\\_%' and p.prosrc like '%request_id, fields%'
    loop
      execute replace(replace(logging.text, 'request_id, fields', 'request_id, token_id, fields'),
        'nullif(current_setting(''beekeeping.request'', true), '''')',
        'nullif(current_setting(''beekeeping.request'', true), ''''), nullif(current_setting(''beekeeping.token'', true), '''')::uuid');
    end loop;
  end $$`;
