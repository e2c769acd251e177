import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';

/**
 * Facts about a living process. `born` and the pid together identify one process permanently; a pid alone is reused.
 */
export interface ProcessFacts {
  born: string;
  command: string;
}

export function readProcess(pid: number): ProcessFacts | undefined {
  const facts = process.platform === 'linux' ? fromProc(pid) : fromPs(pid);
  return facts && /^[ZX]/.test(facts.state) ? undefined : facts;
}

/** Creates a unique file name that identifies this process. */
export function createProcessMark(): string {
  return [process.pid, readProcess(process.pid)!.born, randomBytes(4).toString('hex')].join('_');
}

/** Once false, the result stays false: any process may then remove what belongs to the mark. */
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
    // The second field is the program's name in parentheses and may contain anything, so fields are counted from the last
    // parenthesis.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trimEnd();
    return { state: fields[0]!, born: `${bootId()}-${fields[19]}`, command };
  } catch {
    return undefined;
  }
}

/** The start time is counted in ticks since the boot, so it is combined with the id of the boot. */
function bootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').slice(0, 8);
  } catch {
    return ''; // Some sandboxes do not provide it.
  }
}

function fromPs(pid: number): Facts | undefined {
  const columns = ['-o', 'stat=', '-o', 'lstart=', '-o', 'command='];
  const env = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };
  const { stdout } = spawnSync('ps', ['-ww', ...columns, '-p', String(pid)], { env, encoding: 'utf8' });
  const [, state, born, command] = /^\s*(\S+)\s+(\w+ \w+ +\d+ [\d:]+ \d+)\s+(.*)/s.exec(stdout) ?? [];
  return state && born ? { state, born: String(Date.parse(`${born} UTC`)), command: command!.trimEnd() } : undefined;
}
