import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { findServerUser, type ServerUser } from './server-user.js';

/**
 * The folder that holds the cluster and its files. This process's user owns it and everything in it but the data and the
 * socket, so that a different server user cannot redirect this process with files of its own.
 */
export interface DataDirectory {
  dir: string;
  dataDir: string;
  logFile: string;
  /** Undefined: the server runs as this process's user. */
  owner: ServerUser | undefined;
}

/** Used if the server's user cannot enter the project's folder, such as one below /root. */
const FALLBACK_FOLDER = '/var/lib/embedded-postgres';

export function openDataDirectory(dirOption: string, log: (message: string) => void): DataDirectory {
  if (!process.getuid) throw new Error('PostgreSQL can be started here on Linux and macOS only: set DATABASE_URL');
  const me = process.getuid();
  const at = resolve(dirOption);
  const owner = me === 0 ? findServerUser(join(at, 'data')) : undefined;
  const mode = owner ? 0o711 : 0o700;
  // A recursive mkdir would apply the mode to new parent folders too.
  mkdirSync(dirname(at), { recursive: true });
  if (!lstatSync(at, { throwIfNoEntry: false })) {
    if (!owner || canEnter(owner, dirname(at))) mkdirSync(at, { recursive: true, mode });
    else linkToFallback(at, owner, log);
  }
  const dir = checkFolder(at, me);
  chmodSync(dir, mode);
  if (owner && !canEnter(owner, dir)) {
    throw new Error(`The user that PostgreSQL runs as (uid ${owner.uid}) cannot enter ${at}: choose another folder`);
  }
  return { dir, dataDir: join(dir, 'data'), logFile: join(dir, 'postgres.log'), owner };
}

function linkToFallback(at: string, owner: ServerUser, log: (message: string) => void): void {
  mkdirSync(FALLBACK_FOLDER, { recursive: true });
  chmodSync(FALLBACK_FOLDER, 0o711);
  const target = mkdtempSync(join(FALLBACK_FOLDER, `${basename(at)}-`));
  try {
    // Creating the link is atomic, so of concurrent processes one succeeds.
    symlinkSync(target, at);
    log(`The database is in ${target}: the user it runs as (uid ${owner.uid}) cannot enter ${dirname(at)}`);
  } catch (error) {
    rmSync(target, { recursive: true });
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

function checkFolder(at: string, me: number): string {
  const found = statSync(at, { throwIfNoEntry: false });
  if (!found)
    throw new Error(`${at} links to a folder that does not exist: remove the link to start with an empty database`);
  if (found.uid !== me) {
    throw new Error(
      `${at} belongs to another user (uid ${found.uid}): ` +
        'start as that user, or remove it to start with an empty database',
    );
  }
  const content = readdirSync(at);
  if (content.length > 0 && !content.some((name) => name.startsWith('lock'))) {
    throw new Error(`${at} contains something other than a database of this service: choose another folder`);
  }
  return realpathSync(at);
}

/** Asks the system, because modes, groups and access control lists all decide. */
function canEnter(owner: ServerUser, folder: string): boolean {
  return spawnSync('/bin/sh', ['-c', 'cd "$0"', folder], { ...owner, cwd: '/', stdio: 'ignore' }).status === 0;
}
