// npm run dev: rebuilds and restarts the service when a source file changes. While the sources do not compile, or the service does not
// start, it waits for the next change.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
// Node's own recursive watcher on Linux loses a file that an editor replaces by another under its name.
import chokidar from 'chokidar';

/** A save may touch a file several times, and an editor may save several files. */
const QUIET_MS = 150;

let service;
let lastChange = Infinity;
let isStopping = false;

const run = (...args) => spawn(process.execPath, args, { stdio: 'inherit' });
const hasEnded = ({ exitCode, signalCode }) => exitCode !== null || signalCode !== null;

async function build() {
  const [status] = await once(run('scripts/build.mjs'), 'exit');
  return status === 0;
}

function start() {
  service = run('--enable-source-maps', 'dist/src/main.js');
  service.on('exit', (status) => {
    if (status) console.error(`The service ended with ${status}. Waiting for a change.`);
  });
}

async function stop() {
  if (!service || hasEnded(service)) return;
  service.kill('SIGTERM');
  await once(service, 'exit');
}

for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, async () => {
    isStopping = true;
    await stop();
    process.exit(0);
  });

const watcher = chokidar.watch(['src', 'test', 'tsconfig.json', 'mikro-orm.config.ts'], { ignoreInitial: true });
watcher.on('all', () => {
  lastChange = Date.now();
});
await once(watcher, 'ready');

lastChange = 0;
while (!isStopping) {
  if (Date.now() - lastChange < QUIET_MS || lastChange === Infinity) {
    await wait(QUIET_MS / 3);
    continue;
  }
  lastChange = Infinity;
  if (!(await build())) {
    console.error('The sources do not compile. Waiting for a change.');
    continue;
  }
  await stop();
  if (!isStopping) start();
}
