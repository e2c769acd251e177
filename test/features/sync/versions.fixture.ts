// What the tests of versions share: the service, and an account with a record of each type.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll } from '@jest/globals';
import { expectLogExact } from '../../support/change-log.js';
import { type GraphqlAnswer, startTestApp, type TestApp } from '../../support/client.js';
import { type Home, VERSIONED, type VersionedType } from '../../support/versioned.js';
import { type Beekeeper, beekeeper } from '../../support/world.js';

export const CONFLICT = 'CONFLICT VERSION_CONFLICT';

export let app: TestApp;
export let ana: Beekeeper;
export let home: Home;
beforeAll(async () => {
  app = await startTestApp();
  ana = await beekeeper(app);
  home = await createHome(ana);
});
afterAll(async () => {
  await expectLogExact(app.database);
  await app.close();
});

export async function createHome(owner: Beekeeper): Promise<Home> {
  const apiary = await owner.apiary();
  return { apiary, beehive: await owner.beehive(apiary) };
}
export const create = (type: VersionedType, owner = ana, at = home): Promise<string> =>
  VERSIONED[type].create(owner, at);
/** What the error says of the current record. */
export const currentOf = ({ errors }: GraphqlAnswer<unknown>): unknown =>
  (errors![0]!.extensions as unknown as { current: unknown }).current;
/** The id of a question of the apiary that is answered with a text. */
export async function apiaryQuestion(): Promise<string> {
  const body = { apiarioId: home.apiary, texto: `Q ${randomUUID()}`, tipoRespuesta: 'texto', obligatoria: false };
  return (await ana.rest('POST', '/questions', body)).body.id;
}
