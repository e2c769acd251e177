// Sends the same requests to a small and to a large database: their cost may depend on what they return, not on the size of the tables.
import { setTimeout as sleep } from 'node:timers/promises';
import { startDatabase } from '../lib/database.mjs';
import { cpuOf } from '../lib/machine.mjs';
import { SIZES } from '../lib/places.mjs';
import { startServer } from '../lib/server.mjs';
import { verify } from '../lib/verify.mjs';
import { requestsFor } from '../lib/workloads.mjs';
import { startLoad } from './load.mjs';
import { freePort, OURS } from './service.mjs';

const WORKLOADS = ['W1', 'W2', 'W3'];
const ROUNDS = 3;
const ROUND_S = 6;
const WARM_UP_S = 5;
/** A modest rate: W1 is large, and queueing would distort the result. */
const RATE = 50;
const MAX_RATIO = 1.3;
/** The accounts whose requests are sent to each database. */
const CASES = {
  S: { database: 'S', accounts: 'S' },
  L: { database: 'L', accounts: 'S' },
  'L, all accounts': { database: 'L', accounts: 'L' },
};
const STEPS_PER_WORKLOAD = Object.keys(CASES).length * (ROUNDS + 1);
export const SIZE_COST_STEPS = 1 + WORKLOADS.length * STEPS_PER_WORKLOAD;

export async function sizeCost({ small, running, progress }) {
  const large = await startDatabase('L', progress.show);
  running.push(large.stop);
  progress.done();
  const servers = {};
  for (const [size, database] of Object.entries({ S: small, L: large })) {
    const [probe] = requestsFor(OURS, 'W6', SIZES.S, 2);
    const server = await startServer(OURS, await freePort(), database, probe);
    running.push(server.stop);
    servers[size] = { ...server, database };
  }
  const workloads = {};
  for (const workload of WORKLOADS) workloads[workload] = await compare(workload, servers, progress);
  return {
    rate: RATE,
    below: MAX_RATIO,
    workloads,
    ok: Object.values(workloads).every(({ ratio }) => ratio.total < MAX_RATIO),
  };
}

async function compare(workload, servers, progress) {
  const cases = Object.entries(CASES).map(([name, { database, accounts }]) => ({
    ...{ name, server: servers[database], costs: [] },
    requests: requestsFor(OURS, workload, SIZES[accounts]),
  }));
  for (const { name, server, requests } of cases) {
    progress.show(`${workload} on ${name}: warm-up`);
    await verify(server, workload, SIZES.S, server.database, 7);
    await measureCost(server, requests, WARM_UP_S);
    progress.done();
  }
  for (let round = 1; round <= ROUNDS; round++) {
    for (const { name, server, requests, costs } of cases) {
      progress.show(`${workload} on ${name}: round ${round} of ${ROUNDS}`);
      costs.push(await measureCost(server, requests, ROUND_S));
      progress.done();
    }
  }
  const figures = Object.fromEntries(cases.map(({ name, costs }) => [name, cheapest(costs)]));
  const ratio = {};
  for (const part of ['service', 'postgres', 'total']) ratio[part] = figures.L[part] / figures.S[part];
  return { figures, ratio };
}

/** Returns the cheapest valid round, because other work on the machine only ever adds time. */
function cheapest(costs) {
  const valid = costs.filter(({ failed }) => failed === 0).sort((a, b) => a.total - b.total);
  if (valid.length === 0) throw new Error(`${costs[0].failed} requests failed: ${costs[0].problem}`);
  return valid[0];
}

/** Returns the CPU time of a request in milliseconds. */
async function measureCost(server, requests, seconds) {
  const { pid, port, database } = server;
  const service0 = cpuOf(pid);
  const postgres0 = cpuOf(database.pid);
  const stop = startLoad(port, requests, RATE);
  await sleep(seconds * 1000);
  const { requests: count, failed, problems } = await stop();
  const service = ((cpuOf(pid) - service0) * 1000) / count;
  const postgres = ((cpuOf(database.pid) - postgres0) * 1000) / count;
  return { service, postgres, total: service + postgres, failed, problem: problems[0] };
}
