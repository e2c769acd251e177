import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Config } from '../config.js';
import type { Engine } from '../engine/engine.js';
import { openReplicas } from './orm.js';
import { Replicas } from './replicas.js';

export async function connectReplicas(
  { replicaUrls, databasePool, databasePooled }: Config,
  primary: Pool,
  engine: Engine,
  log: Logger,
): Promise<Replicas | undefined> {
  if (replicaUrls.length === 0) return undefined;
  const replicas = new Replicas(primary, openReplicas(replicaUrls, databasePool, databasePooled, engine), log);
  await replicas.start();
  return replicas;
}
