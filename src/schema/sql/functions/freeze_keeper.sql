-- A treatment keeps who kept the bees when it gets another owner (docs/keeper.md). Without a keeper that was recorded, the names are null, and
-- that of the new owner is not shown for that day either. The trigger sorts before treatments_kept, which clears it where the new owner is nobody.
create or replace function freeze_keeper() returns trigger language plpgsql as $$
begin
  new.former_keeper := coalesce(old.former_keeper,
    (select jsonb_build_object('legalName', k.legal_name, 'address', k.address, 'registerNumber', k.register_number)
       from keepers k where k.owner_id = old.owner_id and k.valid_from <= new.started_on order by k.valid_from desc limit 1),
    '{"legalName": null, "address": null, "registerNumber": null}');
  return new;
end
$$;

create or replace trigger keeper_frozen before update of owner_id on treatments
  for each row when ((old.owner_id <> new.owner_id) and (new.owner_id <> '00000000-0000-0000-0000-000000000000')) execute function freeze_keeper();
