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
 * The folder that holds the cluster and everything about it. It is ours, and so is all in it but the data and the
 * socket: when the server is another user's, that user can lead us nowhere by a file of its own making.
 */
export interface DataDirectory {
  dir: string;
  dataDir: string;
  logFile: string;
  /** Undefined: the server runs as the user we are. */
  owner: ServerUser | undefined;
}

/** Where the home goes when the server's user cannot enter the project, as nobody but root enters /root. */
const FALLBACK_FOLDER = '/var/lib/embedded-postgres';

export function openDataDirectory(wanted: string, log: (message: string) => void): DataDirectory {
  if (!process.getuid) throw new Error('PostgreSQL can be started here on Linux and macOS only: set DATABASE_URL');
  const me = process.getuid();
  const at = resolve(wanted);
  const owner = me === 0 ? findServerUser(join(at, 'data')) : undefined;
  const mode = owner ? 0o711 : 0o700;
  // A recursive mkdir gives its mode to the parents too, and they are not ours to close.
  mkdirSync(dirname(at), { recursive: true });
  if (!lstatSync(at, { throwIfNoEntry: false })) {
    if (!owner || canEnter(owner, dirname(at))) mkdirSync(at, { recursive: true, mode });
    else linkToFallback(at, owner, log);
  }
  const dir = inspect(at, me);
  chmodSync(dir, mode);
  if (owner && !canEnter(owner, dir)) {
    throw new Error(`The user that PostgreSQL runs as (uid ${owner.uid}) cannot enter ${at}: choose another folder`);
  }
  return { dir, dataDir: join(dir, 'data'), logFile: join(dir, 'postgres.log'), owner };
}

function linkToFallback(at: string, owner: ServerUser, log: (message: string) => void): void {
  mkdirSync(FALLBACK_FOLDER, { recursive: true });
  chmodSync(FALLBACK_FOLDER, 0o711);
  const place = mkdtempSync(join(FALLBACK_FOLDER, `${basename(at)}-`));
  try {
    // The link decides between processes that get here together, and goes where the project goes.
    symlinkSync(place, at);
    log(`The database is in ${place}: the user it runs as (uid ${owner.uid}) cannot enter ${dirname(at)}`);
  } catch (error) {
    rmSync(place, { recursive: true });
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

function inspect(at: string, me: number): string {
  const found = statSync(at, { throwIfNoEntry: false });
  if (!found) throw new Error(`${at} links to a folder that is gone: remove the link to begin with an empty database`);
  if (found.uid !== me) {
    throw new Error(
      `${at} belongs to another user (uid ${found.uid}): ` +
        'start as that user, or remove it to begin with an empty database',
    );
  }
  const content = readdirSync(at);
  if (content.length > 0 && !content.some((name) => name.startsWith('lock'))) {
    throw new Error(`${at} holds something else than a database of this service: choose another folder`);
  }
  return realpathSync(at);
}

/** The system knows best: modes, groups and access lists all have a say. */
function canEnter(owner: ServerUser, folder: string): boolean {
  return spawnSync('/bin/sh', ['-c', 'cd "$0"', folder], { ...owner, cwd: '/', stdio: 'ignore' }).status === 0;
}
