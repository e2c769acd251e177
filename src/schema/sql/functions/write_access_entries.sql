-- The feed of changes tells an account that it sees an apiary, or no longer (ADR 0027). The entries belong to that account, not to the
-- apiary's owner: they stay when the log of the apiary is deleted. They contain the id of the apiary and nothing else.
create or replace function write_access_entries() returns trigger language plpgsql as $$
 declare
   apiary uuid;
 begin
   if tg_op = 'DELETE' then
     apiary := old.apiary_id;
insert into changes (owner_id, entity, row_id, action, version, notable)
select id, 'ApiaryAccess', apiary, 'UPDATED', 1, false from users where id in (old.user_id);
   elsif tg_table_name = 'apiary_members' then
     apiary := new.apiary_id;
insert into changes (owner_id, entity, row_id, action, version, notable)
select id, 'ApiaryAccess', apiary, 'UPDATED', 1, false from users where id in (new.user_id);
   else
     apiary := new.id;
insert into changes (owner_id, entity, row_id, action, version, notable)
select id, 'ApiaryAccess', apiary, 'UPDATED', 1, false from users where id in (old.owner_id, new.owner_id);
   end if;
   return null;
 end
$$;

create or replace trigger access_entered after update of owner_id on apiaries
  for each row when (old.owner_id <> new.owner_id) execute function write_access_entries();

create or replace trigger access_entered after insert or delete on apiary_members
  for each row execute function write_access_entries();

create or replace trigger expiry_entered after update of member_until on apiary_members
  for each row when (old.member_until is distinct from new.member_until) execute function write_access_entries();
