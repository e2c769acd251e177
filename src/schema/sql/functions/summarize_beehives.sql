-- Calculates what the worklist needs of the records of hives anew, whoever writes them. The hives are locked first: a statement after that
-- sees what those have written who held the lock.
create or replace function summarize_beehives(ids uuid[]) returns void language plpgsql as $$
begin
  perform from beehives where id = any(ids) order by id for no key update;
  update beehives b set (reigning_queen_id, queenless_since, mites_counted_on, mites_per_100, treatment_ends_on, withdrawal_until, withdrawal_unknown_until) = row(s.reigning_queen_id, s.queenless_since, s.mites_counted_on, s.mites_per_100, s.treatment_ends_on, s.withdrawal_until, s.withdrawal_unknown_until)
  from (
    select h.id, r.reigning_queen_id, r.queenless_since, m.mites_counted_on,
      case when t.last_started_on >= m.mites_counted_on then null else m.mites_per_100 end as mites_per_100,
      t.treatment_ends_on, t.withdrawal_until, t.withdrawal_unknown_until
    from unnest(ids) h (id)
      cross join lateral (
        select (array_agg(queen_id) filter (where ended_on is null))[1] as reigning_queen_id,
          case when bool_and(ended_on is not null) then max(ended_on) end as queenless_since
        from queen_reigns where beehive_id = h.id) r
      left join lateral (
        select counted_on as mites_counted_on, mites * 100.0::float8 / bees as mites_per_100
        from mite_counts where beehive_id = h.id and bees is not null order by counted_on desc, id desc limit 1) m on true
      cross join lateral (
        select max(started_on) as last_started_on,
          min(coalesce(ended_on, started_on + planned_days, date '9999-12-31')) filter (where status = 'ACTIVE') as treatment_ends_on,
          max(least(coalesce(ended_on, started_on + planned_days, date '9999-12-31') + withdrawal_days, date '9999-12-31')) filter (where withdrawal_days is not null) as withdrawal_until,
          max(case status when 'ACTIVE' then date '9999-12-31' else least(coalesce(ended_on, started_on + planned_days, date '9999-12-31') + 365, date '9999-12-31') end)
            filter (where withdrawal_days is null) as withdrawal_unknown_until
        from treatments where beehive_id = h.id and current and status <> 'VOIDED') t
  ) s where b.id = s.id and (b.reigning_queen_id, b.queenless_since, b.mites_counted_on, b.mites_per_100, b.treatment_ends_on, b.withdrawal_until, b.withdrawal_unknown_until) is distinct from (s.reigning_queen_id, s.queenless_since, s.mites_counted_on, s.mites_per_100, s.treatment_ends_on, s.withdrawal_until, s.withdrawal_unknown_until);
end
$$;
