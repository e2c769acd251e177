-- A hive stays treated while a treatment is active, whatever a client says.
create or replace function stay_treated() returns trigger language plpgsql as $$
begin
  new.is_treated := exists (
    select 1 from treatments t where t.beehive_id = new.id and t.current and t.status = 'ACTIVE');
  return new;
end
$$;

create or replace trigger stays_treated before update of is_treated on beehives
  for each row when (old.is_treated and (not new.is_treated)) execute function stay_treated();
