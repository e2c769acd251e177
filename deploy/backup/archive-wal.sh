#!/bin/sh
# archive_command = '/usr/local/lib/beekeeping/archive-wal.sh %p %f /var/backups/beekeeping/wal'
#
# Copies a segment of WAL to the archive. When it exits with 0, the copy and its name are on disk. It never replaces a file: one with the
# same content is the end of an earlier attempt, and one with other content belongs to another server, which is an error.
set -eu
segment=$1 name=$2 archive=$3

if [ -e "$archive/$name" ]; then
  cmp -s "$segment" "$archive/$name" && exec sync "$archive/$name" "$archive"
  echo "archive-wal: $archive/$name exists with other content: does another server archive to this folder?" >&2
  exit 1
fi
part=$archive/.$name.part
cp "$segment" "$part"
sync "$part"
# ln fails if the name has come to exist meanwhile; mv would replace it.
ln "$part" "$archive/$name"
rm "$part"
sync "$archive"
