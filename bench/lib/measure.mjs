// The measurement. Servers are measured in alternating rounds (A B C, B C A), so that other work on the machine affects all of them, and
// none always follows the same one. Trust the CPU time: requests per second depend on what shares the cores.
import { requestsTo } from './cursors.mjs';
import { refused, send } from './http.mjs';
import { prepareLoad } from './load.mjs';
import { cpuOf, loadAverage, peakMemoryOf, resetPeakMemory, watchOthers } from './machine.mjs';
import { SIZES } from './places.mjs';
import { verify } from './verify.mjs';
import { warmUp } from './warm-up.mjs';

const SAMPLES = 64;
/** Error responses with status 200 are small: the mean size under load must match that of the verified responses. */
const MAX_SIZE_DIFFERENCE = 0.12;
const MAX_SIZE_DIFFERENCE_OF_MIX = 0.35;

/** @returns facts about each server, a row for each round, and what else the machine did during each workload */
export async function measure({ servers, size, database, options, progress }) {
  const rounds = [];
  const machine = {};
  const facts = {};
  const verified = {};
  for (const workload of options.workloads) {
    const ready = [];
    const others = watchOthers([process.pid, database.pid]);
    for (const server of servers.filter(({ peer }) => peer.workloads.includes(workload))) {
      const { id } = server.peer;
      progress.show(`${workload}: verifying ${id}`);
      verified[id] ??= {};
      resetPeakMemory(server.pid);
      verified[id][workload] = await verify(server, workload, SIZES[size], database, 7);
      ready.push(await prepare(server, workload, size, options));
      progress.done();
    }
    await database.tidy();
    progress.show(`${workload}: warming up`);
    const warmth = await warmUp(ready, options);
    ready.forEach(({ server }, i) => {
      Object.assign(verified[server.peer.id][workload], warmth[i]);
    });
    for (let round = 0; round < options.rounds; round++) {
      const first = round % ready.length;
      for (const one of [...ready.slice(first), ...ready.slice(0, first)]) {
        progress.show(`${workload}: ${one.server.peer.id}, round ${round + 1} of ${options.rounds}`);
        rounds.push({ workload, round, ...(await measureRound(one, round, workload, database, options)) });
        progress.done();
      }
    }
    for (const { server, requests } of ready) await sample(server, requests, `after ${workload}`);
    machine[workload] = { load: loadAverage(), others: others() };
  }
  for (const { peer, startMs, idleMemory } of servers) {
    facts[peer.id] = { title: peer.title, startMs, idleMemory, verified: verified[peer.id] };
  }
  return { facts, rounds, machine };
}

async function prepare(server, workload, size, options) {
  const requests = await requestsTo(server, workload, SIZES[size]);
  const expectedSize = await sample(server, requests, `before ${workload}`);
  const load = prepareLoad(server, requests, options.connections, workload);
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
    memory: peakMemoryOf(server.pid),
    ...(invalid && { invalid }),
  };
}
