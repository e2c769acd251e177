// For commands, which list and add jobs, and run none.
import type { Pool } from 'pg';
import type { PgBoss } from 'pg-boss';
import { createBoss } from './boss.js';
import { declareKinds } from './queues.js';

export async function withBoss<R>(pool: Pool, work: (boss: PgBoss) => Promise<R>): Promise<R> {
  const boss = createBoss(pool, false);
  boss.on('error', () => {});
  await boss.start();
  try {
    // The service may never have run.
    await declareKinds(boss, []);
    return await work(boss);
  } finally {
    await boss.stop({ graceful: false, close: false });
  }
}
