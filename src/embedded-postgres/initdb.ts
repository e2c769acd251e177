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

/** Creates the cluster if it is missing, and refuses one that these binaries cannot read. */
export async function ensureInitialized(
  directory: DataDirectory,
  binaries: Binaries,
  throwaway: boolean,
  log: (message: string) => void,
): Promise<void> {
  const versionFile = join(directory.dataDir, 'PG_VERSION');
  if (!existsSync(versionFile)) {
    await runInitdb(directory, binaries, throwaway);
    log(`Created a PostgreSQL ${binaries.major} database in ${directory.dir}`);
  }
  const major = readFileSync(versionFile, 'utf8').trim();
  if (major !== binaries.major) {
    throw new Error(
      `${directory.dataDir} was created by PostgreSQL ${major} and cannot be read by PostgreSQL ${binaries.major}: ` +
        `dump it with the old version and restore it, or remove ${directory.dir} to start with an empty database`,
    );
  }
}

async function runInitdb(directory: DataDirectory, binaries: Binaries, throwaway: boolean): Promise<void> {
  removeUnfinished(directory);
  // The name is unique, because an initdb whose parent was killed may still be writing.
  const unfinished = join(directory.dir, `initdb-${createProcessMark()}`);
  mkdirSync(unfinished, { mode: 0o700 });
  if (directory.owner) chownSync(unfinished, directory.owner.uid, directory.owner.gid);
  const args = ['-D', unfinished, '-U', SUPERUSER, ...FLAGS, ...LOCALE, ...(throwaway ? ['--no-sync'] : [])];
  try {
    await promisify(execFile)(binaries.initdb, args, { ...directory.owner, cwd: directory.dir, env: SERVER_ENV });
  } catch (cause) {
    const { stderr, message } = cause as Error & { stderr?: string };
    throw new Error(`The database could not be created: ${stderr?.trim() || message}`, { cause });
  }
  renameSync(unfinished, directory.dataDir);
  if (!throwaway) fsyncFolder(directory.dir);
}

function removeUnfinished(directory: DataDirectory): void {
  for (const name of readdirSync(directory.dir)) {
    if (!name.startsWith('initdb-')) continue;
    try {
      rmSync(join(directory.dir, name), { recursive: true, force: true });
    } catch {
      // An initdb is still writing to it. It does no harm, and the next creation removes it.
    }
  }
}

/** The rename must be on disk before anything is committed in the cluster. */
function fsyncFolder(folder: string): void {
  const handle = openSync(folder, 'r');
  fsyncSync(handle);
  closeSync(handle);
}
