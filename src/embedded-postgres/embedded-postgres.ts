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
   * Made when it is missing. Processes that name the same folder share one server; the last of them to stop stops it.
   */
  dir: string;
  /** Trades durability for speed, and removes the folder at the end, or when the process that started it dies. */
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

/** Starts PostgreSQL, or joins the one that another process started, or left behind, in the same folder. */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { dir, throwaway = false, settings = {}, log = () => {} } = options;
  const at = resolve(dir);
  const home = openDataDirectory(at, log);
  const prepare = async () => {
    const binaries = findBinaries(home);
    await ensureInitialized(home, binaries, throwaway, log);
    return binaries;
  };
  const serve = () => launchPostmaster(home, prepare, throwaway ? { ...FAST_AND_UNSAFE, ...settings } : settings);
  const [postmaster, mark] = await withLock(home, async () => [await serve(), registerClient(home)]);
  const unwatch = throwaway ? () => {} : startWatchdog(home, () => withLock(home, serve), log);
  const release = throwaway ? removeOnExit([home.dir, at]) : () => {};

  const stop = async () => {
    await unwatch();
    await withLock(home, async () => {
      if (!unregisterClient(home, mark)) return;
      await stopPostmaster(home);
      release();
      if (throwaway) for (const path of [home.dir, at]) rmSync(path, { recursive: true, force: true });
    });
  };
  let stopped: Promise<void> | undefined;
  return {
    socketDir: postmaster.socketDir,
    port: postmaster.port,
    user: SUPERUSER,
    pid: postmaster.pid,
    dataDir: home.dataDir,
    logFile: home.logFile,
    stop: () => (stopped ??= stop()),
  };
}
