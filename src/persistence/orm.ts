import { ReflectMetadataProvider } from '@mikro-orm/decorators/legacy';
import { Migrator, TSMigrationGenerator } from '@mikro-orm/migrations';
import { MikroORM, type Options, UnderscoreNamingStrategy } from '@mikro-orm/postgresql';
import type { Pool } from 'pg';
import { owned, ownedFilter } from '../access/policy.js';
import * as entities from './entities.js';
import { migrations } from './migrations/index.js';
import { preparePool } from './pool.js';

/** Where a PostgreSQL server listens: an address, or the socket of the embedded one. */
export type Server = { url: string } | { host: string; port: number; user: string; database: string };

const POOL_WAIT_MS = 2000;
/** A statement, a wait for a lock and an abandoned transaction end by themselves. */
const TIMEOUTS = { statement_timeout: 8000, lock_timeout: 4000, idle_in_transaction_session_timeout: 10_000 };

export function ormOptions(server: Server, poolSize: number): Options {
  const where =
    'url' in server
      ? { clientUrl: server.url }
      : { host: server.host, port: server.port, user: server.user, dbName: server.database };
  return {
    ...where,
    entities: Object.values(entities),
    metadataProvider: ReflectMetadataProvider,
    namingStrategy: UnderscoreNamingStrategy,
    forceUtcTimezone: true,
    // The migrator would announce every step; what goes wrong is thrown.
    logger: () => {},
    filters: { owned: ownedFilter },
    // The filter of an entity already joins what it belongs to.
    autoJoinRefsForFilters: false,
    pool: { min: 0, max: poolSize },
    driverOptions: { onPoolCreated: preparePool, connectionTimeoutMillis: POOL_WAIT_MS, ...TIMEOUTS },
    extensions: [Migrator],
    // What no entity stands for: tables that nobody is shown, and the triggers that keep some of them.
    schemaGenerator: {
      skipTables: ['session_changes', 'rate_limits', 'kept_answers', 'deletions'],
      ignoreTriggers: true,
    },
    migrations: {
      // an explicit list: no globbing at run time, works from dist/, in a bundle and on Node 20
      migrationsList: migrations,
      path: 'dist/src/persistence/migrations',
      pathTs: 'src/persistence/migrations',
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

export async function openDatabase(server: Server, poolSize: number): Promise<Database> {
  const orm = await MikroORM.init(ormOptions(server, poolSize));
  for (const meta of orm.getMetadata().getAll().values()) if (!meta.abstract) owned(meta.className, 'boot');
  const pool = (await orm.em.getConnection().getNativeClient()) as unknown as Pool;
  return { orm, pool };
}
