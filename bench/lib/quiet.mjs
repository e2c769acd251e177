// Other work on the machine flatters the heaviest server: its own cost stays, while everything costs more. Figures that are published come
// from a quiet machine.
import { setTimeout } from 'node:timers/promises';
import { loadAverage } from './machine.mjs';

/** The maximum load average of the minute before the start. */
const MAX_LOAD = 1;
/** The maximum number of cores that other processes keep busy during a workload. */
const MAX_OTHERS = 0.5;
/** The load average falls below 1 within two minutes after the build. */
const MAX_WAIT_MS = 180_000;

/** @returns what disturbed the figures, or undefined */
export function disturbanceOf({ about, sizes = {} }) {
  if (Number(about.load) > MAX_LOAD) return `the load average was ${about.load} before the start`;
  for (const [size, { machine }] of Object.entries(sizes)) {
    for (const [workload, { others }] of Object.entries(machine)) {
      if (others > MAX_OTHERS)
        return `other processes kept ${others.toFixed(1)} cores busy during ${workload} on size ${size}`;
    }
  }
  return undefined;
}

/** Waits until the load of what ran before, such as the build, has passed. @throws before a run whose figures could not be written */
export async function waitUntilQuiet({ write, anyway }, about) {
  if (!write || anyway) return;
  const deadline = Date.now() + MAX_WAIT_MS;
  for (;;) {
    const disturbance = disturbanceOf({ about });
    if (!disturbance) return;
    if (Date.now() > deadline)
      throw new Error(`${disturbance}: wait until the machine is idle, or write the figures with a warning (--anyway)`);
    await setTimeout(5000);
    about.load = loadAverage().toFixed(2);
  }
}
