import { OnlineMigration } from '../online-migration.js';

/** Members of an apiary, and invitations. */
export class Migration20261122090000 extends OnlineMigration {
  override async up(): Promise<void> {
    await this.alter(...TABLES, ...BELOW_APIARIES, ...NOTIFY_SESSIONS, ...FORGET_FOREIGN_OVERRIDES);
  }
}

const COLUMNS = `
  id uuid primary key, created_at timestamptz(3) not null, updated_at timestamptz(3) not null, owner_id uuid not null,
  apiary_id uuid not null`;
const ROLES = `'MANAGER', 'WORKER', 'VIEWER', 'INSPECTOR'`;

const TABLES = [
  `create table if not exists apiary_members (${COLUMNS}, user_id uuid not null, role text not null, expires_at timestamptz(3) null,
     invited_by uuid null,
     constraint apiary_members_user_unique unique (user_id, apiary_id),
     constraint apiary_members_role_check check (role in (${ROLES})),
     constraint apiary_members_expiry_check check ((role = 'INSPECTOR') = (expires_at is not null)),
     constraint apiary_members_user_id_foreign foreign key (user_id) references users (id) on delete cascade)`,
  `create table if not exists apiary_invitations (${COLUMNS}, role text not null, token_hash text not null, email text null,
     expires_at timestamptz(3) not null, member_until timestamptz(3) null, uses_left int not null, revoked_at timestamptz(3) null,
     invited_by uuid null,
     constraint apiary_invitations_hash_unique unique (token_hash),
     constraint apiary_invitations_role_check check (role in (${ROLES})),
     constraint apiary_invitations_uses_check check (uses_left >= 0))`,
];

const BELOW_APIARIES = ['apiary_members', 'apiary_invitations'].flatMap((table) => [
  `alter table ${table} drop constraint if exists ${table}_apiary_id_foreign`,
  `alter table ${table} add constraint ${table}_apiary_id_foreign foreign key (owner_id, apiary_id)
     references apiaries (owner_id, id) on update cascade on delete cascade`,
  `create index if not exists ${table}_created_index on ${table} (apiary_id, created_at, id)`,
  `create or replace trigger owner_copied before insert or update on ${table}
     for each row when (new.owner_id is null) execute function copy_owner('apiaries')`,
]);

/** The session cache knows whether an account is a member of any apiary. */
const NOTIFY_SESSIONS = [
  `create or replace function note_membership_change() returns trigger language plpgsql as $$
   begin
     insert into session_changes (session_id)
       select id from sessions where user_id = coalesce(new.user_id, old.user_id) and ended_at is null and expires_at > now();
     return null;
   end $$`,
  `create or replace trigger membership_changed after insert or delete on apiary_members
     for each row execute function note_membership_change()`,
];

/** A hive that moves to an apiary of another account leaves behind the overrides of questions of the old apiary. */
const FORGET_FOREIGN_OVERRIDES = [
  `create or replace function pass_on_owner() returns trigger language plpgsql as $$
   begin
     if tg_table_name = 'beehives' then
       delete from beehive_questions b using questions q
         where b.beehive_id = new.id and q.id = b.question_id and q.apiary_id <> new.apiary_id;
       update inspections set owner_id = new.owner_id where beehive_id = new.id;
       update beehive_questions set owner_id = new.owner_id where beehive_id = new.id;
     elsif tg_table_name = 'inventory_items' then
       update stock_movements set owner_id = new.owner_id where item_id = new.id;
     else
       update answers set owner_id = new.owner_id where inspection_id = new.id;
     end if;
     return null;
   end $$`,
];
