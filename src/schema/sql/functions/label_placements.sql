-- Placements keep the names of an apiary that is deleted or given away. Whoever deletes one removes the references to it first, in pieces
-- (database/delete-below.ts); what is left gets its names here. What goes along with an apiary keeps it.
create or replace function label_placements() returns trigger language plpgsql as $$
begin
  update beehive_placements p set apiary_label = old.name, apiary_register_number = old.register_number,
    apiary_municipality = old.municipality, apiary_country = old.country
  where apiary_id = old.id
    and (tg_op = 'DELETE' or not exists (select 1 from beehives b where b.id = p.beehive_id and b.apiary_id = old.id));
  return coalesce(new, old);
end
$$;

create or replace trigger placements_labelled before delete on apiaries
  for each row execute function label_placements();

create or replace trigger placements_labelled_for_owner before update of owner_id on apiaries
  for each row when (old.owner_id <> new.owner_id) execute function label_placements();
