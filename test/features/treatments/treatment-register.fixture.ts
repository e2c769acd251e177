// What the tests of the register of treatments share: the service, an account, and the register as it reads it.
import { afterAll, beforeAll } from '@jest/globals';
import { startTestApp, type TestApp } from '../../support/client.js';
import { expectOwnersTrue } from '../../support/owners.js';
import { type Beekeeper, beekeeper } from '../../support/world.js';

export let app: TestApp;
export let ana: Beekeeper;
beforeAll(async () => {
  app = await startTestApp();
  ana = await beekeeper(app);
});
afterAll(() => expectOwnersTrue(app.database));
afterAll(() => app.close());

export const sql = <R extends object>(text: string, values: unknown[] = []): Promise<R[]> =>
  app.database.sql<R>(text, values);
export const NOBODY = '00000000-0000-0000-0000-000000000000';

export interface Entry {
  id: string;
  beehiveId: string;
  /** The apiary in which the hive stood; null if it has been deleted. */
  apiaryId: string | null;
  productName: string;
  status: string;
  revision: number;
}
export const today = (): string => new Date().toISOString().slice(0, 10);
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
export async function register(who: Beekeeper, apiaryId?: string): Promise<Entry[]> {
  const entries: Entry[] = [];
  let after: string | null = null;
  do {
    const {
      treatmentRegister,
    }: { treatmentRegister: { nodes: Entry[]; pageInfo: { hasNextPage: boolean; endCursor: string } } } = await who.ask(
      `query ($apiaryId: ID, $after: String) { treatmentRegister(apiaryId: $apiaryId, first: 3, after: $after) {
          nodes { id beehiveId apiaryId productName status revision } pageInfo { hasNextPage endCursor }
        } }`,
      { apiaryId: apiaryId ?? null, after },
    );
    entries.push(...treatmentRegister.nodes);
    after = treatmentRegister.pageInfo.hasNextPage ? treatmentRegister.pageInfo.endCursor : null;
  } while (after);
  return entries;
}
