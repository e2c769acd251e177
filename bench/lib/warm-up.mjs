// The warm-up: second by second in turns, until the CPU time of a request has stopped falling on every server, so that all have been warmed
// up for the same time. Other work on the machine only ever adds time, so the cheapest seconds are compared; two equal ones may be a
// coincidence.
import { setTimeout as sleep } from 'node:timers/promises';
import { cpuOf } from './machine.mjs';

const WINDOW_S = 1;
/** The cheapest of the latest windows must cost almost as much as the cheapest before them. */
const LATEST = 4;
const MAX_FALL = 0.03;
const PAUSE_MS = 300;

function hasSettled(costs) {
  const before = costs.slice(0, -LATEST);
  return before.length > 0 && Math.min(...costs.slice(-LATEST)) >= (1 - MAX_FALL) * Math.min(...before);
}

/** @returns for each server how long it lasted, and whether the CPU time of a request became stable */
export async function warmUp(ready, { warmUp, maxWarmUp, minWarmUpRequests }) {
  const states = ready.map((one) => ({ ...one, costs: [], sent: 0 }));
  const isWarm = ({ sent, costs }) => sent >= minWarmUpRequests && hasSettled(costs);
  let seconds = 0;
  while (seconds < maxWarmUp && (seconds < warmUp || !states.every(isWarm))) {
    for (const state of states) {
      const before = cpuOf(state.server.pid);
      const { requests } = await state.load(WINDOW_S, seconds * 331);
      state.costs.push((cpuOf(state.server.pid) - before) / requests);
      state.sent += requests;
    }
    seconds += WINDOW_S;
  }
  await sleep(PAUSE_MS);
  return states.map((state) => ({ warmUpS: seconds, settled: isWarm(state) }));
}
