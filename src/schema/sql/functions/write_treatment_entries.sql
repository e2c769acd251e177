-- The revisions of a treatment are its log, so its entries have no values and people do not see them. Members of two apiaries may see it: of
-- that in which its hive stands, and of that in which it was applied. When it leaves one of them, and perhaps its owner, these learn of it, too.
create or replace function write_treatment_entries() returns trigger language plpgsql as $$
 begin
   if tg_op = 'INSERT' then
     insert into changes (owner_id, apiary_id, entity, row_id, action, version, actor_id, request_id, notable)
     select place.owner, place.apiary, 'Treatment', t.id, 'CREATED', t.revision, nullif(current_setting('beekeeping.actor', true), '')::uuid, nullif(current_setting('beekeeping.request', true), ''), false
     from written t, lateral (
select t.owner_id as owner, apiary_id as apiary from beehives where id = t.beehive_id
union select t.owner_id, t.apiary_id where t.apiary_id is not null or t.beehive_id is null) place where exists (select 1 from users where id = t.owner_id);
     return null;
   end if;
   insert into changes (owner_id, apiary_id, entity, row_id, action, version, actor_id, request_id, notable)
   select place.owner, place.apiary, 'Treatment', t.id, 'UPDATED', t.revision, nullif(current_setting('beekeeping.actor', true), '')::uuid, nullif(current_setting('beekeeping.request', true), ''), false
   from written t join replaced o on o.id = t.id, lateral (
select t.owner_id as owner, apiary_id as apiary from beehives where id = t.beehive_id
union select t.owner_id, t.apiary_id where t.apiary_id is not null or t.beehive_id is null
     union select coalesce(a.owner_id, o.owner_id), o.apiary_id from (select 1) one left join apiaries a on a.id = o.apiary_id
       where o.apiary_id is distinct from t.apiary_id) place
   where exists (select 1 from users where id = t.owner_id)
     and (o.revision, o.beehive_id, o.apiary_id, o.product_id, o.item_id, o.stock_movement_id)
       is distinct from (t.revision, t.beehive_id, t.apiary_id, t.product_id, t.item_id, t.stock_movement_id);
   -- Who sees it without its hive sees its follow-ups: a client has deleted them with the hive, or with the apiary. So it has when the hive is
   -- restored, which brings its treatments back.
   insert into changes (owner_id, apiary_id, entity, row_id, action, version, actor_id, request_id, notable)
   select t.owner_id, coalesce((select b.apiary_id from beehives b where b.id = t.beehive_id), t.apiary_id), 'FollowUpShown', f.id, 'UPDATED', f.version, nullif(current_setting('beekeeping.actor', true), '')::uuid, nullif(current_setting('beekeeping.request', true), ''), false
   from written t join replaced o on o.id = t.id join treatment_follow_ups f on f.treatment_id = t.id
   where (t.beehive_id is null or o.beehive_id is null) and (o.beehive_id, o.apiary_id) is distinct from (t.beehive_id, t.apiary_id)
     and exists (select 1 from users where id = t.owner_id);
   return null;
 end
$$;

create or replace trigger inserts_entered after insert on treatments referencing new table as written
  for each statement execute function write_treatment_entries();

create or replace trigger updates_entered after update on treatments referencing old table as replaced new table as written
  for each statement execute function write_treatment_entries();
