create extension if not exists btree_gist;
create extension if not exists pg_trgm;

create table users (
  id uuid primary key, created_at timestamptz(3) not null, updated_at timestamptz(3) not null,
  email text not null constraint users_email_check check (char_length(email) >= 1 and char_length(email) <= 254 and email ~ '^[^\u0001-\u001f\u007f-\u009f]*$') constraint users_email_unique unique,
  username text not null constraint users_username_check check (char_length(username) >= 1 and char_length(username) <= 100 and username ~ '^[^\u0001-\u001f\u007f-\u009f]*$'),
  phone text constraint users_phone_check check (char_length(phone) <= 50 and phone ~ '^[^\u0001-\u001f\u007f-\u009f]*$'),
  is_verified boolean not null default false,
  is_active boolean not null default true,
  password_hash text not null,
  role text not null default 'BEEKEEPER' constraint users_role_check check (role in ('BEEKEEPER', 'ADMIN')),
  permissions text[] not null default '{}',
  full_name text constraint users_full_name_check check (char_length(full_name) <= 200 and full_name ~ '^[^\u0001-\u001f\u007f-\u009f]*$'),
  location text constraint users_location_check check (char_length(location) <= 500),
  photo_url text constraint users_photo_url_check check (char_length(photo_url) <= 2000 and photo_url ~ '^[^\u0001-\u001f\u007f-\u009f]*$'),
  language text not null default 'es' constraint users_language_check check (language in ('es', 'en')),
  show_shared_apiaries boolean not null default false,
  time_zone text not null default 'UTC' constraint users_time_zone_check check (time_zone ~ '^[\w+/-]+$'),
  has_password boolean not null default true,
  register_link_revocations int not null default 0
);
create index users_created_index on users (created_at, id);

create table sessions (
  id uuid primary key, created_at timestamptz(3) not null, updated_at timestamptz(3) not null,
  user_id uuid not null constraint sessions_user_id_foreign references users on delete cascade,
  expires_at timestamptz(3) not null constraint sessions_expires_at_check check (expires_at >= '1900-01-01 00:00:00+00' and expires_at < '2201-01-01 00:00:00+00'),
  ended_at timestamptz(3),
  device text,
  address text,
  last_seen_at timestamptz(3) not null default now() constraint sessions_last_seen_at_check check (last_seen_at >= '1900-01-01 00:00:00+00' and last_seen_at < '2201-01-01 00:00:00+00'),
  long_lived boolean not null default false
);
create index sessions_over_index on sessions (LEAST(ended_at, expires_at));
create index sessions_user_index on sessions (user_id);

create table refresh_tokens (
  id uuid primary key, created_at timestamptz(3) not null, updated_at timestamptz(3) not null,
  session_id uuid not null constraint refresh_tokens_session_id_foreign references sessions on delete cascade,
  hash text not null constraint refresh_tokens_hash_unique unique,
  used_at timestamptz(3)
);
create index refresh_tokens_session_index on refresh_tokens (session_id);

create table one_time_tokens (
  id uuid primary key, created_at timestamptz(3) not null, updated_at timestamptz(3) not null,
  user_id uuid not null constraint one_time_tokens_user_id_foreign references users on delete cascade,
  purpose text not null constraint one_time_tokens_purpose_check check (purpose in ('RESET_PASSWORD', 'VERIFY_EMAIL')),
  hash text not null constraint one_time_tokens_hash_unique unique,
  email text not null,
  expires_at timestamptz(3) not null,
  used_at timestamptz(3)
);
create index one_time_tokens_user_index on one_time_tokens (user_id, purpose);

create table personal_access_tokens (
  id uuid primary key, created_at timestamptz(3) not null, updated_at timestamptz(3) not null,
  user_id uuid not null constraint personal_access_tokens_user_id_foreign references users on delete cascade,
  token_hash text not null constraint personal_access_tokens_hash_unique unique,
  name text not null constraint personal_access_tokens_name_check check (char_length(name) >= 1 and char_length(name) <= 100 and name ~ '^[^\u0001-\u001f\u007f-\u009f]*$'),
  scope text not null constraint personal_access_tokens_scope_check check (scope in ('READ', 'RECORD', 'MANAGE')),
  apiary_ids uuid[],
  expires_at timestamptz(3) not null constraint personal_access_tokens_expires_at_check check (expires_at >= '1900-01-01 00:00:00+00' and expires_at < '2201-01-01 00:00:00+00'),
  last_used_at timestamptz(3) constraint personal_access_tokens_last_used_at_check check (last_used_at >= '1900-01-01 00:00:00+00' and last_used_at < '2201-01-01 00:00:00+00'),
  revoked_at timestamptz(3)
);
create index personal_access_tokens_over_index on personal_access_tokens (LEAST(revoked_at, expires_at));
create index personal_access_tokens_user_index on personal_access_tokens (user_id, created_at, id);

create table email_changes (
  id uuid primary key, created_at timestamptz(3) not null, updated_at timestamptz(3) not null,
  user_id uuid not null constraint email_changes_user_id_foreign references users on delete cascade,
  old_email text not null,
  new_email text not null,
  confirm_hash text not null constraint email_changes_confirm_hash_unique unique,
  expires_at timestamptz(3) not null,
  confirmed_at timestamptz(3),
  undo_hash text constraint email_changes_undo_hash_unique unique,
  undo_until timestamptz(3),
  undone_at timestamptz(3)
);
create index email_changes_reserved_index on email_changes (old_email) where (undo_hash IS NOT NULL);
create index email_changes_user_index on email_changes (user_id);

create table second_factors (
  id uuid primary key, created_at timestamptz(3) not null, updated_at timestamptz(3) not null,
  user_id uuid not null constraint second_factors_user_unique unique constraint second_factors_user_id_foreign references users on delete cascade,
  key_id text not null,
  secret text not null,
  confirmed_at timestamptz(3),
  last_step int not null default 0,
  recovery_hashes text[] not null default '{}'
);

create table identities (
  id uuid primary key, created_at timestamptz(3) not null, updated_at timestamptz(3) not null,
  user_id uuid not null constraint identities_user_id_foreign references users on delete cascade,
  issuer text not null,
  subject text not null,
  constraint identities_subject_unique unique (issuer, subject)
);
create index identities_user_index on identities (user_id, created_at, id);

create table oidc_log_ins (
  id uuid primary key, created_at timestamptz(3) not null, updated_at timestamptz(3) not null,
  provider text not null,
  state_hash text not null constraint oidc_log_ins_state_unique unique,
  browser_hash text not null,
  redirect_uri text not null,
  client_state text not null,
  code_challenge text not null,
  expires_at timestamptz(3) not null,
  returned_at timestamptz(3),
  code_hash text constraint oidc_log_ins_code_unique unique,
  claims jsonb
);
create index oidc_log_ins_expires_index on oidc_log_ins (expires_at);

create table session_changes (
  session_id uuid not null,
  changed_at timestamptz(3) not null default clock_timestamp()
);
create index session_changes_changed_index on session_changes (changed_at);

create unlogged table rate_limits (
  key text primary key,
  points int not null default 0,
  expire bigint
);

create table idempotency_keys (
  owner_id uuid not null,
  key text not null,
  request_hash text not null,
  status int,
  body text,
  created_at timestamptz(3) not null default now(),
  headers text[],
  primary key (owner_id, key)
);
create index idempotency_keys_created_index on idempotency_keys (created_at);

create table mails (
  id uuid primary key, created_at timestamptz(3) not null, updated_at timestamptz(3) not null,
  recipient text not null,
  subject text not null,
  text text not null,
  html text not null,
  unsubscribe_url text
);

create table audit_entries (
  id uuid primary key, created_at timestamptz(3) not null, updated_at timestamptz(3) not null,
  actor_id uuid,
  subject_id uuid not null,
  field text not null,
  before text not null,
  after text not null,
  reason text constraint audit_entries_reason_check check (char_length(reason) <= 500)
);
create index audit_entries_created_index on audit_entries (created_at, id);

create table account_usage (
  user_id uuid primary key constraint account_usage_user_id_fkey references users on delete cascade,
  row_count bigint not null default 0,
  bytes bigint not null default 0,
  measured_at timestamptz(3),
  changed_seq bigint not null,
  measured_seq bigint not null default 0,
  claimed_at timestamptz(3) not null default '-infinity'::timestamp with time zone
);
create index account_usage_bytes_index on account_usage (bytes);
create index account_usage_changed_index on account_usage (changed_seq);
create index account_usage_due_index on account_usage (claimed_at) where (changed_seq > measured_seq);

create table unfinished_transfers (
  apiary_id uuid not null,
  owner_id uuid not null,
  claimed_at timestamptz(3) not null default '-infinity'::timestamp with time zone,
  primary key (apiary_id, owner_id)
);
create index unfinished_transfers_owner_index on unfinished_transfers (owner_id);

create table removals (
  owner_id uuid primary key,
  begun_at timestamptz(3) not null default now(),
  claimed_at timestamptz(3) not null default '-infinity'::timestamp with time zone
);

create table digests (
  id uuid primary key, created_at timestamptz(3) not null, updated_at timestamptz(3) not null,
  user_id uuid not null constraint digests_user_unique unique constraint digests_user_id_foreign references users on delete cascade,
  frequency text not null,
  weekday int not null default 1 constraint digests_weekday_check check ((weekday >= 1) AND (weekday <= 7)),
  hour int not null default 7 constraint digests_hour_check check ((hour >= 0) AND (hour <= 23)),
  kinds text[],
  only_assigned boolean not null default false,
  due_at timestamptz(3),
  sent_at timestamptz(3)
);
create index digests_due_index on digests (due_at, id);

create table push_subscriptions (
  id uuid primary key, created_at timestamptz(3) not null, updated_at timestamptz(3) not null,
  user_id uuid not null constraint push_subscriptions_user_id_foreign references users on delete cascade,
  session_id uuid not null constraint push_subscriptions_session_id_foreign references sessions on delete cascade,
  endpoint text not null constraint push_subscriptions_endpoint_unique unique,
  host text not null,
  p256dh text not null,
  auth text not null,
  last_sent_at timestamptz(3) constraint push_subscriptions_last_sent_at_check check (last_sent_at >= '1900-01-01 00:00:00+00' and last_sent_at < '2201-01-01 00:00:00+00')
);
create index push_subscriptions_session_index on push_subscriptions (session_id);
create index push_subscriptions_user_index on push_subscriptions (user_id);

create table calendar_feeds (
  id uuid primary key, created_at timestamptz(3) not null, updated_at timestamptz(3) not null,
  user_id uuid not null constraint calendar_feeds_user_id_foreign references users on delete cascade,
  token_hash text not null constraint calendar_feeds_hash_unique unique,
  name text constraint calendar_feeds_name_check check (char_length(name) <= 100 and name ~ '^[^\u0001-\u001f\u007f-\u009f]*$'),
  apiary_ids uuid[],
  kinds text[],
  assignee_ids uuid[],
  language text not null constraint calendar_feeds_language_check check (language in ('es', 'en')),
  start_hour int constraint calendar_feeds_start_hour_check check (start_hour >= 0 and start_hour <= 23),
  alarm_minutes int constraint calendar_feeds_alarm_minutes_check check (alarm_minutes >= -1440 and alarm_minutes <= 40320),
  last_read_at timestamptz(3) constraint calendar_feeds_last_read_at_check check (last_read_at >= '1900-01-01 00:00:00+00' and last_read_at < '2201-01-01 00:00:00+00'),
  revoked_at timestamptz(3),
  published jsonb not null default '{}'::jsonb,
  revision int not null default 0
);
create index calendar_feeds_revoked_index on calendar_feeds (revoked_at) where (revoked_at IS NOT NULL);
create index calendar_feeds_user_index on calendar_feeds (user_id, created_at, id);

create table webhooks (
  id uuid primary key, created_at timestamptz(3) not null, updated_at timestamptz(3) not null,
  user_id uuid not null constraint webhooks_user_id_foreign references users on delete cascade,
  name text constraint webhooks_name_check check (char_length(name) <= 100 and name ~ '^[^\u0001-\u001f\u007f-\u009f]*$'),
  url text not null constraint webhooks_url_check check (char_length(url) >= 1 and char_length(url) <= 1000 and url ~ '^[^\u0001-\u001f\u007f-\u009f]*$'),
  kinds text[],
  actions text[],
  apiary_ids uuid[],
  status text not null default 'ACTIVE' constraint webhooks_status_check check (status in ('ACTIVE', 'PAUSED', 'UNREACHABLE', 'GONE', 'OVERLOADED')),
  disabled_at timestamptz(3) constraint webhooks_disabled_at_check check (disabled_at >= '1900-01-01 00:00:00+00' and disabled_at < '2201-01-01 00:00:00+00'),
  failing_since timestamptz(3) constraint webhooks_failing_since_check check (failing_since >= '1900-01-01 00:00:00+00' and failing_since < '2201-01-01 00:00:00+00'),
  secret text not null,
  previous_secrets text[] not null default '{}',
  rotation_ends_at timestamptz(3) constraint webhooks_rotation_ends_at_check check (rotation_ends_at >= '1900-01-01 00:00:00+00' and rotation_ends_at < '2201-01-01 00:00:00+00'),
  failures int not null default 0,
  next_at timestamptz(3),
  leased_until timestamptz(3),
  started pg_snapshot not null default pg_current_snapshot()
);
create index webhooks_active_index on webhooks (pg_snapshot_xmin(started)) where (status = 'ACTIVE');
create index webhooks_due_index on webhooks (COALESCE(leased_until, next_at));
create index webhooks_user_index on webhooks (user_id, created_at, id);

create table webhook_deliveries (
  id uuid primary key, created_at timestamptz(3) not null, updated_at timestamptz(3) not null,
  webhook_id uuid not null constraint webhook_deliveries_webhook_id_foreign references webhooks on delete cascade,
  kind text,
  action text,
  record_id uuid,
  apiary_id uuid,
  version int constraint webhook_deliveries_version_check check (version >= 0),
  sequence bigint,
  changed_at timestamptz(3) constraint webhook_deliveries_changed_at_check check (changed_at >= '1900-01-01 00:00:00+00' and changed_at < '2201-01-01 00:00:00+00'),
  status text not null default 'WAITING' constraint webhook_deliveries_status_check check (status in ('WAITING', 'DELIVERED', 'FAILED')),
  attempts int not null default 0 constraint webhook_deliveries_attempts_check check (attempts >= 0),
  last_attempt_at timestamptz(3) constraint webhook_deliveries_last_attempt_at_check check (last_attempt_at >= '1900-01-01 00:00:00+00' and last_attempt_at < '2201-01-01 00:00:00+00'),
  queued_at timestamptz(3) not null,
  next_at timestamptz(3) constraint webhook_deliveries_next_at_check check (next_at >= '1900-01-01 00:00:00+00' and next_at < '2201-01-01 00:00:00+00'),
  error text constraint webhook_deliveries_error_check check (error in ('STATUS', 'TIMEOUT', 'NAME_NOT_FOUND', 'ADDRESS_REFUSED', 'CERTIFICATE_INVALID', 'NOT_CONNECTED', 'SECRET_LOST')),
  status_code int,
  duration_ms int constraint webhook_deliveries_duration_ms_check check (duration_ms >= 0)
);
create index webhook_deliveries_created_index on webhook_deliveries (created_at);
create index webhook_deliveries_due_index on webhook_deliveries (webhook_id, next_at) where (next_at IS NOT NULL);
create index webhook_deliveries_webhook_index on webhook_deliveries (webhook_id, created_at, id);

create table webhook_cursor (
  id int primary key,
  system text not null,
  xid xid8 not null,
  seq bigint not null,
  min_seq bigint not null,
  constraint webhook_cursor_single check (id = 1)
);

create table imports (
  id uuid primary key, created_at timestamptz(3) not null, updated_at timestamptz(3) not null,
  user_id uuid not null constraint imports_user_id_foreign references users on delete cascade,
  file_name text not null constraint imports_file_name_check check (char_length(file_name) >= 1 and char_length(file_name) <= 200 and file_name ~ '^[^\u0001-\u001f\u007f-\u009f]*$'),
  status text not null default 'WAITING' constraint imports_status_check check (status in ('WAITING', 'READING', 'CHECKING', 'READY', 'FAILED', 'RUNNING', 'CANCELED', 'DONE', 'UNDOING', 'UNDONE')),
  size_bytes int constraint imports_size_bytes_check check (size_bytes >= 0),
  received_bytes int not null default 0 constraint imports_received_bytes_check check (received_bytes >= 0),
  format text constraint imports_format_check check (format in ('CSV', 'XLSX', 'ARCHIVE', 'OPENBEEHIVE', 'HIVE_PAL', 'BEEP')),
  checksum text,
  details jsonb,
  mapping jsonb,
  asked jsonb,
  problem jsonb,
  revision int not null default 0,
  rows_total int not null default 0 constraint imports_rows_total_check check (rows_total >= 0),
  rows_done int not null default 0 constraint imports_rows_done_check check (rows_done >= 0),
  rows_with_problems int not null default 0 constraint imports_rows_with_problems_check check (rows_with_problems >= 0),
  records_created int not null default 0 constraint imports_records_created_check check (records_created >= 0),
  started_at timestamptz(3) constraint imports_started_at_check check (started_at >= '1900-01-01 00:00:00+00' and started_at < '2201-01-01 00:00:00+00'),
  finished_at timestamptz(3) constraint imports_finished_at_check check (finished_at >= '1900-01-01 00:00:00+00' and finished_at < '2201-01-01 00:00:00+00'),
  undoable_until timestamptz(3) constraint imports_undoable_until_check check (undoable_until >= '1900-01-01 00:00:00+00' and undoable_until < '2201-01-01 00:00:00+00')
);
create index imports_user_index on imports (user_id, created_at, id);

create table import_rows (
  id uuid primary key, created_at timestamptz(3) not null, updated_at timestamptz(3) not null,
  import_id uuid not null constraint import_rows_import_id_foreign references imports on delete cascade,
  n int not null,
  sheet int not null constraint import_rows_sheet_check check (sheet >= 1),
  row int not null,
  cells jsonb not null,
  status text not null default 'PENDING' constraint import_rows_status_check check (status in ('PENDING', 'DONE', 'UPDATED', 'SKIPPED', 'FAILED', 'UNDONE', 'KEPT')),
  summary text not null default '',
  problems jsonb not null default '[]'::jsonb,
  remarks jsonb not null default '[]'::jsonb,
  questions jsonb not null default '[]'::jsonb,
  key text,
  above jsonb,
  has_problems boolean not null default false,
  records jsonb not null default '[]'::jsonb,
  constraint import_rows_unique unique (import_id, n)
);
create index import_rows_problems_index on import_rows (import_id, n) where has_problems;

create table import_files (
  import_id uuid not null constraint import_files_import_id_foreign references imports on delete cascade,
  at int not null,
  bytes bytea not null,
  primary key (import_id, at)
);

create table keepers (
  id uuid primary key, created_at timestamptz(3) not null, updated_at timestamptz(3) not null,
  owner_id uuid not null constraint keepers_owner_id_foreign references users on delete cascade,
  valid_from date not null constraint keepers_valid_from_check check (valid_from >= '1900-01-01' and valid_from <= '2200-12-31'),
  legal_name text not null constraint keepers_legal_name_check check (char_length(legal_name) >= 1 and char_length(legal_name) <= 200 and legal_name ~ '^[^\u0001-\u001f\u007f-\u009f]*$'),
  address text constraint keepers_address_check check (char_length(address) <= 500),
  tax_id text constraint keepers_tax_id_check check (char_length(tax_id) <= 50 and tax_id ~ '^[^\u0001-\u001f\u007f-\u009f]*$'),
  register_number text constraint keepers_register_number_check check (char_length(register_number) <= 100 and register_number ~ '^[^\u0001-\u001f\u007f-\u009f]*$'),
  country text constraint keepers_country_check check (country ~ '^[A-Z]{2}$'),
  version int not null default 1 constraint keepers_version_check check (version >= 1),
  constraint keepers_day_unique unique (owner_id, valid_from)
);

create table apiaries (
  id uuid primary key, created_at timestamptz(3) not null, updated_at timestamptz(3) not null,
  owner_id uuid not null,
  name text not null constraint apiaries_name_check check (char_length(name) >= 1 and char_length(name) <= 200 and name ~ '^[^\u0001-\u001f\u007f-\u009f]*$'),
  location text constraint apiaries_location_check check (char_length(location) <= 500),
  treatments boolean not null default false,
  version int not null default 1 constraint apiaries_version_check check (version >= 1),
  time_zone text not null default 'UTC' constraint apiaries_time_zone_check check (time_zone ~ '^[\w+/-]+$'),
  inspection_days int constraint apiaries_inspection_days_check check (inspection_days >= 1 and inspection_days <= 3650),
  mites_to_watch double precision constraint apiaries_mites_to_watch_check check (mites_to_watch >= '0.1' and mites_to_watch <= '100'),
  mites_to_treat double precision constraint apiaries_mites_to_treat_check check (mites_to_treat >= '0.1' and mites_to_treat <= '100'),
  latitude numeric(8,5) constraint apiaries_latitude_check check (latitude >= '-90' and latitude <= '90'),
  longitude numeric(8,5) constraint apiaries_longitude_check check (longitude >= '-180' and longitude <= '180'),
  elevation int constraint apiaries_elevation_check check (elevation >= -500 and elevation <= 9000),
  country text constraint apiaries_country_check check (country ~ '^[A-Z]{2}$'),
  municipality text constraint apiaries_municipality_check check (char_length(municipality) <= 200 and municipality ~ '^[^\u0001-\u001f\u007f-\u009f]*$'),
  register_number text constraint apiaries_register_number_check check (char_length(register_number) <= 50 and register_number ~ '^[^\u0001-\u001f\u007f-\u009f]*$'),
  mobility text constraint apiaries_mobility_check check (mobility in ('STATIONARY', 'MIGRATORY')),
  forage text constraint apiaries_forage_check check (char_length(forage) <= 500),
  constraint apiaries_owner_unique unique (owner_id, id),
  constraint apiaries_position_check check ((latitude is null) = (longitude is null))
);
create index apiaries_created_index on apiaries (owner_id, created_at, id);
create index apiaries_name_index on apiaries (owner_id, name, id);
create index apiaries_position_index on apiaries (owner_id, latitude) where (latitude IS NOT NULL);

create table apiary_members (
  id uuid primary key, created_at timestamptz(3) not null, updated_at timestamptz(3) not null,
  owner_id uuid not null,
  apiary_id uuid not null,
  user_id uuid not null constraint apiary_members_user_id_foreign references users on delete cascade,
  role text not null constraint apiary_members_role_check check (role in ('MANAGER', 'WORKER', 'VIEWER', 'INSPECTOR')),
  member_until timestamptz(3) constraint apiary_members_member_until_check check (member_until >= '1900-01-01 00:00:00+00' and member_until < '2201-01-01 00:00:00+00'),
  invited_by uuid,
  version int not null default 1,
  constraint apiary_members_user_unique unique (user_id, apiary_id),
  constraint apiary_members_apiary_id_foreign foreign key (owner_id, apiary_id) references apiaries(owner_id, id) on update cascade on delete cascade,
  constraint apiary_members_expiry_check check ((role = 'INSPECTOR') = (member_until IS NOT NULL))
);
create index apiary_members_created_index on apiary_members (apiary_id, created_at, id);
create index apiary_members_expired_index on apiary_members (member_until) where (member_until IS NOT NULL);
create index apiary_members_shared_index on apiary_members (user_id, apiary_id) include (member_until);

create table apiary_invitations (
  id uuid primary key, created_at timestamptz(3) not null, updated_at timestamptz(3) not null,
  owner_id uuid not null,
  apiary_id uuid not null,
  role text not null constraint apiary_invitations_role_check check (role in ('MANAGER', 'WORKER', 'VIEWER', 'INSPECTOR')),
  token_hash text not null constraint apiary_invitations_hash_unique unique,
  email text constraint apiary_invitations_email_check check (char_length(email) <= 254 and email ~ '^[^\u0001-\u001f\u007f-\u009f]*$'),
  expires_at timestamptz(3) not null constraint apiary_invitations_expires_at_check check (expires_at >= '1900-01-01 00:00:00+00' and expires_at < '2201-01-01 00:00:00+00'),
  member_until timestamptz(3) constraint apiary_invitations_member_until_check check (member_until >= '1900-01-01 00:00:00+00' and member_until < '2201-01-01 00:00:00+00'),
  uses_left int not null constraint apiary_invitations_uses_left_check check (uses_left >= 0),
  revoked_at timestamptz(3) constraint apiary_invitations_revoked_at_check check (revoked_at >= '1900-01-01 00:00:00+00' and revoked_at < '2201-01-01 00:00:00+00'),
  invited_by uuid,
  accepted_by uuid[] not null default '{}',
  version int not null default 1,
  constraint apiary_invitations_apiary_id_foreign foreign key (owner_id, apiary_id) references apiaries(owner_id, id) on update cascade on delete cascade
);
create index apiary_invitations_created_index on apiary_invitations (apiary_id, created_at, id);
create index apiary_invitations_over_index on apiary_invitations (LEAST(revoked_at, expires_at));

create table beehives (
  id uuid primary key, created_at timestamptz(3) not null, updated_at timestamptz(3) not null,
  apiary_id uuid not null,
  beehive_number int constraint beehives_beehive_number_check check (beehive_number >= 0),
  activity_level text constraint beehives_activity_level_check check (char_length(activity_level) <= 100 and activity_level ~ '^[^\u0001-\u001f\u007f-\u009f]*$'),
  activity text constraint beehives_activity_check check (activity in ('LOW', 'MEDIUM', 'HIGH')),
  bee_population text constraint beehives_bee_population_check check (char_length(bee_population) <= 100 and bee_population ~ '^[^\u0001-\u001f\u007f-\u009f]*$'),
  population text constraint beehives_population_check check (population in ('SMALL', 'MEDIUM', 'LARGE')),
  food_frames int constraint beehives_food_frames_check check (food_frames >= 0 and food_frames <= 1000),
  brood_frames int constraint beehives_brood_frames_check check (brood_frames >= 0 and brood_frames <= 1000),
  hive_status text constraint beehives_hive_status_check check (char_length(hive_status) <= 100 and hive_status ~ '^[^\u0001-\u001f\u007f-\u009f]*$'),
  status text constraint beehives_status_check check (status in ('ACTIVE', 'INACTIVE', 'QUEENLESS', 'BROOD_CHAMBER', 'PRODUCTION_CHAMBER', 'BROOD_AND_PRODUCTION', 'BROOD_AND_DOUBLE_PRODUCTION')),
  health_status text constraint beehives_health_status_check check (char_length(health_status) <= 100 and health_status ~ '^[^\u0001-\u001f\u007f-\u009f]*$'),
  health text constraint beehives_health_check check (health in ('HEALTHY', 'AT_RISK', 'UNHEALTHY')),
  has_production_chamber text constraint beehives_has_production_chamber_check check (char_length(has_production_chamber) <= 100 and has_production_chamber ~ '^[^\u0001-\u001f\u007f-\u009f]*$'),
  production_chamber boolean,
  is_treated boolean not null default false,
  observations text constraint beehives_observations_check check (char_length(observations) <= 10000),
  last_inspected_at timestamptz(3) constraint beehives_last_inspected_at_check check (last_inspected_at >= '1900-01-01 00:00:00+00' and last_inspected_at < '2201-01-01 00:00:00+00'),
  owner_id uuid not null,
  version int not null default 1,
  ended_on date constraint beehives_ended_on_check check (ended_on >= '1900-01-01' and ended_on <= '2200-12-31'),
  end_cause text constraint beehives_end_cause_check check (end_cause in ('STARVED', 'WEATHER', 'MITES', 'DISEASE', 'QUEEN_LOST', 'ABSCONDED', 'ROBBED', 'PREDATORS', 'PESTICIDES', 'DISASTER', 'DESTROYED', 'STOLEN', 'SOLD', 'OTHER', 'UNKNOWN', 'UNITED')),
  reigning_queen_id uuid,
  queenless_since date,
  mites_counted_on date,
  mites_per_100 double precision,
  treatment_ends_on date,
  withdrawal_until date,
  withdrawal_unknown_until date,
  name text constraint beehives_name_check check (char_length(name) >= 1 and char_length(name) <= 60 and name ~ '^[^\u0001-\u001f\u007f-\u009f]*$'),
  label text generated always as (COALESCE(name, (beehive_number)::text, "right"((id)::text, 8))) stored not null,
  constraint beehives_apiary_id_foreign foreign key (owner_id, apiary_id) references apiaries(owner_id, id) on update cascade on delete cascade,
  constraint beehives_end_check check ((ended_on IS NULL) = (end_cause IS NULL))
);
create index beehives_apiary_index on beehives (apiary_id, id);
create index beehives_created_index on beehives (apiary_id, created_at, id);
create index beehives_last_inspected_index on beehives (apiary_id, last_inspected_at, id);
create unique index beehives_name_unique on beehives (apiary_id, lower(name)) where ((name IS NOT NULL) AND (ended_on IS NULL));
create index beehives_number_index on beehives (apiary_id, beehive_number, label, id);
create unique index beehives_number_unique on beehives (apiary_id, beehive_number) where ((beehive_number IS NOT NULL) AND (ended_on IS NULL));
create index beehives_owner_index on beehives (owner_id) include (id, ended_on, health, status, last_inspected_at);
create index beehives_updated_index on beehives (apiary_id, updated_at, id);

create table beehive_placements (
  id uuid primary key, created_at timestamptz(3) not null, updated_at timestamptz(3) not null,
  owner_id uuid not null,
  version int not null default 1,
  beehive_id uuid not null constraint beehive_placements_beehive_id_foreign references beehives on delete cascade,
  apiary_id uuid constraint beehive_placements_apiary_id_foreign references apiaries on delete set null,
  placed_on date not null constraint beehive_placements_placed_on_check check (placed_on >= '1900-01-01' and placed_on <= '2200-12-31'),
  left_on date constraint beehive_placements_left_on_check check (left_on >= '1900-01-01' and left_on <= '2200-12-31'),
  actor_id uuid,
  vehicle_plate text constraint beehive_placements_vehicle_plate_check check (char_length(vehicle_plate) <= 50 and vehicle_plate ~ '^[^\u0001-\u001f\u007f-\u009f]*$'),
  health_document text constraint beehive_placements_health_document_check check (char_length(health_document) <= 200 and health_document ~ '^[^\u0001-\u001f\u007f-\u009f]*$'),
  zone_reason text constraint beehive_placements_zone_reason_check check (char_length(zone_reason) <= 500),
  apiary_label text constraint beehive_placements_apiary_label_check check (char_length(apiary_label) >= 1 and char_length(apiary_label) <= 200 and apiary_label ~ '^[^\u0001-\u001f\u007f-\u009f]*$'),
  apiary_register_number text constraint beehive_placements_apiary_register_number_check check (char_length(apiary_register_number) <= 50 and apiary_register_number ~ '^[^\u0001-\u001f\u007f-\u009f]*$'),
  apiary_municipality text constraint beehive_placements_apiary_municipality_check check (char_length(apiary_municipality) <= 200 and apiary_municipality ~ '^[^\u0001-\u001f\u007f-\u009f]*$'),
  apiary_country text constraint beehive_placements_apiary_country_check check (apiary_country ~ '^[A-Z]{2}$'),
  constraint beehive_placements_days_check check (left_on >= placed_on),
  constraint beehive_placements_one_apiary EXCLUDE USING gist (((md5((beehive_id)::text))::uuid) WITH =, daterange(placed_on, left_on) WITH &&) DEFERRABLE
);
create index beehive_placements_apiary_index on beehive_placements (apiary_id, placed_on, id);
create index beehive_placements_beehive_index on beehive_placements (beehive_id, placed_on, created_at, id);

create table colony_events (
  id uuid primary key, created_at timestamptz(3) not null, updated_at timestamptz(3) not null,
  owner_id uuid not null,
  version int not null default 1,
  beehive_id uuid not null constraint colony_events_beehive_id_foreign references beehives on delete cascade,
  kind text not null constraint colony_events_kind_check check (kind in ('SPLIT_INTO', 'SPLIT_FROM', 'UNITED_INTO', 'UNITED_WITH', 'LOST')),
  occurred_on date not null constraint colony_events_occurred_on_check check (occurred_on >= '1900-01-01' and occurred_on <= '2200-12-31'),
  other_beehive_id uuid,
  other_beehive_label text constraint colony_events_other_beehive_label_check check (char_length(other_beehive_label) <= 60 and other_beehive_label ~ '^[^\u0001-\u001f\u007f-\u009f]*$'),
  food_frames int not null default 0 constraint colony_events_food_frames_check check (food_frames >= 0 and food_frames <= 1000),
  brood_frames int not null default 0 constraint colony_events_brood_frames_check check (brood_frames >= 0 and brood_frames <= 1000),
  notes text constraint colony_events_notes_check check (char_length(notes) <= 2000),
  actor_id uuid not null,
  zone_reason text constraint colony_events_zone_reason_check check (char_length(zone_reason) <= 500),
  constraint colony_events_other_check check ((kind = 'LOST') = (other_beehive_id IS NULL))
);
create index colony_events_beehive_index on colony_events (beehive_id, occurred_on, id);

create table questions (
  id uuid primary key, created_at timestamptz(3) not null, updated_at timestamptz(3) not null,
  apiary_id uuid not null,
  text text not null constraint questions_text_check check (char_length(text) >= 1 and char_length(text) <= 500 and text ~ '^[^\u0001-\u001f\u007f-\u009f]*$'),
  answer_type text not null constraint questions_answer_type_check check (answer_type in ('texto', 'numero', 'opciones', 'si_no')),
  category text constraint questions_category_check check (char_length(category) <= 100 and category ~ '^[^\u0001-\u001f\u007f-\u009f]*$'),
  required boolean not null default false,
  options text[] constraint questions_options_check check (cardinality(options) >= 1 and cardinality(options) <= 50),
  min int,
  max int,
  position int not null constraint questions_position_check check (position >= 1),
  active boolean not null default true,
  template_key text constraint questions_template_key_check check (char_length(template_key) <= 100 and template_key ~ '^[^\u0001-\u001f\u007f-\u009f]*$'),
  owner_id uuid not null,
  version int not null default 1,
  constraint questions_position_unique unique (apiary_id, "position") DEFERRABLE INITIALLY DEFERRED,
  constraint questions_apiary_id_foreign foreign key (owner_id, apiary_id) references apiaries(owner_id, id) on update cascade on delete cascade,
  constraint questions_bounds_check check (min <= max)
);

create table beehive_questions (
  id uuid primary key, created_at timestamptz(3) not null, updated_at timestamptz(3) not null,
  beehive_id uuid not null constraint beehive_questions_beehive_id_foreign references beehives on delete cascade,
  question_id uuid not null constraint beehive_questions_question_id_foreign references questions on delete cascade,
  position int not null default 0 constraint beehive_questions_position_check check (position >= 0 and position <= 10000),
  active boolean not null default true,
  owner_id uuid not null,
  version int not null default 1,
  constraint beehive_questions_unique unique (beehive_id, question_id)
);
create index beehive_questions_question_index on beehive_questions (question_id);

create table question_templates (
  id uuid primary key, created_at timestamptz(3) not null, updated_at timestamptz(3) not null,
  key text not null constraint question_templates_key_check check (char_length(key) >= 1 and char_length(key) <= 100 and key ~ '^[^\u0001-\u001f\u007f-\u009f]*$') constraint question_templates_key_unique unique,
  category text not null constraint question_templates_category_check check (category in ('COLONY_HEALTH', 'QUEEN_STATUS', 'FOOD_STORES', 'PESTS_AND_DISEASE', 'EQUIPMENT', 'PRODUCTION')),
  text_es text not null constraint question_templates_text_es_check check (char_length(text_es) >= 1 and char_length(text_es) <= 500 and text_es ~ '^[^\u0001-\u001f\u007f-\u009f]*$'),
  text_en text not null constraint question_templates_text_en_check check (char_length(text_en) >= 1 and char_length(text_en) <= 500 and text_en ~ '^[^\u0001-\u001f\u007f-\u009f]*$'),
  group_es text not null constraint question_templates_group_es_check check (char_length(group_es) >= 1 and char_length(group_es) <= 100 and group_es ~ '^[^\u0001-\u001f\u007f-\u009f]*$'),
  group_en text not null constraint question_templates_group_en_check check (char_length(group_en) >= 1 and char_length(group_en) <= 100 and group_en ~ '^[^\u0001-\u001f\u007f-\u009f]*$'),
  answer_type text not null constraint question_templates_answer_type_check check (answer_type in ('texto', 'numero', 'opciones', 'si_no')),
  required boolean not null default false,
  options_es text[] constraint question_templates_options_es_check check (cardinality(options_es) >= 1 and cardinality(options_es) <= 50),
  options_en text[] constraint question_templates_options_en_check check (cardinality(options_en) >= 1 and cardinality(options_en) <= 50),
  min int,
  max int,
  importance int not null constraint question_templates_importance_check check (importance >= 1 and importance <= 10),
  is_default boolean not null default false,
  retired_at timestamptz(3),
  constraint question_templates_bounds_check check (min <= max)
);

create table inspections (
  id uuid primary key, created_at timestamptz(3) not null, updated_at timestamptz(3) not null,
  beehive_id uuid not null constraint inspections_beehive_id_foreign references beehives on delete cascade,
  apiary_id uuid constraint inspections_apiary_id_foreign references apiaries on delete set null,
  status text not null constraint inspections_status_check check (status in ('DRAFT', 'COMPLETED', 'VOIDED')),
  occurred_at timestamptz(3) not null constraint inspections_occurred_at_check check (occurred_at >= '1900-01-01 00:00:00+00' and occurred_at < '2201-01-01 00:00:00+00'),
  notes text constraint inspections_notes_check check (char_length(notes) <= 10000),
  actor_id uuid not null,
  visit_id uuid,
  series_id uuid not null,
  revision int not null default 1 constraint inspections_revision_check check (revision >= 1),
  current boolean not null default true,
  reason text constraint inspections_reason_check check (char_length(reason) <= 500),
  owner_id uuid not null,
  version int not null default 1
);
create index inspections_apiary_index on inspections (apiary_id, occurred_at, id);
create index inspections_beehive_index on inspections (beehive_id, occurred_at, id);
create unique index inspections_current_unique on inspections (series_id) where current;
create index inspections_draft_index on inspections (beehive_id) where (status = 'DRAFT');
create index inspections_owner_draft_index on inspections (owner_id, occurred_at, id) where (status = 'DRAFT');
create index inspections_owner_index on inspections (owner_id, occurred_at, id) include (status, current);
create index inspections_series_index on inspections (series_id, revision);
create index inspections_visit_index on inspections (visit_id) where (visit_id IS NOT NULL);

create table answers (
  id uuid primary key, created_at timestamptz(3) not null, updated_at timestamptz(3) not null,
  inspection_id uuid not null,
  question_id uuid not null,
  question_text text not null constraint answers_question_text_check check (char_length(question_text) >= 1 and char_length(question_text) <= 500 and question_text ~ '^[^\u0001-\u001f\u007f-\u009f]*$'),
  answer_type text not null constraint answers_answer_type_check check (answer_type in ('texto', 'numero', 'opciones', 'si_no')),
  category text constraint answers_category_check check (char_length(category) <= 100 and category ~ '^[^\u0001-\u001f\u007f-\u009f]*$'),
  required boolean not null,
  options text[] constraint answers_options_check check (cardinality(options) >= 1 and cardinality(options) <= 50),
  min int,
  max int,
  position int not null constraint answers_position_check check (position >= 1),
  text text constraint answers_text_check check (char_length(text) <= 5000),
  number double precision constraint answers_number_check check (number >= '-2147483648' and number <= '2147483647'),
  choice text constraint answers_choice_check check (char_length(choice) <= 200),
  yes_no boolean,
  answered_at timestamptz(3) not null constraint answers_answered_at_check check (answered_at >= '1900-01-01 00:00:00+00' and answered_at < '2201-01-01 00:00:00+00'),
  score int constraint answers_score_check check (score >= -2147483647),
  owner_id uuid not null,
  constraint answers_question_unique unique (inspection_id, question_id)
);
create index answers_position_index on answers (inspection_id, "position", id);
create index answers_trend_index on answers (question_id);

create table inventory_items (
  id uuid primary key, created_at timestamptz(3) not null, updated_at timestamptz(3) not null,
  apiary_id uuid not null,
  item_name text not null constraint inventory_items_item_name_check check (char_length(item_name) >= 1 and char_length(item_name) <= 200 and item_name ~ '^[^\u0001-\u001f\u007f-\u009f]*$'),
  description text constraint inventory_items_description_check check (char_length(description) <= 2000),
  quantity int not null default 0 constraint inventory_items_quantity_check check (quantity >= 0),
  movement_count int not null default 0 constraint inventory_items_movement_count_check check (movement_count >= 0),
  unit text not null constraint inventory_items_unit_check check (char_length(unit) >= 1 and char_length(unit) <= 50 and unit ~ '^[^\u0001-\u001f\u007f-\u009f]*$'),
  unit_kind text constraint inventory_items_unit_kind_check check (unit_kind in ('PIECES', 'LITERS', 'KILOGRAMS', 'BOXES', 'SHEETS', 'PAIRS', 'DOZENS', 'METERS', 'GRAMS', 'MILLILITERS')),
  minimum_stock int not null default 0 constraint inventory_items_minimum_stock_check check (minimum_stock >= 0),
  low_stock boolean generated always as ((quantity <= minimum_stock)) stored not null,
  unit_cost int constraint inventory_items_unit_cost_check check (unit_cost >= 0),
  currency text constraint inventory_items_currency_check check (currency ~ '^[A-Z]{3}$'),
  category text constraint inventory_items_category_check check (char_length(category) <= 100 and category ~ '^[^\u0001-\u001f\u007f-\u009f]*$'),
  batch_number text constraint inventory_items_batch_number_check check (char_length(batch_number) <= 100 and batch_number ~ '^[^\u0001-\u001f\u007f-\u009f]*$'),
  expiry_date date constraint inventory_items_expiry_date_check check (expiry_date >= '1900-01-01' and expiry_date <= '2200-12-31'),
  purchase_date date constraint inventory_items_purchase_date_check check (purchase_date >= '1900-01-01' and purchase_date <= '2200-12-31'),
  supplier text constraint inventory_items_supplier_check check (char_length(supplier) <= 200 and supplier ~ '^[^\u0001-\u001f\u007f-\u009f]*$'),
  storage_location text constraint inventory_items_storage_location_check check (char_length(storage_location) <= 200 and storage_location ~ '^[^\u0001-\u001f\u007f-\u009f]*$'),
  search_text text generated always as (lower(regexp_replace(NORMALIZE(((item_name || chr(10)) || COALESCE(description, '')), NFD), '[\u0300-\u036f]', '', 'g'))) stored not null,
  owner_id uuid not null,
  version int not null default 1,
  constraint inventory_items_apiary_id_foreign foreign key (owner_id, apiary_id) references apiaries(owner_id, id) on update cascade on delete cascade,
  constraint inventory_items_cost_check check ((unit_cost is null) = (currency is null))
);
create index inventory_items_created_index on inventory_items (apiary_id, created_at, id);
create index inventory_items_expiry_index on inventory_items (apiary_id, expiry_date) where (expiry_date IS NOT NULL);
create index inventory_items_low_stock_index on inventory_items (apiary_id, item_name, id) where low_stock;
create index inventory_items_name_index on inventory_items (apiary_id, item_name, id);
create index inventory_items_quantity_index on inventory_items (apiary_id, quantity, id);
create index inventory_items_search_index on inventory_items using gin (search_text gin_trgm_ops);

create table stock_movements (
  id uuid primary key, created_at timestamptz(3) not null, updated_at timestamptz(3) not null,
  item_id uuid not null,
  sequence int not null constraint stock_movements_sequence_check check (sequence >= 1),
  kind text not null constraint stock_movements_kind_check check (kind in ('INITIAL', 'ENTRY', 'EXIT', 'ADJUSTMENT', 'CORRECTION')),
  amount int not null constraint stock_movements_amount_check check (amount >= -2147483647),
  balance_after int not null constraint stock_movements_balance_after_check check (balance_after >= 0),
  person text constraint stock_movements_person_check check (char_length(person) <= 200 and person ~ '^[^\u0001-\u001f\u007f-\u009f]*$'),
  reason text constraint stock_movements_reason_check check (char_length(reason) <= 200),
  notes text constraint stock_movements_notes_check check (char_length(notes) <= 2000),
  actor_id uuid not null,
  occurred_at timestamptz(3) not null constraint stock_movements_occurred_at_check check (occurred_at >= '1900-01-01 00:00:00+00' and occurred_at < '2201-01-01 00:00:00+00'),
  corrects_id uuid constraint stock_movements_corrects_unique unique constraint stock_movements_corrects_id_foreign references stock_movements on delete cascade,
  owner_id uuid not null,
  constraint stock_movements_sequence_unique unique (item_id, sequence),
  constraint stock_movements_change_check check (amount <> 0)
);
create index stock_movements_created_index on stock_movements (item_id, created_at, id);

create table treatments (
  id uuid primary key, created_at timestamptz(3) not null, updated_at timestamptz(3) not null,
  owner_id uuid not null,
  kind text not null constraint treatments_kind_check check (char_length(kind) >= 1 and char_length(kind) <= 100 and kind ~ '^[^\u0001-\u001f\u007f-\u009f]*$'),
  product_name text not null constraint treatments_product_name_check check (char_length(product_name) >= 1 and char_length(product_name) <= 200 and product_name ~ '^[^\u0001-\u001f\u007f-\u009f]*$'),
  active_ingredient text constraint treatments_active_ingredient_check check (char_length(active_ingredient) <= 200 and active_ingredient ~ '^[^\u0001-\u001f\u007f-\u009f]*$'),
  target text constraint treatments_target_check check (char_length(target) <= 200 and target ~ '^[^\u0001-\u001f\u007f-\u009f]*$'),
  method text constraint treatments_method_check check (char_length(method) <= 200 and method ~ '^[^\u0001-\u001f\u007f-\u009f]*$'),
  dose numeric(10,3) constraint treatments_dose_check check (dose >= '0' and dose <= '10000000'),
  dose_unit text constraint treatments_dose_unit_check check (char_length(dose_unit) <= 50 and dose_unit ~ '^[^\u0001-\u001f\u007f-\u009f]*$'),
  dose_text text constraint treatments_dose_text_check check (char_length(dose_text) <= 200 and dose_text ~ '^[^\u0001-\u001f\u007f-\u009f]*$'),
  batch_number text constraint treatments_batch_number_check check (char_length(batch_number) <= 100 and batch_number ~ '^[^\u0001-\u001f\u007f-\u009f]*$'),
  supplier text constraint treatments_supplier_check check (char_length(supplier) <= 200 and supplier ~ '^[^\u0001-\u001f\u007f-\u009f]*$'),
  supplier_address text constraint treatments_supplier_address_check check (char_length(supplier_address) <= 500),
  purchase_proof text constraint treatments_purchase_proof_check check (char_length(purchase_proof) <= 500),
  expiry_date date constraint treatments_expiry_date_check check (expiry_date >= '1900-01-01' and expiry_date <= '2200-12-31'),
  started_on date not null constraint treatments_started_on_check check (started_on >= '1900-01-01' and started_on <= '2200-12-31'),
  ended_on date constraint treatments_ended_on_check check (ended_on >= '1900-01-01' and ended_on <= '2200-12-31'),
  planned_days int constraint treatments_planned_days_check check (planned_days >= 0 and planned_days <= 3650),
  withdrawal_days int constraint treatments_withdrawal_days_check check (withdrawal_days >= 0 and withdrawal_days <= 3650),
  prescriber text constraint treatments_prescriber_check check (char_length(prescriber) <= 200 and prescriber ~ '^[^\u0001-\u001f\u007f-\u009f]*$'),
  prescriber_contact text constraint treatments_prescriber_contact_check check (char_length(prescriber_contact) <= 500),
  applied_by text constraint treatments_applied_by_check check (char_length(applied_by) <= 200 and applied_by ~ '^[^\u0001-\u001f\u007f-\u009f]*$'),
  requires_repeat boolean not null default false,
  final_result text constraint treatments_final_result_check check (char_length(final_result) <= 2000),
  final_hive_condition text constraint treatments_final_hive_condition_check check (char_length(final_hive_condition) <= 2000),
  future_recommendations text constraint treatments_future_recommendations_check check (char_length(future_recommendations) <= 2000),
  beehive_id uuid constraint treatments_beehive_id_foreign references beehives on delete set null,
  treated_beehive_id uuid not null,
  beehive_label text not null constraint treatments_beehive_label_check check (char_length(beehive_label) >= 1 and char_length(beehive_label) <= 60 and beehive_label ~ '^[^\u0001-\u001f\u007f-\u009f]*$'),
  apiary_id uuid constraint treatments_apiary_id_foreign references apiaries on delete set null,
  apiary_label text constraint treatments_apiary_label_check check (char_length(apiary_label) <= 200 and apiary_label ~ '^[^\u0001-\u001f\u007f-\u009f]*$'),
  course_id uuid not null,
  status text not null default 'ACTIVE' constraint treatments_status_check check (status in ('ACTIVE', 'COMPLETED', 'VOIDED')),
  item_id uuid constraint treatments_item_id_foreign references inventory_items on delete set null,
  stock_quantity int constraint treatments_stock_quantity_check check (stock_quantity >= 1 and stock_quantity <= 1000000),
  stock_movement_id uuid constraint treatments_stock_movement_id_foreign references stock_movements on delete set null,
  actor_id uuid not null,
  series_id uuid not null,
  revision int not null default 1 constraint treatments_revision_check check (revision >= 1),
  current boolean not null default true,
  reason text constraint treatments_reason_check check (char_length(reason) <= 500),
  retain_until date generated always as (LEAST(GREATEST((((created_at AT TIME ZONE 'UTC') + '5 years'::interval))::date, ((expiry_date + '1 year'::interval))::date), '9999-12-31'::date)) stored not null,
  former_keeper jsonb,
  constraint treatments_end_check check (ended_on >= started_on),
  constraint treatments_series_check check (current = (id = series_id))
);
create index treatments_active_index on treatments (beehive_id) where (current AND (status = 'ACTIVE'));
create index treatments_apiary_index on treatments (apiary_id, started_on, id);
create index treatments_beehive_index on treatments (beehive_id, started_on, id);
create index treatments_export_index on treatments (owner_id, id);
create index treatments_item_index on treatments (item_id) where (item_id IS NOT NULL);
create index treatments_kept_index on treatments (retain_until) where (owner_id = '00000000-0000-0000-0000-000000000000'::uuid);
create index treatments_movement_index on treatments (stock_movement_id) where (stock_movement_id IS NOT NULL);
create index treatments_owner_active_index on treatments (owner_id, COALESCE(ended_on, (started_on + planned_days)), id) include (beehive_id, started_on, ended_on, planned_days) where (current AND (status = 'ACTIVE'));
create index treatments_register_index on treatments (owner_id, started_on, id);
create index treatments_series_index on treatments (series_id, revision);
create index treatments_treated_index on treatments (treated_beehive_id, started_on) where current;

create table treatment_follow_ups (
  id uuid primary key, created_at timestamptz(3) not null, updated_at timestamptz(3) not null,
  owner_id uuid not null,
  version int not null default 1,
  treatment_id uuid not null constraint treatment_follow_ups_treatment_id_foreign references treatments on delete cascade,
  reviewed_on date not null constraint treatment_follow_ups_reviewed_on_check check (reviewed_on >= '1900-01-01' and reviewed_on <= '2200-12-31'),
  hive_condition text constraint treatment_follow_ups_hive_condition_check check (char_length(hive_condition) <= 500),
  observed_changes text constraint treatment_follow_ups_observed_changes_check check (char_length(observed_changes) <= 2000),
  partial_results text constraint treatment_follow_ups_partial_results_check check (char_length(partial_results) <= 2000),
  infestation_level text constraint treatment_follow_ups_infestation_level_check check (char_length(infestation_level) <= 200 and infestation_level ~ '^[^\u0001-\u001f\u007f-\u009f]*$'),
  notes text constraint treatment_follow_ups_notes_check check (char_length(notes) <= 2000),
  reviewer text constraint treatment_follow_ups_reviewer_check check (char_length(reviewer) <= 200 and reviewer ~ '^[^\u0001-\u001f\u007f-\u009f]*$'),
  actor_id uuid not null
);
create index treatment_follow_ups_open_index on treatment_follow_ups (owner_id, reviewed_on, id) where (num_nonnulls(NULLIF(hive_condition, ''), NULLIF(observed_changes, ''), NULLIF(partial_results, ''), NULLIF(infestation_level, ''), NULLIF(notes, '')) = 0);
create index treatment_follow_ups_owner_index on treatment_follow_ups (owner_id, id);
create index treatment_follow_ups_treatment_index on treatment_follow_ups (treatment_id, reviewed_on, id);

create table mite_counts (
  id uuid primary key, created_at timestamptz(3) not null, updated_at timestamptz(3) not null,
  owner_id uuid not null,
  version int not null default 1,
  beehive_id uuid not null constraint mite_counts_beehive_id_foreign references beehives on delete cascade,
  apiary_id uuid constraint mite_counts_apiary_id_foreign references apiaries on delete set null,
  counted_on date not null constraint mite_counts_counted_on_check check (counted_on >= '1900-01-01' and counted_on <= '2200-12-31'),
  method text not null constraint mite_counts_method_check check (method in ('ALCOHOL_WASH', 'SUGAR_ROLL', 'CO2', 'STICKY_BOARD')),
  bees int constraint mite_counts_bees_check check (bees >= 1 and bees <= 100000),
  mites int not null constraint mite_counts_mites_check check (mites >= 0 and mites <= 100000),
  days int constraint mite_counts_days_check check (days >= 1 and days <= 365),
  notes text constraint mite_counts_notes_check check (char_length(notes) <= 2000),
  actor_id uuid not null,
  constraint mite_counts_sample_check check (case method when 'STICKY_BOARD' then ((bees IS NULL) AND (days IS NOT NULL)) else ((bees IS NOT NULL) AND (days IS NULL)) end)
);
create index mite_counts_apiary_index on mite_counts (apiary_id, counted_on, id);
create index mite_counts_beehive_index on mite_counts (beehive_id, counted_on, id);

create table queens (
  id uuid primary key, created_at timestamptz(3) not null, updated_at timestamptz(3) not null,
  owner_id uuid not null,
  version int not null default 1,
  apiary_id uuid constraint queens_apiary_id_foreign references apiaries on delete set null,
  name text constraint queens_name_check check (char_length(name) <= 100 and name ~ '^[^\u0001-\u001f\u007f-\u009f]*$'),
  year int constraint queens_year_check check ((year >= 1900) AND (year <= 2999)),
  color text constraint queens_color_check check (color in ('WHITE', 'YELLOW', 'RED', 'GREEN', 'BLUE')),
  is_marked boolean not null default false,
  is_clipped boolean not null default false,
  race text constraint queens_race_check check (char_length(race) <= 100 and race ~ '^[^\u0001-\u001f\u007f-\u009f]*$'),
  origin text constraint queens_origin_check check (origin in ('REARED', 'PURCHASED', 'SUPERSEDURE', 'EMERGENCY', 'SWARM')),
  breeder text constraint queens_breeder_check check (char_length(breeder) <= 200 and breeder ~ '^[^\u0001-\u001f\u007f-\u009f]*$'),
  mother_id uuid constraint queens_mother_id_foreign references queens on delete set null,
  notes text constraint queens_notes_check check (char_length(notes) <= 2000),
  actor_id uuid not null,
  constraint queens_mother_check check (mother_id <> id)
);
create index queens_apiary_index on queens (apiary_id, created_at, id);
create index queens_export_index on queens (owner_id, id);
create index queens_mother_index on queens (mother_id, created_at, id);
create index queens_owner_index on queens (owner_id, created_at, id);
create index queens_year_index on queens (owner_id, year) include (id);

create table queen_reigns (
  id uuid primary key, created_at timestamptz(3) not null, updated_at timestamptz(3) not null,
  owner_id uuid not null,
  version int not null default 1,
  beehive_id uuid not null constraint queen_reigns_beehive_id_foreign references beehives on delete cascade,
  queen_id uuid constraint queen_reigns_queen_id_foreign references queens on delete set null,
  started_on date not null constraint queen_reigns_started_on_check check (started_on >= '1900-01-01' and started_on <= '2200-12-31'),
  ended_on date constraint queen_reigns_ended_on_check check (ended_on >= '1900-01-01' and ended_on <= '2200-12-31'),
  end_reason text constraint queen_reigns_end_reason_check check (end_reason in ('REPLACED', 'MOVED', 'SUPERSEDED', 'SWARMED', 'DIED', 'MISSING', 'REMOVED', 'COLONY_LOST', 'UNITED')),
  notes text constraint queen_reigns_notes_check check (char_length(notes) <= 2000),
  actor_id uuid not null,
  constraint queen_reigns_end_check check (ended_on >= started_on),
  constraint queen_reigns_reason_check check ((end_reason IS NULL) OR (ended_on IS NOT NULL)),
  constraint queen_reigns_beehive_excluded EXCLUDE USING gist (((md5((beehive_id)::text))::uuid) WITH =, daterange(started_on, ended_on) WITH &&),
  constraint queen_reigns_queen_excluded EXCLUDE USING gist (((md5((queen_id)::text))::uuid) WITH =, daterange(started_on, ended_on) WITH &&)
);
create index queen_reigns_beehive_index on queen_reigns (beehive_id, started_on, id);
create index queen_reigns_owner_index on queen_reigns (owner_id, beehive_id, started_on) include (ended_on, queen_id);
create index queen_reigns_queen_index on queen_reigns (queen_id, started_on, id);

create table harvests (
  id uuid primary key, created_at timestamptz(3) not null, updated_at timestamptz(3) not null,
  owner_id uuid not null,
  version int not null default 1,
  apiary_id uuid constraint harvests_apiary_id_foreign references apiaries on delete set null,
  apiary_label text not null constraint harvests_apiary_label_check check (char_length(apiary_label) >= 1 and char_length(apiary_label) <= 200 and apiary_label ~ '^[^\u0001-\u001f\u007f-\u009f]*$'),
  harvested_on date not null constraint harvests_harvested_on_check check (harvested_on >= '1900-01-01' and harvested_on <= '2200-12-31'),
  status text not null constraint harvests_status_check check (status in ('DRAFT', 'CLOSED', 'VOIDED')),
  grams int not null constraint harvests_grams_check check (grams >= 0 and grams <= 1000000000),
  lot_grams int not null default 0 constraint harvests_lot_grams_check check (lot_grams >= 0 and lot_grams <= 1000000000),
  country text constraint harvests_country_check check (country ~ '^[A-Z]{2}$'),
  honey_kind text constraint harvests_honey_kind_check check (char_length(honey_kind) <= 200 and honey_kind ~ '^[^\u0001-\u001f\u007f-\u009f]*$'),
  notes text constraint harvests_notes_check check (char_length(notes) <= 2000),
  destination text not null default 'FOR_SALE' constraint harvests_destination_check check (destination in ('FOR_SALE', 'NOT_FOR_SALE')),
  override_reason text constraint harvests_override_reason_check check (char_length(override_reason) <= 500),
  revision int not null default 1 constraint harvests_revision_check check (revision >= 1),
  reason text constraint harvests_reason_check check (char_length(reason) <= 500),
  actor_id uuid not null,
  constraint harvests_lots_check check ((status = 'CLOSED') OR (lot_grams = 0)),
  constraint harvests_override_check check ((override_reason IS NULL) OR (destination = 'NOT_FOR_SALE')),
  constraint harvests_lots_sum_check check (lot_grams <= grams)
);
create index harvests_apiary_index on harvests (apiary_id, harvested_on, id);
create index harvests_export_index on harvests (owner_id, id);
create index harvests_owner_index on harvests (owner_id, harvested_on, id);

create table harvest_sources (
  id uuid primary key, created_at timestamptz(3) not null, updated_at timestamptz(3) not null,
  owner_id uuid not null,
  harvest_id uuid not null constraint harvest_sources_harvest_id_foreign references harvests on delete cascade,
  beehive_id uuid constraint harvest_sources_beehive_id_foreign references beehives on delete set null,
  harvested_beehive_id uuid not null,
  beehive_label text not null constraint harvest_sources_beehive_label_check check (char_length(beehive_label) >= 1 and char_length(beehive_label) <= 60 and beehive_label ~ '^[^\u0001-\u001f\u007f-\u009f]*$'),
  position int not null constraint harvest_sources_position_check check (position >= 0 and position <= 99),
  frames int not null constraint harvest_sources_frames_check check (frames >= 0 and frames <= 1000),
  grams int constraint harvest_sources_grams_check check (grams >= 0 and grams <= 10000000),
  withheld boolean not null default false
);
create index harvest_sources_beehive_index on harvest_sources (beehive_id);
create unique index harvest_sources_beehive_unique on harvest_sources (harvest_id, harvested_beehive_id) include (beehive_id, grams, frames);
create index harvest_sources_harvested_index on harvest_sources (harvested_beehive_id, owner_id, harvest_id);
create index harvest_sources_owner_index on harvest_sources (owner_id, id);

create table harvest_revisions (
  id uuid primary key, created_at timestamptz(3) not null, updated_at timestamptz(3) not null,
  owner_id uuid not null,
  harvest_id uuid not null constraint harvest_revisions_harvest_id_foreign references harvests on delete cascade,
  revision int not null constraint harvest_revisions_revision_check check (revision >= 1),
  harvested_on date not null constraint harvest_revisions_harvested_on_check check (harvested_on >= '1900-01-01' and harvested_on <= '2200-12-31'),
  status text not null constraint harvest_revisions_status_check check (status in ('DRAFT', 'CLOSED', 'VOIDED')),
  grams int not null constraint harvest_revisions_grams_check check (grams >= 0 and grams <= 1000000000),
  country text constraint harvest_revisions_country_check check (country ~ '^[A-Z]{2}$'),
  honey_kind text constraint harvest_revisions_honey_kind_check check (char_length(honey_kind) <= 200 and honey_kind ~ '^[^\u0001-\u001f\u007f-\u009f]*$'),
  notes text constraint harvest_revisions_notes_check check (char_length(notes) <= 2000),
  sources jsonb not null constraint harvest_revisions_sources_check check (jsonb_array_length(sources) <= 100),
  reason text constraint harvest_revisions_reason_check check (char_length(reason) <= 500),
  actor_id uuid not null,
  constraint harvest_revisions_unique unique (harvest_id, revision)
);
create index harvest_revisions_owner_index on harvest_revisions (owner_id, id);

create table lots (
  id uuid primary key, created_at timestamptz(3) not null, updated_at timestamptz(3) not null,
  owner_id uuid not null,
  version int not null default 1,
  apiary_id uuid constraint lots_apiary_id_foreign references apiaries on delete set null,
  code text not null constraint lots_code_check check (char_length(code) >= 1 and char_length(code) <= 40 and code ~ '^[A-Z0-9][A-Z0-9./_-]*$'),
  grams int not null constraint lots_grams_check check (grams >= 1 and grams <= 1000000000),
  packed_grams int not null default 0 constraint lots_packed_grams_check check (packed_grams >= 0 and packed_grams <= 1000000000),
  best_before date constraint lots_best_before_check check (best_before >= '1900-01-01' and best_before <= '2200-12-31'),
  notes text constraint lots_notes_check check (char_length(notes) <= 2000),
  destination text not null default 'FOR_SALE' constraint lots_destination_check check (destination in ('FOR_SALE', 'NOT_FOR_SALE')),
  never_for_sale boolean not null default false constraint lots_never_for_sale_check check ((NOT never_for_sale) OR (destination = 'NOT_FOR_SALE')),
  actor_id uuid not null,
  constraint lots_code_unique unique (code, owner_id),
  constraint lots_packs_sum_check check (packed_grams <= grams)
);
create index lots_apiary_index on lots (apiary_id, created_at, id);
create index lots_best_before_index on lots (owner_id, best_before) where (best_before IS NOT NULL);
create index lots_export_index on lots (owner_id, id);
create index lots_owner_index on lots (owner_id, created_at, id);

create table lot_harvests (
  id uuid primary key, created_at timestamptz(3) not null, updated_at timestamptz(3) not null,
  owner_id uuid not null,
  lot_id uuid not null constraint lot_harvests_lot_id_foreign references lots on delete cascade,
  harvest_id uuid not null constraint lot_harvests_harvest_id_foreign references harvests on delete cascade,
  grams int not null constraint lot_harvests_grams_check check (grams >= 1 and grams <= 1000000000),
  constraint lot_harvests_unique unique (lot_id, harvest_id)
);
create index lot_harvests_harvest_index on lot_harvests (harvest_id, id);
create index lot_harvests_owner_index on lot_harvests (owner_id, id);

create table lot_packs (
  id uuid primary key, created_at timestamptz(3) not null, updated_at timestamptz(3) not null,
  owner_id uuid not null,
  version int not null default 1,
  lot_id uuid not null constraint lot_packs_lot_id_foreign references lots on delete cascade,
  packed_on date not null constraint lot_packs_packed_on_check check (packed_on >= '1900-01-01' and packed_on <= '2200-12-31'),
  jars int not null constraint lot_packs_jars_check check (jars >= 1 and jars <= 100000),
  grams_per_jar int not null constraint lot_packs_grams_per_jar_check check (grams_per_jar >= 1 and grams_per_jar <= 1000000),
  jar_movement_id uuid constraint lot_packs_jar_movement_id_foreign references stock_movements on delete set null,
  label_movement_id uuid constraint lot_packs_label_movement_id_foreign references stock_movements on delete set null,
  notes text constraint lot_packs_notes_check check (char_length(notes) <= 500),
  voided_at timestamptz(3) constraint lot_packs_voided_at_check check (voided_at >= '1900-01-01 00:00:00+00' and voided_at < '2201-01-01 00:00:00+00'),
  reason text constraint lot_packs_reason_check check (char_length(reason) <= 200),
  actor_id uuid not null
);
create index lot_packs_jar_movement_index on lot_packs (jar_movement_id) where (jar_movement_id IS NOT NULL);
create index lot_packs_label_movement_index on lot_packs (label_movement_id) where (label_movement_id IS NOT NULL);
create index lot_packs_lot_index on lot_packs (lot_id, packed_on, id);
create index lot_packs_owner_index on lot_packs (owner_id, id);

create table tasks (
  id uuid primary key, created_at timestamptz(3) not null, updated_at timestamptz(3) not null,
  owner_id uuid not null,
  version int not null default 1,
  apiary_id uuid not null,
  title text not null constraint tasks_title_check check (char_length(title) >= 1 and char_length(title) <= 200 and title ~ '^[^\u0001-\u001f\u007f-\u009f]*$'),
  notes text constraint tasks_notes_check check (char_length(notes) <= 2000),
  kind text not null constraint tasks_kind_check check (kind in ('INSPECT', 'TREAT', 'FEED', 'HARVEST', 'EQUIPMENT', 'OTHER')),
  priority text not null default 'NORMAL' constraint tasks_priority_check check (priority in ('HIGH', 'NORMAL', 'LOW')),
  starts_on date constraint tasks_starts_on_check check (starts_on >= '1900-01-01' and starts_on <= '2200-12-31'),
  due_on date constraint tasks_due_on_check check (due_on >= '1900-01-01' and due_on <= '2200-12-31'),
  assignee_id uuid,
  beehive_ids uuid[] not null default '{}' constraint tasks_beehive_ids_check check (cardinality(beehive_ids) <= 100),
  beehive_labels text[] not null default '{}' constraint tasks_beehive_labels_check check (cardinality(beehive_labels) <= 100),
  item_ids uuid[] not null default '{}' constraint tasks_item_ids_check check (cardinality(item_ids) <= 20),
  item_quantities int[] not null default '{}' constraint tasks_item_quantities_check check (cardinality(item_quantities) <= 20),
  repeat_every int constraint tasks_repeat_every_check check (repeat_every >= 1 and repeat_every <= 366),
  repeat_unit text constraint tasks_repeat_unit_check check (repeat_unit in ('DAY', 'WEEK')),
  repeat_from text constraint tasks_repeat_from_check check (repeat_from in ('DUE', 'COMPLETION')),
  source text not null default 'OWN' constraint tasks_source_check check (source in ('OWN', 'PLAN', 'REPETITION')),
  plan_key text constraint tasks_plan_key_check check (char_length(plan_key) <= 50 and plan_key ~ '^[^\u0001-\u001f\u007f-\u009f]*$'),
  previous_id uuid constraint tasks_previous_unique unique,
  status text not null default 'OPEN' constraint tasks_status_check check (status in ('OPEN', 'DONE', 'SKIPPED', 'CANCELED')),
  closed_on date constraint tasks_closed_on_check check (closed_on >= '1900-01-01' and closed_on <= '2200-12-31'),
  closed_at timestamptz(3) constraint tasks_closed_at_check check (closed_at >= '1900-01-01 00:00:00+00' and closed_at < '2201-01-01 00:00:00+00'),
  closed_by_id uuid,
  record_ids uuid[] not null default '{}' constraint tasks_record_ids_check check (cardinality(record_ids) <= 500),
  actor_id uuid not null,
  constraint tasks_apiary_id_foreign foreign key (owner_id, apiary_id) references apiaries(owner_id, id) on update cascade on delete cascade,
  constraint tasks_closed_check check ((status = 'OPEN') = (closed_at IS NULL)),
  constraint tasks_repeat_check check (num_nulls(repeat_every, repeat_unit, repeat_from) in (0, 3)),
  constraint tasks_window_check check (starts_on <= due_on)
);
create index tasks_apiary_index on tasks (apiary_id, due_on, id);
create index tasks_beehives_index on tasks using gin (beehive_ids);
create index tasks_open_apiary_index on tasks (apiary_id, due_on) where (status = 'OPEN');
create index tasks_open_index on tasks (owner_id, due_on) where (status = 'OPEN');
create index tasks_owner_index on tasks (owner_id, due_on, id);

create table worklist_marks (
  id uuid primary key, created_at timestamptz(3) not null, updated_at timestamptz(3) not null,
  owner_id uuid not null,
  apiary_id uuid not null,
  kind text not null constraint worklist_marks_kind_check check (char_length(kind) >= 1 and char_length(kind) <= 50 and kind ~ '^[^\u0001-\u001f\u007f-\u009f]*$'),
  record_id uuid not null,
  cause timestamptz(3) constraint worklist_marks_cause_check check (cause >= '1900-01-01 00:00:00+00' and cause < '2201-01-01 00:00:00+00'),
  snoozed_until date constraint worklist_marks_snoozed_until_check check (snoozed_until >= '1900-01-01' and snoozed_until <= '2200-12-31'),
  assignee_id uuid,
  actor_id uuid not null,
  constraint worklist_marks_key_unique unique (apiary_id, kind, record_id),
  constraint worklist_marks_apiary_id_foreign foreign key (owner_id, apiary_id) references apiaries(owner_id, id) on update cascade on delete cascade
);

create table restricted_zones (
  id uuid primary key, created_at timestamptz(3) not null, updated_at timestamptz(3) not null,
  owner_id uuid constraint restricted_zones_owner_id_foreign references users on delete cascade,
  name text not null constraint restricted_zones_name_check check (char_length(name) >= 1 and char_length(name) <= 200 and name ~ '^[^\u0001-\u001f\u007f-\u009f]*$'),
  disease text not null constraint restricted_zones_disease_check check (disease in ('AMERICAN_FOULBROOD', 'EUROPEAN_FOULBROOD', 'SMALL_HIVE_BEETLE', 'TROPILAELAPS', 'VARROOSIS', 'OTHER')),
  active_from date not null constraint restricted_zones_active_from_check check (active_from >= '1900-01-01' and active_from <= '2200-12-31'),
  active_until date constraint restricted_zones_active_until_check check (active_until >= '1900-01-01' and active_until <= '2200-12-31'),
  source text constraint restricted_zones_source_check check (char_length(source) <= 500),
  area jsonb,
  rings polygon[],
  latitude double precision constraint restricted_zones_latitude_check check (latitude >= '-90' and latitude <= '90'),
  longitude double precision constraint restricted_zones_longitude_check check (longitude >= '-180' and longitude <= '180'),
  radius_km double precision constraint restricted_zones_radius_km_check check (radius_km >= '0.1' and radius_km <= '1000'),
  bounds box generated always as (zone_bounds(rings, latitude, longitude, radius_km)) stored,
  removed_at timestamptz(3),
  version int not null default 1 constraint restricted_zones_version_check check (version >= 1),
  constraint restricted_zones_days_check check (active_until >= active_from),
  constraint restricted_zones_shape_check check (((area IS NULL) = (rings IS NULL)) AND ((area IS NULL) = (radius_km IS NOT NULL)) AND (num_nulls(latitude, longitude, radius_km) in (0, 3)))
);
create index restricted_zones_bounds_index on restricted_zones using gist (bounds) where ((owner_id IS NULL) AND (removed_at IS NULL));
create index restricted_zones_owner_index on restricted_zones (owner_id, created_at, id);
create index restricted_zones_removed_index on restricted_zones (removed_at) where (removed_at IS NOT NULL);

-- Zones that an apiary has left because its position was changed: its bees may still be there (docs/zones.md).
create table zones_left (
  apiary_id uuid not null constraint zones_left_apiary_id_foreign references apiaries on delete cascade,
  zone_id uuid not null constraint zones_left_zone_id_foreign references restricted_zones on delete cascade,
  left_at timestamptz(3) not null default now(),
  primary key (apiary_id, zone_id)
);
create index zones_left_zone_index on zones_left (zone_id);

create table deletions (
  id uuid primary key, created_at timestamptz(3) not null, updated_at timestamptz(3) not null,
  owner_id uuid not null,
  apiary_id uuid,
  beehive_id uuid,
  kind text not null,
  record_id uuid not null,
  label text,
  actor_id uuid not null,
  expires_at timestamptz(3) not null constraint deletions_expires_at_check check (expires_at >= '1900-01-01 00:00:00+00' and expires_at < '2201-01-01 00:00:00+00')
);
create index deletions_apiary_index on deletions (apiary_id, created_at, id);
create index deletions_beehive_index on deletions (beehive_id, created_at, id);
create index deletions_expires_index on deletions (expires_at);
create index deletions_owner_index on deletions (owner_id, created_at, id);

create table deleted_rows (
  id uuid primary key, created_at timestamptz(3) not null, updated_at timestamptz(3) not null,
  owner_id uuid not null,
  deletion_id uuid not null constraint deleted_rows_deletion_id_foreign references deletions on delete cascade,
  table_name text not null,
  column_name text,
  rows jsonb not null
);
create index deleted_rows_deletion_index on deleted_rows (deletion_id, table_name);
create index deleted_rows_owner_index on deleted_rows (owner_id, id);

create table changes (
  seq bigint generated always as identity primary key,
  xid xid8 not null default pg_current_xact_id(),
  owner_id uuid not null,
  apiary_id uuid,
  entity text not null,
  row_id uuid not null,
  action text not null constraint changes_action_check check (action in ('CREATED', 'UPDATED', 'DELETED', 'MOVED_AWAY')),
  version int not null,
  label text,
  actor_id uuid,
  request_id text,
  fields jsonb,
  notable boolean not null default true,
  at timestamptz(3) not null default now(),
  subject_id uuid,
  token_id uuid
);
create index changes_apiary_index on changes (apiary_id, seq);
create index changes_apiary_order_index on changes (apiary_id, xid, seq);
create index changes_order_index on changes (xid, seq);
create index changes_owner_index on changes (owner_id, seq);
create index changes_owner_order_index on changes (owner_id, xid, seq);
create index changes_row_index on changes (row_id, at, seq);
