// Runs what the READMEs in examples/ say, word by word, and the checks of the examples, against the built service with a database of its own.
// Uses only Node's built-in modules, as setup.mjs does.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const START_TIMEOUT_MS = 120_000;
const root = fileURLToPath(new URL('..', import.meta.url));
/** The examples with a check of their own. */
const NPM_CHECK = ['npm', 'run', '--silent', 'check'];
const PLAIN_CHECK = ['node', 'check.mjs'];
const CHECKS = {
  'offline-client': NPM_CHECK,
  charts: NPM_CHECK,
  'import-spreadsheet': PLAIN_CHECK,
  screens: PLAIN_CHECK,
  'webhook-receiver': PLAIN_CHECK,
};
/** A command that runs until Ctrl-C is the last one of its block, and its comment says so. */
const ENDLESS = /^[^#]*#.*until Ctrl-C$/;
const ENDLESS_MS = 5000;
const REACHED = 'The last command begins.';

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

/** The blocks of shell commands in the README of an example. */
function readBlocks(folder, address) {
  const readme = readFileSync(join(folder, 'README.md'), 'utf8');
  const blocks = [...readme.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block]) => block.trim().split('\n'));
  if (blocks.length === 0) throw new Error(`${folder}/README.md says nothing about how it is run`);
  // “Another address” is that of the same service.
  return blocks.map((lines) => lines.map((line) => line.replaceAll('http://127.0.0.1:4100', address)));
}

/** Runs a block as it is, in one shell. @returns the exit code */
async function runBlock(lines, options) {
  console.log(lines.map((line) => `$ ${line}`).join('\n'));
  const last = lines.at(-1);
  if (!ENDLESS.test(last)) return run('bash', ['-ec', lines.join('\n')], options);
  if (stopped) return 1;
  const commands = [...lines.slice(0, -1), `echo '${REACHED}'`, last];
  const shell = start('bash', ['-ec', commands.join('\n')], {
    ...options,
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  shell.stdout.setEncoding('utf8').on('data', async (text) => {
    process.stdout.write(text);
    if (!text.includes(REACHED)) return;
    await wait(ENDLESS_MS);
    shell.wasEndless = shell.exitCode === null;
    if (shell.wasEndless) process.kill(-shell.pid, 'SIGINT');
  });
  await shell.ended;
  return shell.wasEndless ? 0 : 1;
}

/** The examples as in a fresh checkout, so that nothing of a developer's own is used or overwritten. */
function copyExamples(to) {
  for (const name of ['examples', 'clients', 'openapi.json', 'schema.graphql'])
    cpSync(join(root, name), join(to, name), {
      recursive: true,
      filter: (path) => !/[\\/](node_modules|dist|generated|[^\\/]*\.db)$/.test(path),
    });
  // The check of the charts uses the repository's playwright-core.
  symlinkSync(join(root, 'node_modules'), join(to, 'node_modules'));
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

/** @returns the exit code of the first command that fails, or 0 */
async function runExamples(checkout, address) {
  // PORT: a page that an example serves takes any free port.
  const env = { ...process.env, SERVICE: address, PORT: '0' };
  for (const example of readdirSync(join(checkout, 'examples'))) {
    const cwd = join(checkout, 'examples', example);
    console.log(`\n-- ${example}`);
    let code = 0;
    for (const lines of readBlocks(cwd, address)) code ||= await runBlock(lines, { cwd, env });
    const [command, ...args] = CHECKS[example] ?? [];
    if (command) code ||= await run(command, args, { cwd, env });
    if (code !== 0) return code;
  }
  return 0;
}

async function tryExamples() {
  // The user that runs PostgreSQL must be able to enter the folder; if the service runs as root, that user owns a part of it.
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'beekeeping-example-')));
  chmodSync(folder, 0o755);
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  // The service must not see a developer's .env or environment.
  const { PATH, HOME } = process.env;
  const env = {
    ...{ PATH, HOME, DATA_DIR: join(folder, 'data'), HOST: '127.0.0.1', PORT: String(port), DEMO_DATA: 'on' },
    WEBHOOK_HOSTS: 'http://127.0.0.1',
  };
  const service = start(process.execPath, ['--enable-source-maps', join(root, 'dist/src/main.js')], {
    cwd: folder,
    env,
  });
  let output = '';
  for (const stream of [service.stdout, service.stderr]) stream.on('data', (text) => (output += text));
  try {
    const isReady = await untilReady(address, service);
    const checkout = join(folder, 'checkout');
    if (isReady) copyExamples(checkout);
    const code = isReady ? await runExamples(checkout, address) : 1;
    if (code !== 0) console.error(`An example failed. Output of the service:\n${output}`);
    return code;
  } finally {
    service.kill('SIGTERM');
    await service.ended;
    rmSync(folder, { recursive: true, force: true, maxRetries: 20 });
  }
}

process.exitCode = await tryExamples();
