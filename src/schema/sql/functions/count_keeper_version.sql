-- A keeper has versions, although its changes are not in the log of an apiary (docs/keeper.md).
create or replace function count_keeper_version() returns trigger language plpgsql as $$
begin
  new.version := old.version;
  if to_jsonb(new) - 'updated_at' <> to_jsonb(old) - 'updated_at' then
    new.version := old.version + 1;
  end if;
  return new;
end
$$;

create or replace trigger keepers_versioned before update on keepers
  for each row execute function count_keeper_version();
