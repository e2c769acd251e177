// What a thousand open subscriptions cost: the memory of each, and the time of a write while they receive its events.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { tokenOf } from '../lib/ids.mjs';
import { cpuOf } from '../lib/machine.mjs';
import { ROOT, SIZES } from '../lib/places.mjs';
import { requestsFor } from '../lib/workloads.mjs';
import { startLoad } from './load.mjs';
import { OURS } from './service.mjs';

const { WebSocket } = createRequire(join(ROOT, 'package.json'))('ws');

const SUBSCRIPTIONS = 1000;
/** An address can open 500 connections. */
const ADDRESSES = ['127.0.0.2', '127.0.0.3', '127.0.0.4'];
const CONCURRENT_HANDSHAKES = 20;
const ROUNDS = 3;
const ROUND_S = 10;
const WARM_UP_S = 5;
const WRITES_PER_S = 20;
const MAX_KB = 40;
const MAX_RATIO = 1.2;
const QUERY = 'subscription { apiaryChanged { apiaryId cursor } }';
export const SUBSCRIPTION_STEPS = 1 + 2 * ROUNDS;

export async function subscriptions({ server, progress }) {
  progress.show('writes: warm-up');
  await writes(server, WARM_UP_S);
  // The first thousand also pays for what the service keeps once.
  await close(await open(server.port, { events: 0 }));
  progress.done();
  const rounds = { without: [], with: [] };
  const sizes = [];
  const received = { events: 0 };
  for (let round = 1; round <= ROUNDS; round++) {
    progress.show(`writes without subscriptions, round ${round} of ${ROUNDS}`);
    rounds.without.push(await writes(server, ROUND_S));
    progress.done();
    progress.show(`writes with ${SUBSCRIPTIONS} subscriptions, round ${round} of ${ROUNDS}`);
    const before = await server.query('memory');
    const sockets = await open(server.port, received);
    await sleep(1000);
    const after = await server.query('memory');
    sizes.push({
      rss: (after.rss - before.rss) / SUBSCRIPTIONS / 1024,
      heap: (after.heapUsed + after.external - before.heapUsed - before.external) / SUBSCRIPTIONS / 1024,
    });
    rounds.with.push(await writes(server, ROUND_S));
    await close(sockets);
    progress.done();
  }
  const fastest = (list) => list.toSorted((a, b) => a.p50 - b.p50)[0];
  const figures = { without: fastest(rounds.without), with: fastest(rounds.with) };
  // The median of the rounds: garbage that has not been returned to the operating system makes a round look larger or smaller.
  const kb = sizes.toSorted((a, b) => a.rss - b.rss)[Math.floor(ROUNDS / 2)];
  const ratio = figures.with.p50 / figures.without.p50;
  const events = Math.round(received.events / ROUNDS);
  const failed = [...rounds.without, ...rounds.with].reduce((sum, one) => sum + one.failed, 0);
  const ok =
    kb.rss < MAX_KB &&
    kb.heap < MAX_KB &&
    ratio < MAX_RATIO &&
    failed === 0 &&
    events > (WRITES_PER_S * ROUND_S * SUBSCRIPTIONS) / SIZES.S.accounts / 2;
  return {
    count: SUBSCRIPTIONS,
    rate: WRITES_PER_S,
    kb,
    figures,
    ratio,
    failed,
    events,
    below: { kb: MAX_KB, ratio: MAX_RATIO },
    ok,
  };
}

let seed = 0;

async function writes(server, seconds) {
  // Other values each time: an update that changes nothing is not an event.
  const requests = requestsFor(OURS, 'W4', SIZES.S, WRITES_PER_S * seconds * 2, ++seed);
  const cpu = cpuOf(server.pid);
  const stop = startLoad(server.port, requests, WRITES_PER_S);
  await sleep(seconds * 1000);
  const { p50, p99, failed, requests: count } = await stop();
  return { p50, p99, failed, cpu: ((cpuOf(server.pid) - cpu) * 1000) / count };
}

/** Opens the connections, of all accounts alike, with a subscription each. */
async function open(port, received) {
  const sockets = [];
  for (let first = 0; first < SUBSCRIPTIONS; first += CONCURRENT_HANDSHAKES)
    sockets.push(
      ...(await Promise.all(
        Array.from({ length: CONCURRENT_HANDSHAKES }, (_, i) => connect(port, first + i, received)),
      )),
    );
  return sockets;
}

function connect(port, n, received) {
  const localAddress = ADDRESSES[n % ADDRESSES.length];
  const socket = new WebSocket(`ws://127.0.0.1:${port}/graphql`, 'graphql-transport-ws', {
    localAddress,
    perMessageDeflate: false,
  });
  const send = (message) => socket.send(JSON.stringify(message));
  return new Promise((resolve, reject) => {
    socket.on('error', reject);
    socket.on('close', (code, reason) => reject(new Error(`a connection was closed: ${code} ${reason}`)));
    socket.on('open', () => {
      const authorization = `Bearer ${tokenOf(1 + (n % SIZES.S.accounts))}`;
      send({ type: 'connection_init', payload: { authorization } });
    });
    socket.on('message', (text) => {
      const { type } = JSON.parse(text);
      if (type === 'next') received.events++;
      if (type !== 'connection_ack') return;
      send({ id: '1', type: 'subscribe', payload: { query: QUERY } });
      resolve(socket);
    });
  });
}

async function close(sockets) {
  await Promise.all(
    sockets.map(
      (socket) =>
        new Promise((resolve) => {
          socket.once('close', resolve);
          socket.close();
        }),
    ),
  );
  await sleep(1000);
}
