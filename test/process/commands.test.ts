// The commands in src/cli: what they print and how they exit if they are called wrongly. What they do is tested where it matters.
import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseEnv, promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { loadConfig } from '../../src/config.js';
import { commandFile, createFolder, removeFolder } from './service.js';

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
    ['vapid-keys', 'a@b.c'],
    ['vapid-keys', '--zone', 'UTC'],
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
  return promisify(execFile)(process.execPath, [commandFile(name), ...args], { cwd: folder, env }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({ code, stdout, stderr }),
  );
};

it('each command is tried', () => {
  const commands = readdirSync(CLI).filter((file) => /^(?!contract|run-command|with-database).*\.js$/.test(file));
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

it('admin vapid-keys prints keys that the settings accept, and needs no settings itself', async () => {
  const { code, stdout } = await run('admin', ['vapid-keys'], { NODE_ENV: 'production' });
  expect(code).toBe(0);
  const keys = parseEnv(stdout) as Record<string, string>;
  const settings = { JWT_SECRET: 'x'.repeat(32), VAPID_SUBJECT: 'mailto:operator@example.org' };
  expect(loadConfig({ ...settings, ...keys }).push).toMatchObject({ publicKey: keys.VAPID_PUBLIC_KEY });
  const again = await run('admin', ['vapid-keys']);
  expect(again.stdout).not.toBe(stdout);
  expect(readdirSync(folder)).toEqual([]);
});

describe('a command that is started by hand without the settings of the service', () => {
  const production = {
    NODE_ENV: 'production',
    JWT_SECRET: 'a secret of the tests, of 32 bytes and more',
    MAIL_FILES: 'on',
  };
  const COMMANDS: [string, string[]][] = [
    ['admin', ['grant', 'ana@example.org']],
    ['migrate', ['up']],
    ['migrate', ['status']],
  ];

  it.each(COMMANDS)(
    '%s %j refuses in production to use another database than that of DATABASE_URL',
    async (name, args) => {
      expect(await run(name, args, production)).toEqual({
        code: 1,
        stdout: '',
        stderr: 'DATABASE_URL (or DATABASE_URL_FILE) must be set in production, as for the service\n',
      });
      expect(readdirSync(folder)).toEqual([]);
    },
  );

  it.each([COMMANDS[0]!, COMMANDS[2]!])('%s %j creates no embedded database', async (name, args) => {
    // Without a secret, which would be created in the folder.
    const settings = { JWT_SECRET: production.JWT_SECRET };
    const { code, stderr } = await run(name, args, settings);
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringMatching(/^DATA_DIR \(.*\) has no database: set DATABASE_URL \(or DATABASE_URL_FILE\)/),
    });
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each(COMMANDS)('%s %j names DATABASE_URL if it cannot be reached, and no password', async (name, args) => {
    const DATABASE_URL = 'postgresql://bee:honey@127.0.0.1:1/hives';
    const { code, stderr } = await run(name, args, { ...production, DATABASE_URL });
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringMatching(/^Could not open the database of DATABASE_URL: .*ECONNREFUSED.*\n$/),
    });
    expect(stderr).not.toContain('honey');
  });
});
