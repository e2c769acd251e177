import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DataDirectory } from './data-directory.js';
import { createProcessMark, isAlive } from './processes.js';

/** Registers this process as a client of the server. The caller must hold the lock, as for `unregisterClient`. */
export function registerClient(directory: DataDirectory): string {
  const mark = createProcessMark();
  mkdirSync(clientsFolder(directory), { recursive: true, mode: 0o700 });
  writeFileSync(join(clientsFolder(directory), mark), '');
  return mark;
}

/** Returns whether no client is left. Killed processes do not count. */
export function unregisterClient(directory: DataDirectory, mark: string): boolean {
  rmSync(join(clientsFolder(directory), mark), { force: true });
  const marks = readdirSync(clientsFolder(directory));
  for (const other of marks) if (!isAlive(other)) rmSync(join(clientsFolder(directory), other), { force: true });
  return !marks.some(isAlive);
}

const clientsFolder = (directory: DataDirectory) => join(directory.dir, 'users');
