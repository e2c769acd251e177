#!/bin/sh
# restore.sh FOLDER DATABASE DATA_DIR [latest | 'YYYY-MM-DD HH:MM:SS+00' | name:RESTORE_POINT]
#
# Restores the base backup and the archived WAL in FOLDER into the new folder DATA_DIR, up to the moment. It prints the moment that was
# reached, reads every table, checks that each index has all of its rows, and tells the service that its past has changed (the setting
# beekeeping.restore), so that phones and other clients with copies begin anew. Afterwards PostgreSQL is stopped: start it on DATA_DIR.
#
# Run it as the owner of PostgreSQL's files. BASE names another base backup than the newest one that ended before the moment. PG_BIN is
# the folder of PostgreSQL's programs, PGUSER the superuser (postgres).
set -eu
if [ $# -lt 3 ]; then sed -n '2,9s/^# \{0,1\}//p' "$0" >&2; exit 2; fi
root=$1 database=$2 data=$3 moment=${4:-latest}
bin=${PG_BIN:-$(pg_config --bindir 2>/dev/null || ls -d /usr/lib/postgresql/*/bin | sort -V | tail -1)}
PGUSER=${PGUSER:-postgres}
fail() { echo "restore: $1" >&2; exit 1; }

case $moment in
  latest) target= until=$(date -u +%Y%m%dT%H%M%SZ) ;;
  name:*) target="recovery_target_name = '${moment#name:}'" until=$(date -u +%Y%m%dT%H%M%SZ) ;;
  # Without an offset, PostgreSQL would read the time in the zone of the server, and `date` in that of this shell.
  *) echo "$moment" | grep -Eq '^[0-9]{4}-[0-9]{2}-[0-9]{2}[ T][0-9]{2}:[0-9]{2}(:[0-9]{2}(\.[0-9]+)?)? ?(Z|[+-][0-9]{2}(:?[0-9]{2})?)$' ||
       fail "'$moment' is no time with its offset from UTC: write it as '2026-11-24 14:00:00+00', '2026-11-24 15:00:00+01' or '2026-11-24T14:00:00Z'"
     until=$(date -u -d "$moment" +%Y%m%dT%H%M%SZ) || fail "'$moment' is no time"
     target="recovery_target_time = '$moment'" ;;
esac
# The name of a base backup is when it began. One that ended after the moment is refused by PostgreSQL: then set BASE to the one before.
base=${BASE:-}
if [ -z "$base" ]; then
  for one in "$root"/base/*Z; do [ "$(basename "$one")" \> "$until" ] || base=$one; done
fi
[ -d "$base" ] || fail "$root/base has no base backup from before $moment"
[ -z "$(ls -A "$data" 2>/dev/null)" ] || fail "$data is not empty: restore into a new folder, and keep the old one"

mkdir -p -m 700 "$data"
cp -a "$base/." "$data"
# What the old server was told by ALTER SYSTEM may name standbys, an archive, or files that do not exist here.
mv "$data/postgresql.auto.conf" "$data/postgresql.auto.conf.before-restore"
cat > "$data/postgresql.auto.conf" <<CONF
restore_command = 'cp "$root/wal/%f" "%p"'
recovery_target_timeline = 'latest'
recovery_target_action = 'promote'
$target
CONF
touch "$data/recovery.signal"
# Debian keeps them in /etc/postgresql, outside of the backup.
touch "$data/postgresql.conf" "$data/pg_ident.conf"

# Nobody but this script may connect until clients are told: only a socket in a private folder. Nothing is archived, and the limits of the
# old server are not needed, as they are for a hot standby.
socket=$(mktemp -d)
echo 'local all all trust' > "$socket/pg_hba.conf"
stop() { "$bin/pg_ctl" stop -D "$data" --mode=fast --silent 2>/dev/null || true; rm -rf "$socket"; }
trap stop EXIT
"$bin/pg_ctl" start -D "$data" --wait --timeout=86400 --silent --log="$data/restore.log" -o "-c config_file='$data/postgresql.conf' \
  -c hba_file='$socket/pg_hba.conf' -c ident_file='$data/pg_ident.conf' -c listen_addresses= -c unix_socket_directories='$socket' \
  -c archive_mode=off -c synchronous_standby_names= -c port=5432 -c hot_standby=off" ||
  { tail -n 15 "$data/restore.log" >&2; fail "PostgreSQL did not reach $moment"; }
# pg_ctl waits for the start of the recovery only: without a hot standby, connections are refused until it has ended.
until "$bin/pg_isready" --host="$socket" --port=5432 --quiet; do
  "$bin/pg_ctl" status -D "$data" > /dev/null || { tail -n 15 "$data/restore.log" >&2; fail "PostgreSQL did not reach $moment"; }
  sleep 0.5
done

query() { "$bin/psql" --host="$socket" --port=5432 --username="$PGUSER" --no-psqlrc --quiet --tuples-only --no-align --set=ON_ERROR_STOP=1 "$@"; }
query --dbname="$database" --set=database="$database" <<'SQL'
select format('alter database %I set beekeeping.restore = %L', :'database', gen_random_uuid()) \gexec
begin;
create extension if not exists amcheck;
select count(bt_index_check(index => c.oid, heapallindexed => true)) || ' indexes are complete'
  from pg_class c join pg_am am on am.oid = c.relam and am.amname = 'btree'
  join pg_index i on i.indexrelid = c.oid and i.indisvalid where c.relkind = 'i' and c.relpersistence = 'p';
rollback;
select 'restored to ' || coalesce((select max(at) from changes)::text, 'the beginning') || ' (the last change of a record)';
SQL
grep -E 'recovery stopping|last completed transaction' "$data/restore.log" || true
echo '# The settings from before the restore are in postgresql.auto.conf.before-restore.' > "$data/postgresql.auto.conf"
echo "start PostgreSQL on $data, and the service afterwards"
