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

const LONGEST_MS = 300_000;
process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const all = projects();
const known = rules();
let failures = 0;

const npm = (args, options) =>
  spawnSync('npm', [...args, '--loglevel=error'], {
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
    timeout: LONGEST_MS,
    shell: process.platform === 'win32',
    ...options,
  });

function verdict(title, problems) {
  console.log(`${problems.length === 0 ? 'ok    ' : 'FAILED'} ${title}`);
  for (const problem of problems) console.log(`         ${problem}`);
  failures += problems.length;
}

/** @returns the report, or why there is none. Offline, npm would report no vulnerabilities. */
function audit(folder, ...args) {
  const { stdout, stderr } = npm(['audit', '--json', '--no-offline', '--fetch-retries=1', ...args], { cwd: folder });
  try {
    const report = JSON.parse(stdout);
    if (report.vulnerabilities) return { report };
    if (report.message) return { unavailable: report.message.replace(/\b\w+:\/\/\S+/g, 'the registry') };
    return { broken: report.error?.summary || stdout };
  } catch {
    return { broken: stderr || 'npm audit printed nothing' };
  }
}

function checkVulnerabilities({ folder, isDeployed }) {
  const title = `known vulnerabilities: ${folder}`;
  const complete = audit(folder);
  // Benchmarks and examples are never deployed, so all their packages count as development.
  const shipped = isDeployed && complete.report ? audit(folder, '--omit=dev') : { report: { vulnerabilities: {} } };
  const broken = complete.broken ?? shipped.broken;
  if (broken) return verdict(title, [broken]);
  const unavailable = complete.unavailable ?? shipped.unavailable;
  if (unavailable) {
    if (process.argv.includes('--require-audit')) return verdict(title, [unavailable]);
    return console.log(`WARN   ${title}: NOT CHECKED, the registry does not report them (${unavailable})`);
  }
  const { rows, grave } = vulnerabilities(shipped.report, complete.report);
  if (rows.length > 0) console.table(rows);
  verdict(
    `${title}: ${rows.length}, of which high or critical in production: ${grave.length}`,
    grave.map((row) => `${row.package}: ${row.severity}, fix: ${row.fix}`),
  );
}

function checkLicences(project) {
  const { counts, refused } = licences(project, known.licences);
  for (const [use, found] of Object.entries(counts)) {
    const most = Object.entries(found).sort((a, b) => b[1] - a[1]);
    if (most.length > 0)
      console.log(`       ${use}: ${most.map(([licence, count]) => `${licence} ${count}`).join(', ')}`);
  }
  verdict(`licences: ${project.folder}`, refused);
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
    const work = `
      for (const name of ${JSON.stringify(names)}) await import(name);
      const { default: argon2 } = await import('argon2');
      if (!(await argon2.verify(await argon2.hash('honey'), 'honey'))) throw new Error('argon2 does not verify');`;
    const tried = spawnSync(process.execPath, ['--input-type=module', '--eval', work], {
      cwd: folder,
      encoding: 'utf8',
    });
    return tried.status === 0 ? [] : [tried.stderr];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

for (const project of all) checkVulnerabilities(project);
for (const project of all) checkLicences(project);
verdict('exact versions', all.flatMap(inexactVersions));
verdict('lock files: a hash for every package, no address', all.flatMap(unlocked));
for (const [name, reason] of Object.entries(known.installScripts)) console.log(`       not needed: ${name}: ${reason}`);
verdict('install scripts', unknownScripts(all, known.installScripts));
if (process.argv.includes('--try')) verdict('works without install scripts', tryWithoutScripts(all));
process.exitCode = failures === 0 ? 0 : 1;
