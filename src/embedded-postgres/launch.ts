import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Binaries, SERVER_ENV } from './binaries.js';
import type { DataDirectory } from './data-directory.js';
import { findPostmaster, type Postmaster, removeLeftovers } from './postmaster.js';
import { createSocketDir, removeSocketDir } from './socket-dir.js';
import { POLL_INTERVAL_MS, RETRY_DELAY_MS, START_TIMEOUT_MS } from './timing.js';

export type Settings = Record<string, string>;

const DEFAULTS: Settings = { max_connections: '100', shared_buffers: '128MB' };

/**
 * The server listens on a socket only, which only its own user and root can open. Local connections are therefore
 * trusted.
 */
const SOCKET_ONLY: Settings = { port: '5432', listen_addresses: '', unix_socket_permissions: '0700' };

/**
 * These failures pass: after a kill, another server may still be starting, or a child may be finishing its last query.
 */
const TRANSIENT_FAILURE =
  /lock file "[^"]*" (already exists|is empty)|bogus data in lock file|pre-existing shared memory block/;

/** Waits for a server that is starting, or starts one. */
export async function launchPostmaster(
  directory: DataDirectory,
  binaries: () => Promise<Binaries>,
  settings: Settings,
): Promise<Postmaster> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  let attempt: LaunchAttempt | undefined;
  for (;;) {
    const running = findPostmaster(directory);
    if (running?.ready) return running;
    if (!running && !attempt?.isRunning()) {
      if (attempt) {
        const output = attempt.output().trim();
        if (!TRANSIENT_FAILURE.test(output))
          throw new Error(`PostgreSQL did not start: ${output} (${directory.logFile})`);
        await sleep(RETRY_DELAY_MS);
      }
      attempt = attemptLaunch(directory, await binaries(), settings);
    }
    if (Date.now() > deadline)
      throw new Error(`PostgreSQL is not ready after ${START_TIMEOUT_MS / 1000} seconds: see ${directory.logFile}`);
    await sleep(POLL_INTERVAL_MS);
  }
}

interface LaunchAttempt {
  isRunning(): boolean;
  output(): string;
}

function attemptLaunch(directory: DataDirectory, { postgres }: Binaries, settings: Settings): LaunchAttempt {
  removeLeftovers(directory);
  const socketDir = createSocketDir(directory);
  const effective: Settings = { ...DEFAULTS, ...settings, ...SOCKET_ONLY, unix_socket_directories: socketDir };
  const args = [
    '-D',
    directory.dataDir,
    ...Object.entries(effective).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
  const logHandle = openSync(directory.logFile, 'a', 0o600);
  const logStart = statSync(directory.logFile).size;
  const child = spawn(postgres, args, {
    ...directory.owner,
    cwd: directory.dir,
    env: SERVER_ENV,
    stdio: ['ignore', logHandle, logHandle],
    // In its own session: Ctrl-C must not stop it before the service.
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
    output: () => error?.message ?? readFileSync(directory.logFile).subarray(logStart).toString(),
  };
}
