-- What is left of the history of an apiary that was given away (maintenance/transfers.ts) goes along with a hive that moves. Whoever continues
-- the transfer waits meanwhile, so that nothing gets an owner of before.
create or replace function keep_history_together() returns trigger language plpgsql as $$
begin
  insert into unfinished_transfers (apiary_id, owner_id)
  select new.apiary_id, t.owner_id from (
    select owner_id from unfinished_transfers where apiary_id in (old.apiary_id, new.apiary_id) order by apiary_id, owner_id for update) t
  on conflict do nothing;
  return new;
end
$$;

create or replace trigger history_kept_together before update of apiary_id on beehives
  for each row when (old.apiary_id <> new.apiary_id) execute function keep_history_together();
