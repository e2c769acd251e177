import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DataDirectory } from './data-directory.js';
import { createProcessMark, isAlive, readPid } from './processes.js';
import { POLL_INTERVAL_MS, START_TIMEOUT_MS } from './timing.js';

/**
 * One process at a time, any of which may be killed at any moment.
 *
 * The lock is the folder `lock`, held while its holder's mark lies in it. It is taken by renaming a folder that
 * already holds the mark onto it, which the system does only when `lock` is missing or empty. A dead holder's mark is
 * removed by its own name, which no later holder bears: however late that removal comes, it cannot take the lock from
 * the living.
 */
export async function withLock<T>(home: DataDirectory, work: () => Promise<T>): Promise<T> {
  const mark = createProcessMark();
  const lock = join(home.dir, 'lock');
  const claim = join(home.dir, `lock.${mark}`);
  mkdirSync(claim, { mode: 0o700 });
  try {
    writeFileSync(join(claim, mark), '');
    await take(lock, claim);
    removeDeadClaims(home.dir);
    return await work();
  } finally {
    rmSync(join(lock, mark), { force: true });
    rmSync(claim, { recursive: true, force: true });
  }
}

async function take(lock: string, claim: string): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (!moved(claim, lock)) {
    const holder = removeDeadHolder(lock);
    if (holder && Date.now() > deadline) {
      throw new Error(
        `Process ${readPid(holder)} has been starting or stopping PostgreSQL for too long (it holds ${lock})`,
      );
    }
    await sleep(POLL_INTERVAL_MS);
  }
}

function moved(from: string, to: string): boolean {
  try {
    renameSync(from, to);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOTEMPTY' || code === 'EEXIST') return false;
    throw error;
  }
}

/** Returns the living holder, if there is one. */
function removeDeadHolder(lock: string): string | undefined {
  const marks = readdirSync(lock);
  for (const mark of marks) if (!isAlive(mark)) rmSync(join(lock, mark), { force: true });
  return marks.find(isAlive);
}

function removeDeadClaims(dir: string): void {
  for (const name of readdirSync(dir)) {
    const dead = name.startsWith('lock.') && !isAlive(name.slice('lock.'.length));
    if (dead) rmSync(join(dir, name), { recursive: true, force: true });
  }
}
