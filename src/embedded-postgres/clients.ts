import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DataDirectory } from './data-directory.js';
import { createProcessMark, isAlive } from './processes.js';

/** Who uses the database. Only to be called by the holder of the home's lock: the last one out must know that it is. */
export function registerClient(home: DataDirectory): string {
  const mark = createProcessMark();
  mkdirSync(clientsFolder(home), { recursive: true, mode: 0o700 });
  writeFileSync(join(clientsFolder(home), mark), '');
  return mark;
}

/** Returns whether nobody is left. Those who were killed count as gone. */
export function unregisterClient(home: DataDirectory, mark: string): boolean {
  rmSync(join(clientsFolder(home), mark), { force: true });
  const marks = readdirSync(clientsFolder(home));
  for (const other of marks) if (!isAlive(other)) rmSync(join(clientsFolder(home), other), { force: true });
  return !marks.some(isAlive);
}

const clientsFolder = (home: DataDirectory) => join(home.dir, 'users');
