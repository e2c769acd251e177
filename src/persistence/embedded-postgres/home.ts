import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

/** The operating system's user that runs the server. */
export interface Owner {
  uid: number;
  gid: number;
}

/** The folder that holds the cluster and everything about it. No owner: the server runs as the user we are. */
export interface Home {
  dir: string;
  dataDir: string;
  logFile: string;
  owner: Owner | undefined;
}

/** Where the home goes when the server's user cannot enter the project, as nobody but root enters /root. */
const ELSEWHERE = '/var/lib/embedded-postgres';

export function openHome(wanted: string, log: (message: string) => void): Home {
  if (!process.getuid) throw new Error('PostgreSQL can be started here on Linux and macOS only: set DATABASE_URL');
  const at = resolve(wanted);
  // A recursive mkdir gives its mode to the parents too, and they are not ours to close.
  mkdirSync(dirname(at), { recursive: true });
  const owner = process.getuid() === 0 ? serverUser(at) : undefined;
  if (!exists(at)) {
    if (!owner || canEnter(owner, dirname(at))) mkdirSync(at, { recursive: true, mode: 0o700 });
    else settleElsewhere(at, owner, log);
  }
  const dir = ownHome(at, owner);
  return { dir, dataDir: join(dir, 'data'), logFile: join(dir, 'postgres.log'), owner };
}

/** What root creates for the server's user must be that user's. */
export function give(path: string, owner: Owner | undefined): void {
  if (owner) chownSync(path, owner.uid, owner.gid);
}

/** PostgreSQL refuses to run as root. A home that is already there keeps its owner. */
function serverUser(at: string): Owner {
  const { uid, gid } = statSync(at, { throwIfNoEntry: false }) ?? { uid: 0, gid: 0 };
  if (uid !== 0) return { uid, gid };
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const names = ['postgres', '_postgres', 'nobody'];
  const user = names.map((name) => users.find((fields) => fields[0] === name)).find(Boolean);
  if (!user)
    throw new Error('PostgreSQL does not run as root, and there is no user "postgres" or "nobody" to run it as');
  return { uid: Number(user[2]), gid: Number(user[3]) };
}

function settleElsewhere(at: string, owner: Owner, log: (message: string) => void): void {
  mkdirSync(ELSEWHERE, { recursive: true, mode: 0o755 });
  const place = mkdtempSync(join(ELSEWHERE, `${basename(at)}-`));
  give(place, owner);
  try {
    // The link decides between processes that get here together, and goes where the project goes.
    symlinkSync(place, at);
    log(`The database is in ${place}: the user it runs as (uid ${owner.uid}) cannot enter ${dirname(at)}`);
  } catch (error) {
    rmSync(place, { recursive: true });
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

function ownHome(at: string, owner: Owner | undefined): string {
  if (!statSync(at, { throwIfNoEntry: false })) {
    throw new Error(`${at} links to a folder that is gone: remove the link to begin with an empty database`);
  }
  const dir = realpathSync(at);
  const { uid } = statSync(dir);
  if (!owner && uid !== process.getuid!()) {
    throw new Error(
      `${at} belongs to another user (uid ${uid}): start as that user, or remove it to begin with an empty database`,
    );
  }
  const content = readdirSync(dir);
  if (content.length > 0 && !content.some((name) => name.startsWith('lock'))) {
    throw new Error(`${at} holds something else than a database of this service: choose another folder`);
  }
  chmodSync(dir, 0o700);
  give(dir, owner);
  if (owner && !canEnter(owner, dir)) {
    throw new Error(
      `${at} cannot be entered by the user that PostgreSQL runs as (uid ${owner.uid}): choose another folder`,
    );
  }
  return dir;
}

function exists(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** The system knows best: modes, groups and access lists all have a say. */
function canEnter(owner: Owner, folder: string): boolean {
  return spawnSync('/bin/sh', ['-c', 'cd "$0"', folder], { ...owner, cwd: '/', stdio: 'ignore' }).status === 0;
}
