// What the tests of hives share: the service, two accounts, and the calls of the mobile app.

import { afterAll, beforeAll } from '@jest/globals';
import { type Answer, startTestApp, type TestApp } from '../../support/client.js';
import { hiveInput } from '../../support/hive-input.js';
import { expectOwnersTrue } from '../../support/owners.js';
import { type Beekeeper, beekeeper } from '../../support/world.js';

export let app: TestApp;
export let ana: Beekeeper;
export let bea: Beekeeper;
beforeAll(async () => {
  app = await startTestApp();
  [ana, bea] = [await beekeeper(app), await beekeeper(app)];
});
afterAll(() => expectOwnersTrue(app.database));
afterAll(() => app.close());

export interface Beehive {
  id: string;
  apiary_id: string;
  hive_number: number | null;
  beehive_number: number | null;
  name: string | null;
  label: string;
  activity_level: string | null;
  bee_population: string | null;
  food_frames: number | null;
  brood_frames: number | null;
  hive_status: string | null;
  health_status: string | null;
  has_production_chamber: string | null;
  observations: string | null;
  treatments: boolean;
  created_at: string;
  updated_at: string;
}

export const create = (fields: object, who = ana): Promise<Answer<Beehive>> => who.rest('POST', '/beehives', fields);
export const read = async (id: string, who = ana): Promise<Beehive> => (await who.rest('GET', `/beehives/${id}`)).body;
export const change = (id: string, fields: object, who = ana): Promise<Answer<Beehive>> =>
  who.rest('PUT', `/beehives/${id}`, fields);
export const list = async (apiary: string, who = ana): Promise<Beehive[]> =>
  (await who.rest('GET', `/beehives?apiary_id=${apiary}`)).body;
export const update = (id: string, input: object, who = ana) =>
  who.graphql('mutation ($input: UpdateBeehiveInput!) { updateBeehive(input: $input) { beehive { id } } }', {
    input: { id, ...hiveInput(input) },
  });

/** Every field of a hive that is written over REST, except the apiary. */
export const WRITTEN = {
  hive_number: 12,
  name: 'Maple',
  activity_level: 'Alta',
  bee_population: 'Media',
  food_frames: 3,
  brood_frames: 5,
  hive_status: 'Cámara de cría y producción',
  health_status: 'Presencia barroa',
  has_production_chamber: 'Si',
  observations: 'Reina vista; abejas tranquilas.',
};

/** A hive with every field set, in an apiary of its own. */
export const full = async (): Promise<Beehive> => (await create({ apiary_id: await ana.apiary(), ...WRITTEN })).body;
