-- The undo of an import deletes completed inspections, which leave their hive with the last one that remains. Others are deleted with their hive.
create or replace function reset_last_inspection() returns trigger language plpgsql as $$
begin
  if current_setting('beekeeping.deleted_table', true) is distinct from tg_table_name then
    return null;
  end if;
  update beehives b set last_inspected_at = (
    select occurred_at from inspections
    where beehive_id = b.id and current and status = 'COMPLETED'
    order by occurred_at desc limit 1)
  from (select beehive_id, max(occurred_at) as occurred_at from removed where current and status = 'COMPLETED' group by beehive_id) r
  where b.id = r.beehive_id and b.last_inspected_at <= r.occurred_at;
  return null;
end
$$;

create or replace trigger last_inspection_reset after delete on inspections
  referencing old table as removed for each statement execute function reset_last_inspection();
