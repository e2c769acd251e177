// Process statistics from Linux, and the assignment of processes to cores.
import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { LOAD_CPU } from './places.mjs';

/** Clock ticks per second, the unit of /proc. */
const HZ = Number(read(() => execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' })) ?? 100);

function read(work) {
  try {
    return work();
  } catch {
    return undefined;
  }
}

function stat(pid) {
  const text = read(() => readFileSync(`/proc/${pid}/stat`, 'utf8'));
  if (!text) return undefined;
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const ticks = fields.slice(11, 15).reduce((sum, n) => sum + Number(n), 0);
  return { parent: Number(fields[1]), seconds: ticks / HZ };
}

/** A process and its descendants. */
export function treeOf(root) {
  const children = new Map();
  for (const name of readdirSync('/proc')) {
    const parent = /^\d+$/.test(name) ? stat(name)?.parent : undefined;
    if (parent !== undefined) children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  const pids = [root];
  for (const pid of pids) pids.push(...(children.get(pid) ?? []));
  return pids;
}

/** User and system time of a tree, in seconds. */
export const cpuOf = (root) => treeOf(root).reduce((sum, pid) => sum + (stat(pid)?.seconds ?? 0), 0);

/** Memory of a tree, in MB. */
export function memoryOf(root) {
  const kilobytes = treeOf(root).map((pid) => {
    const text = read(() => readFileSync(`/proc/${pid}/status`, 'utf8')) ?? '';
    return Number(/VmRSS:\s+(\d+)/.exec(text)?.[1] ?? 0);
  });
  return kilobytes.reduce((sum, n) => sum + n, 0) / 1024;
}

const canPin = cpus().length > 1 && spawnSync('taskset', ['-V'], { stdio: 'ignore' }).status === 0;

/** @returns the command, bound to a core if the system allows it */
export const pinned = (cpu, command) => (canPin ? ['taskset', '-c', cpu, ...command] : command);

/** Binds this program, and by default every process that it starts. */
export function pinMyself() {
  if (canPin) execFileSync('taskset', ['-apc', LOAD_CPU, String(process.pid)], { stdio: 'ignore' });
}

export function requireLinux() {
  if (process.platform !== 'linux') throw new Error('CPU time is read from /proc: the benchmark runs on Linux only');
}

export const describeMachine = () => ({
  cpu: `${cpus().length} x ${cpus()[0]?.model.trim() ?? 'CPU'}`,
  memory: `${Math.round(totalmem() / 2 ** 30)} GB`,
  pinned: canPin,
  load: loadavg()[0].toFixed(2),
});
