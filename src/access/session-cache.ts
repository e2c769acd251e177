// Caches active sessions, so that authentication needs no query per request. Triggers write a row to session_changes whenever a session
// ends or its user is changed or deleted. A process invalidates its own changes at once, and polls those of other processes twice a second
// while there are requests. A cache that is more than a second old is brought up to date before it is used.
import { setTimeout as wait } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import { runStatement } from '../database/pool.js';
import type { Language } from '../shared/language.js';
import { AccessTokens, sessionOver, type TokenClaims, tokenInvalid } from './access-tokens.js';
import { type Permission, Role } from './permissions.js';
import { looksPersonal, PersonalAccessTokens } from './personal-access-tokens.js';
import type { QuotaExcess } from './quota.js';
import type { TokenGrant, TokenScope } from './token-scope.js';

export interface Viewer {
  id: string;
  role: Role;
  permissions: Permission[];
  /** Only fields with @AllowUnverified are allowed until the e-mail address is verified. */
  mustVerify: boolean;
  language: Language;
  /** Or that of the personal access token. */
  sessionId: string;
  token: TokenGrant | undefined;
  /** When the session was opened, in milliseconds since 1970. */
  loggedInAt: number;
  /** Whether apiaries are, or were, shared with the account: then each statement reads its memberships (policy.ts). */
  isMember: boolean;
  /** Whether the released apps show these apiaries too (user.entity.ts). */
  showSharedApiaries: boolean;
  /** If the account holds more than its quota. */
  excess: QuotaExcess | undefined;
  /** Accounts that hold more than their quota, with apiaries that are shared with this one. */
  fullOwners: string[];
}

const CACHE_SIZE = 10_000;
const MAX_STALENESS_MS = 1000;
const POLL_INTERVAL_MS = 500;
const IDLE_TIMEOUT_MS = 10_000;
const LAST_SEEN_INTERVAL_MS = 120_000;

const ACCOUNT = `u.role, u.permissions, u.is_verified, u.language, u.show_shared_apiaries, s.created_at,
    exists (select 1 from apiary_members m where m.user_id = u.id) as is_member,
    (select bytes::float8 from account_usage where user_id = u.id and bytes > $3::bigint) as excessive_bytes,
    array(select distinct m.owner_id from apiary_members m join account_usage f on f.user_id = m.owner_id
      where m.user_id = u.id and f.bytes > $3::bigint) as full_owners`;
const ACTIVE_SESSION = `select ${ACCOUNT} from sessions s join users u on u.id = s.user_id
  where s.id = $1 and s.user_id = $2 and s.ended_at is null and s.expires_at > now() and u.is_active`;
/** For work that an account has begun, and that goes on without its session. */
const ACTIVE_ACCOUNT = `select ${ACCOUNT} from (select now() as created_at) s, users u where u.id = $2 and $1::uuid is not null and u.is_active`;
const ACTIVE_TOKEN = `select ${ACCOUNT}, s.scope, s.apiary_ids, s.beehive_ids from personal_access_tokens s join users u on u.id = s.user_id
  where s.id = $1 and s.user_id = $2 and s.revoked_at is null and s.expires_at > now() and u.is_active`;
// A row has the time of the change, not of its commit: one minute is longer than any transaction.
const RECENT_CHANGES = `select session_id, changed_at::text from session_changes where changed_at > now() - interval '1 minute'`;
const UPDATE_LAST_SEEN = [
  'update sessions set last_seen_at = now() where id = any($1)',
  'update personal_access_tokens set last_used_at = now() where id = any($1)',
];

interface ActiveSession {
  role: Role;
  permissions: Permission[];
  is_verified: boolean;
  language: Language;
  created_at: string;
  is_member: boolean;
  show_shared_apiaries: boolean;
  excessive_bytes: number | null;
  full_owners: string[];
  /** Only a personal access token has this and the next two. */
  scope?: TokenScope;
  apiary_ids?: string[] | null;
  beehive_ids?: string[] | null;
}
interface Change {
  session_id: string;
  changed_at: string;
}

export class SessionCache {
  private readonly tokens: AccessTokens;
  private readonly personalTokens: PersonalAccessTokens;
  private readonly active = new LRUCache<string, Viewer>({ max: CACHE_SIZE });
  private trustedUntil = 0;
  private lastUsed = 0;
  private catchingUp: Promise<void> | undefined;
  private watching: AbortController | undefined;
  /** Recent changes that have been applied. */
  private knownChanges = new Set<string>();
  /** Sessions used since `last_seen_at` was last written. */
  private readonly usedSinceFlush = new Set<string>();
  private flushedAt = Date.now();
  /** Incremented on every invalidation: a lookup that was in flight meanwhile is not cached. */
  private invalidations = 0;

  constructor(
    readonly pool: Pool,
    secrets: readonly Buffer[],
    /** Seconds: of access tokens (normal, long) and of a session that is not refreshed. */
    readonly lifetimes: { normal: number; long: number; refresh: number },
    private readonly requireVerification = false,
    /** Bytes that an account may hold (maintenance/account-usage.ts). */
    readonly quota?: number,
  ) {
    this.tokens = new AccessTokens(secrets);
    this.personalTokens = new PersonalAccessTokens(this);
  }

  /** The account of a token that has been verified before. Whether its session is still active is not known. */
  accountOf(token: string | undefined): string | undefined {
    if (token === undefined) return undefined;
    return (looksPersonal(token) ? this.personalTokens : this.tokens).known(token)?.userId;
  }

  /** @throws UNAUTHENTICATED if the token is invalid or its session has ended */
  async viewer(token: string): Promise<Viewer> {
    const isPersonal = looksPersonal(token);
    // Only the first use of a personal access token waits for the database.
    const claims = isPersonal ? await this.personalTokens.read(token) : this.tokens.read(token);
    const { userId, sessionId } = claims;
    this.lastUsed = Date.now();
    this.usedSinceFlush.add(sessionId);
    if (this.lastUsed >= this.trustedUntil) await this.catchUp();
    const known = this.active.get(sessionId);
    return known?.id === userId ? known : this.load(claims, isPersonal);
  }

  /** @throws UNAUTHENTICATED if the personal access token is unknown, or its account is not active */
  async readPersonal(token: string): Promise<TokenClaims> {
    await this.viewer(token);
    return this.personalTokens.read(token);
  }

  /** Brings the cache up to date with everything that has been committed by now. */
  async refresh(): Promise<void> {
    // One that is running may have read before.
    await this.catchingUp;
    await this.catchUp();
  }

  /** Waits until no process uses a session that ended before. */
  async settle(): Promise<void> {
    await wait(MAX_STALENESS_MS);
  }

  /** Removes all sessions of an account from the cache. Call it after the change has committed. */
  invalidateUser(userId: string): void {
    this.invalidations++;
    for (const [sessionId, viewer] of this.active.entries()) if (viewer.id === userId) this.active.delete(sessionId);
  }

  issueToken(viewer: Pick<Viewer, 'id' | 'sessionId'>, seconds: number): string {
    return this.tokens.sign(viewer.id, viewer.sessionId, seconds);
  }

  nextRefreshTokens(previous: string): string[] {
    return this.tokens.nextRefreshTokens(previous);
  }

  /** Removes a session from the cache. Call it after its end has committed. */
  invalidate(sessionId: string): void {
    this.invalidations++;
    this.active.delete(sessionId);
  }

  async close(): Promise<void> {
    this.watching?.abort();
    await this.flushLastSeen().catch(() => {});
  }

  private async load({ userId, sessionId }: TokenClaims, isPersonal: boolean): Promise<Viewer> {
    const before = this.invalidations;
    const values = [sessionId, userId, this.quota];
    const text = isPersonal ? ACTIVE_TOKEN : ACTIVE_SESSION;
    const [session] = await runStatement<ActiveSession>(this, { text, values });
    if (!session) throw isPersonal ? tokenInvalid() : sessionOver();
    const viewer = this.toViewer(userId, sessionId, session);
    if (this.invalidations === before) this.active.set(sessionId, viewer);
    return viewer;
  }

  /** The account of work that goes on without a session. It administers nothing. @throws UNAUTHENTICATED if it is not active any more */
  async account(userId: string, workId: string): Promise<Viewer> {
    const values = [workId, userId, this.quota];
    const [account] = await runStatement<ActiveSession>(this, { text: ACTIVE_ACCOUNT, values });
    if (!account) throw sessionOver();
    return { ...this.toViewer(userId, workId, account), role: Role.BEEKEEPER, permissions: [] };
  }

  private toViewer(userId: string, sessionId: string, session: ActiveSession): Viewer {
    const { scope, apiary_ids, beehive_ids, is_verified, language, created_at } = session;
    // One of hives has no apiaries, so that a process that does not know hives lets it see nothing.
    const limits = { apiaryIds: (!beehive_ids && apiary_ids) || undefined, beehiveIds: beehive_ids ?? undefined };
    const token = scope && { id: sessionId, scope, ...limits };
    // A token administers nothing, whoever its account is.
    const { role, permissions } = token ? { role: Role.BEEKEEPER, permissions: [] } : session;
    const { is_member: isMember, show_shared_apiaries: showSharedApiaries, full_owners: fullOwners } = session;
    const { excessive_bytes: bytes } = session;
    const excess = bytes === null ? undefined : { bytes, quota: this.quota! };
    const mustVerify = this.requireVerification && !is_verified;
    const loggedInAt = Date.parse(created_at);
    const account = { id: userId, role, permissions, mustVerify, language, isMember, showSharedApiaries };
    return { ...account, sessionId, token, loggedInAt, excess, fullOwners };
  }

  /** One statement for all sessions, outside of any request. */
  private async flushLastSeen(): Promise<void> {
    this.flushedAt = Date.now();
    const ids = [...this.usedSinceFlush];
    this.usedSinceFlush.clear();
    if (ids.length > 0) for (const text of UPDATE_LAST_SEEN) await this.pool.query(text, [ids]);
  }

  private catchUp(): Promise<void> {
    this.catchingUp ??= this.readChanges().finally(() => {
      this.catchingUp = undefined;
    });
    return this.catchingUp;
  }

  private async readChanges(): Promise<void> {
    const asOf = Date.now();
    const rows = await runStatement<Change>(this, { text: RECENT_CHANGES, values: [] });
    const recent = new Map(rows.map((change) => [`${change.session_id} ${change.changed_at}`, change.session_id]));
    for (const [change, sessionId] of recent) if (!this.knownChanges.has(change)) this.invalidate(sessionId);
    this.knownChanges = new Set(recent.keys());
    this.trustedUntil = asOf + MAX_STALENESS_MS;
    if (asOf - this.flushedAt > LAST_SEEN_INTERVAL_MS) void this.flushLastSeen().catch(() => {});
    this.watch();
  }

  /** Keeps the cache up to date while there are requests, so that none of them waits for the poll. */
  private watch(): void {
    if (this.watching) return;
    const watching = new AbortController();
    this.watching = watching;
    void (async () => {
      while (Date.now() - this.lastUsed < IDLE_TIMEOUT_MS) {
        await wait(POLL_INTERVAL_MS, undefined, { signal: watching.signal, ref: false });
        await this.catchUp();
      }
    })()
      .catch(() => {}) // the next request polls itself and reports the error
      .finally(() => {
        this.watching = undefined;
      });
  }
}
