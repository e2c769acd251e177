/** More values than these are looked through for unused ones, and again when they have doubled. */
const MANY = 1000;

/**
 * Values that are created when they are first needed. Unused ones are kept for the next use, and dropped together: a Map of which an entry
 * is deleted and set with every request leaves garbage that V8 seldom collects (linked-list.ts).
 */
export class ValuesByKey<V extends { readonly isUnused: boolean }> {
  private readonly values = new Map<string, V>();
  private many = MANY;

  constructor(private readonly create: () => V) {}

  get(key: string): V {
    const known = this.values.get(key);
    if (known) return known;
    if (this.values.size >= this.many) this.dropUnused();
    const value = this.create();
    this.values.set(key, value);
    return value;
  }

  private dropUnused(): void {
    for (const [key, value] of this.values) if (value.isUnused) this.values.delete(key);
    this.many = Math.max(MANY, this.values.size * 2);
  }
}
