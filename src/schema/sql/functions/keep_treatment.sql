-- Treatments are kept until their day in UTC (docs/treatments.md), whatever the time zone of a session. Of a replaced revision, only what refers to
-- other rows may change. Of an account that is deleted, what remains says nothing about a person.
create or replace function keep_treatment() returns trigger language plpgsql as $$
begin
  if tg_op = 'TRUNCATE' then
    if exists (select from treatments where retain_until >= (now() at time zone 'UTC')::date) then
      raise exception 'treatments are kept until their day' using errcode = 'restrict_violation';
    end if;
    return null;
  end if;
  if tg_op = 'DELETE' then
    if old.retain_until < (now() at time zone 'UTC')::date then
      return old;
    end if;
    raise exception 'the treatment is kept until %', old.retain_until using errcode = 'restrict_violation';
  end if;
  if new.created_at <> old.created_at or not old.current and new.owner_id <> '00000000-0000-0000-0000-000000000000'
      and to_jsonb(new) - array['owner_id', 'beehive_id', 'apiary_id', 'product_id', 'item_id', 'stock_movement_id', 'former_keeper', 'updated_at', 'retain_until'] <> to_jsonb(old) - array['owner_id', 'beehive_id', 'apiary_id', 'product_id', 'item_id', 'stock_movement_id', 'former_keeper', 'updated_at', 'retain_until'] then
    raise exception 'a replaced revision is never changed' using errcode = 'restrict_violation';
  end if;
  -- The account has been deleted: what remains says nothing about a person.
  if new.owner_id = '00000000-0000-0000-0000-000000000000' and old.owner_id <> new.owner_id then
    delete from treatment_follow_ups where treatment_id = old.id;
    new.actor_id := new.owner_id;
    new.apiary_label := null;
    new.dose_text := null;
    new.supplier := null;
    new.supplier_address := null;
    new.purchase_proof := null;
    new.prescriber := null;
    new.prescriber_contact := null;
    new.applied_by := null;
    new.final_result := null;
    new.final_hive_condition := null;
    new.future_recommendations := null;
    new.reason := null;
    new.former_keeper := null;
  end if;
  return new;
end
$$;

create or replace trigger revision_kept before update on treatments
  for each row when ((not old.current) or (old.owner_id <> new.owner_id) or (old.created_at <> new.created_at)) execute function keep_treatment();

create or replace trigger treatment_kept before delete on treatments
  for each row execute function keep_treatment();

create or replace trigger treatments_kept before truncate on treatments
  for each statement execute function keep_treatment();
