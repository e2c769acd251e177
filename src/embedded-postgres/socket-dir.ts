import { chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { DataDirectory } from './data-directory.js';

/** The system keeps a socket's path in 104 bytes (macOS; Linux 108), the closing zero included. */
const MAX_PATH_LENGTH = 103;
const SHORT = '/tmp/postgres-';

/** A folder at home, or where its path is too long, one whose name nobody else can have foreseen and taken. */
export function createSocketDir(home: DataDirectory): string {
  let dir = join(home.dir, 'socket');
  if (Buffer.byteLength(join(dir, '.s.PGSQL.5432')) <= MAX_PATH_LENGTH)
    mkdirSync(dir, { recursive: true, mode: 0o700 });
  else dir = mkdtempSync(SHORT);
  if (home.owner) chownSync(dir, home.owner.uid, home.owner.gid);
  return dir;
}

/** The name comes from the server's pid file, so nothing is believed but its form. */
export function removeSocketDir(dir: string): void {
  if (/^\/tmp\/postgres-\w{6}$/.test(dir)) rmSync(dir, { recursive: true, force: true });
}
