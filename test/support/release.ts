// The last release, built as an operator has it.
import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
/** @returns the last release before this commit; undefined if there is none, and without the history of the repository */
export const findLastRelease = (): Promise<string | undefined> =>
  run('git', ['describe', '--tags', '--abbrev=0', '--match', 'v[0-9]*', 'HEAD^']).then(
    ({ stdout }) => stdout.trim(),
    () => undefined,
  );

/** Extracts and builds a version into `folder`. @returns its entry point and its command line for seeding */
export async function buildRelease(version: string, folder: string): Promise<{ main: string; seed: string }> {
  mkdirSync(folder);
  await run('sh', ['-c', `git archive "$1" | tar -x -C "$2"`, 'sh', version, folder]);
  for (const script of ['scripts/setup.mjs', 'scripts/build.mjs'])
    await run(process.execPath, [script], { cwd: folder });
  return { main: join(folder, 'dist/src/main.js'), seed: join(folder, 'dist/src/cli/seed.js') };
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
