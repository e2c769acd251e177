#!/bin/sh
# base-backup.sh FOLDER [options of pg_basebackup, such as --host --port --username]
#
# Takes a base backup into FOLDER/base/TIME, next to the archived WAL in FOLDER/wal, and verifies it. With it, restore.sh can restore every
# moment from its end on. The folder appears under its name when it is complete. PG_BIN is the folder of PostgreSQL's programs.
set -eu
if [ $# -lt 1 ]; then sed -n '2,3s/^# //p' "$0" >&2; exit 2; fi
root=$1; shift
bin=${PG_BIN:-$(pg_config --bindir 2>/dev/null || ls -d /usr/lib/postgresql/*/bin | sort -V | tail -1)}

name=$(date -u +%Y%m%dT%H%M%SZ)
mkdir -p -m 700 "$root/base" "$root/wal"
"$bin/pg_basebackup" --pgdata="$root/base/.$name" --checkpoint=fast --wal-method=stream --no-password "$@"
"$bin/pg_verifybackup" --quiet "$root/base/.$name"
mv "$root/base/.$name" "$root/base/$name"
sync "$root/base"
echo "$root/base/$name"
