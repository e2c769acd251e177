// The names of prepared statements. Each distinct text becomes one, which PostgreSQL parses and plans once per connection.
import { LRUCache } from 'lru-cache';
import type { PreparedStatement } from '../engine/engine.js';
import { TextMap } from '../shared/text-map.js';

/**
 * Bounds the memory of connections, which keep every prepared statement until they end (MAX_CONNECTION_LIFETIME_S). Further texts run
 * unnamed, only slower. A name expires when it has not been used for STATEMENT_NAME_TTL_MS.
 */
const MAX_STATEMENT_NAMES = 500;
const STATEMENT_NAME_TTL_MS = 10 * 60_000;
/** How long the cache takes the time as unchanged: by default it sets a timer every millisecond. */
const TTL_RESOLUTION_MS = 1000;
/** A name is never reused, because connections still have the statement of that name. */
export class PreparedStatements {
  private readonly byText = new TextMap<PreparedStatement>();
  /** By name. */
  private readonly inUse = new LRUCache<string, { text: string }>({
    max: MAX_STATEMENT_NAMES,
    ttl: STATEMENT_NAME_TTL_MS,
    ttlResolution: TTL_RESOLUTION_MS,
    updateAgeOnGet: true,
    dispose: ({ text }) => this.byText.delete(text),
  });
  private count = 0;

  find(text: string): PreparedStatement | undefined {
    const known = this.byText.get(text);
    if (known && this.inUse.get(known.name)) return known;
    if (this.inUse.size >= MAX_STATEMENT_NAMES && !this.inUse.purgeStale()) return undefined;
    const statement = { name: `s${this.count++}` };
    this.inUse.set(statement.name, { text });
    this.byText.add(text, statement);
    return statement;
  }
}
