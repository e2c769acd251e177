// Runs the service as a separate process, as an operator does.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const POLL_INTERVAL_MS = 20;
const pathOf = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));
/** The bundle, which production runs: it starts in half the time of the modules. */
export const MAIN = pathOf('bundle/main.js');
/** What development runs. */
export const MODULES = pathOf('src/main.js');

/** @throws Error if the service cannot be bundled */
function ensureBundle(): void {
  if (existsSync(MAIN)) return;
  const { status, stderr } = spawnSync(process.execPath, ['scripts/bundle.mjs'], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`scripts/bundle.mjs has failed: ${stderr}`);
}

/** The file of a command in src/cli: that of the bundle, if the image has it. */
export function commandFile(name: string): string {
  ensureBundle();
  const bundled = pathOf(`bundle/${name}.js`);
  return existsSync(bundled) ? bundled : pathOf(`src/cli/${name}.js`);
}

export class Service {
  output = '';
  private readonly child: ChildProcess;
  private readonly closed: Promise<unknown>;

  /** The service gets nothing of the tests' environment, and no .env of a developer because it runs in `folder`. */
  constructor(folder: string, settings: Record<string, string>, args = [MAIN], command = process.execPath) {
    ensureBundle();
    const { PATH, HOME } = process.env;
    const env = { PATH, HOME, DATA_DIR: join(folder, 'data'), PORT: '0', ...settings };
    // With its own process group, as in a terminal.
    this.child = spawn(command, args, { cwd: folder, env, detached: true });
    for (const stream of [this.child.stdout!, this.child.stderr!]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        this.output += text;
      });
    }
    // `close` comes after all output, unlike `exit`.
    this.closed = once(this.child, 'close');
  }

  /** The service in a terminal of its own (Linux only). */
  static inTerminal(folder: string, settings: Record<string, string>): Service {
    return new Service(folder, settings, ['-qefc', `exec '${process.execPath}' '${MAIN}'`, '/dev/null'], 'script');
  }

  /** The lines of its log. @throws SyntaxError if one is not JSON */
  get log(): Record<string, unknown>[] {
    return this.output
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  }

  /** Types Ctrl-C in its terminal. */
  typeCtrlC(): Promise<number | null> {
    this.child.stdin!.write('\u0003');
    return this.ended();
  }

  get isRunning(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  get pid(): number {
    return this.child.pid!;
  }

  /** Waits for the printed address. @returns the address */
  async ready(): Promise<string> {
    await until(() => /"msg":"started"|Ctrl-C/.test(this.output) || !this.isRunning);
    const [url] = /http:\/\/[^\s"]+?:\d+/.exec(this.output) ?? [];
    if (!url) throw new Error(`The service ended before it was ready: ${this.output}`);
    return url;
  }

  /** The pids of its child processes (Linux only). */
  children(): number[] {
    const { pid } = this.child;
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
  }

  /** @returns the exit code; null if the signal ended the process */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    this.child.kill(signal);
    return this.ended();
  }

  /** Sends SIGINT to the whole process group, as Ctrl-C in a shell does. */
  async ctrlC(): Promise<number | null> {
    process.kill(-this.child.pid!, 'SIGINT');
    return this.ended();
  }

  async ended(): Promise<number | null> {
    await this.closed;
    return this.child.exitCode;
  }
}

/** Creates a temporary folder that the user of PostgreSQL can enter, which is another user if the tests run as root. */
export function createFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'beekeeping-test-')));
  chmodSync(folder, 0o755);
  return folder;
}

/** Removes the folder, and kills processes that still use it. */
export function removeFolder(folder: string): void {
  for (const pid of processesOf(folder)) process.kill(pid, 'SIGKILL');
  rmSync(folder, { recursive: true, force: true, maxRetries: 20 });
}

/** Returns the processes whose command line contains the folder: initdb and PostgreSQL, not the service. */
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
          return [Number(pid), '']; // The process has just ended.
        }
      });
  }
  const { stdout } = spawnSync('ps', ['-Aww', '-o', 'pid=', '-o', 'command='], { encoding: 'utf8' });
  return stdout.split('\n').map((line) => [Number.parseInt(line, 10), line]);
}

/** Polls without keeping the test process alive after a timeout. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await sleep(POLL_INTERVAL_MS, undefined, { ref: false });
}
