// Loaded into the service with --import, together with --expose-gc: reports figures of the process on a socket of its own.
import { readFileSync } from 'node:fs';
import net from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';

/** The resolution of the monitor, which it adds to every delay. */
const RESOLUTION_MS = 10;
let loop;
let before;

/** Returns the milliseconds that the event loop's thread has run, and that it has waited for a core. */
function readThreadTimes() {
  const [ran, waited] = readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ');
  return { ran: Number(ran) / 1e6, waited: Number(waited) / 1e6, at: performance.now() };
}

const COMMANDS = {
  memory() {
    globalThis.gc();
    const { rss, heapUsed, external } = process.memoryUsage();
    return { rss, heapUsed, external };
  },
  watch() {
    loop?.disable();
    loop = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
    loop.enable();
    before = readThreadTimes();
    return {};
  },
  delay() {
    loop.disable();
    const ms = (nanoseconds) => Math.max(0, nanoseconds / 1e6 - RESOLUTION_MS);
    const { ran, waited, at } = readThreadTimes();
    const took = at - before.at;
    return {
      ...{ p50: ms(loop.percentile(50)), p99: ms(loop.percentile(99)), max: ms(loop.max), samples: loop.count },
      ...{ ran: (ran - before.ran) / took, waited: (waited - before.waited) / took },
    };
  },
};

net
  .createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', (command) => socket.end(JSON.stringify(COMMANDS[command.toString()]())));
  })
  .listen(process.env.STEADY_SOCKET)
  .unref();
