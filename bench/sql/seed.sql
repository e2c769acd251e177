-- $accounts, $apiaries, $hives and $items are replaced by numbers. All values are deterministic.
-- A UUID v7 of a millisecond of its own: ids grow with the rows, and do not share their upper half.
create function pg_temp.bench_id(kind int, n bigint) returns uuid language sql immutable as
  $$ select (lpad(to_hex(1717200000000 + n), 12, '0') || '7' || substr(hash, 1, 3) || '8' || substr(hash, 4, 15))::uuid
    from (select md5(kind || ':' || n)) h (hash) $$;
-- Some hives of an account were inspected at the same time.
create function pg_temp.last_inspection(u int, a int, h int) returns timestamptz language sql stable as
  $$ select timestamptz '2026-05-01' + (u + a * 7 + h * 13) % 45 * interval '6 hours' $$;

insert into users (id, created_at, updated_at, email, username, password_hash, is_verified)
select pg_temp.bench_id(1, u), now(), now(), 'beekeeper-' || u || '@example.org', 'beekeeper-' || u, 'none', true
from generate_series(1, $accounts) u;

insert into sessions (id, created_at, updated_at, user_id, last_seen_at, expires_at)
select pg_temp.bench_id(2, u), now(), now(), pg_temp.bench_id(1, u), now(), now() + interval '30 days'
from generate_series(1, $accounts) u;

insert into apiaries (id, created_at, updated_at, owner_id, name, location, treatments)
select pg_temp.bench_id(3, (u - 1) * $apiaries + a), timestamptz '2026-01-01' + (u * 7 + a) * interval '1 minute',
  timestamptz '2026-01-01' + (u * 7 + a) * interval '1 minute', pg_temp.bench_id(1, u), 'Apiary ' || u || '.' || a,
  'Valley road km ' || u * a % 97, (u + a) % 2 = 0
from generate_series(1, $accounts) u, generate_series(1, $apiaries) a;

insert into beehives (id, created_at, updated_at, apiary_id, beehive_number, activity_level, activity, bee_population, population, food_frames,
  brood_frames, hive_status, status, health_status, health, has_production_chamber, production_chamber, last_inspected_at, observations)
select pg_temp.bench_id(4, ((u - 1) * $apiaries + a - 1) * $hives + h), timestamptz '2026-02-01' + (u * 11 + h) * interval '1 minute',
  timestamptz '2026-03-01' + (u * 13 + h) * interval '1 minute', pg_temp.bench_id(3, (u - 1) * $apiaries + a), h,
  (array['Low', 'Medium', 'High'])[1 + (u + h) % 3], (array['LOW', 'MEDIUM', 'HIGH'])[1 + (u + h) % 3],
  (array['Small', 'Medium', 'Large'])[1 + (a + h) % 3], (array['SMALL', 'MEDIUM', 'LARGE'])[1 + (a + h) % 3],
  (u + h) % 10, a * h % 10,
  (array['Active', 'Inactive', 'Queenless'])[1 + u * h % 3], (array['ACTIVE', 'INACTIVE', 'QUEENLESS'])[1 + u * h % 3],
  (array['Healthy', 'At Risk', 'Unhealthy'])[1 + (u + a + h) % 3], (array['HEALTHY', 'AT_RISK', 'UNHEALTHY'])[1 + (u + a + h) % 3],
  (array['Yes', 'No'])[1 + h % 2], h % 2 = 0,
  pg_temp.last_inspection(u, a, h),
  'Inspected the brood box; queen seen, stores adequate. Visit ' || u * h % 31 || '.'
from generate_series(1, $accounts) u, generate_series(1, $apiaries) a, generate_series(1, $hives) h;

insert into inventory_items (id, created_at, updated_at, apiary_id, item_name, description, quantity, movement_count, unit, unit_kind,
  minimum_stock)
select pg_temp.bench_id(5, ((u - 1) * $apiaries + a - 1) * $items + i), timestamptz '2026-02-01' + i * interval '1 minute',
  timestamptz '2026-03-01' + i * interval '1 minute', pg_temp.bench_id(3, (u - 1) * $apiaries + a), 'Item ' || i,
  'Stock line ' || i || ' of the apiary', 500 + u * i % 500, case when i % 5 = 0 then 6 else 1 end,
  (array['pieces', 'liters', 'kilograms', 'boxes'])[1 + i % 4], (array['PIECES', 'LITERS', 'KILOGRAMS', 'BOXES'])[1 + i % 4],
  case when i % 5 = 0 then 2000 else i * 3 % 50 end
from generate_series(1, $accounts) u, generate_series(1, $apiaries) a, generate_series(1, $items) i;

-- Without statistics, the trigger of movements would read all items for each.
analyze inventory_items;

-- An item that is low in stock has lost two at a time, another has its initial stock.
insert into stock_movements (id, created_at, updated_at, item_id, sequence, kind, amount, balance_after, actor_id, occurred_at)
select uuidv7(), at, at, item.id, s, case s when 1 then 'INITIAL' else 'EXIT' end,
  case s when 1 then quantity + 2 * (movement_count - 1) else -2 end, quantity + 2 * (movement_count - s), owner_id, at
from inventory_items item cross join generate_series(1, movement_count) s
  cross join lateral (values (item.created_at + s * interval '1 day')) times (at);

-- Every hive has been inspected once, the first of each account 20 times, with 10 answers each. The hives have their last inspection
-- already; the trigger would write each of them again.
alter table inspections disable trigger last_inspection_set;
insert into inspections (id, created_at, updated_at, beehive_id, apiary_id, status, occurred_at, notes, actor_id, series_id, revision, current)
select inspection, at, at, hive, pg_temp.bench_id(3, (u - 1) * $apiaries + a), 'COMPLETED', at,
  case when k % 3 > 0 then 'Visit ' || k || ': calm bees, no sign of mites; feed again in a week.' end, pg_temp.bench_id(1, u), inspection, 1, true
from generate_series(1, $accounts) u, generate_series(1, $apiaries) a, generate_series(1, $hives) h,
  generate_series(1, case when a = 1 and h = 1 then 20 else 1 end) k
  cross join lateral (values (((u - 1) * $apiaries + a - 1) * $hives + h)) hives (n)
  cross join lateral (values (pg_temp.bench_id(4, n), pg_temp.bench_id(6, n::bigint * 20 + k),
    pg_temp.last_inspection(u, a, h) - (k - 1) * interval '9 days')) ids (hive, inspection, at);
alter table inspections enable trigger last_inspection_set;

insert into answers (id, created_at, updated_at, inspection_id, question_id, question_text, answer_type, category, required, options, min, max,
  position, text, number, choice, yes_no, answered_at, score)
select pg_temp.bench_id(7, ((u::bigint - 1) * 20 + k) * 10 + p), at, at, pg_temp.bench_id(6, (((u::bigint - 1) * $apiaries) * $hives + 1) * 20 + k),
  pg_temp.bench_id(8, p), 'Question ' || p || ': what did you see in the brood box?', (array['texto', 'numero', 'opciones', 'si_no'])[kind],
  'Brood', p % 2 = 0, case kind when 3 then array['None', 'Few', 'Many'] end, case kind when 2 then 0 end, case kind when 2 then 20 end, p,
  case kind when 1 then 'Cells of frame ' || (u + k) % 10 || ' were capped; “drone” brood at the edge.' end,
  case kind when 2 then (u + k + p) % 40 / 2.0 end, case kind when 3 then (array['None', 'Few', 'Many'])[1 + (u + k) % 3] end,
  case kind when 4 then (u + k) % 2 = 0 end, at, case when p % 3 = 0 then (u + k) % 5 end
from generate_series(1, $accounts) u, generate_series(1, 20) k, generate_series(1, 10) p
  cross join lateral (values (1 + p % 4, pg_temp.last_inspection(u, 1, 1) - (k - 1) * interval '9 days')) facts (kind, at);
