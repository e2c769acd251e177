-- Whether honey of a hive may not be sold on a day, as features/treatments/withdrawal.queries.ts has it: an active treatment has not ended on any day.
create or replace function is_withheld(hive uuid, owner uuid, day date) returns boolean language sql stable as $$
select exists (
  select 1 from treatments t
  where t.treated_beehive_id = hive and t.owner_id = owner and t.current and t.status <> 'VOIDED' and t.started_on <= day
    and greatest(coalesce(t.ended_on, t.started_on + t.planned_days, date '9999-12-31'), case t.status when 'ACTIVE' then day end) + coalesce(t.withdrawal_days, 365) >= day)
$$;
