// An honest client beside others that mean harm, in a process of its own.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { until } from '../process/service.js';
import { percentile } from './timed-request.js';
import { type Beekeeper, PASSWORD } from './world.js';

const CHILD = fileURLToPath(new URL('./victim.child.js', import.meta.url));

/** A log-in, a subscription, a list, a page of the sync, an update and its event. */
export interface VictimRound {
  /** In milliseconds, as far as it came. */
  steps: Record<string, number>;
  ms: number;
  refusal?: string;
}

export class Victim {
  private rounds: VictimRound[] = [];
  private readonly child: ChildProcess;
  private addresses = 0;

  constructor(url: string, { email }: Beekeeper) {
    this.child = fork(CHILD, [url, email, PASSWORD], { execArgv: [] });
    this.child.on('message', (round: VictimRound) => this.rounds.push(round));
  }

  /** Waits for a number of rounds, and returns all since the last call. The next ones come from another address: log-ins are limited. */
  async take(rounds: number): Promise<VictimRound[]> {
    await until(() => this.rounds.length >= rounds);
    this.child.send(`192.0.2.${++this.addresses}`);
    return this.rounds.splice(0);
  }

  async stop(): Promise<void> {
    const ended = once(this.child, 'exit');
    this.child.kill();
    await ended;
  }
}

/** The 95th percentile of the rounds, and of each step, in milliseconds. */
export function slownessOf(rounds: VictimRound[]): Record<string, number> {
  const names = Object.keys(rounds[0]!.steps);
  const times = (name: string): number[] => rounds.flatMap(({ steps }) => steps[name] ?? []);
  return Object.fromEntries(
    [['round', rounds.map(({ ms }) => ms)] as const, ...names.map((name) => [name, times(name)] as const)].map(
      ([name, values]) => [name, Math.round(percentile(values, 0.95))],
    ),
  );
}
