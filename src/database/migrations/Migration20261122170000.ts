import { OnlineMigration } from '../online-migration.js';

const TODAY = "(now() at time zone 'UTC')::date";
const NOBODY = '00000000-0000-0000-0000-000000000000';
/** The columns of a replaced revision that may still change: what refers to other rows. */
const REFERENCES =
  "array['owner_id', 'beehive_id', 'apiary_id', 'item_id', 'movement_id', 'updated_at', 'retain_until']";

/** Records of treatments (ADR 0023) are not truncated either, and kept until their day in UTC, whatever the time zone of a session. */
export class Migration20261122170000 extends OnlineMigration {
  override async up(): Promise<void> {
    await this.alter(
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
         end if;
         return new;
       end $$`,
      `create or replace trigger treatments_kept before truncate on treatments for each statement execute function keep_treatment()`,
      `create or replace function forget_keeper() returns trigger language plpgsql as $$
       begin
         delete from treatments where owner_id = old.id and retain_until < ${TODAY};
         update treatments set owner_id = '${NOBODY}' where owner_id = old.id;
         return null;
       end $$`,
    );
  }
}
