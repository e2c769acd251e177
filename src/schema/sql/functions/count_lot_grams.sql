-- What is in lots, beside which a check of the table allows no more than was harvested.
create or replace function count_lot_grams() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update harvests set lot_grams = lot_grams + new.grams where id = new.harvest_id;
  else
    update harvests set lot_grams = lot_grams - old.grams where id = old.harvest_id;
  end if;
  return null;
end
$$;

create or replace trigger lot_grams_counted after insert or delete on lot_harvests
  for each row execute function count_lot_grams();
