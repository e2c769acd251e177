import { LRUCache } from 'lru-cache';
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';

/** Some 30 MB. One client can have any number of addresses of IPv6. */
const MAX_KEYS = 50_000;

/** Counts in memory. Of too many keys, it forgets the one that has not been counted for longest. */
export class BoundedRateLimiterMemory extends RateLimiterMemory {
  private readonly keys = new LRUCache<string, true>({
    max: MAX_KEYS,
    dispose: (_value, key, reason) => {
      if (reason === 'evict') void this.delete(key);
    },
  });

  override consume(key: string, points?: number, options?: Record<string, unknown>): Promise<RateLimiterRes> {
    this.keys.set(key, true);
    return super.consume(key, points, options);
  }
}
