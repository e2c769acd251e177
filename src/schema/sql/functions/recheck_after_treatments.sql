-- A treatment that is recorded or corrected afterwards changes what may be sold of the harvests before (docs/harvests.md).
create or replace function recheck_after_treatments() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    perform recheck_harvests(array[new.treated_beehive_id], array[new.owner_id]);
  else
    perform recheck_harvests(array_agg(treated_beehive_id), array_agg(owner_id)) from added where current having count(*) > 0;
  end if;
  return null;
end
$$;

create or replace trigger harvest_rechecked after update of status, started_on, ended_on, planned_days, withdrawal_days on treatments
  for each row when (new.current and (((((old.status is distinct from new.status) or (old.started_on is distinct from new.started_on)) or (old.ended_on is distinct from new.ended_on)) or (old.planned_days is distinct from new.planned_days)) or (old.withdrawal_days is distinct from new.withdrawal_days))) execute function recheck_after_treatments();

create or replace trigger harvest_rechecked_for_owner after update of owner_id on treatments
  for each row when (new.current and (old.owner_id <> new.owner_id)) execute function recheck_after_treatments();

create or replace trigger harvests_rechecked after insert on treatments referencing new table as added
  for each statement execute function recheck_after_treatments();
