import { rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { findBinaries } from './binaries.js';
import { registerClient, unregisterClient } from './clients.js';
import { openDataDirectory } from './data-directory.js';
import { ensureInitialized, SUPERUSER } from './initdb.js';
import { launchPostmaster } from './launch.js';
import { withLock } from './lock.js';
import { stopPostmaster } from './postmaster.js';
import { FAST_AND_UNSAFE, removeOnExit } from './throwaway.js';
import { startWatchdog } from './watchdog.js';

export interface EmbeddedPostgresOptions {
  /**
   * Created if it is missing. Processes with the same folder share one server, which stops with the last of them.
   */
  dir: string;
  /** Trades durability for speed, and removes the folder on stop or when the process that started it dies. */
  throwaway?: boolean;
  settings?: Record<string, string>;
  log?: (message: string) => void;
}

export interface EmbeddedPostgres {
  socketDir: string;
  port: number;
  user: string;
  pid: number;
  dataDir: string;
  logFile: string;
  stop(): Promise<void>;
}

/** Starts PostgreSQL, or joins the one that another process started in the same folder, even if that process was killed. */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { dir, throwaway = false, settings = {}, log = () => {} } = options;
  const at = resolve(dir);
  const directory = openDataDirectory(at, log);
  const prepare = async () => {
    const binaries = findBinaries(directory);
    await ensureInitialized(directory, binaries, throwaway, log);
    return binaries;
  };
  const launch = () => launchPostmaster(directory, prepare, throwaway ? { ...FAST_AND_UNSAFE, ...settings } : settings);
  const [postmaster, mark] = await withLock(directory, async () => [await launch(), registerClient(directory)]);
  const stopWatchdog = throwaway ? () => {} : startWatchdog(directory, () => withLock(directory, launch), log);
  const cancelRemoval = throwaway ? removeOnExit([directory.dir, at]) : () => {};

  const stop = async () => {
    await stopWatchdog();
    await withLock(directory, async () => {
      if (!unregisterClient(directory, mark)) return;
      await stopPostmaster(directory);
      cancelRemoval();
      if (throwaway) for (const path of [directory.dir, at]) rmSync(path, { recursive: true, force: true });
    });
  };
  let stopped: Promise<void> | undefined;
  return {
    socketDir: postmaster.socketDir,
    port: postmaster.port,
    user: SUPERUSER,
    pid: postmaster.pid,
    dataDir: directory.dataDir,
    logFile: directory.logFile,
    stop: () => (stopped ??= stop()),
  };
}
