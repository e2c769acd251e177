// Checks known vulnerabilities, licences, exact versions and install scripts of every package. Uses only Node's built-in modules.
//   --require-audit  fails, instead of warning, if the registry cannot report vulnerabilities
//   --try            also installs the production packages without install scripts, and uses them
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  inexactVersions,
  licences,
  packagesOf,
  projects,
  rules,
  unknownScripts,
  unlocked,
  vulnerabilities,
} from './supply-chain-rules.mjs';

const NPM_TIMEOUT_MS = 300_000;
process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const all = projects();
const known = rules();
let failures = 0;

const npm = (args, options) =>
  spawnSync('npm', [...args, '--loglevel=error'], {
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
    timeout: NPM_TIMEOUT_MS,
    shell: process.platform === 'win32',
    ...options,
  });

function report(title, problems) {
  console.log(`${problems.length === 0 ? 'ok    ' : 'FAILED'} ${title}`);
  for (const problem of problems) console.log(`         ${problem}`);
  failures += problems.length;
}

/** @returns the result, or the reason why there is none. Offline, npm would report no vulnerabilities. */
function audit(folder, ...args) {
  const { stdout, stderr } = npm(['audit', '--json', '--no-offline', '--fetch-retries=1', ...args], { cwd: folder });
  try {
    const result = JSON.parse(stdout);
    if (result.vulnerabilities) return { result };
    if (result.message) return { unavailable: result.message.replace(/\b\w+:\/\/\S+/g, 'the registry') };
    return { broken: result.error?.summary || stdout };
  } catch {
    return { broken: stderr || 'npm audit printed nothing' };
  }
}

function checkVulnerabilities(project) {
  const { folder, isDeployed } = project;
  const title = `known vulnerabilities: ${folder}`;
  const complete = audit(folder);
  // Benchmarks and examples are never deployed, so all their packages count as development.
  const shipped = isDeployed && complete.result ? audit(folder, '--omit=dev') : { result: { vulnerabilities: {} } };
  const broken = complete.broken ?? shipped.broken;
  if (broken) return report(title, [broken]);
  const unavailable = complete.unavailable ?? shipped.unavailable;
  if (unavailable) {
    if (process.argv.includes('--require-audit')) return report(title, [unavailable]);
    return console.log(`WARN   ${title}: NOT CHECKED, the registry does not report them (${unavailable})`);
  }
  const paths = new Set(packagesOf(project).flatMap(({ path, isShipped }) => (isShipped ? [path] : [])));
  const { rows, grave } = vulnerabilities(shipped.result, complete.result, paths);
  if (rows.length > 0) console.table(rows);
  report(
    `${title}: ${rows.length}, of which high or critical in production: ${grave.length}`,
    grave.map((row) => `${row.package}: ${row.severity}, fix: ${row.fix}`),
  );
}

function checkLicences(project) {
  const { counts, refused } = licences(project, known.licences);
  for (const [use, byLicence] of Object.entries(counts)) {
    const sorted = Object.entries(byLicence).sort((a, b) => b[1] - a[1]);
    if (sorted.length > 0)
      console.log(`       ${use}: ${sorted.map(([licence, count]) => `${licence} ${count}`).join(', ')}`);
  }
  report(`licences: ${project.folder}`, refused);
}

/** Installs what the image installs, without install scripts, and then uses each package that has one. */
function tryWithoutScripts([service]) {
  const folder = mkdtempSync(join(tmpdir(), 'beekeeping-supply-chain-'));
  try {
    for (const file of ['package.json', 'package-lock.json', '.npmrc'])
      if (existsSync(file)) copyFileSync(file, join(folder, file));
    const install = ['ci', '--ignore-scripts', '--omit=dev', '--omit=optional', '--no-audit', '--no-fund'];
    const { status, stderr } = npm(install, { cwd: folder });
    if (status !== 0) return [`npm ci: ${stderr}`];
    const names = packagesOf(service)
      .filter(({ isShipped, optional, hasInstallScript }) => isShipped && !optional && hasInstallScript)
      .map(({ name }) => name);
    const program = `
      for (const name of ${JSON.stringify(names)}) await import(name);
      const { default: argon2 } = await import('argon2');
      if (!(await argon2.verify(await argon2.hash('honey'), 'honey'))) throw new Error('argon2 does not verify');`;
    const outcome = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
      cwd: folder,
      encoding: 'utf8',
    });
    return outcome.status === 0 ? [] : [outcome.stderr];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

for (const project of all) checkVulnerabilities(project);
for (const project of all) checkLicences(project);
report('exact versions', all.flatMap(inexactVersions));
report('lock files: a hash for every package, no registry URL', all.flatMap(unlocked));
for (const [name, reason] of Object.entries(known.installScripts)) console.log(`       not needed: ${name}: ${reason}`);
report('install scripts', unknownScripts(all, known.installScripts));
if (process.argv.includes('--try')) report('works without install scripts', tryWithoutScripts(all));
process.exitCode = failures === 0 ? 0 : 1;
