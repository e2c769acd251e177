-- Whoever deletes an apiary removes the references to it first, in pieces (database/delete-below.ts); what is left gets its names here.
create or replace function label_placements() returns trigger language plpgsql as $$
begin
  update beehive_placements set apiary_label = old.name, apiary_register_number = old.register_number,
    apiary_municipality = old.municipality, apiary_country = old.country where apiary_id = old.id;
  return old;
end
$$;

create or replace trigger placements_labelled before delete on apiaries
  for each row execute function label_placements();
