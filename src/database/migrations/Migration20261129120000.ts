import { OnlineMigration } from '../online-migration.js';

const NOBODY = '00000000-0000-0000-0000-000000000000';
/** Of an account; as in features/keepers/keepers.commands.ts. */
const MAX_KEEPERS = 100;
const TODAY = "(now() at time zone 'UTC')::date";
/** As in Migration20261122170000, and who kept the bees for an account that has given them away. */
const REFERENCES =
  "array['owner_id', 'beehive_id', 'apiary_id', 'item_id', 'movement_id', 'former_keeper', 'updated_at', 'retain_until']";

/** Who keeps the bees for the law (ADR 0059). The previous version knows neither the table nor the column, which is null in what it writes. */
export class Migration20261129120000 extends OnlineMigration {
  override async up(): Promise<void> {
    await this.alter(
      `create table if not exists keepers (id uuid not null, created_at timestamptz(3) not null, updated_at timestamptz(3) not null,
         owner_id uuid not null, valid_from date not null, legal_name text not null, address text null, tax_id text null,
         register_number text null, country text null, version int not null default 1, primary key (id))`,
      `alter table keepers drop constraint if exists keepers_day_unique, drop constraint if exists keepers_owner_id_foreign`,
      `alter table keepers add constraint keepers_day_unique unique (owner_id, valid_from),
         add constraint keepers_owner_id_foreign foreign key (owner_id) references users (id) on delete cascade`,
      ...LIMIT,
    );
    await this.alter(`alter table treatments add column if not exists former_keeper jsonb null`, ...KEEP, ...FREEZE);
  }
}

/** An archive is restored without the command that counts. The account is locked, so that two requests count the same rows. */
const LIMIT = [
  `create or replace function limit_keepers() returns trigger language plpgsql as $$
   begin
     perform 1 from users where id = new.owner_id for no key update;
     if (select count(*) from keepers where owner_id = new.owner_id) >= ${MAX_KEEPERS} then
       raise exception 'the account has as many keepers as it can have' using errcode = 'check_violation';
     end if;
     return new;
   end $$`,
  `create or replace trigger keepers_limited before insert on keepers for each row execute function limit_keepers()`,
  `create or replace function count_keeper_version() returns trigger language plpgsql as $$
   begin
     new.version := old.version;
     if to_jsonb(new) - 'updated_at' <> to_jsonb(old) - 'updated_at' then
       new.version := old.version + 1;
     end if;
     return new;
   end $$`,
  `create or replace trigger keepers_versioned before update on keepers for each row execute function count_keeper_version()`,
];

const KEEP = [
  `create or replace function keep_treatment() returns trigger language plpgsql as $$
   begin
     if tg_op = 'TRUNCATE' then
       if exists (select from treatments where retain_until >= ${TODAY}) then
         raise exception 'treatments are kept until their day' using errcode = 'restrict_violation';
       end if;
       return null;
     end if;
     if tg_op = 'DELETE' then
       if old.retain_until < ${TODAY} then
         return old;
       end if;
       raise exception 'the treatment is kept until %', old.retain_until using errcode = 'restrict_violation';
     end if;
     if new.created_at <> old.created_at or not old.current and new.owner_id <> '${NOBODY}'
         and to_jsonb(new) - ${REFERENCES} <> to_jsonb(old) - ${REFERENCES} then
       raise exception 'a replaced revision is never changed' using errcode = 'restrict_violation';
     end if;
     -- The account has been deleted: what remains says nothing about a person.
     if new.owner_id = '${NOBODY}' and old.owner_id <> new.owner_id then
       delete from treatment_follow_ups where treatment_id = old.id;
       new.actor_id := new.owner_id;
       new.apiary_label := null;
       new.dose_text := null;
       new.supplier := null;
       new.supplier_address := null;
       new.purchase_proof := null;
       new.prescriber := null;
       new.prescriber_contact := null;
       new.applied_by := null;
       new.final_result := null;
       new.final_hive_condition := null;
       new.future_recommendations := null;
       new.reason := null;
       new.former_keeper := null;
     end if;
     return new;
   end $$`,
];

/**
 * A record that gets another owner keeps who kept the bees on its first day: the first owner to give it away decides, whatever becomes of its
 * keepers since. Without one that was recorded, the names are null, and the keeper of the new owner is not shown for that day either. Its
 * name sorts before that of `treatments_kept`, which clears it again where the new owner is nobody.
 */
const FREEZE = [
  `create or replace function freeze_keeper() returns trigger language plpgsql as $$
   begin
     new.former_keeper := coalesce(old.former_keeper,
       (select jsonb_build_object('legalName', k.legal_name, 'address', k.address, 'registerNumber', k.register_number)
          from keepers k where k.owner_id = old.owner_id and k.valid_from <= new.started_on order by k.valid_from desc limit 1),
       '{"legalName": null, "address": null, "registerNumber": null}');
     return new;
   end $$`,
  `create or replace trigger keeper_frozen before update of owner_id on treatments
     for each row when (old.owner_id <> new.owner_id and new.owner_id <> '${NOBODY}') execute function freeze_keeper()`,
];
