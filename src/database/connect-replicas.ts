import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Config } from '../config.js';
import { openReplicas } from './orm.js';
import type { PoolOptions } from './pool.js';
import { Replicas } from './replicas.js';

export async function connectReplicas(
  { replicaUrls, databasePool, databasePooled }: Config,
  primary: Pool,
  options: PoolOptions,
  log: Logger,
): Promise<Replicas | undefined> {
  if (replicaUrls.length === 0) return undefined;
  const replicas = new Replicas(primary, openReplicas(replicaUrls, databasePool, databasePooled, options), log);
  await replicas.start();
  return replicas;
}
