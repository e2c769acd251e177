-- Decides again whether closed harvests of hives may be sold. The harvests are locked in one order. A reason that was given stays.
create or replace function recheck_harvests(hives uuid[], owners uuid[]) returns void language plpgsql as $$
declare
  touched uuid[];
begin
  touched := array(select h.id from harvests h where h.status = 'CLOSED' and h.id in (
    select s.harvest_id from unnest(hives, owners) t (hive, owner)
      join harvest_sources s on s.harvested_beehive_id = t.hive and s.owner_id = t.owner) order by h.id for update);
  if cardinality(touched) = 0 then
    return;
  end if;
  update harvest_sources s set withheld = not s.withheld
  from harvests h, (select distinct * from unnest(hives, owners) t (hive, owner)) t
  where h.id = s.harvest_id and h.id = any(touched) and s.harvested_beehive_id = t.hive and s.owner_id = t.owner
    and s.withheld <> is_withheld(t.hive, t.owner, h.harvested_on);
  update harvests h set destination = case h.destination when 'FOR_SALE' then 'NOT_FOR_SALE' else 'FOR_SALE' end, updated_at = now()
  where h.id = any(touched) and h.override_reason is null
    and (h.destination = 'NOT_FOR_SALE') <> exists (select 1 from harvest_sources s where s.harvest_id = h.id and s.withheld);
end
$$;
