-- A lot is for sale if each of its harvests is. Lots are locked before they are decided: of two harvests that change at once, the second sees
-- what the first has left.
create or replace function follow_harvests() returns trigger language plpgsql as $$
 declare
   harvest_ids uuid[];
   touched uuid[];
 begin
   harvest_ids := array(select h.id from changed h join before b on b.id = h.id where b.destination <> h.destination);
   if cardinality(harvest_ids) = 0 then
     return null;
   end if;
   touched := array(select l.id from lots l where l.id in (select lot_id from lot_harvests where harvest_id = any(harvest_ids))
     order by l.id for no key update);
   update lots l set destination = case l.destination when 'FOR_SALE' then 'NOT_FOR_SALE' else 'FOR_SALE' end, updated_at = now() where l.id = any(touched) and not l.never_for_sale and (l.destination = 'NOT_FOR_SALE') <> exists (
select 1 from lot_harvests c join harvests h on h.id = c.harvest_id where c.lot_id = l.id and h.destination = 'NOT_FOR_SALE');
   return null;
 end
$$;

create or replace trigger destinations_followed after update on harvests referencing old table as before new table as changed
  for each statement execute function follow_harvests();
