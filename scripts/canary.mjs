// Tells whether the newest versions of all direct dependencies would do: raises them in a copy of HEAD, which it then lints, builds and
// tests. The checkout stays as it is. Uses only Node's built-in modules, git and npm.
//   --major          raises across major versions too; as for npm, the minor of 0.x is one
//   --except <name>  leaves this package as it is; may be repeated
//   <path>…          runs these tests instead of the whole suite
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const KINDS = ['dependencies', 'optionalDependencies', 'devDependencies'];
/** What the suite or another dependency is known to refuse, so that it does not hide the rest. Delete a reason that no longer holds. */
const HELD = {
  '@biomejs/biome':
    '2.6 demands another format of Markdown and YAML, and takes visitors of GraphQL documents for React components',
  '@opentelemetry/api': 'the SDK of OpenTelemetry 2 demands a version before 1.10',
};
/** MikroORM refuses a mix of its versions. */
const isMikroOrm = (name) => name === 'mikro-orm' || name.startsWith('@mikro-orm/');

const { values: options, positionals: paths } = parseArgs({
  allowPositionals: true,
  options: { major: { type: 'boolean', default: false }, except: { type: 'string', multiple: true, default: [] } },
});
const held = { ...HELD, ...Object.fromEntries(options.except.map((name) => [name, '--except'])) };
process.chdir(fileURLToPath(new URL('..', import.meta.url)));
// Ctrl-C ends the running step, which fails then; the copy is deleted after it.
process.on('SIGINT', () => {});

class StepFailed extends Error {}

/** @param accepted the exit codes that are no failure */
function run(cwd, command, args, accepted = [0]) {
  console.log(`$ ${[command, ...args].join(' ')}`);
  const { status, signal, error, stdout, stderr } = spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    shell: process.platform === 'win32',
  });
  if (accepted.includes(status)) return stdout;
  const reason = error?.message ?? (signal ? `ended by ${signal}` : `exit code ${status}`);
  throw new StepFailed(`${stdout ?? ''}${stderr ?? ''}\nFAILED (${reason}): ${[command, ...args].join(' ')}`);
}

const { compare: order } = new Intl.Collator('en', { numeric: true });
/** Orders two versions; a release is newer than its prereleases. */
function compare(a, b) {
  const [[release, pre], [otherRelease, otherPre]] = [a, b].map((version) => version.split(/-(.*)/));
  return (
    order(release, otherRelease) ||
    Number(pre === undefined) - Number(otherPre === undefined) ||
    order(pre ?? '', otherPre ?? '')
  );
}

/** Returns the newest version of each direct dependency, never an older one: `latest` of some is behind the version in use. */
function newest(folder, present) {
  // Nothing is installed there: npm lists all `dependencies` and no others, and `wanted` is the newest version within the range.
  const ranges = Object.fromEntries(Object.entries(present).map(([name, version]) => [name, `^${version}`]));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ dependencies: ranges }));
  const listed = JSON.parse(run(folder, 'npm', ['outdated', '--json'], [0, 1]));
  const versions = {};
  for (const [name, version] of Object.entries(present)) {
    const { wanted, latest } = listed[name] ?? {};
    if (latest === undefined) throw new StepFailed(`npm outdated does not list ${name}`);
    const isLeft = name in held || compare(latest, version) < 0;
    versions[name] = isLeft ? version : options.major ? latest : wanted;
  }
  const group = Object.keys(versions).filter(isMikroOrm);
  const [common] = group.map((name) => versions[name]).sort(compare);
  for (const name of group) versions[name] = common;
  // It demands exact versions of these; others would be installed beside them.
  const view = ['view', `@mikro-orm/postgresql@${common}`, 'dependencies', '--json'];
  const demanded = JSON.parse(run(folder, 'npm', view));
  for (const name of ['kysely', 'pg']) versions[name] = demanded[name];
  return versions;
}

function raise(folder) {
  const file = join(folder, 'package.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8'));
  const present = Object.assign({}, ...KINDS.map((kind) => manifest[kind]));
  rmSync(join(folder, 'package-lock.json'));
  const versions = newest(folder, present);
  for (const kind of KINDS) for (const name in manifest[kind]) manifest[kind][name] = versions[name];
  // npm refuses an override that differs from the direct dependency of that name.
  for (const name in manifest.overrides) manifest.overrides[name] = versions[name] ?? manifest.overrides[name];
  writeFileSync(file, `${JSON.stringify(manifest, null, 2)}\n`);
  const raised = Object.keys(present).filter((name) => versions[name] !== present[name]);
  console.table(raised.map((name) => ({ package: name, from: present[name], to: versions[name] })));
  for (const [name, reason] of Object.entries(held)) console.log(`held: ${name} ${present[name]} (${reason})`);
}

const folder = mkdtempSync(join(tmpdir(), 'beekeeping-canary-'));
try {
  // A clone and not an archive: the build, biome and the tests of releases ask git.
  run('.', 'git', ['clone', '--quiet', '--shared', '.', folder]);
  raise(folder);
  // Resolves all packages anew, also those that come with others; the first script then installs them.
  run(folder, 'npm', ['install', '--package-lock-only']);
  run(folder, 'npm', ['run', 'build']);
  run(folder, 'npm', ['run', 'lint']);
  run(folder, 'npm', ['test', '--', ...paths]);
  console.log('The newest versions pass.');
} catch (error) {
  if (!(error instanceof StepFailed)) throw error;
  console.error(error.message);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
