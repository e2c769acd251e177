import { OnlineMigration } from '../online-migration.js';

/** Changes of e-mail addresses, and second factors (ADR 0052). */
export class Migration20261127210000 extends OnlineMigration {
  override async up(): Promise<void> {
    await this.alter(...EMAIL_CHANGES, ...SECOND_FACTORS);
    await this.alter(...RESERVED_ADDRESSES);
  }
}

const EMAIL_CHANGES = [
  `create table if not exists "email_changes" ("id" uuid not null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null,
    "user_id" uuid not null, "old_email" text not null, "new_email" text not null, "confirm_hash" text not null,
    "expires_at" timestamptz(3) not null, "confirmed_at" timestamptz(3) null, "undo_hash" text null, "undo_until" timestamptz(3) null,
    "undone_at" timestamptz(3) null, primary key ("id"),
    constraint "email_changes_confirm_hash_unique" unique ("confirm_hash"),
    constraint "email_changes_undo_hash_unique" unique ("undo_hash"),
    constraint "email_changes_user_id_foreign" foreign key ("user_id") references "users" ("id") on delete cascade)`,
  'create index if not exists "email_changes_user_index" on "email_changes" ("user_id")',
  'create index if not exists "email_changes_reserved_index" on "email_changes" ("old_email") where undo_hash is not null',
];

const SECOND_FACTORS = [
  `create table if not exists "second_factors" ("id" uuid not null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null,
    "user_id" uuid not null, "key_id" text not null, "secret" text not null, "confirmed_at" timestamptz(3) null,
    "last_step" int not null default 0, "recovery_hashes" text[] not null default '{}', primary key ("id"),
    constraint "second_factors_user_unique" unique ("user_id"),
    constraint "second_factors_user_id_foreign" foreign key ("user_id") references "users" ("id") on delete cascade)`,
];

/**
 * An address that its account has left is nobody else's while the change can be undone. After the row, so that the check follows a wait for
 * the unique index: the transaction that was waited for may have left the address.
 */
const RESERVED_ADDRESSES = [
  `create or replace function refuse_reserved_email() returns trigger language plpgsql as $$
  begin
    if exists (select 1 from email_changes
        where old_email = new.email and undo_hash is not null and undo_until > now() and user_id <> new.id) then
      raise unique_violation using message = 'the address can still be restored', constraint = 'users_email_unique', table = 'users';
    end if;
    return null;
  end $$`,
  `create or replace trigger emails_reserved after insert or update of email on users
    for each row execute function refuse_reserved_email()`,
];
