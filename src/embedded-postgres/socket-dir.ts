import { chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { DataDirectory } from './data-directory.js';

/** A socket's path has at most 104 bytes on macOS (108 on Linux), including the terminating zero. */
const MAX_PATH_BYTES = 103;
const SHORT_PREFIX = '/tmp/postgres-';

/** Creates the socket's folder in the data directory or, if that path is too long, in /tmp under an unpredictable name. */
export function createSocketDir(directory: DataDirectory): string {
  let dir = join(directory.dir, 'socket');
  if (Buffer.byteLength(join(dir, '.s.PGSQL.5432')) <= MAX_PATH_BYTES) mkdirSync(dir, { recursive: true, mode: 0o700 });
  else dir = mkdtempSync(SHORT_PREFIX);
  if (directory.owner) chownSync(dir, directory.owner.uid, directory.owner.gid);
  return dir;
}

/** The name comes from the server's pid file, which is not trusted: only a name of this form is removed. */
export function removeSocketDir(dir: string): void {
  if (/^\/tmp\/postgres-\w{6}$/.test(dir)) rmSync(dir, { recursive: true, force: true });
}
