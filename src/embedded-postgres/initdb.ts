import { execFile } from 'node:child_process';
import {
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Binaries, SERVER_ENV } from './binaries.js';
import type { DataDirectory } from './data-directory.js';
import { createProcessMark } from './processes.js';

export const SUPERUSER = 'app';

const FLAGS = ['--auth-local=trust', '--auth-host=reject', '--encoding=UTF8', '--no-instructions'];
const LOCALE = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'];

/** Creates the cluster unless it is there, and refuses one that these binaries cannot read. */
export async function ensureInitialized(
  home: DataDirectory,
  binaries: Binaries,
  throwaway: boolean,
  log: (message: string) => void,
): Promise<void> {
  const versionFile = join(home.dataDir, 'PG_VERSION');
  if (!existsSync(versionFile)) {
    await runInitdb(home, binaries, throwaway);
    log(`Created a PostgreSQL ${binaries.major} database in ${home.dir}`);
  }
  const made = readFileSync(versionFile, 'utf8').trim();
  if (made !== binaries.major) {
    throw new Error(
      `${home.dataDir} was made by PostgreSQL ${made} and cannot be read by PostgreSQL ${binaries.major}: ` +
        `dump it with the old version and restore it, or remove ${home.dir} to begin with an empty database`,
    );
  }
}

async function runInitdb(home: DataDirectory, binaries: Binaries, throwaway: boolean): Promise<void> {
  removeUnfinished(home);
  // Never twice the same name: an initdb whose starter was killed may still be writing.
  const fresh = join(home.dir, `initdb-${createProcessMark()}`);
  mkdirSync(fresh, { mode: 0o700 });
  if (home.owner) chownSync(fresh, home.owner.uid, home.owner.gid);
  const args = ['-D', fresh, '-U', SUPERUSER, ...FLAGS, ...LOCALE, ...(throwaway ? ['--no-sync'] : [])];
  try {
    await promisify(execFile)(binaries.initdb, args, { ...home.owner, cwd: home.dir, env: SERVER_ENV });
  } catch (cause) {
    const { stderr, message } = cause as Error & { stderr?: string };
    throw new Error(`The database could not be created: ${stderr?.trim() || message}`, { cause });
  }
  renameSync(fresh, home.dataDir);
  if (!throwaway) sync(home.dir);
}

function removeUnfinished(home: DataDirectory): void {
  for (const name of readdirSync(home.dir)) {
    if (!name.startsWith('initdb-')) continue;
    try {
      rmSync(join(home.dir, name), { recursive: true, force: true });
    } catch {
      // Still being written to. It is in nobody's way, and the next creation removes it.
    }
  }
}

/** The rename must be on disk before anything is committed inside. */
function sync(folder: string): void {
  const handle = openSync(folder, 'r');
  fsyncSync(handle);
  closeSync(handle);
}
