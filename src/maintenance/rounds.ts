import { setTimeout as wait } from 'node:timers/promises';
import { traceRoot } from '../observability/tracer.js';

/** Repeats background work until it is stopped, with a pause before each round. */
export class Rounds {
  private readonly stopping = new AbortController();
  private round: Promise<unknown> = Promise.resolve();

  /** @param name of the work, in traces */
  constructor(
    private readonly name: string,
    private readonly intervalMs: number,
    private readonly work: () => Promise<unknown>,
    private readonly onError: (error: unknown) => void,
  ) {}

  /** The work asks between its parts. */
  get isStopping(): boolean {
    return this.signal.aborted;
  }

  get signal(): AbortSignal {
    return this.stopping.signal;
  }

  start(): void {
    const { signal } = this;
    void (async () => {
      for (;;) {
        await wait(this.intervalMs, undefined, { signal, ref: false });
        this.round = traceRoot(`job ${this.name}`, {}, this.work).catch(this.onError);
        await this.round;
      }
    })().catch(() => {});
  }

  /** Waits for the part that is under way. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.round;
  }
}
