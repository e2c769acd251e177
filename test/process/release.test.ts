// npm run release, in a copy of the repository.
import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { createFolder, removeFolder } from './service.js';

jest.setTimeout(240_000);

const CHANGELOG = '# Changelog\n\n## Unreleased\n\n### Added\n\n- **Hives** have a scale.\n';
const IDENTITY = { NAME: 'Release', EMAIL: 'release@example.org' };
const env = { ...process.env };
for (const [name, value] of Object.entries(IDENTITY)) env[`GIT_AUTHOR_${name}`] = env[`GIT_COMMITTER_${name}`] = value;

// An archive of the sources has no history, and git reads none that belongs to another user.
const hasHistory = spawnSync('git', ['rev-parse', '--verify', '--quiet', 'HEAD']).status === 0;
let folder: string;
let copy: string;

const path = (name: string): string => join(copy, name);
const read = (name: string): string => readFileSync(path(name), 'utf8');
const run = (command: string, ...args: string[]): { status: number | null; output: string } => {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: copy, env, encoding: 'utf8' });
  return { status, output: stdout + stderr };
};
const git = (...args: string[]): string => {
  const { status, output } = run('git', ...args);
  if (status !== 0) throw new Error(output);
  return output.trim();
};
const release = (...args: string[]) => run(process.execPath, 'scripts/release.mjs', ...args);
function commit(file: string, text: string): void {
  writeFileSync(path(file), text);
  git('commit', '--quiet', '--all', '--message=change');
}

beforeAll(() => {
  if (!hasHistory) return;
  folder = createFolder();
  copy = join(folder, 'copy');
  expect(spawnSync('git', ['clone', '--quiet', '--shared', '--no-tags', '.', copy]).status).toBe(0);
  // What is tested is this state, which may not be committed.
  for (const name of [
    'scripts',
    'dist',
    'package.json',
    'package-lock.json',
    'biome.json',
    'schema.graphql',
    'openapi.json',
    'contract.txt',
    'clients',
    '.gitignore',
  ])
    cpSync(name, path(name), { recursive: true });
  symlinkSync(resolve('node_modules'), path('node_modules'));
  // .gitignore names the folder, not a link.
  writeFileSync(path('.git/info/exclude'), 'node_modules\n');
  git('add', '--all');
  commit('CHANGELOG.md', CHANGELOG);
});
afterAll(() => {
  if (folder) removeFolder(folder);
});

(hasHistory ? it : it.skip)('makes a release, whose contract later ones keep', () => {
  const { version } = JSON.parse(read('package.json')) as { version: string };
  const major = Number(version.split('.')[0]) + 1;
  const first = `${major}.0.0`;
  expect(release('1.0')).toEqual({ status: 1, output: 'Usage: npm run release -- 1.0.0\n' });
  expect(release(version)).toEqual({ status: 1, output: `${version} must be higher than ${version}\n` });
  writeFileSync(path('README.md'), 'changed');
  expect(release(first)).toEqual({ status: 1, output: 'The checkout has changes: commit them first\n' });
  git('checkout', '--quiet', 'README.md');

  expect(release(first)).toMatchObject({ status: 0, output: expect.stringContaining(`with the tag v${first}`) });
  expect(git('describe')).toBe(`v${first}`);
  expect(git('status', '--porcelain')).toBe('');
  expect(git('tag', '--list', '--format=%(contents)')).toBe(`${first}\n\n### Added\n\n- **Hives** have a scale.`);
  expect(read('CHANGELOG.md')).toMatch(
    new RegExp(`^## Unreleased\\n\\n## ${first} – \\d{4}-\\d\\d-\\d\\d\\n\\n### Added`, 'm'),
  );
  expect(JSON.parse(read('openapi.json')).info.version).toBe(first);
  for (const file of ['schema.graphql', 'openapi.json', 'contract.txt'])
    for (const kept of [`docs/released/${file}`, `release/${file}`])
      expect([kept, read(kept)]).toEqual([kept, read(file)]);
  expect(read('release/graphql.ts')).toBe(read('clients/graphql.ts'));
  expect(JSON.parse(read('release/sbom.json'))).toMatchObject({
    bomFormat: 'CycloneDX',
    metadata: { component: { version: first } },
  });

  const next = `${major}.1.0`;
  expect(release(next)).toEqual({ status: 1, output: 'CHANGELOG.md names no change under Unreleased\n' });
  commit(
    'CHANGELOG.md',
    read('CHANGELOG.md').replace('Unreleased\n', 'Unreleased\n\n- `User.showSharedApiaries` is gone.\n'),
  );
  commit(
    'schema.graphql',
    read('schema.graphql').replace('  showSharedApiaries: Boolean!', '  showsSharedApiaries: Boolean!'),
  );
  commit('contract.txt', read('contract.txt').replace('setting PORT\n', ''));
  const refused = release(next);
  expect(refused.output).toContain('must be raised:\n  User.showSharedApiaries was removed.');
  expect(refused.output).toContain('\n  no longer: setting PORT\n');
  expect([refused.status, git('tag', '--list', `v${next}`)]).toEqual([1, '']);
});
