// What must hold at every moment, whatever is recorded: SQL about one snapshot of the database, which finds what is wrong.
import type pg from 'pg';

const period = (row: string, from: string, to: string): string => `daterange(${row}.${from}, ${row}.${to})`;
const reigns = (of: string): string =>
  `select r.id from queen_reigns r join queen_reigns q on q.${of} = r.${of} and q.id <> r.id
   where ${period('r', 'started_on', 'ended_on')} && ${period('q', 'started_on', 'ended_on')}`;
const LAST_PLACEMENT = `select distinct on (beehive_id) * from beehive_placements order by beehive_id, placed_on desc, created_at desc, id desc`;

/** What is recorded of a colony does not contradict itself, on whichever days. */
export const EVENT_INVARIANTS = {
  'what happened to a hive happened while there was one': `select e.id from colony_events e join beehives b on b.id = e.beehive_id
    where e.occurred_on > b.ended_on or e.occurred_on < (select min(placed_on) from beehive_placements where beehive_id = b.id)`,
  'a hive that was split off began on that day': `select e.id from colony_events e where e.kind = 'SPLIT_FROM'
    and e.occurred_on <> (select min(placed_on) from beehive_placements where beehive_id = e.beehive_id)`,
  'both hives of a split say the same': `select e.id from colony_events e join beehives b on b.id = e.other_beehive_id
    where e.kind in ('SPLIT_INTO', 'SPLIT_FROM') and not exists (
      select 1 from colony_events o where o.beehive_id = b.id and o.other_beehive_id = e.beehive_id
        and o.kind in ('SPLIT_INTO', 'SPLIT_FROM') and o.kind <> e.kind
        and (o.food_frames, o.brood_frames, o.occurred_on) = (e.food_frames, e.brood_frames, e.occurred_on))`,
  'an end is one event of its day': `select b.id from beehives b
    left join colony_events e on e.beehive_id = b.id and e.kind in ('LOST', 'UNITED_INTO')
    group by b.id having array_agg(e.occurred_on) is distinct from array[b.ended_on]
      or (b.end_cause = 'UNITED') is distinct from (case when b.end_cause is not null then bool_and(e.kind = 'UNITED_INTO') end)`,
  'both hives of a union say the same': `select e.*, b.owner_id as other_owner, b.ended_on from colony_events e join beehives b on b.id = e.other_beehive_id
    where e.kind in ('UNITED_INTO', 'UNITED_WITH') and not exists (
      select 1 from colony_events o where o.beehive_id = b.id and o.other_beehive_id = e.beehive_id
        and o.kind in ('UNITED_INTO', 'UNITED_WITH') and o.kind <> e.kind
        and (o.food_frames, o.brood_frames, o.occurred_on) = (e.food_frames, e.brood_frames, e.occurred_on))`,
} as const;

const INVARIANTS = {
  ...EVENT_INVARIANTS,
  'a hive has one queen a day': reigns('beehive_id'),
  'a queen is in one hive a day': reigns('queen_id'),
  'no open reign in an ended hive': `select r.id from queen_reigns r join beehives b on b.id = r.beehive_id
    where b.ended_on is not null and r.ended_on is null`,
  'a hive is in one apiary a day': `select p.id from beehive_placements p
    join beehive_placements q on q.beehive_id = p.beehive_id and q.id <> p.id
    where ${period('p', 'placed_on', 'left_on')} && ${period('q', 'placed_on', 'left_on')}`,
  'a hive is always somewhere': `select p.id from beehive_placements p join beehives b on b.id = p.beehive_id
    where p.left_on is not null and p.left_on is distinct from b.ended_on
      and not exists (select 1 from beehive_placements q where q.beehive_id = p.beehive_id and q.placed_on = p.left_on)`,
  'the last placement is that of the hive': `select b.id from beehives b left join (${LAST_PLACEMENT}) p on p.beehive_id = b.id
    where p.apiary_id is distinct from b.apiary_id or p.left_on is distinct from b.ended_on`,
  'no hive has fewer frames than none':
    'select id from beehives where not coalesce(food_frames >= 0 and brood_frames >= 0, false)',
  'a harvest weighs what its sources do': `select h.id from harvests h left join harvest_sources s on s.harvest_id = h.id
    group by h.id having h.grams <> coalesce(sum(s.grams), 0)`,
  'lots contain no more than was harvested': `select h.id from harvests h left join lot_harvests c on c.harvest_id = h.id
    group by h.id having h.lot_grams <> coalesce(sum(c.grams), 0) or h.lot_grams > h.grams or h.lot_grams > 0 and h.status <> 'CLOSED'`,
  'a lot weighs what it contains': `select l.id from lots l left join lot_harvests c on c.lot_id = l.id
    group by l.id having l.grams <> coalesce(sum(c.grams), 0)`,
  'no lot is over-packed': `select l.id from lots l left join lot_packs p on p.lot_id = l.id and p.voided_at is null
    group by l.id having l.packed_grams <> coalesce(sum(p.jars * p.grams_per_jar), 0) or l.packed_grams > l.grams`,
  'a harvest with a withheld source is not for sale': `select h.id from harvests h where h.status = 'CLOSED'
    and (h.destination = 'NOT_FOR_SALE') <> (h.override_reason is not null
      or exists (select 1 from harvest_sources s where s.harvest_id = h.id and s.withheld))`,
  'a lot with such a harvest is not for sale': `select l.id from lots l where (l.destination = 'NOT_FOR_SALE') <> (l.never_for_sale
    or exists (select 1 from lot_harvests c join harvests h on h.id = c.harvest_id
      where c.lot_id = l.id and h.destination = 'NOT_FOR_SALE'))`,
  'the stock is the sum of its movements': `select i.id from inventory_items i join stock_movements m on m.item_id = i.id
    group by i.id having i.quantity <> sum(m.amount)`,
} as const;

interface Treatment {
  hive: string;
  owner: string;
  status: string;
  from: string;
  to: string | null;
  period: number | null;
}
interface Source {
  id: string;
  hive: string;
  /** It has been deleted, or belonged to another account for a time: what was known until then remains. */
  isGone: boolean;
  owner: string;
  day: string;
  withheld: boolean;
}
const TREATMENTS = `select treated_beehive_id as hive, owner_id as owner, status, started_on::text as from, ended_on::text as to,
  withdrawal_days as period from treatments where current`;
const SOURCES = `select s.id, s.harvested_beehive_id as hive, s.beehive_id is null as "isGone", s.owner_id as owner, h.harvested_on::text as day, s.withheld
  from harvest_sources s join harvests h on h.id = s.harvest_id where h.status = 'CLOSED'`;

const DAY_MS = 86_400_000;
const YEAR = 365;
const lastDay = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

/** Treated by that day, and neither the treatment nor its withdrawal period had ended; one that nobody stated lasts a year. */
const isWithheld = (treatments: Treatment[], day: string): boolean =>
  treatments.some(
    ({ status, from, to, period: days }) =>
      status !== 'VOIDED' && from <= day && (status === 'ACTIVE' || lastDay(to!, days ?? YEAR) >= day),
  );

/** @returns what violates an invariant, by its name */
export async function violations(client: pg.Client): Promise<Record<string, unknown[]>> {
  const found: Record<string, unknown[]> = {};
  const read = async <R extends object>(text: string): Promise<R[]> => (await client.query<R>(text)).rows;
  await client.query('begin isolation level repeatable read read only');
  for (const [name, text] of Object.entries(INVARIANTS)) {
    const wrong = await read(text);
    if (wrong.length > 0) found[name] = wrong;
  }
  const treatments = new Map<string, Treatment[]>();
  for (const treatment of await read<Treatment>(TREATMENTS)) {
    const key = `${treatment.hive} ${treatment.owner}`;
    treatments.set(key, [...(treatments.get(key) ?? []), treatment]);
  }
  const wrong = (await read<Source>(SOURCES)).filter(({ hive, owner, day, withheld, isGone }) => {
    const expected = isWithheld(treatments.get(`${hive} ${owner}`) ?? [], day);
    return withheld !== expected && !(isGone && withheld);
  });
  if (wrong.length > 0) found['honey of a hive in a withdrawal period is withheld'] = wrong;
  await client.query('commit');
  return found;
}
