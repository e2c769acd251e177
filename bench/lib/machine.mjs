// Process statistics from Linux, and the assignment of processes to cores.
import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
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

function megabytesOf(root, field) {
  const kilobytes = treeOf(root).map((pid) => {
    const text = read(() => readFileSync(`/proc/${pid}/status`, 'utf8')) ?? '';
    return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(text)?.[1] ?? 0);
  });
  return kilobytes.reduce((sum, n) => sum + n, 0) / 1024;
}

/** The resident memory of a tree, in MB. */
export const memoryOf = (root) => megabytesOf(root, 'VmRSS');

/** Its highest resident memory since `resetPeakMemory`, which the kernel keeps: a peak between two samples counts too. */
export const peakMemoryOf = (root) => megabytesOf(root, 'VmHWM');

export function resetPeakMemory(root) {
  for (const pid of treeOf(root)) read(() => writeFileSync(`/proc/${pid}/clear_refs`, '5'));
}

/** CPU time that all processes of the machine have used, in seconds. */
function machineCpu() {
  const [user, nice, system, _idle, _waiting, interrupts, softInterrupts] = readFileSync('/proc/stat', 'utf8')
    .split('\n', 1)[0]
    .split(/ +/)
    .slice(1)
    .map(Number);
  return (user + nice + system + interrupts + softInterrupts) / HZ;
}

/** Watches the work of processes outside these trees. @returns a function that returns how many cores it has kept busy since, on average */
export function watchOthers(roots) {
  const others = () => {
    const own = [...new Set(roots.flatMap(treeOf))].reduce((sum, pid) => sum + (stat(pid)?.seconds ?? 0), 0);
    return machineCpu() - own;
  };
  const [started, before] = [performance.now(), others()];
  return () => Math.max(0, ((others() - before) * 1000) / (performance.now() - started));
}

/** The load average of the last minute. */
export const loadAverage = () => loadavg()[0];

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
  load: loadAverage().toFixed(2),
});
