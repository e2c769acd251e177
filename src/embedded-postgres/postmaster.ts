import { readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DataDirectory } from './data-directory.js';
import { readProcess } from './processes.js';
import { removeSocketDir } from './socket-dir.js';
import { POLL_INTERVAL_MS, START_TIMEOUT_MS } from './timing.js';

/** The running server, as its own postmaster.pid describes it. */
export interface Postmaster {
  pid: number;
  port: number;
  socketDir: string;
  ready: boolean;
}

/** Returns undefined if the file names no process, a dead one, or an unrelated one that reuses the pid. */
export function findPostmaster(directory: DataDirectory): Postmaster | undefined {
  const found = readPidFile(directory);
  return found && isPostmaster(found.pid, directory) ? found : undefined;
}

/**
 * Removes lock files that would prevent a start. PostgreSQL handles those of a dead server itself, and waits for its
 * surviving children, but refuses to start if the pid in them is missing or now belongs to an unrelated process.
 */
export function removeLeftovers(directory: DataDirectory): void {
  const recorded = readPidFile(directory);
  if (recorded && isPostmaster(recorded.pid, directory)) return;
  if (!recorded || readProcess(recorded.pid)) rmSync(pidFile(directory), { force: true });
  if (!recorded) return;
  if (readProcess(recorded.pid)) rmSync(join(recorded.socketDir, `.s.PGSQL.${recorded.port}.lock`), { force: true });
  removeSocketDir(recorded.socketDir);
}

export async function stopPostmaster(directory: DataDirectory): Promise<void> {
  const running = findPostmaster(directory);
  if (!running) return;
  try {
    // The "fast" shutdown rolls back open transactions and does not wait for clients.
    process.kill(running.pid, 'SIGINT');
  } catch (error) {
    if (isPostmaster(running.pid, directory)) throw error;
  }
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (isPostmaster(running.pid, directory)) {
    if (Date.now() > deadline)
      throw new Error(`PostgreSQL (pid ${running.pid}) does not stop: see ${directory.logFile}`);
    await sleep(POLL_INTERVAL_MS);
  }
  removeSocketDir(running.socketDir);
}

/** The server's child processes have other titles, so this holds for the postmaster only. */
function isPostmaster(pid: number, directory: DataDirectory): boolean {
  return `${readProcess(pid)?.command} `.includes(` -D ${directory.dataDir} `);
}

function readPidFile(directory: DataDirectory): Postmaster | undefined {
  let lines: string[];
  try {
    lines = readFileSync(pidFile(directory), 'utf8').split('\n');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  const [pid, , , port, socketDir, , , status] = lines;
  if (!Number(pid)) return undefined;
  return {
    pid: Number(pid),
    port: Number(port),
    socketDir: socketDir || dirname(pidFile(directory)),
    ready: status?.trim() === 'ready',
  };
}

const pidFile = (directory: DataDirectory) => join(directory.dataDir, 'postmaster.pid');
