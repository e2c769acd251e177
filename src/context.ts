// The context of a request, for resolvers and commands. Its parts are created at first use: a read needs no EntityManager.
import type { EntityClass } from '@mikro-orm/core';
import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import type { Transaction } from 'kysely';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { Access } from './access/access.js';
import type { ApiaryRole } from './access/apiary-role.js';
import { type PolicyViewer, scopeOf, unscopedOwnership } from './access/policy.js';
import type { SessionCache, Viewer } from './access/session-cache.js';
import type { Admission, OpenRequest, ResponseBudget } from './admission/admission.js';
import type { ChangeFeed } from './changelog/subscription-feed.js';
import type { ChangeSource } from './database/change-settings.js';
import { Loaders, type ScopedTable } from './database/loaders.js';
import { connectionsOf, type QueryTarget } from './database/pool.js';
import type { Replicas } from './database/replicas.js';
import type { ServiceSettings } from './database/service-settings.js';
import { Table } from './database/where.js';
import { AppError } from './errors.js';
import type { JobRunner } from './jobs/runner.js';
import type { Links } from './mail/links.js';
import type { Metrics } from './observability/metrics.js';
import type { RequestClient, RequestLog } from './observability/request.js';
import { networkOf, type RateLimits } from './rate-limits/rate-limiter.js';

/** Shared by all requests; created by the composition root. */
export interface Services {
  orm: MikroORM;
  pool: Pool;
  sessions: SessionCache;
  jobs: JobRunner;
  rateLimiter: RateLimits;
  links: Links;
  settings: ServiceSettings;
  log: Logger;
  metrics: Metrics | undefined;
  /** If undefined, every read goes to the primary. */
  replicas: Replicas | undefined;
  admission: Admission;
  changeFeed: ChangeFeed;
}

// Apollo clones the context by its own properties: so it has no #private members, and what refers back to the context (access,
// loaders) is created at first use, by the clone.
export class Context {
  /** Set while a unit of work is open: reads join its transaction. */
  transaction: Transaction<never> | undefined;
  /** Run after the unit of work has committed, and only then. */
  readonly afterCommit: (() => void)[] = [];
  private authenticated: Viewer | undefined;
  /** Whose link is read, which needs no log-in. */
  linkedAccount: string | undefined;
  private authenticating: Promise<Viewer> | undefined;
  /** Whether it reads from the primary, and not from a replica, which may be behind it. */
  readsPrimary = false;
  /** Whether a write of this request has committed. */
  hasWritten = false;
  /** Whether the operation has only one root field. */
  isSingle = false;
  /** Undefined before `limitResponse`: for work that is no operation, and what is streamed, which has a limit of rows. */
  budget: ResponseBudget | undefined;
  rowLimit: QueryTarget['rowLimit'];
  private fork: EntityManager | undefined;
  private ownAccess: Access | undefined;
  private ownLoaders: Loaders | undefined;

  /** @param open undefined for work that is no request */
  constructor(
    private readonly services: Services,
    readonly client: RequestClient,
    readonly requestLog: RequestLog,
    private readonly open?: OpenRequest,
  ) {}

  /** Bypasses the ownership policy. Use it only after a permission has been checked, by @Requires or `hasPermission`. */
  get unscoped(): Access {
    return this.accessWith((type) => ({ table: this.table(type), ownership: unscopedOwnership(type.name) }));
  }

  /** As an account sees its rows: for that of another, only after a permission has been checked. */
  accessOf(account: PolicyViewer): Access {
    return this.accessWith((type) => scopeOf(this.table(type), account));
  }

  /** Without the apiaries of others. */
  get own(): Access {
    return this.accessOf({ ...this.viewer, isMember: false });
  }

  private accessWith(scope: (type: EntityClass<object>) => ScopedTable): Access {
    const { em, pool, transaction, requestLog, hasWritten, changeSource, budget, rowLimit, clientKey } = this;
    return new Access({
      ...{ em, pool, transaction, requestLog, hasWritten, changeSource, budget, rowLimit, clientKey, isMember: false },
      withShare: (name, work) => this.withShare(name, work),
      scope,
    });
  }

  get access(): Access {
    this.ownAccess ??= new Access(this);
    return this.ownAccess;
  }

  get loaders(): Loaders {
    this.ownLoaders ??= new Loaders(this, (type, role) => this.scope(type, role as ApiaryRole));
    return this.ownLoaders;
  }

  /**
   * Identifies the viewer. The guard calls it before a root field that is not public.
   * @throws UNAUTHENTICATED if the token is missing, invalid or expired, or its session has ended
   */
  async authenticate(): Promise<Viewer> {
    if (this.authenticated) return this.authenticated;
    const { token } = this.client;
    if (token === undefined) throw new AppError('UNAUTHENTICATED', 'No token found', { reason: 'TOKEN_MISSING' });
    // The root fields of a query ask at the same time: they share one lookup, and so go on together, which their batches need.
    this.authenticating ??= this.services.sessions.viewer(token).finally(() => {
      this.authenticating = undefined;
    });
    return this.actAs(await this.authenticating);
  }

  /** Becomes the context of an account: that of the request or, in the background, of the work that it has begun. */
  actAs(viewer: Viewer): Viewer {
    this.authenticated = viewer;
    this.requestLog.accountId = viewer.id;
    this.requestLog.accountLanguage = viewer.language;
    this.services.replicas?.loggedIn(viewer);
    this.fork?.setFilterParams('owned', { viewer: viewer.id });
    return viewer;
  }

  /**
   * @param copies how often the document selects the same column of an object
   * @param isQuery whether the operation is a query, which is abandoned if the client disconnects. A mutation is completed.
   */
  limitResponse({ copies, isSingle } = { copies: 1, isSingle: false }, isQuery = false): void {
    this.isSingle = isSingle;
    const { admission } = this.services;
    this.budget = admission.createBudget(this.open?.memory ?? admission.createMemory(), this, copies, isQuery);
  }

  /** To whose share of the process its work counts: the account or, as long as that is not known, the network. */
  get clientKey(): string {
    return this.authenticated?.id ?? this.linkedAccount ?? networkOf(this.client.address ?? '');
  }

  /** Resolves when expensive work may go on; undefined if it may at once. */
  nextTurn(): Promise<void> | undefined {
    return this.services.admission.slices.next(this.clientKey);
  }

  /** Lets another request be executed while this one waits. */
  whileWaiting<T>(waiting: Promise<T>): Promise<T> {
    return this.open ? this.open.whileWaiting(waiting) : waiting;
  }

  /** Does work with a unit of a share. While it waits, and while it works, another request is executed. */
  withShare<T>(name: keyof Admission['share'], work: () => Promise<T>): Promise<T> {
    return this.whileWaiting(this.services.admission.share[name].run(this.clientKey, work));
  }

  /** The viewer, where authentication is optional. */
  async identify(): Promise<Viewer | undefined> {
    return this.authenticate().catch((error: unknown) => {
      if (error instanceof AppError && error.code !== 'UNAVAILABLE') return undefined;
      throw error;
    });
  }

  get isMember(): boolean {
    return this.viewer.isMember;
  }

  get viewer(): Viewer {
    if (!this.authenticated) throw new Error('no viewer: the field is public, or the guard did not run');
    return this.authenticated;
  }

  /** The pool for reads. A request that writes reads from the primary, so that it sees its own changes. */
  get pool(): Pick<Pool, 'query'> {
    const { pool, replicas } = this.services;
    return replicas && !this.readsPrimary ? replicas.readPoolFor(this.authenticated?.id) : pool;
  }

  /** From here on, this operation and the viewer's next ones read from the primary. */
  startWriting(): void {
    this.readsPrimary = true;
    if (this.authenticated) this.services.replicas?.recordWrite(this.authenticated.id);
  }

  get connections(): ReturnType<typeof connectionsOf> {
    return connectionsOf(this.services.pool);
  }

  /** What the change log says of the changes of this request. */
  get changeSource(): ChangeSource {
    return { actorId: this.authenticated?.id, requestId: this.requestLog.id, tokenId: this.authenticated?.token?.id };
  }

  get shares(): Admission['share'] {
    return this.services.admission.share;
  }

  get sessions(): SessionCache {
    return this.services.sessions;
  }

  get rateLimiter(): RateLimits {
    return this.services.rateLimiter;
  }

  get jobs(): JobRunner {
    return this.services.jobs;
  }

  get links(): Links {
    return this.services.links;
  }

  get settings(): Services['settings'] {
    return this.services.settings;
  }

  get changeFeed(): ChangeFeed {
    return this.services.changeFeed;
  }

  get em(): EntityManager {
    if (!this.fork) {
      this.fork = this.services.orm.em.fork();
      this.fork.setFilterParams('owned', { viewer: this.authenticated?.id });
    }
    return this.fork;
  }

  /** A table with the condition that limits it to the rows that the viewer may see or, with `role`, write. */
  scope<T extends object>(type: EntityClass<T>, role?: ApiaryRole): ScopedTable {
    return scopeOf(this.table(type), this.viewer, role);
  }

  table(type: EntityClass<object> | string): Table {
    return Table.find(this.services.orm.getMetadata(), type);
  }
}
