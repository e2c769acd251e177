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

const REMEMBERED = 10_000;
const TRUSTED_MS = 1000;
const CATCH_UP_EVERY_MS = 500;
const IDLE_AFTER_MS = 10_000;
const NOTE_SEEN_EVERY_MS = 120_000;

const LIVING = `select u.role, u.permissions, u.is_verified from sessions s join users u on u.id = s.user_id
  where s.id = $1 and s.user_id = $2 and s.ended_at is null and s.expires_at > now() and u.is_active`;
// A line carries the time of the change, not of its commit: a minute covers every transaction.
const RECENT_CHANGES = `select session_id, changed_at::text from session_changes where changed_at > now() - interval '1 minute'`;
const SEEN = 'update sessions set last_seen_at = now() where id = any($1)';
const TRIM = `delete from session_changes where changed_at < now() - interval '1 hour'`;

interface Living {
  role: Role;
  permissions: Permission[];
  is_verified: boolean;
}
interface Change {
  session_id: string;
  changed_at: string;
}

export class Sessions {
  private readonly tokens: AccessTokens;
  private readonly living = new LRUCache<string, Viewer>({ max: REMEMBERED });
  private trustedUntil = 0;
  private lastAsked = 0;
  private catchingUp: Promise<void> | undefined;
  private watching: AbortController | undefined;
  /** The recent changes that were read before. */
  private seen = new Set<string>();
  /** Sessions that were used and not yet noted as seen. */
  private readonly seenSince = new Set<string>();
  private notedAt = Date.now();
  /** Counts what was forgotten: an answer that was on its way meanwhile may be from before, and is not remembered. */
  private forgotten = 0;

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
    this.seenSince.add(sessionId);
    if (this.lastAsked >= this.trustedUntil) await this.catchUp();
    const known = this.living.get(sessionId);
    return known?.id === userId ? known : this.look(userId, sessionId);
  }

  /** The same for all sessions of an account. */
  forgetUser(userId: string): void {
    this.forgotten++;
    for (const [sessionId, viewer] of this.living.entries()) if (viewer.id === userId) this.living.delete(sessionId);
  }

  issueToken(viewer: Pick<Viewer, 'id' | 'sessionId'>, seconds: number): string {
    return this.tokens.sign(viewer.id, viewer.sessionId, seconds);
  }

  /** To be called when a session's end has been stored. */
  forget(sessionId: string): void {
    this.forgotten++;
    this.living.delete(sessionId);
  }

  async close(): Promise<void> {
    this.watching?.abort();
    await this.noteSeen().catch(() => {});
  }

  private async look(userId: string, sessionId: string): Promise<Viewer> {
    const before = this.forgotten;
    const values = [sessionId, userId];
    const [living] = await run<Living>(this, { text: LIVING, values });
    if (!living) throw sessionOver();
    const { role, permissions, is_verified } = living;
    const mustVerify = this.demandVerification && !is_verified;
    const viewer = { id: userId, sessionId, role, permissions, mustVerify };
    if (this.forgotten === before) this.living.set(sessionId, viewer);
    return viewer;
  }

  /** One statement for all, so that being seen costs a request nothing. */
  private async noteSeen(): Promise<void> {
    this.notedAt = Date.now();
    const ids = [...this.seenSince];
    this.seenSince.clear();
    if (ids.length > 0) await this.pool.query(SEEN, [ids]);
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
    for (const [change, sessionId] of recent) if (!this.seen.has(change)) this.forget(sessionId);
    this.seen = new Set(recent.keys());
    this.trustedUntil = asOf + TRUSTED_MS;
    if (asOf - this.notedAt > NOTE_SEEN_EVERY_MS) void this.noteSeen().catch(() => {});
    this.watch();
  }

  /** Keeps the memory trusted while there are requests, so that none of them has to wait for it. */
  private watch(): void {
    if (this.watching) return;
    const watching = new AbortController();
    this.watching = watching;
    void (async () => {
      while (Date.now() - this.lastAsked < IDLE_AFTER_MS) {
        await wait(CATCH_UP_EVERY_MS, undefined, { signal: watching.signal, ref: false });
        await this.catchUp();
      }
      await this.pool.query(TRIM);
    })()
      .catch(() => {}) // the next request asks for itself, and tells
      .finally(() => {
        this.watching = undefined;
      });
  }
}
