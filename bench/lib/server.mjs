// A server under test: a process of its own, in production mode, on its reserved core.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import net from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { refused, send } from './http.mjs';
import { memoryOf, pinned } from './machine.mjs';
import { JWT_SECRET, OUT, POOL, SERVER_CPU } from './places.mjs';

const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 2000;

/** Settings of glibc in the service's image (Dockerfile): memory that has been freed goes back to the system. All servers get them. */
const IMAGE_ENV = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_TRIM_THRESHOLD_: '131072' };

const isTaken = (port) =>
  new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });

/** @param probe the request that must succeed for the server to count as started */
export async function startServer(peer, port, database, probe, flags = [], env = {}) {
  if (await isTaken(port)) throw new Error(`port ${port} is taken: set BENCH_PORT to another one`);
  const logFile = join(OUT, `${peer.id}.log`);
  const log = openSync(logFile, 'w');
  const started = performance.now();
  const [command, ...args] = pinned(SERVER_CPU, [process.execPath, ...flags, ...peer.command]);
  const child = spawn(command, args, {
    cwd: OUT,
    stdio: ['ignore', log, log],
    env: {
      PATH: process.env.PATH,
      ...IMAGE_ENV,
      NODE_ENV: 'production',
      PORT: String(port),
      DATABASE_URL: peer.asVisitor ? database.visitorUrl : database.url,
      JWT_SECRET,
      MAIL_FILES: 'on',
      POOL: String(POOL),
      ...peer.env,
      ...env,
    },
  });
  closeSync(log);
  const server = { peer, port, pid: child.pid, stop: () => stop(child) };
  while (
    !(await send(port, probe).then(
      (response) => !refused(response),
      () => false,
    ))
  ) {
    const gone = child.exitCode !== null || child.signalCode !== null;
    if (gone || performance.now() - started > START_TIMEOUT_MS) {
      await server.stop();
      throw new Error(`${peer.id} does not respond: see ${logFile}`);
    }
    await sleep(10);
  }
  server.startMs = Math.round(performance.now() - started);
  server.idleMemory = Math.round(memoryOf(child.pid));
  return server;
}

async function stop(child) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const killTimer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
  await ended;
  clearTimeout(killTimer);
}
