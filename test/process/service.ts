// The service as an operator has it: a process of its own, that knows its settings, says something and ends.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../../src/main.js', import.meta.url));

export class Service {
  output = '';
  private readonly child: ChildProcess;
  private readonly end: Promise<unknown>;

  /** Nothing of the environment of the tests reaches it, and it runs in `folder`: no .env of a developer does either. */
  constructor(folder: string, settings: Record<string, string>) {
    const { PATH, HOME } = process.env;
    const env = { PATH, HOME, DATA_DIR: join(folder, 'data'), PORT: '0', ...settings };
    // A process group of its own, as a command in a terminal has.
    this.child = spawn(process.execPath, ['--enable-source-maps', MAIN], { cwd: folder, env, detached: true });
    for (const stream of [this.child.stdout!, this.child.stderr!]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        this.output += text;
      });
    }
    // Not `exit`: by `close` it has also said everything.
    this.end = once(this.child, 'close');
  }

  get isRunning(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  /** @returns its address, once it has told it */
  async ready(): Promise<string> {
    await until(() => /Ctrl-C/.test(this.output) || !this.isRunning);
    const [url] = /http:\/\/\S+?:\d+/.exec(this.output) ?? [];
    if (!url) throw new Error(`The service ended before it was ready: ${this.output}`);
    return url;
  }

  /** The processes that it has started itself; on Linux. */
  children(): number[] {
    const { pid } = this.child;
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
  }

  /** @returns its exit code; null when the signal ended it */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    this.child.kill(signal);
    return this.ended();
  }

  /** As a terminal does it: everything that the service has started hears of it too. */
  async ctrlC(): Promise<number | null> {
    process.kill(-this.child.pid!, 'SIGINT');
    return this.ended();
  }

  async ended(): Promise<number | null> {
    await this.end;
    return this.child.exitCode;
  }
}

/** A temporary folder that PostgreSQL's own user can enter too: as root the service lends it to that user. */
export function newFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'beekeeping-test-')));
  chmodSync(folder, 0o755);
  return folder;
}

/** Ends what is left of it, too. */
export function removeFolder(folder: string): void {
  for (const pid of processesOf(folder)) process.kill(pid, 'SIGKILL');
  rmSync(folder, { recursive: true, force: true, maxRetries: 20 });
}

/** The processes whose command names something in `folder`: initdb and PostgreSQL, not their service. */
export function processesOf(folder: string): number[] {
  return commands()
    .filter(([, command]) => command.includes(`${folder}/`))
    .map(([pid]) => pid);
}

function commands(): [pid: number, command: string][] {
  if (process.platform === 'linux') {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((pid) => {
        try {
          return [Number(pid), readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')];
        } catch {
          return [Number(pid), '']; // it has just ended
        }
      });
  }
  const { stdout } = spawnSync('ps', ['-Aww', '-o', 'pid=', '-o', 'command='], { encoding: 'utf8' });
  return stdout.split('\n').map((line) => [Number.parseInt(line, 10), line]);
}

/** Does not keep the process of a test alive that has long been given up. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await sleep(20, undefined, { ref: false });
}
