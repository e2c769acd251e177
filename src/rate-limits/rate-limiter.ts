// Rate limits by account and by IP address, shared by both APIs. Counts are in the database: any number of processes may serve it, and together they
// must not allow more guesses than one.
import { createHash } from 'node:crypto';
import { isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { Pool } from 'pg';
import {
  type IRateLimiterOptions,
  type RateLimiterAbstract,
  RateLimiterPostgres,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import type { Rate, Rates } from '../config.js';
import { removeStatementNames } from '../database/pool.js';
import { AppError } from '../errors.js';
import { createMessage } from '../messages/message.js';
import { BoundedRateLimiterMemory } from './bounded-memory.js';

export type Limit = keyof Rates;
/** Limits whose key is an IP address. */
export type AddressLimit = Exclude<Limit, 'guesses' | 'guessesByAccount' | 'mails' | AccountLimit>;
/** Limits whose key is an account. */
export type AccountLimit = 'invitations' | 'invitationMails';
/**
 * Whose password is tried: that of the account of a session, or that of an e-mail address by somebody without one. Or whose second factor, by
 * anybody who knows the password.
 */
export type PasswordAttempt =
  | { accountId: string }
  | { secondFactorOf: string }
  | { email: string; address: string | undefined };

const FIRST_LOCK_S = 60;
const MAX_LOCK_S = 86_400;
const LOCKOUT_MEMORY_S = 86_400;
/** Requests. */
const PENALTY_POINTS = 20;

export type RateLimits = Pick<
  RateLimiter,
  'count' | 'countRequest' | 'penalize' | 'countOf' | 'countMail' | 'countAttempt' | 'reset'
>;

export class RateLimiter {
  private readonly limiters: Record<Limit, RateLimiterAbstract>;
  private readonly lockouts: RateLimiterAbstract;

  /** @param onRefused called for every refusal */
  constructor(
    rates: Rates,
    pool: Pool,
    private readonly onRefused: (limit: string) => void = () => {},
  ) {
    const createLimiter = (keyPrefix: string, { points, duration }: Rate): RateLimiterAbstract => {
      const options: IRateLimiterOptions = { keyPrefix, points, duration };
      // It protects no secret, and a query before every request would be too expensive.
      if (keyPrefix === 'requests') return new BoundedRateLimiterMemory(options);
      return new RateLimiterPostgres({
        ...options,
        storeClient: removeStatementNames(pool),
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

  /** Counts one event of an IP address. @throws RATE_LIMITED */
  async count(limit: AddressLimit, address: string | undefined): Promise<void> {
    if (address !== undefined) await this.consume(limit, networkOf(address));
  }

  /** Counts a request of a network. @throws RATE_LIMITED */
  countRequest(network: string): Promise<void> {
    return this.consume('requests', network);
  }

  /** Counts a request that was far more work than others. It has been refused. */
  async penalize(address: string): Promise<void> {
    await this.limiters.requests.penalty(networkOf(address), PENALTY_POINTS).catch(() => {});
  }

  /** Counts a mail to an e-mail address. @throws RATE_LIMITED */
  async countMail(email: string): Promise<void> {
    await this.consume('mails', digest('mail', email));
  }

  /** Counts what an account does, from whatever address. @throws RATE_LIMITED */
  async countOf(accountId: string, limit: AccountLimit): Promise<void> {
    await this.consume(limit, accountId);
  }

  private consume(limit: Limit, key: string): Promise<void> {
    return this.limiters[limit].consume(key).then(ignore, (error: unknown) => {
      if (error instanceof RateLimiterRes) this.onRefused(limit);
      refuse(error);
    });
  }

  /**
   * Counts a password attempt. Call it before the password is verified, so that concurrent attempts count too. Attempts without a session
   * count by e-mail address and network, so that other people cannot lock the owner out, and again by e-mail address alone with a far
   * higher limit, for guesses from many networks. The last attempt that the first limit allows locks its key, each time for twice as
   * long, until `reset` is called.
   * @throws RATE_LIMITED or, if the key was locked before, LOCKED
   */
  async countAttempt(attempt: PasswordAttempt): Promise<void> {
    const key = attemptKey(attempt);
    const state = await this.limiters.guesses.consume(key).catch(async (error: unknown) => {
      if (!(error instanceof RateLimiterRes)) throw error;
      this.onRefused('guesses');
      throw tooManyAttempts(error.msBeforeNext, ((await this.lockouts.get(key))?.consumedPoints ?? 1) > 1);
    });
    if (state.remainingPoints === 0) {
      const { consumedPoints: times } = await this.lockouts.consume(key).catch((error: RateLimiterRes) => error);
      await this.limiters.guesses.block(key, Math.min(FIRST_LOCK_S * 2 ** (times - 1), MAX_LOCK_S));
    }
    if ('email' in attempt) await this.consume('guessesByAccount', digest('account', attempt.email));
  }

  /** Clears the counts after a correct password, or after the client has proved that it reads the account's mail. */
  async reset(attempt: PasswordAttempt): Promise<void> {
    const key = attemptKey(attempt);
    await this.limiters.guesses.delete(key);
    await this.lockouts.delete(key);
    if ('email' in attempt) await this.limiters.guessesByAccount.delete(digest('account', attempt.email));
  }
}

/** Counts nothing: for tests, and behind a proxy that limits rates. */
export const NO_LIMITS: RateLimits = {
  count: async () => {},
  countRequest: async () => {},
  penalize: async () => {},
  countOf: async () => {},
  countMail: async () => {},
  countAttempt: async () => {},
  reset: async () => {},
};

/** Keys of different kinds never collide, and are short however long the text of a client is: they are stored and indexed. */
const digest = (...parts: string[]): string => createHash('sha256').update(JSON.stringify(parts)).digest('base64url');

function attemptKey(attempt: PasswordAttempt): string {
  if ('email' in attempt) return digest('email', attempt.email, networkOf(attempt.address ?? ''));
  if ('secondFactorOf' in attempt) return digest('second factor', attempt.secondFactorOf);
  return digest('session', attempt.accountId);
}

/** One customer of a provider has an IPv4 address, or a whole /64 of IPv6. */
export function networkOf(address: string): string {
  if (isIPv4(address)) return address;
  // A proxy may report anything.
  if (!ipaddr.isValid(address)) return digest(address);
  const ip = ipaddr.process(address);
  return ip instanceof ipaddr.IPv6
    ? `${ip.parts
        .slice(0, 4)
        .map((part) => part.toString(16))
        .join(':')}::/64`
    : ip.toString();
}

const ignore = (): void => {};

function refuse(error: unknown): never {
  throw error instanceof RateLimiterRes ? tooManyAttempts(error.msBeforeNext, false) : error;
}

function tooManyAttempts(waitMs: number, locked: boolean): AppError {
  const retryAfter = Math.max(1, Math.ceil(waitMs / 1000));
  const seconds = { seconds: retryAfter };
  if (!locked) {
    const message = createMessage('Too many attempts: try again in {seconds} seconds', seconds);
    return new AppError('RATE_LIMITED', message, { retryAfter });
  }
  const message = createMessage('The account is locked for {seconds} seconds after too many wrong passwords', seconds);
  return new AppError('LOCKED', message, { reason: 'ACCOUNT_LOCKED', retryAfter });
}
