-- Closed harvests, their revisions and packs are never changed or deleted (docs/harvests.md), except with their account.
create or replace function keep_harvest() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'harvests' and (current_setting('beekeeping.deletes_below', true) = 'on'
      or not exists (select 1 from users where id = old.owner_id)) then
    return old;
  end if;
  raise exception '% are kept', tg_table_name using errcode = 'restrict_violation';
end
$$;

create or replace trigger revision_kept before update on harvest_revisions
  for each row when (old.* is distinct from new.*) execute function keep_harvest();

create or replace trigger harvest_kept before delete on harvests
  for each row when (old.status <> 'DRAFT') execute function keep_harvest();

create or replace trigger pack_kept before update on lot_packs
  for each row when (((((old.lot_id is distinct from new.lot_id) or (old.packed_on is distinct from new.packed_on)) or (old.jars is distinct from new.jars)) or (old.grams_per_jar is distinct from new.grams_per_jar)) or ((old.voided_at is not null) and (new.voided_at is distinct from old.voided_at))) execute function keep_harvest();
