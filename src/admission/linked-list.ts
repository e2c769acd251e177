// A collection whose members come and go with every request. In a Map or a Set they would live much longer than needed: V8 replaces the
// table of one that changes often, and an old table keeps the members that it had until the next full garbage collection, because each
// refers to the table that replaced it. Such responses made garbage collection a quarter of an update's time.

export interface Entry<T> {
  readonly value: T;
  previous: Entry<T> | undefined;
  next: Entry<T> | undefined;
  isListed: boolean;
}

/** Members are removed by their entries, and iterated in the order in which they were added. */
export class LinkedList<T> implements Iterable<T> {
  /** The member that was added first; undefined if there is none. */
  first: Entry<T> | undefined;
  private last: Entry<T> | undefined;

  add(value: T): Entry<T> {
    const entry: Entry<T> = { value, previous: this.last, next: undefined, isListed: true };
    if (this.last) this.last.next = entry;
    else this.first = entry;
    this.last = entry;
    return entry;
  }

  /** @returns false if the entry had been removed before */
  remove(entry: Entry<T>): boolean {
    if (!entry.isListed) return false;
    const { previous, next } = entry;
    if (previous) previous.next = next;
    else this.first = next;
    if (next) next.previous = previous;
    else this.last = previous;
    // An entry must not keep those that follow it: it may be garbage that has not been collected yet.
    entry.previous = undefined;
    entry.next = undefined;
    entry.isListed = false;
    return true;
  }

  /** The member that has just been iterated may be removed meanwhile. */
  *[Symbol.iterator](): Iterator<T> {
    for (let entry = this.first; entry; ) {
      const { value, next } = entry;
      yield value;
      entry = next;
    }
  }
}
