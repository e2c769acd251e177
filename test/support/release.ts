// The last release, built as an operator has it.
import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
/** @returns the commit of the last release before this one; undefined if there is none. A clone may lack its tag. */
export const lastRelease = (): Promise<string | undefined> =>
  run('git', ['log', '-1', '--format=%H', '--grep=^chore(release): [0-9]', 'HEAD^']).then(
    ({ stdout }) => stdout.trim() || undefined,
    () => undefined,
  );

/**
 * Extracts and builds a release into `folder`.
 * @param version a commit; undefined for this version, which is built
 * @returns its entry point and its command line for seeding
 */
export async function buildRelease(
  version: string | undefined,
  folder: string,
): Promise<{ main: string; seed: string }> {
  const built = version ? folder : process.cwd();
  if (version) {
    mkdirSync(folder);
    await run('sh', ['-c', `git archive "$1" | tar -x -C "$2"`, 'sh', version, folder]);
    for (const script of ['scripts/setup.mjs', 'scripts/build.mjs'])
      await run(process.execPath, [script], { cwd: folder });
  }
  return { main: join(built, 'dist/src/main.js'), seed: join(built, 'dist/src/cli/seed.js') };
}

/** Runs a program of a version. */
export async function runProgram(
  path: string,
  args: string[],
  settings: Record<string, string>,
  cwd: string,
): Promise<void> {
  const { PATH, HOME } = process.env;
  await run(process.execPath, [path, ...args], { cwd, env: { PATH, HOME, ...settings } });
}
