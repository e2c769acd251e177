// What a subscription has not been sent yet. It takes one entry for each apiary, however slowly its client reads: a later change replaces
// an earlier one.

/** An apiary has changed. */
export interface ChangedApiary {
  apiaryId: string;
  /** The position in the change log up to which it has changed. */
  cursor: string;
}

// Not a generator: one that waits for an event could not be ended.
export class ChangeQueue implements AsyncIterableIterator<ChangedApiary> {
  private readonly waiting = new Map<string, ChangedApiary>();
  private hasEnded = false;
  private wake = (): void => {};

  /** @param apiaryIds if undefined, every apiary that the account sees */
  constructor(
    readonly accountId: string,
    private readonly apiaryIds: ReadonlySet<string> | undefined,
    private readonly onEnd: () => void,
  ) {}

  concerns(apiaryId: string): boolean {
    return this.apiaryIds?.has(apiaryId) ?? true;
  }

  push(change: ChangedApiary): void {
    if (this.hasEnded) return;
    this.waiting.set(change.apiaryId, change);
    this.wake();
  }

  /** What has been pushed is still returned. */
  end(): void {
    if (this.hasEnded) return;
    this.hasEnded = true;
    this.onEnd();
    this.wake();
  }

  async next(): Promise<IteratorResult<ChangedApiary, undefined>> {
    while (this.waiting.size === 0 && !this.hasEnded)
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
    const [change] = this.waiting.values();
    if (!change) return { done: true, value: undefined };
    this.waiting.delete(change.apiaryId);
    return { done: false, value: change };
  }

  /** The client is gone. */
  async return(): Promise<IteratorResult<ChangedApiary, undefined>> {
    this.waiting.clear();
    this.end();
    return { done: true, value: undefined };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}
