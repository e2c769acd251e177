// npm run release -- 1.0.0: makes a release in this checkout, and publishes nothing. The contract of the release (schema.graphql,
// openapi.json and contract.txt) is kept in docs/released/, with which `npm run lint` compares later changes. The commit is tagged; release/ has what is
// published with it: the notes, the contract, the file for clients and the list of packages (CycloneDX).
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { findBreakingChanges } from 'graphql';
import { brokenLines, readContract } from './contract-rules.mjs';
import { unreleased } from './schema-rules.mjs';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const RELEASED = 'docs/released';
const CONTRACT = ['schema.graphql', 'openapi.json', 'contract.txt'];
/** What clients copy (docs/graphql.md). */
const CLIENT_FILE = 'clients/graphql.ts';
const UNRELEASED = '## Unreleased\n';
const read = (path) => readFileSync(path, 'utf8');

class ReleaseError extends Error {}
const require = (condition, message) => {
  if (!condition) throw new ReleaseError(message);
};

/** @returns what the command printed */
function run(command, ...args) {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8', maxBuffer: 2 ** 26 });
  require(status === 0, `${[command, ...args].join(' ')} failed:\n${stderr || stdout}`);
  return stdout.trim();
}

const parse = (version) => /^(\d+)\.(\d+)\.(\d+)$/.exec(version)?.slice(1).map(Number);
/** Whether a version is higher than another. */
function isHigher(version, other) {
  const [one, two] = [parse(version), parse(other)];
  const difference = one.map((part, i) => part - two[i]).find((part) => part !== 0);
  return difference !== undefined && difference > 0;
}

/** @returns the part of the changelog that is released. @throws ReleaseError if there is none */
function readNotes(changelog) {
  require(changelog.includes(UNRELEASED), 'CHANGELOG.md has no section Unreleased');
  const notes = unreleased(changelog);
  require(/^- /m.test(notes), 'CHANGELOG.md names no change under Unreleased');
  return notes.trim();
}

/** A client of a release works with every later one of the same major version. */
function requireCompatible(version, previous) {
  if (!existsSync(RELEASED) || parse(version)[0] > parse(previous)[0]) return;
  const [before, after] = [readContract(RELEASED), readContract('.')];
  const list = [
    ...findBreakingChanges(before.schema, after.schema).map(({ description }) => description),
    ...brokenLines(before, after).map(({ line }) => line),
  ];
  require(list.length ===
    0, `These changes break clients of ${previous}, so the major version must be raised:\n${list.map((line) => `  ${line}`).join('\n')}`);
}

function prepare(version, notes) {
  run('npm', 'version', version, '--no-git-tag-version');
  // The version stands in openapi.json. `npm run generate` would install all packages again, because the lock file has the version, too.
  run(process.execPath, 'dist/src/cli/generate.js');
  const date = new Date().toISOString().slice(0, 10);
  writeFileSync('CHANGELOG.md', read('CHANGELOG.md').replace(UNRELEASED, `${UNRELEASED}\n## ${version} – ${date}\n`));
  mkdirSync(RELEASED, { recursive: true });
  rmSync('release', { recursive: true, force: true });
  mkdirSync('release');
  for (const file of CONTRACT) for (const folder of [RELEASED, 'release']) cpSync(file, `${folder}/${file}`);
  run('npm', 'run', '-s', 'lint');
  run('npm', 'run', '-s', 'sbom');
  cpSync(CLIENT_FILE, 'release/graphql.ts');
  cpSync('sbom.json', 'release/sbom.json');
  writeFileSync('release/notes.md', `${notes}\n`);
}

/** @param version such as 1.0.0 */
function release(version) {
  require(parse(version), 'Usage: npm run release -- 1.0.0');
  const previous = JSON.parse(read('package.json')).version;
  require(isHigher(version, previous), `${version} must be higher than ${previous}`);
  require(run('git', 'status', '--porcelain') === '', 'The checkout has changes: commit them first');
  const tag = `v${version}`;
  require(run('git', 'tag', '--list', tag) === '', `The tag ${tag} exists`);
  const notes = readNotes(read('CHANGELOG.md'));
  requireCompatible(version, previous);
  try {
    prepare(version, notes);
    run('git', 'add', '--all');
    run('git', 'commit', '--quiet', `--message=chore(release): ${version}`);
  } catch (error) {
    run('git', 'reset', '--hard', '--quiet');
    run('git', 'clean', '-fdq', RELEASED);
    throw error;
  }
  run('git', 'tag', '--annotate', tag, '--cleanup=verbatim', `--message=${version}\n\n${notes}`);
  console.log(`${version} is commit ${run('git', 'rev-parse', '--short', 'HEAD')} with the tag ${tag}; release/ has what is published.
Run .ci/run, then publish it: git push --follow-tags`);
}

try {
  release(process.argv[2] ?? '');
} catch (error) {
  if (!(error instanceof ReleaseError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
