import { setTimeout as sleep } from 'node:timers/promises';
import type { TestApp } from './client.js';

/** Waits until nothing is left of deleted accounts, as if they had been deleted some minutes ago. */
export async function allRemoved({ app, database: { sql } }: Pick<TestApp, 'app' | 'database'>): Promise<void> {
  for (;;) {
    const left = await sql(
      `update removals set begun_at = now() - interval '5 minutes', claimed_at = '-infinity' returning owner_id`,
    );
    if (left.length === 0) return;
    await app.removals.remove();
    await sleep(20);
  }
}
