-- The last inspection of a hive is a column, by which lists are ordered and filtered.
create or replace function set_last_inspection() returns trigger language plpgsql as $$
begin
  -- A hive that is restored with its inspections has it already.
  if coalesce(nullif(current_setting('beekeeping.restored_table', true), ''), tg_table_name) <> tg_table_name then
    return null;
  end if;
  update beehives set last_inspected_at = (
    select occurred_at from inspections
    where beehive_id = new.beehive_id and current and status = 'COMPLETED'
    order by occurred_at desc limit 1)
  where id = new.beehive_id;
  return null;
end
$$;

create or replace trigger last_inspection_set after insert or update of status on inspections
  for each row when (new.status <> 'DRAFT') execute function set_last_inspection();
