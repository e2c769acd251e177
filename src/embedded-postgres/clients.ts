import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Home } from './data-directory.js';
import { isAlive, newMark } from './processes.js';

/** Who uses the database. Only to be called by the holder of the home's lock: the last one out must know that it is. */
export function enter(home: Home): string {
  const mark = newMark();
  mkdirSync(register(home), { recursive: true, mode: 0o700 });
  writeFileSync(join(register(home), mark), '');
  return mark;
}

/** Returns whether nobody is left. Those who were killed count as gone. */
export function leave(home: Home, mark: string): boolean {
  rmSync(join(register(home), mark), { force: true });
  const marks = readdirSync(register(home));
  for (const other of marks) if (!isAlive(other)) rmSync(join(register(home), other), { force: true });
  return !marks.some(isAlive);
}

const register = (home: Home) => join(home.dir, 'users');
