// The measurement. Servers are measured in alternating rounds (A B C A B C), so that other work on the machine affects all of them. Trust
// the CPU time: requests per second depend on what shares the cores.
import { setTimeout as sleep } from 'node:timers/promises';
import { refused, send } from './http.mjs';
import { prepareLoad } from './load.mjs';
import { cpuOf, memoryOf } from './machine.mjs';
import { SIZES } from './places.mjs';
import { verify } from './verify.mjs';
import { requestsFor } from './workloads.mjs';

const SAMPLES = 64;
const MAX_WARM_UP_S = 8;
/** Error responses with status 200 are small: the mean size under load must match that of the verified responses. */
const MAX_SIZE_DIFFERENCE = 0.12;
const MAX_SIZE_DIFFERENCE_OF_MIX = 0.35;

/** @returns facts about each server, and a row for each round */
export async function measure({ servers, database, options, progress }) {
  const rounds = [];
  const facts = {};
  const verified = {};
  for (const workload of options.workloads) {
    const ready = [];
    for (const server of servers.filter(({ peer }) => peer.workloads.includes(workload))) {
      const { id } = server.peer;
      progress.show(`${workload}: verifying and warming up ${id}`);
      verified[id] ??= {};
      verified[id][workload] = await verify(server, workload, SIZES[options.size], database, 7);
      ready.push(await prepare(server, workload, options));
      progress.done();
    }
    for (let round = 0; round < options.rounds; round++) {
      for (const one of ready) {
        progress.show(`${workload}: ${one.server.peer.id}, round ${round + 1} of ${options.rounds}`);
        rounds.push({ workload, round, ...(await measureRound(one, round, workload, database, options)) });
        progress.done();
      }
    }
    for (const { server, requests } of ready) await sample(server, requests, `after ${workload}`);
  }
  for (const { peer, startMs, idleMemory } of servers) {
    facts[peer.id] = { title: peer.title, startMs, idleMemory, verified: verified[peer.id] };
  }
  return { facts, rounds };
}

async function prepare(server, workload, { size, connections, warmUp, minWarmUpRequests }) {
  const requests = requestsFor(server.peer, workload, SIZES[size]);
  const expectedSize = await sample(server, requests, `before ${workload}`);
  const load = prepareLoad(server, requests, connections, workload);
  let sent = 0;
  for (let s = 0; s < MAX_WARM_UP_S && (s < warmUp || sent < minWarmUpRequests); s++) {
    sent += (await load(1, s * 331)).requests;
  }
  await sleep(300);
  return { server, requests, load, expectedSize };
}

/** @returns the mean size of a response */
async function sample({ peer, port }, requests, when) {
  let bytes = 0;
  for (let i = 0; i < SAMPLES; i++) {
    const response = await send(port, requests[(i * 61) % requests.length]);
    if (refused(response))
      throw new Error(`${peer.id} ${when}: ${response.status} ${JSON.stringify(response.json)?.slice(0, 300)}`);
    bytes += response.size;
  }
  return bytes / SAMPLES;
}

async function measureRound({ server, load, expectedSize }, round, workload, database, { seconds }) {
  const server0 = cpuOf(server.pid);
  const database0 = cpuOf(database.pid);
  const { requests, seconds: took, bytes, failed, problems, p50, p99 } = await load(seconds, round * 997);
  const thousands = requests / 1000;
  const difference = Math.abs(bytes / requests / expectedSize - 1);
  const maxDifference = workload.startsWith('W7') ? MAX_SIZE_DIFFERENCE_OF_MIX : MAX_SIZE_DIFFERENCE;
  const invalid =
    (failed > 0 && `${failed} requests failed: ${problems[0]?.slice(0, 200)}`) ||
    (!(difference <= maxDifference) &&
      `responses of ${Math.round(bytes / requests)} bytes, not ${Math.round(expectedSize)}`);
  return {
    peer: server.peer.id,
    perSecond: requests / took,
    p50,
    p99,
    cpu: (cpuOf(server.pid) - server0) / thousands,
    databaseCpu: (cpuOf(database.pid) - database0) / thousands,
    memory: memoryOf(server.pid),
    ...(invalid && { invalid }),
  };
}
