-- A hive leaves the overrides of questions of its old apiary behind. The log has their deletion as a part of the move.
create or replace function delete_overrides_elsewhere() returns trigger language plpgsql as $$
declare
  deleted_table text := current_setting('beekeeping.deleted_table', true);
begin
  perform set_config('beekeeping.deleted_table', tg_table_name, true);
  delete from beehive_questions o using questions q
    where o.beehive_id = new.id and q.id = o.question_id and q.apiary_id <> new.apiary_id;
  perform set_config('beekeeping.deleted_table', coalesce(deleted_table, ''), true);
  return null;
end
$$;

create or replace trigger overrides_left_behind after update of apiary_id on beehives
  for each row when (old.apiary_id <> new.apiary_id) execute function delete_overrides_elsewhere();
