-- What is packed, beside which a check of the table allows no more than is in the lot. A pack that is restored as voided fills nothing.
create or replace function count_packed_grams() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update lots set packed_grams = packed_grams + (new.jars::bigint * new.grams_per_jar)::int where id = new.lot_id;
  else
    update lots set packed_grams = packed_grams - (old.jars::bigint * old.grams_per_jar)::int where id = old.lot_id;
  end if;
  return null;
end
$$;

create or replace trigger packed_grams_counted after insert on lot_packs
  for each row when (new.voided_at is null) execute function count_packed_grams();

create or replace trigger packed_grams_returned after update of voided_at on lot_packs
  for each row when ((old.voided_at is null) and (new.voided_at is not null)) execute function count_packed_grams();
