// Installs the locked packages if node_modules does not match the lock file. It runs first in every npm script, on the Node that
// runs npm itself, so it uses only Node's built-in modules. Later steps find the bundled Node 24 in node_modules/.bin.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

const HASH_FILE = 'node_modules/.installed-from';
const lock = readFileSync('package-lock.json');
const expected = createHash('sha256').update(lock).digest('hex');
if (existsSync(HASH_FILE) && readFileSync(HASH_FILE, 'utf8') === expected) process.exit(0);

const started = Date.now();
console.log('Installing the locked packages (once; this takes half a minute to a minute)');

/** npm prints nothing until it has finished, so this counts the packages that have been unpacked. */
const packages = Object.keys(JSON.parse(lock).packages).filter((path) => path !== '');
const unpacked = () => packages.filter((path) => existsSync(`${path}/package.json`)).length;
function report() {
  const seconds = Math.round((Date.now() - started) / 1000);
  const line = `  ${seconds} s, ${unpacked()} of at most ${packages.length} packages`;
  if (process.stdout.isTTY) process.stdout.write(`\r${line}`);
  else console.log(line);
}
const progress = setInterval(report, process.stdout.isTTY ? 500 : 5000);

const npm = spawn('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error', ...process.argv.slice(2)], {
  stdio: 'inherit',
  shell: process.platform === 'win32',
});
npm.on('error', (error) => {
  clearInterval(progress);
  console.error(`npm could not be started: ${error.message}`);
  process.exit(1);
});
npm.on('exit', (code) => {
  clearInterval(progress);
  if (process.stdout.isTTY) process.stdout.write('\n');
  if (code === 0) writeFileSync(HASH_FILE, expected);
  process.exit(code ?? 1);
});
