create or replace function copy_owner() returns trigger language plpgsql as $$
begin
  if tg_argv[0] = 'apiaries' then
    select owner_id into new.owner_id from apiaries where id = new.apiary_id;
  elsif tg_argv[0] = 'beehives' then
    select owner_id into new.owner_id from beehives where id = new.beehive_id;
  elsif tg_argv[0] = 'inventory_items' then
    select owner_id into new.owner_id from inventory_items where id = new.item_id;
  else
    select owner_id into new.owner_id from inspections where id = new.inspection_id;
  end if;
  if not found then
    raise exception 'the row in % does not exist', tg_argv[0] using errcode = 'foreign_key_violation';
  end if;
  return new;
end
$$;

create or replace trigger owner_copied before insert or update on answers
  for each row when (new.owner_id is null) execute function copy_owner('inspections');

create or replace trigger owner_copied before insert or update on apiary_invitations
  for each row when (new.owner_id is null) execute function copy_owner('apiaries');

create or replace trigger owner_copied before insert or update on apiary_members
  for each row when (new.owner_id is null) execute function copy_owner('apiaries');

create or replace trigger owner_copied before insert or update on beehive_placements
  for each row when (new.owner_id is null) execute function copy_owner('beehives');

create or replace trigger owner_copied before insert or update on beehive_questions
  for each row when (new.owner_id is null) execute function copy_owner('beehives');

create or replace trigger owner_copied before insert or update on beehives
  for each row when (new.owner_id is null) execute function copy_owner('apiaries');

create or replace trigger owner_copied before insert or update on colony_events
  for each row when (new.owner_id is null) execute function copy_owner('beehives');

create or replace trigger owner_copied before insert or update on inspections
  for each row when (new.owner_id is null) execute function copy_owner('beehives');

create or replace trigger owner_copied before insert or update on inventory_items
  for each row when (new.owner_id is null) execute function copy_owner('apiaries');

create or replace trigger owner_copied before insert or update on mite_counts
  for each row when (new.owner_id is null) execute function copy_owner('beehives');

create or replace trigger owner_copied before insert or update on queen_reigns
  for each row when (new.owner_id is null) execute function copy_owner('beehives');

create or replace trigger owner_copied before insert or update on queens
  for each row when (new.owner_id is null) execute function copy_owner('apiaries');

create or replace trigger owner_copied before insert or update on questions
  for each row when (new.owner_id is null) execute function copy_owner('apiaries');

create or replace trigger owner_copied before insert or update on stock_movements
  for each row when (new.owner_id is null) execute function copy_owner('inventory_items');

create or replace trigger owner_copied before insert or update on tasks
  for each row when (new.owner_id is null) execute function copy_owner('apiaries');

create or replace trigger owner_copied before insert or update on treatments
  for each row when (new.owner_id is null) execute function copy_owner('beehives');

create or replace trigger owner_copied before insert or update on worklist_marks
  for each row when (new.owner_id is null) execute function copy_owner('apiaries');
