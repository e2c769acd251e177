import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Binaries, SERVER_ENV } from './binaries.js';
import type { Home } from './data-directory.js';
import { findPostmaster, type Postmaster, removeLeftovers } from './postmaster.js';
import { makeSocketDir, removeSocketDir } from './socket-dir.js';
import { PATIENCE, POLL } from './timing.js';

export type Settings = Record<string, string>;

const DEFAULTS: Settings = { max_connections: '100', shared_buffers: '128MB' };

/**
 * Nothing but the socket, and nobody but the server's own user (and root) at it: that is why local connections are
 * trusted.
 */
const CLOSED: Settings = { port: '5432', listen_addresses: '', unix_socket_permissions: '0700' };

/**
 * What a killed server or a killed starter leaves for a moment: a server that is only just starting, a child at its
 * last query.
 */
const PASSING = /lock file "[^"]*" (already exists|is empty)|bogus data in lock file|pre-existing shared memory block/;

/** Waits for the server that is starting, or starts it. */
export async function launch(home: Home, binaries: () => Promise<Binaries>, settings: Settings): Promise<Postmaster> {
  const deadline = Date.now() + PATIENCE;
  let attempt: Attempt | undefined;
  for (;;) {
    const running = findPostmaster(home);
    if (running?.ready) return running;
    if (!running && !attempt?.isRunning()) {
      if (attempt) {
        const said = attempt.said().trim();
        if (!PASSING.test(said)) throw new Error(`PostgreSQL did not start: ${said} (${home.logFile})`);
        await sleep(10 * POLL);
      }
      attempt = tryOnce(home, await binaries(), settings);
    }
    if (Date.now() > deadline) throw new Error(`PostgreSQL is not ready after a minute: see ${home.logFile}`);
    await sleep(POLL);
  }
}

interface Attempt {
  isRunning(): boolean;
  said(): string;
}

function tryOnce(home: Home, { postgres }: Binaries, settings: Settings): Attempt {
  removeLeftovers(home);
  const socketDir = makeSocketDir(home);
  const all: Settings = { ...DEFAULTS, ...settings, ...CLOSED, unix_socket_directories: socketDir };
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
