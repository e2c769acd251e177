// Fifty concurrent log-ins beside small requests: hashing passwords must not delay the small requests.
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { send } from '../lib/http.mjs';
import { id } from '../lib/ids.mjs';
import { ROOT, SIZES } from '../lib/places.mjs';
import { requestsFor } from '../lib/workloads.mjs';
import { startLoad } from './load.mjs';
import { OURS } from './service.mjs';

const CONCURRENT_LOGINS = 50;
export const BURSTS = 3;
const BASELINE_MS = 3000;
/** `{ __typename }`, which needs only the event loop, and a list of hives, which also needs a connection to PostgreSQL. */
const REQUESTS_PER_S = 50;
const MAX_DELAY_MS = 50;
/** If the delay is longer even without log-ins, the machine is too busy for a verdict. */
const MAX_BASELINE_DELAY_MS = 25;
const PASSWORD = 'Smoke-and-honey-7';

/** Sets a password for the first accounts, because the seeded ones have none. */
export async function setPasswords(client) {
  const { hashPassword } = await import(join(ROOT, 'dist/src/features/accounts/passwords.rules.js'));
  const users = Array.from({ length: CONCURRENT_LOGINS }, (_, i) => id('user', i + 1));
  const hashes = await Promise.all(users.map(() => hashPassword(PASSWORD)));
  await client.query(
    `update users set password_hash = pairs.hash
     from unnest($1::uuid[], $2::text[]) as pairs (id, hash) where users.id = pairs.id`,
    [users, hashes],
  );
}

export async function logins({ server, progress }) {
  const others = { ping: requestsFor(OURS, 'W6', SIZES.S, 512), hives: requestsFor(OURS, 'W2', SIZES.S, 512) };
  const watch = async (work) => {
    await server.query('watch');
    const loads = Object.entries(others).map(([name, requests]) => [
      name,
      startLoad(server.port, requests, REQUESTS_PER_S),
    ]);
    const done = await work();
    const delay = await server.query('delay');
    const figures = await Promise.all(loads.map(async ([name, stop]) => [name, await stop()]));
    return { delay, ...Object.fromEntries(figures), ...done };
  };
  progress.show('small requests without log-ins');
  const quiet = await watch(() => sleep(BASELINE_MS));
  progress.done();
  const bursts = [];
  for (let i = 1; i <= BURSTS; i++) {
    progress.show(`${CONCURRENT_LOGINS} concurrent log-ins, ${i} of ${BURSTS}`);
    bursts.push(await watch(() => burst(server.port)));
    await sleep(1000);
    progress.done();
  }
  const isGood = ({ delay, ping, hives, answered }) =>
    delay.p99 < MAX_DELAY_MS && ping.failed + hives.failed === 0 && answered === CONCURRENT_LOGINS;
  return {
    atOnce: CONCURRENT_LOGINS,
    calm: quiet.delay.p99 < MAX_BASELINE_DELAY_MS,
    quiet,
    bursts,
    ok: bursts.every(isGood),
  };
}

async function burst(port) {
  const started = performance.now();
  const times = [];
  const statuses = await Promise.all(
    Array.from({ length: CONCURRENT_LOGINS }, async (_, i) => {
      const body = { email: `beekeeper-${i + 1}@example.org`, password: PASSWORD };
      const { status } = await send(port, { method: 'POST', path: '/api/v1/auth/login', body, headers: {} });
      times.push(performance.now() - started);
      return status;
    }),
  );
  return {
    answered: statuses.filter((status) => status === 200).length,
    statuses,
    first: times[0],
    last: times.at(-1),
  };
}
