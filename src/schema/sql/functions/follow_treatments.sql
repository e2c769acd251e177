-- As follow_treatment, for treatments that are added.
create or replace function follow_treatments() returns trigger language plpgsql as $$
begin
  update beehives b set is_treated = true from added t
  where b.id = t.beehive_id and t.current and t.status = 'ACTIVE' and not b.is_treated;
  return null;
end
$$;

create or replace trigger treatments_added after insert on treatments referencing new table as added
  for each statement execute function follow_treatments();
