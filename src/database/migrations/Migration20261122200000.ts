import { OnlineMigration } from '../online-migration.js';

/**
 * The follow-ups of a treatment whose hive and apiary are both gone belong to its owner. When the apiary goes last, the feed of changes
 * (ADR 0027) sends them again, as it does when the hive goes last: a client that has read that the apiary is deleted, and not yet that the
 * treatment remains, no longer has them. The function is otherwise that of Migration20261122190000.
 */
export class Migration20261122200000 extends OnlineMigration {
  override async up(): Promise<void> {
    await this.alter(TREATMENTS);
  }
}

const COLUMNS = 'owner_id, apiary_id, entity, row_id, action, version, actor_id, request_id, notable';
const SOURCE = `nullif(current_setting('beekeeping.actor', true), '')::uuid, nullif(current_setting('beekeeping.request', true), '')`;

const PLACES = `
  select t.owner_id as owner, apiary_id as apiary from beehives where id = t.beehive_id
  union select t.owner_id, t.apiary_id where t.apiary_id is not null or t.beehive_id is null`;

const TREATMENTS = `create or replace function write_treatment_entries() returns trigger language plpgsql as $$
   begin
     if tg_op = 'INSERT' then
       insert into changes (${COLUMNS})
       select place.owner, place.apiary, 'Treatment', t.id, 'CREATED', t.revision, ${SOURCE}, false
       from written t, lateral (${PLACES}) place where exists (select 1 from users where id = t.owner_id);
       return null;
     end if;
     insert into changes (${COLUMNS})
     select place.owner, place.apiary, 'Treatment', t.id, 'UPDATED', t.revision, ${SOURCE}, false
     from written t join replaced o on o.id = t.id, lateral (${PLACES}
       union select o.owner_id, o.apiary_id where o.apiary_id is distinct from t.apiary_id) place
     where exists (select 1 from users where id = t.owner_id)
       and (o.revision, o.beehive_id, o.apiary_id, o.item_id, o.movement_id)
         is distinct from (t.revision, t.beehive_id, t.apiary_id, t.item_id, t.movement_id);
     -- Who sees it without its hive sees its follow-ups. A client has deleted them with the hive, or with the apiary.
     insert into changes (${COLUMNS})
     select t.owner_id, t.apiary_id, 'FollowUpShown', f.id, 'UPDATED', f.version, ${SOURCE}, false
     from written t join replaced o on o.id = t.id join treatment_follow_ups f on f.treatment_id = t.id
     where t.beehive_id is null and (o.beehive_id, o.apiary_id) is distinct from (t.beehive_id, t.apiary_id)
       and exists (select 1 from users where id = t.owner_id);
     return null;
   end $$`;
