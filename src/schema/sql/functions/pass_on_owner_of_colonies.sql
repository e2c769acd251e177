create or replace function pass_on_owner_of_colonies() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'apiaries' then
    update beehive_placements p set apiary_id = null
    where apiary_id = new.id and (select b.owner_id from beehives b where b.id = p.beehive_id) <> new.owner_id;
  else
    update beehive_placements set owner_id = new.owner_id where beehive_id = new.id and owner_id <> new.owner_id;
    update colony_events set owner_id = new.owner_id where beehive_id = new.id and owner_id <> new.owner_id;
  end if;
  return null;
end
$$;

create or replace trigger colonies_passed_on after update of owner_id on apiaries
  for each row when (old.owner_id <> new.owner_id) execute function pass_on_owner_of_colonies();

create or replace trigger colonies_passed_on after update of owner_id on beehives
  for each row when (old.owner_id <> new.owner_id) execute function pass_on_owner_of_colonies();
