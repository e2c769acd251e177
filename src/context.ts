// What a resolver and a command get: the request they serve. Made once per request, of lazy parts: a read needs no EntityManager.
import type { EntityClass } from '@mikro-orm/core';
import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import type { Transaction } from 'kysely';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { Access } from './access/access.js';
import { ownership, unscopedOwnership } from './access/policy.js';
import type { SessionCache, Viewer } from './access/session-cache.js';
import type { AccountQueue } from './database/account-queue.js';
import { Loaders, type ScopedTable } from './database/loaders.js';
import type { Replicas } from './database/replicas.js';
import { Table } from './database/where.js';
import { AppError } from './errors.js';
import type { MailOutbox } from './mail/outbox.js';
import type { Metrics } from './observability/metrics.js';
import type { RateLimiter } from './rate-limits/rate-limiter.js';

/** What is known of who sent a request, before anything is proved. */
export interface RequestClient {
  token?: string | undefined;
  /** The languages it wants, as HTTP has them. */
  languages?: string | undefined;
  /** What it says of itself. */
  device?: string | undefined;
  address?: string | undefined;
  /** Under which it sends the same change again when it does not know whether it arrived. */
  idempotencyKey?: string | undefined;
}

/** What is noted of a request while it is served. */
export interface RequestLog {
  /** Its own: every line carries its id. */
  readonly log: Logger;
  /** The operation's name, once it is known. */
  operation: string | undefined;
  /** What it asks for, of what the schema and the rows of the REST door have: a client's names have no end. */
  rootField: string | undefined;
}

/** What all requests share; made by the composition root. */
export interface Services {
  orm: MikroORM;
  pool: Pool;
  sessions: SessionCache;
  outbox: MailOutbox;
  rateLimiter: RateLimiter;
  /** Links in mails, with {token} in them. */
  links: { resetPassword: string; verifyEmail: string };
  log: Logger;
  metrics: Metrics | undefined;
  /** Undefined: every read goes to the primary. */
  replicas: Replicas | undefined;
  accountQueue: AccountQueue;
}

// Apollo works with a clone made of the context's own properties: so there are no #private members, and what refers back to its
// context (access, loaders) is made at first use, by the clone for the clone.
export class Context {
  /** Set by the unit of work while it is open: reads join it. */
  transaction: Transaction<never> | undefined;
  /** What must not happen unless the unit of work was stored. */
  readonly afterCommit: (() => void)[] = [];
  private signedIn: Viewer | undefined;
  private writes = false;
  /** Something of this request has been stored. */
  hasWritten = false;
  private fork: EntityManager | undefined;
  private ownAccess: Access | undefined;
  private ownLoaders: Loaders | undefined;

  constructor(
    private readonly services: Services,
    readonly client: RequestClient,
    readonly requestLog: RequestLog,
  ) {}

  get log(): Logger {
    return this.requestLog.log;
  }

  /** Every row of a table, whosever: only for fields that say @Requires. */
  get unscoped(): Access {
    return new Access({
      em: this.em,
      pool: this.pool,
      transaction: this.transaction,
      requestLog: this.requestLog,
      hasWritten: this.hasWritten,
      queued: (work) => this.queued(work),
      scope: (type) => ({ table: this.table(type), ownership: unscopedOwnership(type.name) }),
    });
  }

  get access(): Access {
    this.ownAccess ??= new Access(this);
    return this.ownAccess;
  }

  get loaders(): Loaders {
    this.ownLoaders ??= new Loaders(this, (type) => this.scope(type));
    return this.ownLoaders;
  }

  /**
   * Who asks. The guard calls it before a root field that is not public.
   * @throws UNAUTHENTICATED without a token, or with one that is no good any more
   */
  async authenticate(): Promise<Viewer> {
    if (this.signedIn) return this.signedIn;
    const { token } = this.client;
    if (token === undefined) {
      throw new AppError('UNAUTHENTICATED', 'No token found', { reason: 'TOKEN_MISSING' });
    }
    this.signedIn = await this.services.sessions.viewer(token);
    this.fork?.setFilterParams('owned', { viewer: this.signedIn.id });
    return this.signedIn;
  }

  /** Who asks, where that is not required. */
  async identify(): Promise<Viewer | undefined> {
    return this.authenticate().catch((error: unknown) => {
      if (error instanceof AppError && error.code !== 'UNAVAILABLE') return undefined;
      throw error;
    });
  }

  get viewer(): Viewer {
    if (!this.signedIn) throw new Error('no viewer: the field is public, or the guard was passed by');
    return this.signedIn;
  }

  /** Where plain reads go; whoever changes something reads what was changed. */
  get pool(): Pick<Pool, 'query'> {
    const { pool, replicas } = this.services;
    return replicas && !this.writes ? replicas.readPoolFor(this.signedIn?.id) : pool;
  }

  /** The operation changes something: from here on it reads from the primary, and so do the next ones of the same viewer. */
  startWriting(): void {
    this.writes = true;
    if (this.signedIn) this.services.replicas?.recordWrite(this.signedIn.id);
  }

  /** Runs what changes something when it is its account's turn. */
  queued<T>(work: () => Promise<T>): Promise<T> {
    return this.signedIn ? this.services.accountQueue.run(this.signedIn.id, work) : work();
  }

  get sessions(): SessionCache {
    return this.services.sessions;
  }

  get rateLimiter(): RateLimiter {
    return this.services.rateLimiter;
  }

  get outbox(): MailOutbox {
    return this.services.outbox;
  }

  get links(): Services['links'] {
    return this.services.links;
  }

  get em(): EntityManager {
    if (!this.fork) {
      this.fork = this.services.orm.em.fork();
      this.fork.setFilterParams('owned', { viewer: this.signedIn?.id });
    }
    return this.fork;
  }

  /** A table, and which of its rows are the viewer's. */
  scope<T extends object>(type: EntityClass<T>): ScopedTable {
    return { table: this.table(type), ownership: ownership(type.name, this.viewer.id) };
  }

  table(type: EntityClass<object>): Table {
    return Table.of(this.services.orm.getMetadata().get(type));
  }
}
