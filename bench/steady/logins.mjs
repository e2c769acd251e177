// Fifty concurrent log-ins beside small requests: hashing passwords must not delay the small requests.
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { send } from '../lib/http.mjs';
import { id } from '../lib/ids.mjs';
import { ROOT, SIZES } from '../lib/places.mjs';
import { requestsFor } from '../lib/workloads.mjs';
import { startLoad } from './load.mjs';
import { OURS } from './service.mjs';

const AT_ONCE = 50;
export const BURSTS = 3;
const QUIET_MS = 3000;
/** `{ __typename }`, which needs only the event loop, and a list of hives, which also needs a connection to PostgreSQL. */
const EACH_PER_S = 50;
const DELAY_BELOW_MS = 50;
/** If the delay is longer even without log-ins, the machine is too busy for a verdict. */
const CALM_MS = 25;
const PASSWORD = 'Smoke-and-honey-7';

/** The seeded accounts have no password. */
export async function givePasswords(client) {
  const { hashPassword } = await import(join(ROOT, 'dist/src/features/accounts/passwords.js'));
  const users = Array.from({ length: AT_ONCE }, (_, i) => id('user', i + 1));
  const hashes = await Promise.all(users.map(() => hashPassword(PASSWORD)));
  await client.query(
    `update users set password_hash = given.hash
     from unnest($1::uuid[], $2::text[]) as given (id, hash) where users.id = given.id`,
    [users, hashes],
  );
}

export async function logins({ server, progress }) {
  const others = { ping: requestsFor(OURS, 'W6', SIZES.S, 512), hives: requestsFor(OURS, 'W2', SIZES.S, 512) };
  const watch = async (work) => {
    await server.tell('watch');
    const loads = Object.entries(others).map(([name, requests]) => [
      name,
      startLoad(server.port, requests, EACH_PER_S),
    ]);
    const done = await work();
    const delay = await server.tell('delay');
    const figures = await Promise.all(loads.map(async ([name, stop]) => [name, await stop()]));
    return { delay, ...Object.fromEntries(figures), ...done };
  };
  progress.doing('the small requests alone');
  const quiet = await watch(() => sleep(QUIET_MS));
  progress.done();
  const bursts = [];
  for (let i = 1; i <= BURSTS; i++) {
    progress.doing(`${AT_ONCE} log-ins at once, ${i} of ${BURSTS}`);
    bursts.push(await watch(() => burst(server.port)));
    await sleep(1000);
    progress.done();
  }
  const isGood = ({ delay, ping, hives, answered }) =>
    delay.p99 < DELAY_BELOW_MS && ping.failed + hives.failed === 0 && answered === AT_ONCE;
  return { atOnce: AT_ONCE, calm: quiet.delay.p99 < CALM_MS, quiet, bursts, ok: bursts.every(isGood) };
}

async function burst(port) {
  const started = performance.now();
  const times = [];
  const statuses = await Promise.all(
    Array.from({ length: AT_ONCE }, async (_, i) => {
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
