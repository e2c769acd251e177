import { setTimeout as sleep } from 'node:timers/promises';
import type { TestApp } from './client.js';

/** Waits until transfers have passed everything on, as if a process that has claimed one were gone. */
export async function allPassedOn({ app, database: { sql } }: Pick<TestApp, 'app' | 'database'>): Promise<void> {
  while ((await sql(`update unfinished_transfers set claimed_at = '-infinity' returning 1`)).length > 0) {
    await app.transfers.finish();
    await sleep(20);
  }
}
