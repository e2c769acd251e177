// Rate limits by account and by IP address, shared by both APIs. Counts are in memory, or in PostgreSQL if several processes serve the
// same database.
import type { Pool } from 'pg';
import {
  type IRateLimiterOptions,
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import type { Rate, Rates } from '../config.js';
import { withoutStatementNames } from '../database/pool.js';
import { AppError } from '../errors.js';

export type Limit = keyof Rates;

const FIRST_LOCK_S = 60;
const MAX_LOCK_S = 86_400;
const LOCKOUT_MEMORY_S = 86_400;

export class RateLimiter {
  private readonly limiters: Record<Limit, RateLimiterAbstract>;
  private readonly lockouts: RateLimiterAbstract;

  /**
   * @param pool stores the counts; if omitted, they are in memory
   * @param onRefused called for every refusal
   */
  constructor(
    rates: Rates,
    pool: Pool | undefined,
    private readonly onRefused: (limit: string) => void = () => {},
  ) {
    const createLimiter = (keyPrefix: string, { points, duration }: Rate): RateLimiterAbstract => {
      const options: IRateLimiterOptions = { keyPrefix, points, duration };
      // The limit on all requests stays in memory: a query before every request would be too expensive.
      if (!pool || keyPrefix === 'requests') return new RateLimiterMemory(options);
      return new RateLimiterPostgres({
        ...options,
        storeClient: withoutStatementNames(pool),
        storeType: 'pool',
        tableName: 'rate_limits',
        tableCreated: true,
      });
    };
    this.limiters = Object.fromEntries(
      Object.entries(rates).map(([name, rate]) => [name, createLimiter(name, rate)]),
    ) as Record<Limit, RateLimiterAbstract>;
    this.lockouts = createLimiter('lockouts', { points: 1000, duration: LOCKOUT_MEMORY_S });
  }

  /** Counts one event. @throws RATE_LIMITED */
  async count(limit: Limit, key: string | undefined): Promise<void> {
    if (key === undefined) return;
    await this.limiters[limit].consume(key).catch((error: unknown) => {
      if (error instanceof RateLimiterRes) this.onRefused(limit);
      refuse(error);
    });
  }

  /**
   * Counts a password attempt. Call it before the password is verified, so that concurrent attempts count too. The last allowed attempt
   * locks the key, each time for twice as long, until `reset` is called.
   * @throws RATE_LIMITED or, if the key was locked before, LOCKED
   */
  async countAttempt(key: string): Promise<void> {
    const state = await this.limiters.guesses.consume(key).catch(async (error: unknown) => {
      if (!(error instanceof RateLimiterRes)) throw error;
      this.onRefused('guesses');
      throw tooManyAttempts(error.msBeforeNext, ((await this.lockouts.get(key))?.consumedPoints ?? 1) > 1);
    });
    if (state.remainingPoints > 0) return;
    const { consumedPoints: times } = await this.lockouts.consume(key).catch((error: RateLimiterRes) => error);
    await this.limiters.guesses.block(key, Math.min(FIRST_LOCK_S * 2 ** (times - 1), MAX_LOCK_S));
  }

  /** Clears the count after a correct password. */
  async reset(account: string): Promise<void> {
    await this.limiters.guesses.delete(account);
    await this.lockouts.delete(account);
  }
}

/** Counts nothing: for tests, and behind a proxy that limits rates. */
export class NoRateLimiter extends RateLimiter {
  constructor() {
    const unused = { points: 1, duration: 1 };
    super(
      {
        guesses: unused,
        logIns: unused,
        registrations: unused,
        mails: unused,
        mailsByAddress: unused,
        refreshes: unused,
        requests: unused,
      },
      undefined,
    );
  }
  override async count(): Promise<void> {}
  override async countAttempt(): Promise<void> {}
  override async reset(): Promise<void> {}
}

function refuse(error: unknown): never {
  throw error instanceof RateLimiterRes ? tooManyAttempts(error.msBeforeNext, false) : error;
}

function tooManyAttempts(waitMs: number, locked: boolean): AppError {
  const retryAfter = Math.max(1, Math.ceil(waitMs / 1000));
  return locked
    ? new AppError('LOCKED', `The account is locked for ${retryAfter} seconds after too many wrong passwords`, {
        reason: 'ACCOUNT_LOCKED',
        retryAfter,
      })
    : new AppError('RATE_LIMITED', `Too many attempts: try again in ${retryAfter} seconds`, { retryAfter });
}
