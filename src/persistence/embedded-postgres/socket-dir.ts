import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { give, type Home } from './home.js';

/** The system keeps a socket's path in 104 bytes (macOS; Linux 108), the closing zero included. */
const LONGEST = 103;
const SHORT = '/tmp/postgres-';

/** The home itself, or where its path is too long, a folder whose name nobody else can have foreseen and taken. */
export function chooseSocketDir(home: Home): string {
  if (Buffer.byteLength(join(home.dir, '.s.PGSQL.5432')) <= LONGEST) return home.dir;
  const dir = mkdtempSync(SHORT);
  give(dir, home.owner);
  return dir;
}

export function removeOwnSocketDir(dir: string): void {
  if (dir.startsWith(SHORT)) rmSync(dir, { recursive: true, force: true });
}
