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

/** Undefined when the file names no process, a dead one, or one that merely got the pid later. */
export function findPostmaster(home: DataDirectory): Postmaster | undefined {
  const found = readPidFile(home);
  return found && isPostmaster(found.pid, home) ? found : undefined;
}

/**
 * PostgreSQL overcomes the lock files of a server that died, and watches for its surviving children. It gives up only
 * when the pid in them now belongs to a stranger, or is missing: those we remove.
 */
export function removeLeftovers(home: DataDirectory): void {
  const left = readPidFile(home);
  if (left && isPostmaster(left.pid, home)) return;
  if (!left || readProcess(left.pid)) rmSync(pidFile(home), { force: true });
  if (!left) return;
  if (readProcess(left.pid)) rmSync(join(left.socketDir, `.s.PGSQL.${left.port}.lock`), { force: true });
  removeSocketDir(left.socketDir);
}

export async function stopPostmaster(home: DataDirectory): Promise<void> {
  const running = findPostmaster(home);
  if (!running) return;
  try {
    // The "fast" shutdown: open transactions are rolled back, nobody is waited for.
    process.kill(running.pid, 'SIGINT');
  } catch (error) {
    if (isPostmaster(running.pid, home)) throw error;
  }
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (isPostmaster(running.pid, home)) {
    if (Date.now() > deadline) throw new Error(`PostgreSQL (pid ${running.pid}) does not stop: see ${home.logFile}`);
    await sleep(POLL_INTERVAL_MS);
  }
  removeSocketDir(running.socketDir);
}

/** The server's children carry titles of their own, so this is true of the postmaster only. */
function isPostmaster(pid: number, home: DataDirectory): boolean {
  return `${readProcess(pid)?.command} `.includes(` -D ${home.dataDir} `);
}

function readPidFile(home: DataDirectory): Postmaster | undefined {
  let lines: string[];
  try {
    lines = readFileSync(pidFile(home), 'utf8').split('\n');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  const [pid, , , port, socketDir, , , status] = lines;
  if (!Number(pid)) return undefined;
  return {
    pid: Number(pid),
    port: Number(port),
    socketDir: socketDir || dirname(pidFile(home)),
    ready: status?.trim() === 'ready',
  };
}

const pidFile = (home: DataDirectory) => join(home.dataDir, 'postmaster.pid');
