-- Queens go with the hive in which they were installed last. What they leave behind, or what is left behind of them, refers to them no more.
-- The trigger sorts after owner_passed_on: reigns have their owner already.
create or replace function move_queens() returns trigger language plpgsql as $$
declare
  ids uuid[] := array(select queen_id from queen_reigns where beehive_id = new.id and queen_id is not null);
begin
  update queens q set apiary_id = new.apiary_id, owner_id = new.owner_id
  where id = any(ids) and (apiary_id, owner_id) is distinct from (new.apiary_id, new.owner_id)
    and new.id = (select beehive_id from queen_reigns where queen_id = q.id order by started_on desc, ended_on desc, id desc limit 1);
  -- A hive that its apiary takes along has not moved: references_cleared of apiaries.
  if old.owner_id <> new.owner_id and old.apiary_id <> new.apiary_id then
    update queen_reigns r set queen_id = null from queens q, beehives b
    where q.id = r.queen_id and b.id = r.beehive_id and q.owner_id <> b.owner_id and q.apiary_id is distinct from b.apiary_id
      and (b.id = new.id or q.id = any(ids));
    update queens q set mother_id = null from queens m
    where m.id = q.mother_id and m.owner_id <> q.owner_id and m.apiary_id is distinct from q.apiary_id and (q.id = any(ids) or m.id = any(ids));
  end if;
  return null;
end
$$;

create or replace trigger queens_moved after update of owner_id, apiary_id on beehives
  for each row when (old.owner_id <> new.owner_id or old.apiary_id <> new.apiary_id) execute function move_queens();
