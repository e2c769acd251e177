import { ReflectMetadataProvider } from '@mikro-orm/decorators/legacy';
import { Migrator, TSMigrationGenerator } from '@mikro-orm/migrations';
import { MikroORM, type Options, UnderscoreNamingStrategy } from '@mikro-orm/postgresql';
import pg, { type Pool } from 'pg';
import { migrations } from './migrations/index.js';
import { preparePool } from './pool.js';

interface AtAddress {
  url: string;
  /** A pooler between the service and the server gives each transaction another connection. */
  isPooled?: boolean;
}

/** Where a PostgreSQL server listens: an address, or the socket of the embedded one. */
export type Server = AtAddress | { host: string; port: number; user: string; database: string };

const POOL_WAIT_MS = 2000;
/** A statement, a wait for a lock and an abandoned transaction end by themselves. */
const TIMEOUTS = { statement_timeout: 4500, lock_timeout: 2000, idle_in_transaction_session_timeout: 10_000 };

/** The entities and the filters that apply to each of their statements; everything above database/ knows them, it does not. */
export type Model = Required<Pick<Options, 'entities' | 'filters'>>;

/** @param isPatient statements may take as long as they like: for migrations */
export function ormOptions(model: Model, server: Server, poolSize: number, isPatient = false): Options {
  const isPooled = 'url' in server && server.isPooled === true;
  const where =
    'url' in server
      ? { clientUrl: server.url }
      : { host: server.host, port: server.port, user: server.user, dbName: server.database };
  return {
    ...where,
    ...model,
    metadataProvider: ReflectMetadataProvider,
    namingStrategy: UnderscoreNamingStrategy,
    forceUtcTimezone: true,
    // The migrator would announce every step; what goes wrong is thrown.
    logger: () => {},
    // The filter of an entity already joins what it belongs to.
    autoJoinRefsForFilters: false,
    pool: { min: 0, max: poolSize },
    driverOptions: {
      onPoolCreated: (pool: Pool) => preparePool(pool, isPooled, isPatient),
      connectionTimeoutMillis: POOL_WAIT_MS,
      // A pooler takes no settings for a connection that it shares: there they are the role's (docs/operations.md).
      ...(!isPooled && !isPatient && TIMEOUTS),
    },
    extensions: [Migrator],
    // What no entity stands for: tables that nobody is shown, and the triggers that keep some of them.
    schemaGenerator: {
      skipTables: ['session_changes', 'rate_limits', 'idempotency_keys', 'tombstones'],
      ignoreTriggers: true,
    },
    migrations: {
      // an explicit list: no globbing at run time, works from dist/, in a bundle and on Node 20
      migrationsList: migrations,
      path: 'dist/src/database/migrations',
      pathTs: 'src/database/migrations',
      generator: TSMigrationGenerator,
      snapshot: false,
      transactional: true,
      allOrNothing: true,
    },
  };
}

export interface Database {
  orm: MikroORM;
  /** The pool that MikroORM owns; statements of the read path run on it. */
  pool: Pool;
}

export async function openDatabase(
  model: Model,
  server: Server,
  poolSize: number,
  isPatient = false,
): Promise<Database> {
  const orm = await MikroORM.init(ormOptions(model, server, poolSize, isPatient));
  const pool = (await orm.em.getConnection().getNativeClient()) as unknown as Pool;
  return { orm, pool };
}

/** Pools for replicas, which MikroORM need not know: only plain reads go there. */
export function openReplicas(urls: string[], poolSize: number, isPooled: boolean): Pool[] {
  return urls.map((connectionString) => {
    const options = {
      connectionString,
      max: poolSize,
      connectionTimeoutMillis: POOL_WAIT_MS,
      types: new pg.TypeOverrides(),
    };
    const pool = new pg.Pool({ ...options, ...(!isPooled && TIMEOUTS) });
    // One that dies while nobody uses it is not asked again; the next request opens another.
    pool.on('error', () => {});
    preparePool(pool, isPooled);
    return pool;
  });
}
