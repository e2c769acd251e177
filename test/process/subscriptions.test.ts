// Two processes on one database, with a client that waits for events: what is changed at one is reported at the other, and a process that
// is stopped sends its clients away.
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { newBeekeeper, type Reachable, reachableDatabase, Services } from '../support/service.js';
import { EVENT_MS, pause, rename, SocketClient } from '../support/socket.js';
import { findFreePort } from './ports.js';

const services = new Services();
let reachable: Reachable;
beforeAll(async () => {
  reachable = await reachableDatabase();
});
afterAll(async () => {
  await services.end();
  await reachable.drop();
});

/** Changes an apiary without the service. */
const direct = (apiary: string): Promise<object[]> =>
  reachable.database.sql(`update apiaries set name = 'Changed during an outage' where id = $1`, [apiary]);

it('reports changes across processes, counts them, survives an outage, and closes connections at SIGTERM', async () => {
  const metricsPort = await findFreePort();
  const settings = { DATABASE_URL: reachable.url };
  const first = services.start({ ...settings, METRICS_PORT: String(metricsPort) });
  const second = services.start(settings);
  const [at, elsewhere] = [await first.ready(), await second.ready()];
  const ana = await newBeekeeper(elsewhere);
  const apiary = await ana.apiary();
  const socket = await SocketClient.connect({ url: at, token: ana.token! });
  await socket.watch('1', ana, apiary, [apiary]);
  await rename(ana, apiary);
  await socket.message('next', '1');

  const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  expect(metrics).toMatch(/^beekeeping_subscriptions 1$/m);
  expect(metrics).toMatch(/^beekeeping_subscription_events_total [1-9]\d*$/m);
  expect(metrics).toContain('# TYPE beekeeping_sockets_dropped_total counter');

  // While the first process does not reach the database, nothing comes; afterwards, what has changed meanwhile.
  socket.received.splice(0);
  reachable.network.reset();
  await direct(apiary);
  await pause(EVENT_MS);
  expect(socket.received).toEqual([]);
  await reachable.network.resume();
  await socket.message('next', '1');

  expect(await first.stop('SIGTERM')).toBe(0);
  expect(await socket.closed).toBe('1001 SHUTDOWN');
  const again = await SocketClient.connect({ url: elsewhere, token: ana.token! });
  await again.watch('1', ana, apiary);
  again.close();
});
