-- $accounts, $apiaries, $hives and $items are replaced by numbers. All values are deterministic.
create function pg_temp.bench_id(kind int, n bigint) returns uuid language sql immutable as
  $$ select ('0190000' || kind || '-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid $$;

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
  brood_frames, hive_status, status, health_status, health, has_production_chamber, production_chamber, observations)
select pg_temp.bench_id(4, ((u - 1) * $apiaries + a - 1) * $hives + h), timestamptz '2026-02-01' + (u * 11 + h) * interval '1 minute',
  timestamptz '2026-03-01' + (u * 13 + h) * interval '1 minute', pg_temp.bench_id(3, (u - 1) * $apiaries + a), h,
  (array['Low', 'Medium', 'High'])[1 + (u + h) % 3], (array['LOW', 'MEDIUM', 'HIGH'])[1 + (u + h) % 3],
  (array['Small', 'Medium', 'Large'])[1 + (a + h) % 3], (array['SMALL', 'MEDIUM', 'LARGE'])[1 + (a + h) % 3],
  (u + h) % 10, a * h % 10,
  (array['Active', 'Inactive', 'Queenless'])[1 + u * h % 3], (array['ACTIVE', 'INACTIVE', 'QUEENLESS'])[1 + u * h % 3],
  (array['Healthy', 'At Risk', 'Unhealthy'])[1 + (u + a + h) % 3], (array['HEALTHY', 'AT_RISK', 'UNHEALTHY'])[1 + (u + a + h) % 3],
  (array['Yes', 'No'])[1 + h % 2], h % 2 = 0,
  'Inspected the brood box; queen seen, stores adequate. Visit ' || u * h % 31 || '.'
from generate_series(1, $accounts) u, generate_series(1, $apiaries) a, generate_series(1, $hives) h;

with item as (
  insert into inventory_items (id, created_at, updated_at, apiary_id, item_name, description, quantity, movement_count, unit, unit_kind,
    minimum_stock)
  select pg_temp.bench_id(5, ((u - 1) * $apiaries + a - 1) * $items + i), timestamptz '2026-02-01' + i * interval '1 minute',
    timestamptz '2026-03-01' + i * interval '1 minute', pg_temp.bench_id(3, (u - 1) * $apiaries + a), 'Item ' || i,
    'Stock line ' || i || ' of the apiary', 500 + u * i % 500, 1,
    (array['pieces', 'liters', 'kilograms', 'boxes'])[1 + i % 4], (array['PIECES', 'LITERS', 'KILOGRAMS', 'BOXES'])[1 + i % 4],
    i * 3 % 50
  from generate_series(1, $accounts) u, generate_series(1, $apiaries) a, generate_series(1, $items) i
  returning id, apiary_id, quantity, created_at
)
insert into stock_movements (id, created_at, updated_at, item_id, sequence, kind, amount, balance_after, actor_id, occurred_at)
select uuidv7(), item.created_at, item.created_at, item.id, 1, 'INITIAL', quantity, quantity, owner_id, item.created_at
from item join apiaries on apiaries.id = apiary_id;
