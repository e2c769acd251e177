// Loaded into the service with --import, together with --expose-gc: reports figures that only the process itself knows, on a socket of its own.
import { readFileSync } from 'node:fs';
import net from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';

/** The resolution of the monitor, which it adds to every delay. */
const RESOLUTION_MS = 10;
let loop;
let before;

/** Milliseconds for which the event loop's thread has run, and for which it has waited for a core. */
function thread() {
  const [ran, waited] = readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ');
  return { ran: Number(ran) / 1e6, waited: Number(waited) / 1e6, at: performance.now() };
}

const ANSWERS = {
  memory() {
    globalThis.gc();
    const { rss, heapUsed, external } = process.memoryUsage();
    return { rss, heapUsed, external };
  },
  watch() {
    loop?.disable();
    loop = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
    loop.enable();
    before = thread();
    return {};
  },
  delay() {
    loop.disable();
    const ms = (nanoseconds) => Math.max(0, nanoseconds / 1e6 - RESOLUTION_MS);
    const { ran, waited, at } = thread();
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
    socket.once('data', (question) => socket.end(JSON.stringify(ANSWERS[question.toString()]())));
  })
  .listen(process.env.STEADY_SOCKET)
  .unref();
