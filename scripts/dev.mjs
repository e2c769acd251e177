// npm run dev: rebuilds and restarts the service when a source file changes.
import { spawn, spawnSync } from 'node:child_process';
import { watch } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

let service;
const start = () => {
  service = spawn(process.execPath, ['--enable-source-maps', 'dist/src/main.js'], { stdio: 'inherit' });
};
const stop = async () => {
  if (!service || service.exitCode !== null) return;
  const ended = new Promise((resolve) => service.once('exit', resolve));
  service.kill('SIGTERM');
  await ended;
};

let changed = false;
for (const folder of ['src', 'test']) watch(folder, { recursive: true }, () => (changed = true));
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => void stop().then(() => process.exit(0)));

start();
for (;;) {
  await wait(200);
  if (!changed) continue;
  changed = false;
  const { status } = spawnSync(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit' });
  if (status !== 0) continue;
  await stop();
  start();
}
