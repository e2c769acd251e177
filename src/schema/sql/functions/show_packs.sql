-- Who reads packs changes when their lot leaves its apiary: the feed of changes has an entry for each (ADR 0027).
create or replace function show_packs() returns trigger language plpgsql as $$
     begin
insert into changes (owner_id, apiary_id, entity, row_id, action, version, actor_id, request_id, notable)
select l.owner_id, l.apiary_id, 'LotPackShown', k.id, 'UPDATED', k.version, nullif(current_setting('beekeeping.actor', true), '')::uuid, nullif(current_setting('beekeeping.request', true), ''), false
from lots l join lot_packs k on k.lot_id = l.id
where l.id = new.id and exists (select 1 from users where id = l.owner_id);
       return null;
     end
$$;

create or replace trigger packs_shown after update of apiary_id on lots
  for each row when (old.apiary_id is distinct from new.apiary_id) execute function show_packs();
