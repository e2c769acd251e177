-- Inserts accounts with years of records, in every table that belongs to an account. The caller creates the temporary tables
--   seed_accounts (n bigint, apiaries int, hives int), with the number of an account, of its apiaries, and of the hives of each, and
--   seed_members (n bigint, apiary_of bigint, apiary int, role text), with the memberships in apiaries of accounts that are inserted.
-- $days is the length of the history. $visits, $counts and $courses are the inspections, mite counts and treatments of a hive; its last
-- $answered inspections have $questions answers. $harvests, $items and $questions are those of an apiary, $movements those of an item.
-- Triggers and foreign keys are off, which only a superuser may do: the values keep the rules by construction.
set local session_replication_role = replica;
set local synchronous_commit = off;
set local timezone = 'UTC';
set local work_mem = '64MB';

-- A UUID v7 of a time: ids grow with the time of their rows, as those of the service do.
create or replace function pg_temp.seed_id(kind text, n bigint, at timestamptz) returns uuid language sql immutable parallel safe as $f$
  select (lpad(to_hex(floor(extract(epoch from at) * 1000)::bigint + n % 86399999), 12, '0') || '7' || substr(hash, 1, 3) || '8'
    || substr(hash, 4, 15))::uuid from (select md5(kind || n)) h (hash) $f$;

create temp table seed_users on commit drop as
select n, apiaries, hives, pg_temp.seed_id('user', n, began) as owner, began
from seed_accounts, lateral (values (now() - ($days + 30) * interval '1 day')) t (began) order by n;
create temp table seed_apiaries on commit drop as
select n * 1000 + a as a, n, hives, owner, pg_temp.seed_id('apiary', n * 1000 + a, began) as apiary, began
from seed_users, generate_series(1, apiaries) a;
create temp table seed_hives on commit drop as
select h, i, i = hives and hives > 2 as has_ended, a, n, owner, apiary, pg_temp.seed_id('hive', h, began) as hive, began
from seed_apiaries, generate_series(1, hives) i, lateral (values (a * 1000 + i)) x (h) order by h;
-- The inspections, oldest first, as they are written. The last one of some hives is a draft.
create temp table seed_visits on commit drop as
select v, k, h, a, n, owner, apiary, hive, at, pg_temp.seed_id('inspection', v, at) as inspection, k = $visits and i = 1 as is_draft
from generate_series(1, $visits) k, seed_hives,
  lateral (values (h * 512 + k, date_trunc('day', now()) - (($visits - k) * $days / $visits + 1 + h % 20) * interval '1 day')) t (v, at) order by k, h;
analyze seed_users;
analyze seed_apiaries;
analyze seed_hives;
analyze seed_visits;

insert into users (id, created_at, updated_at, email, username, password_hash, is_verified)
select owner, began, began, 'beekeeper-' || n || '@example.org', 'beekeeper-' || n, 'none', true from seed_users;
insert into sessions (id, created_at, updated_at, user_id, last_seen_at, expires_at, long_lived)
select pg_temp.seed_id('session', n, now()), now(), now(), owner, now(), now() + interval '30 days', true from seed_users;
-- The token of a calendar has no link: only its hash is there.
insert into calendar_feeds (id, created_at, updated_at, user_id, token_hash, language, last_read_at)
select pg_temp.seed_id('calendar', n * 16 + k, began), began, began, owner, md5('calendar' || n * 16 + k), 'en', now()
from seed_users, generate_series(1, 2) k;
insert into keepers (id, created_at, updated_at, owner_id, valid_from, legal_name, address, tax_id, register_number, country)
select pg_temp.seed_id('keeper', n * 16 + k, began), began, began, owner, (began + k * interval '200 days')::date, 'Beekeeper ' || n, 'By the mill ' || k,
  '900' || n, 'R-' || n, 'CO' from seed_users, generate_series(0, 2) k;
insert into personal_access_tokens (id, created_at, updated_at, user_id, token_hash, name, scope, expires_at)
select pg_temp.seed_id('personal', n * 16 + k, began), began, began, owner, md5('personal' || n * 16 + k), 'Display', 'READ',
  now() + interval '90 days' from seed_users, generate_series(1, 2) k;
insert into identities (id, created_at, updated_at, user_id, issuer, subject)
select pg_temp.seed_id('identity', n, began), began, began, owner, 'https://id.example.org', n::text from seed_users;
-- Each has a zone of its own, and every hundredth account has left one for all.
insert into restricted_zones (id, created_at, updated_at, owner_id, name, disease, active_from, latitude, longitude, radius_km)
select pg_temp.seed_id('zone', n * 2 + k, began), began, began, case k when 0 then owner end, 'Zone ' || n, 'AMERICAN_FOULBROOD', '2026-01-01',
  n * 37 % 80, n * 53 % 170, 5 from seed_users, generate_series(0, 1) k where k = 0 or n % 100 = 0;
insert into push_subscriptions (id, created_at, updated_at, user_id, session_id, endpoint, host, p256dh, auth)
select pg_temp.seed_id('push', n, now()), now(), now(), owner, pg_temp.seed_id('session', n, now()), 'https://push.example.org/' || n,
  'push.example.org', 'none', 'none' from seed_users;
-- They are paused: the service would send what waits.
insert into webhooks (id, created_at, updated_at, user_id, url, secret, status, disabled_at)
select pg_temp.seed_id('webhook', n, began), began, began, owner, 'https://hooks.example.org/' || n, 'none', 'PAUSED', now() from seed_users;
insert into webhook_deliveries (id, created_at, updated_at, queued_at, webhook_id, status, attempts, last_attempt_at, status_code, duration_ms)
select pg_temp.seed_id('delivery', n * 64 + k, now()), at, at, at, pg_temp.seed_id('webhook', n, began), 'DELIVERED', 1, at, 204, 80
from seed_users, generate_series(1, 20) k, lateral (values (now() - k * interval '8 hours')) t (at);
insert into imports (id, created_at, updated_at, user_id, file_name, status, format, checksum, details, mapping, rows_total, rows_done,
  started_at, finished_at)
select pg_temp.seed_id('import', n, began), began, now(), owner, 'hives.csv', 'DONE', 'CSV', md5('import' || n), '{}', '[]', 20, 20, now(), now()
from seed_users;
insert into import_rows (id, created_at, updated_at, import_id, n, sheet, "row", cells)
select pg_temp.seed_id('importrow', n * 64 + k, began), began, began, pg_temp.seed_id('import', n, began), k, 1, k + 1,
  jsonb_build_array('Roble', k::text, 'junto al camino') from seed_users, generate_series(1, 20) k;
insert into import_files (import_id, at, bytes)
select pg_temp.seed_id('import', n, began), 0, '\x00' from seed_users where n % 100 = 1;
insert into oidc_log_ins (id, created_at, updated_at, provider, state_hash, browser_hash, redirect_uri, client_state, code_challenge, expires_at)
select pg_temp.seed_id('oidc', n, now()), now(), now(), 'club', md5('state' || n), md5('browser' || n), 'https://app.example.org/', 'none', 'none',
  now() + interval '10 minutes' from seed_users where n % 100 = 1;
insert into refresh_tokens (id, created_at, updated_at, session_id, hash)
select pg_temp.seed_id('refresh', n, now()), now(), now(), pg_temp.seed_id('session', n, now()), md5('refresh' || n) from seed_users;
insert into one_time_tokens (id, created_at, updated_at, user_id, purpose, hash, email, expires_at, used_at)
select pg_temp.seed_id('token', n, now()), now(), now(), owner, 'VERIFY_EMAIL', md5('token' || n), 'beekeeper-' || n || '@example.org',
  now() + interval '30 days', now() from seed_users;
insert into email_changes (id, created_at, updated_at, user_id, old_email, new_email, confirm_hash, expires_at, confirmed_at, undo_hash, undo_until)
select pg_temp.seed_id('address', n, now()), now(), now(), owner, 'former-' || n || '@example.org', 'beekeeper-' || n || '@example.org',
  md5('confirm' || n), now() + interval '1 day', now(), md5('undo' || n), now() + interval '7 days' from seed_users;
-- No key opens the secrets: none of these accounts can log in.
insert into second_factors (id, created_at, updated_at, user_id, key_id, secret, confirmed_at)
select pg_temp.seed_id('factor', n, now()), now(), now(), owner, 'none', 'none', now() from seed_users;
-- None is due: the service would send it.
insert into digests (id, created_at, updated_at, user_id, frequency)
select pg_temp.seed_id('digest', n, began), began, began, owner, 'OFF' from seed_users;
insert into idempotency_keys (owner_id, key, request_hash, status, body)
select owner, 'key-' || n, md5('request' || n), 200, '{}' from seed_users;
insert into audit_entries (id, created_at, updated_at, actor_id, subject_id, field, before, after)
select pg_temp.seed_id('audit', n, began), began, began, owner, owner, 'isVerified', 'false', 'true' from seed_users;

insert into apiaries (id, created_at, updated_at, owner_id, name, location, treatments)
select apiary, began, began, owner, 'Apiary ' || a, 'Valley road km ' || a % 97, a % 2 = 0 from seed_apiaries;
insert into apiary_members (id, created_at, updated_at, owner_id, apiary_id, user_id, role)
select pg_temp.seed_id('member', m.n * 1000000000 + a.a, now() - interval '90 days'), now() - interval '90 days', now() - interval '90 days',
  a.owner, a.apiary, u.owner, m.role
from seed_members m join seed_users u using (n) join seed_apiaries a on a.a = m.apiary_of * 1000 + m.apiary;
-- The token of an invitation is the id of its apiary without hyphens, and eleven zeros.
insert into apiary_invitations (id, created_at, updated_at, owner_id, apiary_id, role, token_hash, expires_at, uses_left, invited_by)
select pg_temp.seed_id('invitation', a, now()), now(), now(), owner, apiary, 'VIEWER',
  encode(sha256(convert_to(replace(apiary::text, '-', '') || repeat('0', 11), 'UTF8')), 'hex'), now() + interval '7 days', 5, owner
from seed_apiaries;
insert into questions (id, created_at, updated_at, apiary_id, text, answer_type, category, required, options, min, max, position, owner_id)
select pg_temp.seed_id('question', a * 32 + p, began), began, began, apiary, 'Question ' || p || ': what did you see?',
  (array['texto', 'numero', 'opciones', 'si_no'])[kind], 'Brood', false, case kind when 3 then array['None', 'Few', 'Many'] end,
  case kind when 2 then 0 end, case kind when 2 then 20 end, p, owner
from seed_apiaries, generate_series(1, $questions) p, lateral (values (1 + p % 4)) x (kind);

insert into beehives (id, created_at, updated_at, apiary_id, beehive_number, activity_level, activity, bee_population, population, food_frames,
  brood_frames, hive_status, status, health_status, health, has_production_chamber, production_chamber, last_inspected_at, observations,
  owner_id, is_treated, ended_on, end_cause, name)
select b.hive, began, now() - (b.h % 300) * interval '1 hour', b.apiary, i, (array['Low', 'Medium', 'High'])[1 + b.h % 3],
  (array['LOW', 'MEDIUM', 'HIGH'])[1 + b.h % 3], (array['Small', 'Medium', 'Large'])[1 + b.h % 3],
  (array['SMALL', 'MEDIUM', 'LARGE'])[1 + b.h % 3], b.h % 10, b.h % 8, case when i % 20 = 0 then 'Queenless' else 'Active' end,
  case when i % 20 = 0 then 'QUEENLESS' else 'ACTIVE' end, (array['Healthy', 'Healthy', 'Healthy', 'At Risk', 'Unhealthy'])[1 + b.h % 5],
  (array['HEALTHY', 'HEALTHY', 'HEALTHY', 'AT_RISK', 'UNHEALTHY'])[1 + b.h % 5], case when i % 2 = 0 then 'Yes' else 'No' end, i % 2 = 0,
  last.at, 'Inspected the brood box; queen seen. Visit ' || b.h % 31 || '.', b.owner, b.h % 4 = 0,
  case when has_ended then current_date - 30 end, case when has_ended then 'MITES' end, case when i % 10 = 0 then 'Nuc ' || i end
from seed_hives b left join (select h, max(at) as at from seed_visits where not is_draft group by h) last using (h) order by b.h;
insert into beehive_placements (id, created_at, updated_at, owner_id, beehive_id, apiary_id, placed_on, left_on, actor_id)
select pg_temp.seed_id('placement', h, began), began, began, owner, hive, apiary, began::date, case when has_ended then current_date - 30 end, owner
from seed_hives;
insert into colony_events (id, created_at, updated_at, owner_id, beehive_id, kind, occurred_on, actor_id)
select pg_temp.seed_id('event', h, now() - interval '30 days'), now() - interval '30 days', now(), owner, hive, 'LOST', current_date - 30, owner
from seed_hives where has_ended;
insert into beehive_questions (id, created_at, updated_at, beehive_id, question_id, position, owner_id)
select pg_temp.seed_id('override', h, began), began, began, hive, pg_temp.seed_id('question', a * 32 + 1, began), 1, owner from seed_hives where i = 1;

insert into inspections (id, created_at, updated_at, beehive_id, apiary_id, status, occurred_at, notes, actor_id, visit_id, series_id, revision,
  current, owner_id)
select inspection, at, at, hive, apiary, case when is_draft then 'DRAFT' else 'COMPLETED' end, at,
  case when k % 3 > 0 then 'Visit ' || k || ': calm bees, no sign of mites; feed again in a week.' end, owner,
  pg_temp.seed_id('visit', a * 512 + k, date_trunc('day', at)), inspection, 1, true, owner from seed_visits order by k, h;
insert into answers (id, created_at, updated_at, inspection_id, question_id, question_text, answer_type, category, required, options, min, max,
  position, text, number, choice, yes_no, answered_at, score, owner_id)
select pg_temp.seed_id('answer', v * 32 + p, at), at, at, inspection, pg_temp.seed_id('question', a * 32 + p, began),
  'Question ' || p || ': what did you see?', (array['texto', 'numero', 'opciones', 'si_no'])[kind], 'Brood', false,
  case kind when 3 then array['None', 'Few', 'Many'] end, case kind when 2 then 0 end, case kind when 2 then 20 end, p,
  case kind when 1 then 'Cells of frame ' || h % 10 || ' were capped.' end, case kind when 2 then (h + k + p) % 40 / 2.0 end,
  case kind when 3 then (array['None', 'Few', 'Many'])[1 + (h + k) % 3] end, case kind when 4 then h % 2 = 0 end, at,
  case when p % 3 = 0 then (h + k) % 10 end, seed_visits.owner
from seed_visits join (select a, began from seed_apiaries) x using (a), generate_series(1, $questions) p, lateral (values (1 + p % 4)) t (kind)
where k > $visits - $answered order by k, h, p;

insert into inventory_items (id, created_at, updated_at, apiary_id, item_name, description, quantity, movement_count, unit, unit_kind,
  minimum_stock, category, expiry_date, owner_id)
select pg_temp.seed_id('item', a * 128 + i, began), began, began, apiary, 'Item ' || i, 'Stock line ' || i || ' of apiary ' || a, 100 * $movements,
  $movements, 'pieces', 'PIECES', case when i % 5 = 1 then 100 * $movements + 50 else 10 end, 'Equipment',
  case when i % 5 = 2 then current_date + 20 end, owner
from seed_apiaries, generate_series(1, $items) i;
insert into stock_movements (id, created_at, updated_at, item_id, sequence, kind, amount, balance_after, actor_id, occurred_at, owner_id)
select pg_temp.seed_id('movement', (a * 128 + i) * 512 + s, at), at, at, pg_temp.seed_id('item', a * 128 + i, began), s,
  case s when 1 then 'INITIAL' else 'ENTRY' end, 100, s * 100, owner, at, owner
from generate_series(1, $movements) s, seed_apiaries, generate_series(1, $items) i,
  lateral (values (began + (s * $days / $movements) * interval '1 day')) t (at) order by s;

insert into mite_counts (id, created_at, updated_at, owner_id, beehive_id, apiary_id, counted_on, method, bees, mites, actor_id)
select pg_temp.seed_id('count', h * 512 + k, at), at, at, owner, hive, apiary, at::date, 'ALCOHOL_WASH', 300, (h + k) % 20, owner
from generate_series(1, $counts) k, seed_hives,
  lateral (values (now() - (($counts - k) * $days / $counts + h % 15) * interval '1 day')) t (at) order by k, h;
insert into treatments (id, created_at, updated_at, owner_id, kind, product_name, active_ingredient, target, method, dose, dose_unit,
  batch_number, supplier, started_on, ended_on, planned_days, withdrawal_days, beehive_id, treated_beehive_id, beehive_label, apiary_id,
  apiary_label, course_id, status, item_id, actor_id, series_id, revision, current)
select treatment, at, at, owner, (array['Varroa', 'Nosema', 'Foulbrood'])[1 + k % 3], 'Apivar', 'Amitraz', 'Varroa', 'strips', 2, 'strips',
  'B' || a, 'Vet shop', at::date, case when is_over then at::date + 42 end, 42, 0, hive, hive, i::text, apiary, 'Apiary ' || a,
  pg_temp.seed_id('course', a * 512 + k, at), case when is_over then 'COMPLETED' else 'ACTIVE' end,
  case when i = 1 then pg_temp.seed_id('item', a * 128 + 1, began) end, owner, treatment, 1, true
from generate_series(1, $courses) k, seed_hives,
  lateral (values (now() - (($courses - k) * $days / $courses + 10 + a % 60) * interval '1 day')) t (at),
  lateral (values (pg_temp.seed_id('treatment', h * 512 + k, at), at::date + 42 < current_date)) x (treatment, is_over) order by k, h;
insert into treatment_follow_ups (id, created_at, updated_at, owner_id, treatment_id, reviewed_on, infestation_level, actor_id)
select pg_temp.seed_id('review', h * 512 + $courses, at), at, at, owner, pg_temp.seed_id('treatment', h * 512 + $courses, at), current_date, 'Low', owner
from seed_hives, lateral (values (now() - (10 + a % 60) * interval '1 day')) t (at);

insert into products (id, created_at, updated_at, owner_id, apiary_id, kind, name, feed_kind, sugar_percent, density, actor_id)
select pg_temp.seed_id('product', a, began), began, began, owner, apiary, 'FEED', 'Syrup of apiary ' || a, 'SYRUP', 50, 1.23, owner from seed_apiaries;
insert into feedings (id, created_at, updated_at, owner_id, beehive_id, apiary_id, fed_on, kind, product_id, product_name, grams, sugar_percent, actor_id)
select pg_temp.seed_id('feeding', h * 512 + k, at), at, at, owner, hive, apiary, at::date, 'SYRUP', pg_temp.seed_id('product', a, began),
  'Syrup of apiary ' || a, 1000, 50, owner
from generate_series(1, $courses) k, seed_hives,
  lateral (values (now() - (($courses - k) * $days / $courses + 5 + a % 30) * interval '1 day')) t (at) order by k, h;

insert into measurements (id, created_at, updated_at, owner_id, beehive_id, apiary_id, kind, value, unit, measured_at, actor_id)
select pg_temp.seed_id('measurement', h * 512 + k, at), at, at, owner, hive, apiary, 'WEIGHT', 30 + k % 20, 'KILOGRAMS', at, owner
from generate_series(1, $courses) k, seed_hives,
  lateral (values (now() - (($courses - k) * $days / $courses + 3 + a % 30) * interval '1 day')) t (at) order by k, h;

insert into queens (id, created_at, updated_at, owner_id, apiary_id, name, year, color, is_marked, race, origin, actor_id, mother_id)
select pg_temp.seed_id('queen', h, at), at, at, owner, apiary, 'Queen ' || h, extract(year from at), 'BLUE', true, 'Carnica', 'REARED', owner,
  case when i > 1 then pg_temp.seed_id('queen', h - i + 1, at) end
from seed_hives, lateral (values (began + interval '20 days')) t (at);
insert into queen_reigns (id, created_at, updated_at, owner_id, beehive_id, queen_id, started_on, ended_on, actor_id)
select pg_temp.seed_id('reign', h, at), at, at, owner, hive, pg_temp.seed_id('queen', h, at), at::date, case when has_ended then current_date - 30 end, owner
from seed_hives, lateral (values (began + interval '20 days')) t (at);

-- The last harvest is a draft. Of the others, a lot contains half, and half of it is packed. A harvest has at most 100 sources.
create temp table seed_harvests on commit drop as
select a * 128 + k as v, k, a, n, least(hives, 100) as hives, owner, apiary, at, k = $harvests as is_draft, pg_temp.seed_id('harvest', a * 128 + k, at) as harvest
from generate_series(1, $harvests) k, seed_apiaries,
  lateral (values (date_trunc('day', now()) - (($harvests - k) * $days / $harvests + 1 + a % 15) * interval '1 day')) t (at);
insert into harvests (id, created_at, updated_at, owner_id, apiary_id, apiary_label, harvested_on, status, grams, country, honey_kind, actor_id,
  lot_grams, revision)
select harvest, at, at, owner, apiary, 'Apiary ' || a, at::date, case when is_draft then 'DRAFT' else 'CLOSED' end, hives * 5000, 'ES', 'Rosemary',
  owner, case when is_draft then 0 else hives * 2500 end, case when k = 1 then 2 else 1 end from seed_harvests order by v;
insert into harvest_revisions (id, created_at, updated_at, owner_id, harvest_id, revision, harvested_on, status, grams, sources, actor_id)
select pg_temp.seed_id('revision', v, at), at, at, owner, harvest, 1, at::date, 'CLOSED', hives * 5000, '[]', owner from seed_harvests where k = 1;
insert into harvest_sources (id, created_at, updated_at, owner_id, harvest_id, beehive_id, harvested_beehive_id, beehive_label, position, frames, grams)
select pg_temp.seed_id('source', h * 128 + k, at), at, at, b.owner, harvest, hive, hive, i::text, i - 1, 5, 5000
from seed_harvests join seed_hives b using (a) where i <= 100 order by k, h;
insert into lots (id, created_at, updated_at, owner_id, apiary_id, code, grams, packed_grams, actor_id)
select lot, at, at, owner, apiary, upper(lot::text), hives * 2500, hives * 1250, owner
from seed_harvests, lateral (values (pg_temp.seed_id('lot', v, at))) x (lot) where not is_draft order by v;
insert into lot_harvests (id, created_at, updated_at, owner_id, lot_id, harvest_id, grams)
select pg_temp.seed_id('part', v, at), at, at, owner, pg_temp.seed_id('lot', v, at), harvest, hives * 2500 from seed_harvests where not is_draft;
insert into lot_packs (id, created_at, updated_at, owner_id, lot_id, packed_on, jars, grams_per_jar, actor_id)
select pg_temp.seed_id('pack', v, at), at, at, owner, pg_temp.seed_id('lot', v, at), at::date, hives * 5, 250, owner from seed_harvests where not is_draft;

-- A task for each week of the history, of the first hive of the apiary; the last two are open.
insert into tasks (id, created_at, updated_at, owner_id, apiary_id, title, kind, due_on, beehive_ids, beehive_labels, item_ids, item_quantities,
  status, closed_on, closed_at, closed_by_id, actor_id)
select pg_temp.seed_id('task', b.a * 1024 + k, at), at, at, owner, apiary, 'Task ' || k, 'INSPECT', at::date, array[hive], array['1'],
  array[pg_temp.seed_id('item', b.a * 128 + 1, began)], array[1], case when is_open then 'OPEN' else 'DONE' end,
  case when not is_open then at::date end, case when not is_open then at end, case when not is_open then owner end, owner
from seed_hives b, generate_series(1, $days / 7) k,
  lateral (values (date_trunc('day', now()) + (k - $days / 7 + 1) * interval '7 days', k > $days / 7 - 2)) x (at, is_open)
where i = 1 order by k, b.a;
-- Items of its worklist that were put off, or are assigned. The cause is that of an item without a day.
insert into worklist_marks (id, created_at, updated_at, owner_id, apiary_id, kind, record_id, cause, snoozed_until, assignee_id, actor_id)
select pg_temp.seed_id('mark' || kind, h, now()), now(), now(), owner, apiary, kind, hive, '1900-01-01 00:00Z', case when kind = 'UNHEALTHY' then current_date + 7 end,
  case when kind = 'MITES_HIGH' then owner end, owner
from seed_hives, (values ('UNHEALTHY'), ('MITES_HIGH')) x (kind) where i <= 2 order by h;

-- Mite counts that were deleted, and can be restored.
insert into deletions (id, created_at, updated_at, owner_id, apiary_id, beehive_id, kind, record_id, label, actor_id, expires_at)
select pg_temp.seed_id('deletion', h, date_trunc('day', now())), now(), now(), owner, apiary, hive, 'MiteCount',
  pg_temp.seed_id('gone', h, date_trunc('day', now())), i::text, owner, now() + interval '30 days'
from seed_hives where i <= 2 order by h;
insert into deleted_rows (id, created_at, updated_at, owner_id, deletion_id, table_name, rows)
select pg_temp.seed_id('kept', h, date_trunc('day', now())), now(), now(), owner, pg_temp.seed_id('deletion', h, date_trunc('day', now())),
  'mite_counts', jsonb_build_array(jsonb_build_object('id', pg_temp.seed_id('gone', h, date_trunc('day', now()))))
from seed_hives where i <= 2 order by h;

-- The log of all of it, in the order of time.
insert into changes (owner_id, apiary_id, entity, row_id, action, version, label, actor_id, fields, notable, at)
select owner, apiary, entity, id, action, version, label, owner, fields, notable, at from (
  select owner, apiary, 'Apiary' as entity, apiary as id, 'CREATED' as action, 1 as version, 'Apiary ' || a as label, null::jsonb as fields,
    true as notable, began as at
  from seed_apiaries
  union all select owner, apiary, 'Beehive', hive, 'CREATED', 1, i::text, null, true, began from seed_hives
  union all select owner, apiary, 'BeehivePlacement', pg_temp.seed_id('placement', h, began), 'CREATED', 1, i::text, null, false, began from seed_hives
  union all select owner, apiary, 'Inspection', inspection, 'CREATED', 1, null, null, true, at from seed_visits
  union all select owner, apiary, 'Beehive', hive, 'UPDATED', k + 1, null, '{"food_frames": [3, 4]}', true, at from seed_visits where k % 2 = 1
  union all select owner, apiary, 'Treatment', id, 'CREATED', 1, 'Apivar', null, false, created_at from treatments join seed_users on owner_id = owner,
    lateral (values (apiary_id)) x (apiary)
  union all select owner, apiary, 'Harvest', harvest, 'CREATED', 1, null, null, true, at from seed_harvests) c order by at;
-- What they hold has been measured: the service would measure all of them.
insert into account_usage (user_id, row_count, bytes, measured_at, changed_seq, measured_seq)
select owner, 1000, 500000, now(), last, last from seed_users, (select max(seq) from changes) log (last);
