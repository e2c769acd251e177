-- What was deleted below a hive goes along with it, as far as its owner does: whoever sees the apiary sees it there, and it is given away with that.
create or replace function move_deletions() returns trigger language plpgsql as $$
begin
  update deletions set apiary_id = case when owner_id = new.owner_id then new.apiary_id end where beehive_id = new.id;
  return null;
end
$$;

create or replace trigger deletions_moved after update of apiary_id on beehives
  for each row when (old.apiary_id <> new.apiary_id) execute function move_deletions();
