// What a resolver and a command get: the request they serve. Made once per request, of lazy parts: a read needs no EntityManager.
import type { EntityClass } from '@mikro-orm/core';
import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import type { GraphQLResolveInfo } from 'graphql';
import type { Transaction } from 'kysely';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { Access } from './access/access.js';
import { owned } from './access/policy.js';
import type { Sessions, Viewer } from './accounts/sessions.js';
import { AppError } from './errors.js';
import { Loaders, type Scope } from './persistence/loaders.js';
import { Table } from './persistence/where.js';
import { selectedColumns } from './selection.js';

/** What all requests share; made by the composition root. */
export interface Services {
  orm: MikroORM;
  pool: Pool;
  sessions: Sessions;
  log: Logger;
}

// Apollo works with a clone made of the context's own properties: so there are no #private members, and what refers back to its
// context (access, loaders) is made at first use, by the clone for the clone.
export class Context {
  /** Set by the unit of work while it is open: reads join it. */
  transaction: Transaction<never> | undefined;
  /** What must not happen unless the unit of work was stored. */
  readonly afterCommit: (() => void)[] = [];
  private signedIn: Viewer | undefined;
  private fork: EntityManager | undefined;
  private ownAccess: Access | undefined;
  private ownLoaders: Loaders | undefined;

  constructor(
    private readonly services: Services,
    private readonly token: string | undefined,
    readonly log: Logger,
  ) {}

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
    if (this.token === undefined) {
      throw new AppError('UNAUTHENTICATED', 'No token found', { reason: 'TOKEN_MISSING' });
    }
    this.signedIn = await this.services.sessions.viewer(this.token);
    this.fork?.setFilterParams('owned', { viewer: this.signedIn.id });
    return this.signedIn;
  }

  get viewer(): Viewer {
    if (!this.signedIn) throw new Error('no viewer: the field is public, or the guard was passed by');
    return this.signedIn;
  }

  get pool(): Pool {
    return this.services.pool;
  }

  get sessions(): Sessions {
    return this.services.sessions;
  }

  get em(): EntityManager {
    if (!this.fork) {
      this.fork = this.services.orm.em.fork();
      this.fork.setFilterParams('owned', { viewer: this.signedIn?.id });
    }
    return this.fork;
  }

  /** A table, and which of its rows are the viewer's. */
  scope<T extends object>(type: EntityClass<T>): Scope {
    return { table: this.table(type), mine: owned(type.name, this.viewer.id) };
  }

  /** The columns of `type` that a field's selection needs; undefined for all. */
  columns(type: EntityClass<object>, info: GraphQLResolveInfo): readonly string[] | undefined {
    return selectedColumns(info, this.table(type));
  }

  private table(type: EntityClass<object>): Table {
    return Table.of(this.services.orm.getMetadata().get(type));
  }
}
