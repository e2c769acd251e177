// The service with the hook loaded, and the client of the hook.
import { rmSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { startServer } from '../lib/server.mjs';
import { PEERS } from '../peers/index.mjs';

export const OURS = PEERS.find(({ id }) => id === 'ours');

/** An unused port, so that two benchmarks can run side by side. */
export const freePort = () =>
  new Promise((resolve, reject) => {
    const server = net.createServer().on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

export async function startWatched(database, probe) {
  const path = join(tmpdir(), `steady-${process.pid}.sock`);
  const flags = ['--expose-gc', '--import', join(import.meta.dirname, 'hook.mjs')];
  // Three times fifty log-ins exceed the rate limit of an address in production.
  const env = { STEADY_SOCKET: path, RATE_LIMIT_LOGINS: '1000/15m' };
  const server = await startServer(OURS, await freePort(), database, probe, flags, env);
  const stop = async () => {
    await server.stop();
    rmSync(path, { force: true });
  };
  return { ...server, stop, query: async (command) => JSON.parse(await text(net.connect(path).end(command))) };
}
