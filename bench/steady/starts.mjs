// Start times, from spawn to the first 200 of /readyz, and memory at rest.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { cpuOf, memoryOf } from '../lib/machine.mjs';
import { JWT_SECRET, OUT, ROOT } from '../lib/places.mjs';
import { median } from '../lib/statistics.mjs';
import { freePort } from './service.mjs';

const RUNS = { service: 7, npm: 3 };
const MAX_START_MS = { service: 700, npm: 2000 };
/** The memory of the service alone, some time after its start. */
const MAX_MEMORY_MB = 130;
const REST_MS = 2000;
/** The command of the image and of `npm start`. */
const COMMAND = ['--max-semi-space-size=8', '--expose-gc', join(ROOT, 'dist/bundle/main.js')];
const TIMEOUT_MS = 120_000;
const POLL_MS = 5;
/** The first `npm start` creates the database and is not counted. */
export const STARTS = RUNS.service + 1 + RUNS.npm;

export async function starts({ database, running, progress }) {
  const service = await measureStarts('the built service', RUNS.service, progress, () =>
    serviceStart(database, running),
  );
  const copy = copyOfProject();
  const remove = async () => rmSync(copy, { recursive: true, force: true });
  running.push(remove);
  progress.show('npm start: creating its database');
  await npmStart(copy, running);
  progress.done();
  const npm = await measureStarts('npm start', RUNS.npm, progress, () => npmStart(copy, running));
  await remove();
  const isFast = service.median < MAX_START_MS.service && npm.median < MAX_START_MS.npm;
  const ok = isFast && service.memory < MAX_MEMORY_MB;
  return { service, npm, below: MAX_START_MS, belowMb: MAX_MEMORY_MB, ok };
}

async function measureStarts(name, count, progress, start) {
  const times = [];
  const cpu = [];
  const memory = [];
  for (let i = 1; i <= count; i++) {
    progress.show(`starting ${name}, ${i} of ${count}`);
    const started = await start();
    times.push(Math.round(started.took));
    cpu.push(Math.round(started.cpu));
    memory.push(Math.round(started.memory));
    progress.done();
  }
  return { median: median(times), times, cpu: median(cpu), memory: median(memory) };
}

function serviceStart(database, running) {
  const env = { PATH: process.env.PATH, NODE_ENV: 'production', HOST: '127.0.0.1', JWT_SECRET, MAIL_FILES: 'on' };
  const options = { cwd: OUT, env: { ...env, DATABASE_URL: database.url, DATA_DIR: join(OUT, 'data') } };
  return timed([process.execPath, ...COMMAND], options, running);
}

/** A folder that the user of PostgreSQL may enter, with everything that `npm start` reads. */
function copyOfProject() {
  const copy = mkdtempSync(join(tmpdir(), 'steady-'));
  chmodSync(copy, 0o755);
  const skipped = ['.git', '.data', '.env', 'node_modules', 'bench', 'coverage'];
  cpSync(ROOT, copy, {
    recursive: true,
    preserveTimestamps: true,
    filter: (path) => !skipped.some((name) => path === join(ROOT, name)),
  });
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}

function npmStart(copy, running) {
  const { PATH, HOME } = process.env;
  const data = join(copy, '.data');
  // npm ends before the service does, which stops PostgreSQL last.
  const isOver = () => !existsSync(join(data, 'postgres/data/postmaster.pid'));
  return timed(['npm', 'start'], { cwd: copy, env: { PATH, HOME, DATA_DIR: data } }, running, isOver);
}

/** @param isOver whether everything that was started has ended, after the process has exited */
async function timed([command, ...args], { cwd, env }, running, isOver = () => true) {
  const port = await freePort();
  const started = performance.now();
  // A group of its own: npm, its shell and the service are stopped together.
  const options = { cwd, env: { ...env, PORT: String(port) }, detached: true, stdio: ['ignore', 'ignore', 'inherit'] };
  const child = spawn(command, args, options);
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  const end = async () => {
    if (!hasEnded()) {
      process.kill(-child.pid, 'SIGTERM');
      await once(child, 'exit');
    }
    const deadline = performance.now() + TIMEOUT_MS;
    while (!isOver() && performance.now() < deadline) await sleep(20);
  };
  running.push(end);
  try {
    while (!(await isReady(port))) {
      if (hasEnded() || performance.now() - started > TIMEOUT_MS) throw new Error(`${command} ${args} is not ready`);
      await sleep(POLL_MS);
    }
    const figures = { took: performance.now() - started, cpu: cpuOf(child.pid) * 1000 };
    await sleep(REST_MS);
    return { ...figures, memory: memoryOf(child.pid) };
  } finally {
    await end();
    running.splice(running.indexOf(end), 1);
  }
}

const isReady = (port) =>
  fetch(`http://127.0.0.1:${port}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );
