// What the tests of recorded enums share: words of two clients, an owner of each language, and the ways of writing to a hive.

import { beforeAll } from '@jest/globals';
import { v7 as uuidv7 } from 'uuid';
import { hiveInput } from '../../support/hive-input.js';
import { type Beekeeper, beekeeper } from '../../support/world.js';
import { app } from './beehives.fixture.js';

export type Words = {
  activityLevel: string | null;
  beePopulation: string | null;
  hiveStatus: string | null;
  healthStatus: string | null;
  hasProductionChamber: string | null;
};
/** As the mobile app records a hive, and as a client of the specification does; the meanings are the same. */
export const APP: Words = {
  activityLevel: 'Alta',
  beePopulation: 'Media',
  hiveStatus: 'Cámara de cría',
  healthStatus: 'Presencia barroa',
  hasProductionChamber: 'Si',
};
export const SPECIFICATION: Words = {
  activityLevel: 'High',
  beePopulation: 'Medium',
  hiveStatus: 'Brood chamber',
  healthStatus: 'At Risk',
  hasProductionChamber: 'Yes',
};
export const UNKNOWN: Words = {
  activityLevel: 'lively',
  beePopulation: 'many',
  hiveStatus: 'yellow',
  healthStatus: 'so so',
  hasProductionChamber: '1',
};
/** What these words mean. */
export const SAME = {
  activity: 'HIGH',
  population: 'MEDIUM',
  status: 'BROOD_CHAMBER',
  health: 'AT_RISK',
  productionChamber: true,
};
/** Others, with the words for them in both languages. */
export const OTHER = {
  activity: 'LOW',
  population: 'LARGE',
  status: 'BROOD_AND_PRODUCTION',
  health: 'HEALTHY',
  productionChamber: false,
};
export const OTHER_WORDS: Record<'es' | 'en', Words> = {
  es: {
    activityLevel: 'Baja',
    beePopulation: 'Alta',
    hiveStatus: 'Cámara de cría y producción',
    healthStatus: 'Ninguno',
    hasProductionChamber: 'No',
  },
  en: {
    activityLevel: 'Low',
    beePopulation: 'Large',
    hiveStatus: 'Brood and production chamber',
    healthStatus: 'Healthy',
    hasProductionChamber: 'No',
  },
};

export const owners: Record<'es' | 'en', Beekeeper> = {} as never;
beforeAll(async () => {
  owners.es = await beekeeper(app);
  owners.en = await beekeeper(app);
  await owners.en.ask('mutation { updateProfile(input: { language: EN }) { user { id } } }');
});

const WORDS = 'activityLevel beePopulation hiveStatus healthStatus hasProductionChamber';
const MEANINGS = 'activity population status health productionChamber';
const read = async (who: Beekeeper, id: string, fields: string) =>
  (await who.ask(`query ($id: ID!) { beehive(id: $id) { ${fields} } }`, { id })).beehive;
export const wordsOf = (who: Beekeeper, id: string): Promise<Words> => read(who, id, WORDS);
export const meaningsOf = (who: Beekeeper, id: string): Promise<object> => read(who, id, MEANINGS);

/** Sends a mutation with its input. @returns the payload */
async function send(who: Beekeeper, mutation: string, type: string, selection: string, input: object) {
  const document = `mutation ($input: ${type}!) { payload: ${mutation}(input: $input) { ${selection} } }`;
  return (await who.ask(document, { input })).payload;
}
async function push(who: Beekeeper, mutation: object): Promise<string> {
  const { results } = await send(
    who,
    'executeOperations',
    'ExecuteOperationsInput',
    'results { ids error { message } }',
    {
      operations: [{ key: uuidv7(), mutation }],
    },
  );
  if (results[0].error) throw new Error(results[0].error.message);
  return results[0].ids[0];
}
export const update = (who: Beekeeper, input: object) =>
  send(who, 'updateBeehive', 'UpdateBeehiveInput', `beehive { id version ${WORDS} ${MEANINGS} }`, hiveInput(input));

/** Each way of writing enums to a hive that exists. */
export const CHANGES: [name: string, change: (who: Beekeeper, id: string, enums: object) => Promise<unknown>][] = [
  ['updateBeehive', (who, id, enums) => update(who, { id, ...enums })],
  [
    'updateBeehive with its apiary',
    async (who, id, enums) => {
      const { apiaryId } = await read(who, id, 'apiaryId');
      await update(who, { id, apiaryId: apiaryId.toUpperCase(), ...enums });
    },
  ],
  [
    'updateBeehive with another apiary',
    async (who, id, enums) => update(who, { id, apiaryId: await who.apiary(), ...enums }),
  ],
  [
    'recordInspection',
    (who, beehiveId, state) =>
      send(who, 'recordInspection', 'RecordInspectionInput', 'inspection { id }', { beehiveId, answers: [], state }),
  ],
  [
    'an inspection over REST',
    async (who, beehive_id, hive) => {
      const { status, body } = await who.rest('POST', '/inspections', { beehive_id, answers: [], hive });
      if (status !== 201) throw new Error(body.message);
    },
  ],
  [
    'recordVisit',
    (who, beehiveId, state) =>
      send(who, 'recordVisit', 'RecordVisitInput', 'inspections { id }', {
        answers: [],
        beehives: [{ beehiveId, state }],
      }),
  ],
  ['a push of updateBeehive', (who, id, enums) => push(who, { updateBeehive: { id, state: enums } })],
  [
    'a push of recordInspection',
    (who, beehiveId, state) => push(who, { recordInspection: { beehiveId, answers: [], state } }),
  ],
];

/** Each way of creating a hive. */
export const CREATIONS: [
  name: string,
  create: (who: Beekeeper, apiaryId: string, fields: Record<string, unknown>) => Promise<string>,
][] = [
  ['createBeehive', (who, apiaryId, fields) => who.beehive(apiaryId, fields)],
  [
    'createBeehives',
    async (who, apiaryId, fields) => {
      const input = { beehives: [{ apiaryId, state: fields }] };
      return (await send(who, 'createBeehives', 'CreateBeehivesInput', 'beehives { id }', input)).beehives[0].id;
    },
  ],
  [
    'splitBeehive',
    async (who, apiaryId, fields) => {
      const input = { id: await who.beehive(apiaryId), state: fields };
      return (await send(who, 'splitBeehive', 'SplitBeehiveInput', 'beehive { id }', input)).beehive.id;
    },
  ],
  ['a push of createBeehive', (who, apiaryId, fields) => push(who, { createBeehive: { apiaryId, state: fields } })],
];
