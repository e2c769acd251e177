import { OnlineMigration } from '../online-migration.js';

/**
 * What the feed of changes (ADR 0027) needs of the log: an order in which no transaction comes late, entries of treatments, and entries of who
 * sees an apiary since when. Each build of an index lets the changes of records wait, for a million
 * entries about a second. The previous version writes the new entries, too, and lists none of them: people do not see them.
 */
export class Migration20261122190000 extends OnlineMigration {
  override async up(): Promise<void> {
    await this.alter('create index if not exists changes_owner_order_index on changes (owner_id, xid, seq)');
    await this.alter('create index if not exists changes_apiary_order_index on changes (apiary_id, xid, seq)');
    await this.alter(...TREATMENTS);
    await this.alter(...ACCESS);
  }
}

const COLUMNS = 'owner_id, apiary_id, entity, row_id, action, version, actor_id, request_id, notable';
const SOURCE = `nullif(current_setting('beekeeping.actor', true), '')::uuid, nullif(current_setting('beekeeping.request', true), '')`;

/**
 * The revisions of a treatment are its log, so its entries have no values and people do not see them. Members of two apiaries may see it: of
 * that in which its hive stands, and of that in which it was applied. When it leaves that one, and perhaps its owner, these learn of it, too.
 */
const PLACES = `
  select t.owner_id as owner, apiary_id as apiary from beehives where id = t.beehive_id
  union select t.owner_id, t.apiary_id where t.apiary_id is not null or t.beehive_id is null`;

const TREATMENTS = [
  `create or replace function write_treatment_entries() returns trigger language plpgsql as $$
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
   end $$`,
  `create or replace trigger inserts_entered after insert on treatments referencing new table as written
     for each statement execute function write_treatment_entries()`,
  `create or replace trigger updates_entered after update on treatments referencing old table as replaced new table as written
     for each statement execute function write_treatment_entries()`,
];

/**
 * The entries belong to the account that sees the apiary or no longer sees it, not to the apiary's owner: they stay when the owner's account,
 * and with it the log of the apiary, is deleted. They contain the id of the apiary and nothing else.
 */
const selectAccess = (accounts: string): string => `
  insert into changes (owner_id, entity, row_id, action, version, notable)
  select id, 'ApiaryAccess', apiary, 'UPDATED', 1, false from users where id in (${accounts})`;

const ACCESS = [
  `create or replace function write_access_entries() returns trigger language plpgsql as $$
   declare
     apiary uuid;
   begin
     if tg_op = 'DELETE' then
       apiary := old.apiary_id;
       ${selectAccess('old.user_id')};
     elsif tg_table_name = 'apiary_members' then
       apiary := new.apiary_id;
       ${selectAccess('new.user_id')};
     else
       apiary := new.id;
       ${selectAccess('old.owner_id, new.owner_id')};
     end if;
     return null;
   end $$`,
  `create or replace trigger access_entered after insert or delete on apiary_members
     for each row execute function write_access_entries()`,
  `create or replace trigger expiry_entered after update of expires_at on apiary_members
     for each row when (old.expires_at is distinct from new.expires_at) execute function write_access_entries()`,
  `create or replace trigger access_entered after update of owner_id on apiaries
     for each row when (old.owner_id <> new.owner_id) execute function write_access_entries()`,
];
