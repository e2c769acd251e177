// What the tests of the assumptions of the mobile app share: the service, and an account with an apiary and a hive.
import { afterAll, beforeAll } from '@jest/globals';
import { startTestApp, type TestApp } from '../support/client.js';
import type { MobileClient } from '../support/mobile-app/mobile-client.js';
import type { Apiary, Beehive } from '../support/mobile-app/models.js';
import type { MarchApp } from '../support/mobile-app/versions.js';
import { newAccount, newMobileClient } from './clients.js';

export let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

export interface World<P> {
  client: P;
  apiary: Apiary;
  hive: Beehive;
}
/** Registers an account, and creates an apiary and a hive. */
export async function createWorld<P extends MarchApp>(kind: new (url: string) => P): Promise<World<P>> {
  const client = newMobileClient(kind, { app });
  await client.register(newAccount());
  const apiary = await client.createApiary({ name: 'El Roble', location: 'Vereda Alta' });
  return { client, apiary, hive: await client.createBeehive(apiary, { hive_number: 1 }) };
}
export type Json = Record<string, unknown>;
export const json = async (client: MobileClient, path: string): Promise<Json[]> =>
  (await client.send('GET', path)).json as Json[];
