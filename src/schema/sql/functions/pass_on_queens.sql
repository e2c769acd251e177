create or replace function pass_on_queens() returns trigger language plpgsql as $$
 declare
   ids uuid[];
 begin
   if tg_table_name = 'apiaries' then
     update queens set owner_id = new.owner_id where apiary_id = new.id and owner_id <> new.owner_id;
     ids := array(select id from queens where apiary_id = new.id);
   else
     update queen_reigns set owner_id = new.owner_id where beehive_id = new.id and owner_id <> new.owner_id;
     ids := array(select queen_id from queen_reigns where beehive_id = new.id and queen_id is not null);
     -- Queens go with the hive in which they were installed last.
     update queens q set apiary_id = new.apiary_id, owner_id = new.owner_id
     where id = any(ids) and (apiary_id, owner_id) is distinct from (new.apiary_id, new.owner_id)
       and new.id = (select beehive_id from queen_reigns where queen_id = q.id order by started_on desc, id desc limit 1);
     if old.owner_id = new.owner_id then
       return null;
     end if;
update queen_reigns r set queen_id = null from queens q, beehives b
where q.id = r.queen_id and b.id = r.beehive_id and q.owner_id <> b.owner_id and q.apiary_id is distinct from b.apiary_id and b.id = new.id;
   end if;
update queen_reigns r set queen_id = null from queens q, beehives b
where q.id = r.queen_id and b.id = r.beehive_id and q.owner_id <> b.owner_id and q.apiary_id is distinct from b.apiary_id and q.id = any(ids);
update queens q set mother_id = null from queens m
where m.id = q.mother_id and m.owner_id <> q.owner_id and m.apiary_id is distinct from q.apiary_id and q.id = any(ids);
update queens q set mother_id = null from queens m
where m.id = q.mother_id and m.owner_id <> q.owner_id and m.apiary_id is distinct from q.apiary_id and m.id = any(ids);
   return null;
 end
$$;

create or replace trigger queens_passed_on after update of owner_id on apiaries
  for each row when (old.owner_id <> new.owner_id) execute function pass_on_queens();

create or replace trigger queens_passed_on after update of owner_id, apiary_id on beehives
  for each row when ((old.owner_id <> new.owner_id) or (old.apiary_id <> new.apiary_id)) execute function pass_on_queens();
