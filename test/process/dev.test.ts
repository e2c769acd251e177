// npm run dev, in a copy of the sources.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { cloneDatabase, type TestDatabase } from '../support/database.js';
import { findFreePort } from './ports.js';
import { createFolder, removeFolder, until } from './service.js';

// Each save is compiled.
jest.setTimeout(240_000);

const VERSION_FILE = 'src/observability/version.ts';
const VERSION = /^export const VERSION = .*$/m;

let folder: string;
let database: TestDatabase;
let dev: ChildProcess;
let url: string;
let output = '';
beforeAll(async () => {
  folder = createFolder();
  database = await cloneDatabase();
  const settings = ['package.json', 'package-lock.json', 'tsconfig.json', 'mikro-orm.config.ts'];
  for (const name of ['src', 'clients', 'scripts', ...settings]) cpSync(name, join(folder, name), { recursive: true });
  mkdirSync(join(folder, 'test'));
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  const { host, port, database: name, user } = database.server as unknown as Record<string, string>;
  url = `http://127.0.0.1:${await findFreePort()}`;
  const { PATH, HOME } = process.env;
  const env = {
    PATH,
    HOME,
    DATABASE_URL: `postgresql://${user}@${encodeURIComponent(host!)}:${port}/${name}`,
    PORT: new URL(url).port,
    DATA_DIR: join(folder, 'data'),
  };
  dev = spawn(process.execPath, ['scripts/dev.mjs'], { cwd: folder, env });
  for (const stream of [dev.stdout!, dev.stderr!])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
});
afterAll(async () => {
  if (dev && dev.exitCode === null) {
    dev.kill('SIGTERM');
    await once(dev, 'exit');
  }
  await database?.drop();
  if (folder) removeFolder(folder);
});

const versionServed = (): Promise<string | undefined> =>
  fetch(url).then(
    async (response) => ((await response.json()) as { version: string }).version,
    () => undefined,
  );
const serves = (version: string): Promise<void> => until(async () => (await versionServed()) === version);
const sourceFor = (version: string, type = ''): string =>
  readFileSync(VERSION_FILE, 'utf8').replace(VERSION, `export const VERSION${type} = '${version}';`);
/** Saves as Vim, IntelliJ and others do: a new file takes the name of the old one. */
function saveByRename(text: string): void {
  writeFileSync(join(folder, 'src/observability/.version.ts.swp'), text);
  renameSync(join(folder, 'src/observability/.version.ts.swp'), join(folder, VERSION_FILE));
}

it('serves every save, however the editor writes it, and survives what does not compile', async () => {
  await serves((JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }).version);
  for (const version of ['9.0.1', '9.0.2']) {
    saveByRename(sourceFor(version));
    await serves(version);
  }
  writeFileSync(join(folder, VERSION_FILE), sourceFor('9.0.4'));
  await serves('9.0.4');

  saveByRename(sourceFor('nine', ': number'));
  await until(() => output.includes('The sources do not compile'));
  expect(output).toMatch(/src\/observability\/version\.ts\(\d+,14\): error TS2322/);
  expect(await versionServed()).toBe('9.0.4');

  saveByRename(`${sourceFor('9.0.5')}throw new Error('not yet');\n`);
  await until(() => output.includes('The service ended with 1'));
  saveByRename(sourceFor('9.0.6'));
  await serves('9.0.6');
  expect(dev.exitCode).toBeNull();
});
