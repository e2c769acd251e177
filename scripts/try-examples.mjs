// Runs the programs in examples/ against the built service with a database of its own. Uses only Node's built-in modules, as setup.mjs does.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const START_TIMEOUT_MS = 120_000;
const root = fileURLToPath(new URL('..', import.meta.url));
const typedClient = join(root, 'examples/typed-client');
const charts = join(root, 'examples/charts');
const offlineClient = join(root, 'examples/offline-client');
const programs = ['dashboard.mjs', 'round-of-hives.mjs', 'offline-queue.mjs'];

const children = new Set();
let stopped = false;
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    stopped = true;
    for (const child of children) child.kill('SIGTERM');
  });
}
function start(command, args, options) {
  const child = spawn(command, args, options);
  children.add(child);
  child.ended = once(child, 'close').finally(() => children.delete(child));
  child.ended.catch(() => {});
  return child;
}

/** @returns the exit code */
async function run(command, args, options) {
  if (stopped) return 1;
  const [code] = await start(command, args, { ...options, stdio: 'inherit' }).ended;
  return code ?? 1;
}
const npm = (cwd, args, env = process.env) => run('npm', args, { cwd, env });

async function install(folder) {
  const hashFile = join(folder, 'node_modules/.installed-from');
  const expected = createHash('sha256')
    .update(readFileSync(join(folder, 'package-lock.json')))
    .digest('hex');
  if (existsSync(hashFile) && readFileSync(hashFile, 'utf8') === expected) return 0;
  console.log(`Installing the packages of ${folder}`);
  const code = await npm(folder, ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']);
  if (code === 0) writeFileSync(hashFile, expected);
  return code;
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

async function untilReady(address, service) {
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (service.exitCode === null && service.signalCode === null && Date.now() < deadline) {
    const response = await fetch(`${address}/readyz`, { signal: AbortSignal.timeout(5000) }).catch(() => undefined);
    if (response?.status === 200) return true;
    await wait(100);
  }
  return false;
}

/** @returns the exit code of the first program that fails, or 0 */
async function runPrograms(env) {
  let code = await npm(typedClient, ['start', '--silent'], env);
  const cwd = join(root, 'examples/client-programs');
  for (const program of programs) code ||= await run(process.execPath, [program], { cwd, env });
  for (const folder of [offlineClient, charts]) code ||= await npm(folder, ['run', '--silent', 'check'], env);
  return code;
}

async function tryExamples() {
  // The user that runs PostgreSQL must be able to enter the folder; if the service runs as root, that user owns a part of it.
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'beekeeping-example-')));
  chmodSync(folder, 0o755);
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  // The service must not see a developer's .env or environment.
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, DATA_DIR: join(folder, 'data'), HOST: '127.0.0.1', PORT: String(port), DEMO_DATA: 'on' };
  const service = start(process.execPath, ['--enable-source-maps', join(root, 'dist/src/main.js')], {
    cwd: folder,
    env,
  });
  let output = '';
  for (const stream of [service.stdout, service.stderr]) stream.on('data', (text) => (output += text));
  try {
    const isReady = await untilReady(address, service);
    const code = isReady ? await runPrograms({ ...process.env, SERVICE: address }) : 1;
    if (code !== 0) console.error(`An example failed. Output of the service:\n${output}`);
    return code;
  } finally {
    service.kill('SIGTERM');
    await service.ended;
    rmSync(folder, { recursive: true, force: true, maxRetries: 20 });
  }
}

process.exitCode =
  (await install(typedClient)) || (await install(charts)) || (await install(offlineClient)) || (await tryExamples());
