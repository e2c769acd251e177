import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DataDirectory } from './data-directory.js';
import { createProcessMark, isAlive, readPid } from './processes.js';
import { POLL_INTERVAL_MS, START_TIMEOUT_MS } from './timing.js';

/**
 * Runs `work` in one process at a time. Any process may be killed at any moment.
 *
 * The lock is the folder `lock`; a process holds it while its mark is in it. A process acquires it by renaming a folder
 * that already contains the mark to `lock`, which the system permits only if `lock` is missing or empty. A dead holder's
 * mark is removed by its name, which is unique, so that a late removal cannot release the lock of a living holder.
 */
export async function withLock<T>(directory: DataDirectory, work: () => Promise<T>): Promise<T> {
  const mark = createProcessMark();
  const lock = join(directory.dir, 'lock');
  const claim = join(directory.dir, `lock.${mark}`);
  mkdirSync(claim, { mode: 0o700 });
  try {
    writeFileSync(join(claim, mark), '');
    await acquire(lock, claim);
    removeDeadClaims(directory.dir);
    return await work();
  } finally {
    rmSync(join(lock, mark), { force: true });
    rmSync(claim, { recursive: true, force: true });
  }
}

async function acquire(lock: string, claim: string): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (!tryRename(claim, lock)) {
    const holder = removeDeadHolder(lock);
    if (holder && Date.now() > deadline) {
      throw new Error(
        `Process ${readPid(holder)} has been starting or stopping PostgreSQL for too long (it holds ${lock})`,
      );
    }
    await sleep(POLL_INTERVAL_MS);
  }
}

function tryRename(from: string, to: string): boolean {
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
    const isDead = name.startsWith('lock.') && !isAlive(name.slice('lock.'.length));
    if (isDead) rmSync(join(dir, name), { recursive: true, force: true });
  }
}
