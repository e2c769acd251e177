// Watches a service from a separate process: how long /livez takes, and the memory of the service with its children (Linux only).
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const CHILD = fileURLToPath(new URL('./probe.child.js', import.meta.url));

interface Sample {
  ms: number;
  megabytes?: number;
  failure?: string;
}

export interface Observation {
  /** The longest time that /livez took, or has taken so far. */
  slowestMs: number;
  /** The highest resident set size of the process with its children, in MB. */
  peakMegabytes: number;
  failures: string[];
  samples: number;
}

export class Probe {
  private observation = nothingObserved();
  private readonly child: ChildProcess;

  constructor(url: string, pid: number) {
    this.child = fork(CHILD, [url, String(pid)], { execArgv: [] });
    this.child.on('message', ({ ms, megabytes = 0, failure }: Sample) => {
      const { slowestMs, peakMegabytes, failures, samples } = this.observation;
      this.observation = {
        slowestMs: Math.max(slowestMs, ms),
        peakMegabytes: Math.max(peakMegabytes, megabytes),
        failures: failure ? [...failures, failure] : failures,
        samples: samples + 1,
      };
    });
  }

  /** Returns what was observed since the last call. */
  take(): Observation {
    const taken = this.observation;
    this.observation = nothingObserved();
    return taken;
  }

  async stop(): Promise<void> {
    const ended = once(this.child, 'exit');
    this.child.kill();
    await ended;
  }
}

const nothingObserved = (): Observation => ({ slowestMs: 0, peakMegabytes: 0, failures: [], samples: 0 });
