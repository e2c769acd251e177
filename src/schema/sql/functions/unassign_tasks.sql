-- Who has left an apiary has nothing to do there. Decided at the end of the transaction: a transfer ends the membership of the new owner, and
-- begins that of the old one.
create or replace function unassign_tasks() returns trigger language plpgsql as $$
declare
  place uuid := case when tg_table_name = 'apiaries' then to_jsonb(old) ->> 'id' else to_jsonb(old) ->> 'apiary_id' end;
  person uuid := case when tg_table_name = 'apiaries' then to_jsonb(old) ->> 'owner_id' else to_jsonb(old) ->> 'user_id' end;
begin
  if exists (select 1 from apiary_members where apiary_id = place and user_id = person)
    or exists (select 1 from apiaries where id = place and owner_id = person) then
    return null;
  end if;
  update tasks set assignee_id = null, updated_at = now() where apiary_id = place and assignee_id = person;
  update worklist_marks set assignee_id = null, updated_at = now() where apiary_id = place and assignee_id = person;
  return null;
end
$$;

create constraint trigger tasks_unassigned after update of owner_id on apiaries deferrable initially deferred
  for each row when (old.owner_id <> new.owner_id) execute function unassign_tasks();

create constraint trigger tasks_unassigned after delete on apiary_members deferrable initially deferred
  for each row execute function unassign_tasks();
