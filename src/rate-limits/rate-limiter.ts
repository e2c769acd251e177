// HOW OFTEN somebody may try. Counted by account and by address, for both doors together. Counts are kept in memory, or in PostgreSQL
// where several processes serve the same database.
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
   * @param pool where counts are to be shared; undefined: memory
   * @param onRefused hears of every refusal
   */
  constructor(
    rates: Rates,
    pool: Pool | undefined,
    private readonly onRefused: (limit: string) => void = () => {},
  ) {
    const make = (keyPrefix: string, { points, duration }: Rate): RateLimiterAbstract => {
      const options: IRateLimiterOptions = { keyPrefix, points, duration };
      // The overall limit is asked for every request, which no query is to precede.
      if (!pool || keyPrefix === 'requests') return new RateLimiterMemory(options);
      return new RateLimiterPostgres({
        ...options,
        storeClient: withoutStatementNames(pool),
        storeType: 'pool',
        tableName: 'rate_limits',
        tableCreated: true,
      });
    };
    this.limiters = Object.fromEntries(Object.entries(rates).map(([name, rate]) => [name, make(name, rate)])) as Record<
      Limit,
      RateLimiterAbstract
    >;
    this.lockouts = make('lockouts', { points: 1000, duration: LOCKOUT_MEMORY_S });
  }

  /** Counts one. @throws RATE_LIMITED */
  async count(limit: Limit, key: string | undefined): Promise<void> {
    if (key === undefined) return;
    await this.limiters[limit].consume(key).catch((error: unknown) => {
      if (error instanceof RateLimiterRes) this.onRefused(limit);
      refuse(error);
    });
  }

  /**
   * Before a password is looked at, so that a hundred at once are counted too. The last one that is allowed locks the key: each time
   * for twice as long, unless it was right.
   * @throws RATE_LIMITED or, when it was locked before, LOCKED
   */
  async countAttempt(key: string): Promise<void> {
    const state = await this.limiters.guesses.consume(key).catch(async (error: unknown) => {
      if (!(error instanceof RateLimiterRes)) throw error;
      this.onRefused('guesses');
      throw tooMany(error.msBeforeNext, ((await this.lockouts.get(key))?.consumedPoints ?? 1) > 1);
    });
    if (state.remainingPoints > 0) return;
    const { consumedPoints: times } = await this.lockouts.consume(key).catch((error: RateLimiterRes) => error);
    await this.limiters.guesses.block(key, Math.min(FIRST_LOCK_S * 2 ** (times - 1), MAX_LOCK_S));
  }

  /** The right password: the count begins anew. */
  async reset(account: string): Promise<void> {
    await this.limiters.guesses.delete(account);
    await this.lockouts.delete(account);
  }
}

/** Nothing is counted: for tests, and where something in front does it. */
export class NoRateLimiter extends RateLimiter {
  constructor() {
    const none = { points: 1, duration: 1 };
    super(
      {
        guesses: none,
        logIns: none,
        registrations: none,
        mails: none,
        mailsByAddress: none,
        refreshes: none,
        requests: none,
      },
      undefined,
    );
  }
  override async count(): Promise<void> {}
  override async countAttempt(): Promise<void> {}
  override async reset(): Promise<void> {}
}

function refuse(error: unknown): never {
  throw error instanceof RateLimiterRes ? tooMany(error.msBeforeNext, false) : error;
}

function tooMany(ms: number, locked: boolean): AppError {
  const retryAfter = Math.max(1, Math.ceil(ms / 1000));
  return locked
    ? new AppError('LOCKED', `The account is locked for ${retryAfter} seconds after too many wrong passwords`, {
        reason: 'ACCOUNT_LOCKED',
        retryAfter,
      })
    : new AppError('RATE_LIMITED', `Too many attempts: try again in ${retryAfter} seconds`, { retryAfter });
}
