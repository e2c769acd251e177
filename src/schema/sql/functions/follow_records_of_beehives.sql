-- What the worklist needs of the history of a hive is kept in its row. Statements that change none of the columns from which it follows are free.
create or replace function follow_records_of_beehives() returns trigger language plpgsql as $$
declare
  ids uuid[];
begin
  if tg_op = 'UPDATE' then
    if tg_table_name = 'queen_reigns' then
    ids := array(select distinct c.beehive_id from written w join replaced r on r.id = w.id,
      lateral (values (w.beehive_id), (r.beehive_id)) c (beehive_id) where c.beehive_id is not null and (w.beehive_id, w.queen_id, w.started_on, w.ended_on) is distinct from (r.beehive_id, r.queen_id, r.started_on, r.ended_on));
    elsif tg_table_name = 'mite_counts' then
    ids := array(select distinct c.beehive_id from written w join replaced r on r.id = w.id,
      lateral (values (w.beehive_id), (r.beehive_id)) c (beehive_id) where c.beehive_id is not null and (w.beehive_id, w.counted_on, w.mites, w.bees) is distinct from (r.beehive_id, r.counted_on, r.mites, r.bees));
    elsif tg_table_name = 'treatments' then
    ids := array(select distinct c.beehive_id from written w join replaced r on r.id = w.id,
      lateral (values (w.beehive_id), (r.beehive_id)) c (beehive_id) where c.beehive_id is not null and (w.beehive_id, w.current, w.status, w.started_on, w.ended_on, w.planned_days, w.withdrawal_days) is distinct from (r.beehive_id, r.current, r.status, r.started_on, r.ended_on, r.planned_days, r.withdrawal_days));
    end if;
  else
    ids := array(select distinct beehive_id from written where beehive_id is not null);
  end if;
  if cardinality(ids) > 0 then
    perform summarize_beehives(ids);
  end if;
  return null;
end
$$;

create or replace trigger beehives_summarized after insert on mite_counts referencing new table as written
  for each statement execute function follow_records_of_beehives();

create or replace trigger beehives_summarized_again after update on mite_counts referencing old table as replaced new table as written
  for each statement execute function follow_records_of_beehives();

create or replace trigger beehives_summarized_without after delete on mite_counts referencing old table as written
  for each statement execute function follow_records_of_beehives();

create or replace trigger beehives_summarized after insert on queen_reigns referencing new table as written
  for each statement execute function follow_records_of_beehives();

create or replace trigger beehives_summarized_again after update on queen_reigns referencing old table as replaced new table as written
  for each statement execute function follow_records_of_beehives();

create or replace trigger beehives_summarized_without after delete on queen_reigns referencing old table as written
  for each statement execute function follow_records_of_beehives();

create or replace trigger beehives_summarized after insert on treatments referencing new table as written
  for each statement execute function follow_records_of_beehives();

create or replace trigger beehives_summarized_again after update on treatments referencing old table as replaced new table as written
  for each statement execute function follow_records_of_beehives();

create or replace trigger beehives_summarized_without after delete on treatments referencing old table as written
  for each statement execute function follow_records_of_beehives();
