import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';

/**
 * What the system tells about a living process. `born` and the pid together name one process for ever; a pid alone is
 * reused.
 */
export interface ProcessFacts {
  born: string;
  command: string;
}

export function readProcess(pid: number): ProcessFacts | undefined {
  const facts = process.platform === 'linux' ? fromProc(pid) : fromPs(pid);
  return facts && /^[ZX]/.test(facts.state) ? undefined : facts;
}

/** A file name that says which process it stands for, and is unlike any other that the same process makes. */
export function createProcessMark(): string {
  return [process.pid, readProcess(process.pid)!.born, randomBytes(4).toString('hex')].join('_');
}

/** Once false, false for ever: what belongs to a dead mark may be removed at any time by anyone. */
export function isAlive(mark: string): boolean {
  const [pid, born] = mark.split('_');
  return readProcess(Number(pid))?.born === born;
}

export function readPid(mark: string): number {
  return Number.parseInt(mark, 10);
}

type Facts = ProcessFacts & { state: string };

function fromProc(pid: number): Facts | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the program's name in brackets and may hold anything, so the rest is counted from the last
    // bracket.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trimEnd();
    return { state: fields[0]!, born: `${bootId()}-${fields[19]}`, command };
  } catch {
    return undefined;
  }
}

/** Birth is counted in ticks since the boot, so the boot is part of it. */
function bootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').slice(0, 8);
  } catch {
    return ''; // Some sandboxes have none.
  }
}

function fromPs(pid: number): Facts | undefined {
  const columns = ['-o', 'stat=', '-o', 'lstart=', '-o', 'command='];
  const env = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };
  const { stdout } = spawnSync('ps', ['-ww', ...columns, '-p', String(pid)], { env, encoding: 'utf8' });
  const [, state, born, command] = /^\s*(\S+)\s+(\w+ \w+ +\d+ [\d:]+ \d+)\s+(.*)/s.exec(stdout) ?? [];
  return state && born ? { state, born: String(Date.parse(`${born} UTC`)), command: command!.trimEnd() } : undefined;
}
