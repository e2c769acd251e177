// What the tests of apiaries share: the service, two accounts, and the calls of the mobile app.
import { afterAll, beforeAll } from '@jest/globals';
import { type Answer, startTestApp, type TestApp } from '../../support/client.js';
import { type Beekeeper, beekeeper } from '../../support/world.js';

export let app: TestApp;
export let ana: Beekeeper;
export let bea: Beekeeper;
beforeAll(async () => {
  app = await startTestApp();
  [ana, bea] = [await beekeeper(app), await beekeeper(app)];
});
afterAll(() => app.close());

export interface Apiary {
  id: string;
  user_id: string;
  name: string;
  location: string | null;
  beehives_count: number;
  treatments: boolean;
  created_at: string;
}

export const create = (fields: object = {}, who = ana): Promise<Answer<Apiary>> =>
  who.rest('POST', '/apiaries', { name: 'El Roble', ...fields });
export const read = async (id: string, who = ana): Promise<Apiary> => (await who.rest('GET', `/apiaries/${id}`)).body;
export const change = (id: string, fields: object, who = ana): Promise<Answer<Apiary>> =>
  who.rest('PUT', `/apiaries/${id}`, fields);
export const list = async (who = ana): Promise<Apiary[]> => (await who.rest('GET', '/apiaries')).body;

/** An apiary with every field set. */
export const full = async (): Promise<Apiary> => (await create({ location: 'Vereda Alta', treatments: true })).body;
export const DELETE = 'mutation ($id: ID!) { deleteApiary(input: { id: $id }) { deletedId } }';
