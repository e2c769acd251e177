import { rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { findBinaries } from './binaries.js';
import { enter, leave } from './clients.js';
import { openHome } from './data-directory.js';
import { ensureCluster, SUPERUSER } from './initdb.js';
import { launch } from './launch.js';
import { exclusively } from './lock.js';
import { stopPostmaster } from './postmaster.js';
import { dieWithUs, FAST_AND_UNSAFE } from './throwaway.js';
import { keepAlive } from './watchdog.js';

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
  const home = openHome(at, log);
  const prepare = async () => {
    const binaries = findBinaries(home);
    await ensureCluster(home, binaries, throwaway, log);
    return binaries;
  };
  const serve = () => launch(home, prepare, throwaway ? { ...FAST_AND_UNSAFE, ...settings } : settings);
  const [postmaster, mark] = await exclusively(home, async () => [await serve(), enter(home)]);
  const unwatch = throwaway ? () => {} : keepAlive(home, () => exclusively(home, serve), log);
  const release = throwaway ? dieWithUs([home.dir, at]) : () => {};

  const stop = async () => {
    await unwatch();
    await exclusively(home, async () => {
      if (!leave(home, mark)) return;
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
