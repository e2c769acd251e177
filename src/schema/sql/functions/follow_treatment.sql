-- A hive is treated while it has an active treatment, and otherwise if a client says so (docs/treatments.md).
create or replace function follow_treatment() returns trigger language plpgsql as $$
begin
  update beehives b set is_treated = not b.is_treated
  where b.id = new.beehive_id and b.is_treated <> exists (
    select 1 from treatments t where t.beehive_id = b.id and t.current and t.status = 'ACTIVE');
  return null;
end
$$;

create or replace trigger status_changed after update of status on treatments
  for each row when (new.current and (old.status <> new.status)) execute function follow_treatment();
