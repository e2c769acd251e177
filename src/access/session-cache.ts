// WHO A TOKEN STANDS FOR, without a query per request. Living sessions are remembered; what changes about one (it ended, its user was
// deactivated or deleted, in whatever way) leaves a line in session_changes, written by triggers. This process forgets what it
// changed itself at once, and reads the lines of others twice a second while there are requests. A memory that could not be
// brought up to date within a second is not trusted.
import { setTimeout as wait } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import { run } from '../database/pool.js';
import { AccessTokens, sessionOver } from './access-tokens.js';
import type { Permission, Role } from './permissions.js';

export interface Viewer {
  id: string;
  role: Role;
  permissions: Permission[];
  /** Little is open before the address is verified. */
  mustVerify: boolean;
  sessionId: string;
}

const CACHE_SIZE = 10_000;
const MAX_STALENESS_MS = 1000;
const POLL_INTERVAL_MS = 500;
const IDLE_TIMEOUT_MS = 10_000;
const LAST_SEEN_INTERVAL_MS = 120_000;

const ACTIVE_SESSION = `select u.role, u.permissions, u.is_verified from sessions s join users u on u.id = s.user_id
  where s.id = $1 and s.user_id = $2 and s.ended_at is null and s.expires_at > now() and u.is_active`;
// A line carries the time of the change, not of its commit: a minute covers every transaction.
const RECENT_CHANGES = `select session_id, changed_at::text from session_changes where changed_at > now() - interval '1 minute'`;
const UPDATE_LAST_SEEN = 'update sessions set last_seen_at = now() where id = any($1)';

interface ActiveSession {
  role: Role;
  permissions: Permission[];
  is_verified: boolean;
}
interface Change {
  session_id: string;
  changed_at: string;
}

export class SessionCache {
  private readonly tokens: AccessTokens;
  private readonly active = new LRUCache<string, Viewer>({ max: CACHE_SIZE });
  private trustedUntil = 0;
  private lastAsked = 0;
  private catchingUp: Promise<void> | undefined;
  private watching: AbortController | undefined;
  /** The recent changes that were read before. */
  private knownChanges = new Set<string>();
  /** Sessions that were used and not yet noted as seen. */
  private readonly usedSinceFlush = new Set<string>();
  private flushedAt = Date.now();
  /** Counts what was forgotten: an answer that was on its way meanwhile may be from before, and is not remembered. */
  private invalidations = 0;

  constructor(
    readonly pool: Pool,
    secret: Buffer,
    /** Of access tokens, and of a session that is not refreshed, in seconds. */
    readonly lifetimes: { normal: number; long: number; refresh: number },
    private readonly demandVerification = false,
  ) {
    this.tokens = new AccessTokens(secret);
  }

  /** @throws UNAUTHENTICATED when the token is no good, or its session has ended */
  async viewer(token: string): Promise<Viewer> {
    const { userId, sessionId } = this.tokens.read(token);
    this.lastAsked = Date.now();
    this.usedSinceFlush.add(sessionId);
    if (this.lastAsked >= this.trustedUntil) await this.catchUp();
    const known = this.active.get(sessionId);
    return known?.id === userId ? known : this.load(userId, sessionId);
  }

  /** The same for all sessions of an account. */
  invalidateUser(userId: string): void {
    this.invalidations++;
    for (const [sessionId, viewer] of this.active.entries()) if (viewer.id === userId) this.active.delete(sessionId);
  }

  issueToken(viewer: Pick<Viewer, 'id' | 'sessionId'>, seconds: number): string {
    return this.tokens.sign(viewer.id, viewer.sessionId, seconds);
  }

  /** To be called when a session's end has been stored. */
  invalidate(sessionId: string): void {
    this.invalidations++;
    this.active.delete(sessionId);
  }

  async close(): Promise<void> {
    this.watching?.abort();
    await this.flushLastSeen().catch(() => {});
  }

  private async load(userId: string, sessionId: string): Promise<Viewer> {
    const before = this.invalidations;
    const values = [sessionId, userId];
    const [living] = await run<ActiveSession>(this, { text: ACTIVE_SESSION, values });
    if (!living) throw sessionOver();
    const { role, permissions, is_verified } = living;
    const mustVerify = this.demandVerification && !is_verified;
    const viewer = { id: userId, sessionId, role, permissions, mustVerify };
    if (this.invalidations === before) this.active.set(sessionId, viewer);
    return viewer;
  }

  /** One statement for all, so that being seen costs a request nothing. */
  private async flushLastSeen(): Promise<void> {
    this.flushedAt = Date.now();
    const ids = [...this.usedSinceFlush];
    this.usedSinceFlush.clear();
    if (ids.length > 0) await this.pool.query(UPDATE_LAST_SEEN, [ids]);
  }

  private catchUp(): Promise<void> {
    this.catchingUp ??= this.readChanges().finally(() => {
      this.catchingUp = undefined;
    });
    return this.catchingUp;
  }

  private async readChanges(): Promise<void> {
    const asOf = Date.now();
    const rows = await run<Change>(this, { text: RECENT_CHANGES, values: [] });
    const recent = new Map(rows.map((change) => [`${change.session_id} ${change.changed_at}`, change.session_id]));
    for (const [change, sessionId] of recent) if (!this.knownChanges.has(change)) this.invalidate(sessionId);
    this.knownChanges = new Set(recent.keys());
    this.trustedUntil = asOf + MAX_STALENESS_MS;
    if (asOf - this.flushedAt > LAST_SEEN_INTERVAL_MS) void this.flushLastSeen().catch(() => {});
    this.watch();
  }

  /** Keeps the memory trusted while there are requests, so that none of them has to wait for it. */
  private watch(): void {
    if (this.watching) return;
    const watching = new AbortController();
    this.watching = watching;
    void (async () => {
      while (Date.now() - this.lastAsked < IDLE_TIMEOUT_MS) {
        await wait(POLL_INTERVAL_MS, undefined, { signal: watching.signal, ref: false });
        await this.catchUp();
      }
    })()
      .catch(() => {}) // the next request asks for itself, and tells
      .finally(() => {
        this.watching = undefined;
      });
  }
}
