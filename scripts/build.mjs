// Compiles src, test, clients and the ORM's config into dist/ and copies the assets of the pages, unless dist/ was already built from exactly these
// sources. The new tree is built in a folder of its own and then replaces the old one, so files deleted in src leave no stale output and
// concurrent builds are safe.
import { spawnSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { addGraphiql } from './graphiql.mjs';

const HASH_FILE = 'dist/.built-from';
/** What the compiler knows of the files that it has checked. */
const CHECKED_FILE = 'dist/.tsbuildinfo';
/** The commit, which the service logs at its start (src/observability/version.ts). A build outside of a checkout is told by COMMIT. */
const BUILD_FILE = 'dist/build.json';

function writeCommit() {
  const git = process.env.COMMIT
    ? undefined
    : spawnSync('git', ['rev-parse', '--verify', 'HEAD'], { encoding: 'utf8' });
  const commit = process.env.COMMIT || (git.status === 0 ? git.stdout.trim() : undefined);
  const text = `${JSON.stringify({ commit })}\n`;
  if (existsSync(BUILD_FILE) && readFileSync(BUILD_FILE, 'utf8') === text) return;
  writeFileSync(`${BUILD_FILE}.${process.pid}`, text);
  renameSync(`${BUILD_FILE}.${process.pid}`, BUILD_FILE);
}

function* filesUnder(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesUnder(path);
    else yield path;
  }
}
const sources = [
  'tsconfig.json',
  'package-lock.json',
  'mikro-orm.config.ts',
  'scripts/bundle.mjs',
  'scripts/graphiql.mjs',
  'scripts/graphiql-library.js',
  'scripts/source-map.mjs',
  ...filesUnder('src'),
  ...filesUnder('test'),
  ...filesUnder('clients'),
];
const hash = createHash('sha256');
for (const file of sources.sort()) hash.update(`${file}\0`).update(readFileSync(file));
const expected = hash.digest('hex');
if (existsSync(HASH_FILE) && readFileSync(HASH_FILE, 'utf8') === expected) {
  writeCommit();
  process.exit(0);
}

// Only what a change may affect is checked again. The name of the folder is new, and therefore the compiler writes all files.
const fresh = `dist.${randomUUID()}`;
const checked = `${fresh}.tsbuildinfo`;
if (existsSync(CHECKED_FILE)) cpSync(CHECKED_FILE, checked);
const { status } = spawnSync(
  process.execPath,
  `node_modules/typescript/bin/tsc -p . --outDir ${fresh} --incremental --tsBuildInfoFile ${checked}`.split(' '),
  { stdio: 'inherit' },
);
if (status !== 0) {
  for (const path of [fresh, checked]) rmSync(path, { recursive: true, force: true });
  process.exit(status ?? 1);
}
// What the pages load is served as it is; migrations read files of SQL.
cpSync('src/schema/sql', `${fresh}/src/schema/sql`, { recursive: true });
cpSync('src/site/assets', `${fresh}/src/site/assets`, { recursive: true });
await addGraphiql(`${fresh}/src/site/assets/graphiql`);
renameSync(checked, `${fresh}/.tsbuildinfo`);
writeFileSync(`${fresh}/.built-from`, expected);
// Another build may rename its tree to dist/ between the two renames. It was built from the same sources, so either tree may stay.
const old = `${fresh}.old`;
try {
  if (existsSync('dist')) renameSync('dist', old);
  renameSync(fresh, 'dist');
} catch (error) {
  if (!existsSync('dist/src/main.js')) throw error;
}
for (const leftover of [old, fresh]) rmSync(leftover, { recursive: true, force: true });
writeCommit();
