// The commands in src/cli: what they print and how they exit if they are called wrongly. What they do is tested where it matters.
import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createFolder, removeFolder } from './service.js';

const CLI = fileURLToPath(new URL('../../src/cli', import.meta.url));
/** Arguments with which a command cannot be called. */
const WRONG: Record<string, string[][]> = {
  admin: [
    [],
    ['promote', 'ana@example.org'],
    ['grant'],
    ['toString', 'ana@example.org'],
    ['grant', 'a@b.c', 'd@e.f'],
    ['end-sessions', 'a@b.c'],
    ['delete-account', 'a@b.c', '--reason', ' '],
    ['export', 'a@b.c', '--reason', 'x'.repeat(501)],
    ['sessions', 'a@b.c', '--reason', 'why'],
    ['usage', 'a@b.c', '--delete-shared-apiaries'],
    ['partition-log', 'a@b.c'],
    ['jobs', 'list'],
    ['jobs', 'retry'],
    ['jobs', 'retry', 'all', 'all'],
  ],
  generate: [['twice']],
  migrate: [[], ['down'], ['toString'], ['up', 'twice'], ['status', 'twice']],
  seed: [['--hives', 'many'], ['--hives', ''], ['--bees', '3'], ['3']],
};

let folder: string;
beforeAll(() => {
  folder = createFolder();
});
afterAll(() => removeFolder(folder));

const run = (name: string, args: string[], settings: Record<string, string> = {}) => {
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, DATA_DIR: join(folder, 'data'), ...settings };
  return promisify(execFile)(process.execPath, [join(CLI, `${name}.js`), ...args], { cwd: folder, env }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({ code, stdout, stderr }),
  );
};

it('each command is tried', () => {
  const commands = readdirSync(CLI).filter((file) => /^(?!run-command|with-database).*\.js$/.test(file));
  expect(commands.map((file) => file.slice(0, -3)).sort()).toEqual(Object.keys(WRONG));
});

describe.each(Object.entries(WRONG))('%s', (name, wrong) => {
  it.each(wrong.map((args) => [args]))('with the arguments %j prints its usage and exits with 2', async (args) => {
    const { code, stdout, stderr } = await run(name, args);
    expect({ code, stdout, stderr }).toEqual({ code: 2, stdout: '', stderr: expect.stringMatching(/^Usage: /m) });
    expect(stderr).not.toMatch(/^ +at /m);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('--help prints its usage and exits with 0', async () => {
    expect(await run(name, ['--help'])).toEqual({ code: 0, stdout: expect.stringMatching(/^Usage: /), stderr: '' });
  });
});

it.each([
  ['admin', ['grant', 'ana@example.org']],
  ['migrate', ['up']],
  ['seed', ['--hives', '1']],
])('%s names the settings that are invalid, without a stack, and exits with 1', async (name, args) => {
  const answer = await run(name, args, { NODE_ENV: 'production', PORT: 'eighty' });
  expect(answer).toEqual({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/^PORT .*\nJWT_SECRET .*\nSMTP_URL .*\n$/),
  });
});
