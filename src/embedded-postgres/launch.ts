import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Binaries, SERVER_ENV } from './binaries.js';
import type { DataDirectory } from './data-directory.js';
import { findPostmaster, type Postmaster, removeLeftovers } from './postmaster.js';
import { createSocketDir, removeSocketDir } from './socket-dir.js';
import { POLL_INTERVAL_MS, START_TIMEOUT_MS } from './timing.js';

export type Settings = Record<string, string>;

const DEFAULTS: Settings = { max_connections: '100', shared_buffers: '128MB' };

/**
 * Nothing but the socket, and nobody but the server's own user (and root) at it: that is why local connections are
 * trusted.
 */
const SOCKET_ONLY: Settings = { port: '5432', listen_addresses: '', unix_socket_permissions: '0700' };

/**
 * What a killed server or a killed starter leaves for a moment: a server that is only just starting, a child at its
 * last query.
 */
const TRANSIENT_FAILURE =
  /lock file "[^"]*" (already exists|is empty)|bogus data in lock file|pre-existing shared memory block/;

/** Waits for the server that is starting, or starts it. */
export async function launchPostmaster(
  home: DataDirectory,
  binaries: () => Promise<Binaries>,
  settings: Settings,
): Promise<Postmaster> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  let attempt: LaunchAttempt | undefined;
  for (;;) {
    const running = findPostmaster(home);
    if (running?.ready) return running;
    if (!running && !attempt?.isRunning()) {
      if (attempt) {
        const said = attempt.said().trim();
        if (!TRANSIENT_FAILURE.test(said)) throw new Error(`PostgreSQL did not start: ${said} (${home.logFile})`);
        await sleep(10 * POLL_INTERVAL_MS);
      }
      attempt = attemptLaunch(home, await binaries(), settings);
    }
    if (Date.now() > deadline) throw new Error(`PostgreSQL is not ready after a minute: see ${home.logFile}`);
    await sleep(POLL_INTERVAL_MS);
  }
}

interface LaunchAttempt {
  isRunning(): boolean;
  said(): string;
}

function attemptLaunch(home: DataDirectory, { postgres }: Binaries, settings: Settings): LaunchAttempt {
  removeLeftovers(home);
  const socketDir = createSocketDir(home);
  const all: Settings = { ...DEFAULTS, ...settings, ...SOCKET_ONLY, unix_socket_directories: socketDir };
  const args = ['-D', home.dataDir, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
  const logHandle = openSync(home.logFile, 'a', 0o600);
  const logStart = statSync(home.logFile).size;
  const child = spawn(postgres, args, {
    ...home.owner,
    cwd: home.dir,
    env: SERVER_ENV,
    stdio: ['ignore', logHandle, logHandle],
    // In a session of its own, or Ctrl-C would stop it before the service has finished with it.
    detached: true,
  });
  closeSync(logHandle);
  child.unref();
  let error: Error | undefined;
  let running = true;
  child.on('error', (cause) => {
    error = cause;
    running = false;
  });
  child.on('exit', () => {
    running = false;
    removeSocketDir(socketDir);
  });
  return {
    isRunning: () => running,
    said: () => error?.message ?? readFileSync(home.logFile).subarray(logStart).toString(),
  };
}
