// What the tests of inspections share: the service, and a hive with a question of each type.
import { afterAll, beforeAll, expect } from '@jest/globals';
import { startTestApp, type TestApp } from '../../support/client.js';
import { CONNECTION } from '../../support/connections.js';
import { expectOwnersTrue } from '../../support/owners.js';
import { type Beekeeper, beekeeper } from '../../support/world.js';

/** An apiary with a hive and a question of each type; only the answer to the number is required. */
export interface World {
  apiary: string;
  hive: string;
  text: string;
  number: string;
  choice: string;
  yesNo: string;
}
export type Fields = Record<string, unknown>;

export const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
export const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';
const DAY_MS = 86_400_000;

export let app: TestApp;
export let ana: Beekeeper;
beforeAll(async () => {
  app = await startTestApp();
  ana = await beekeeper(app);
});
afterAll(() => expectOwnersTrue(app.database));
afterAll(() => app.close());

export const question = async (apiary: string, fields: Fields): Promise<string> => {
  const { status, body } = await ana.rest('POST', '/questions', { apiary_id: apiary, ...fields });
  if (status !== 201) throw new Error(body.message);
  return body.id;
};
export async function world(): Promise<World> {
  const apiary = await ana.apiary();
  return {
    apiary,
    hive: await ana.beehive(apiary, { healthStatus: 'Ninguno', broodFrames: 4 }),
    text: await question(apiary, { texto: '¿Qué se ve?', tipoRespuesta: 'texto', categoria: 'Salud' }),
    number: await question(apiary, { texto: 'Cuadros', tipoRespuesta: 'numero', obligatoria: true, min: 0, max: 20 }),
    choice: await question(apiary, { texto: 'Población', tipoRespuesta: 'opciones', opciones: 'Alta,Media,Baja' }),
    yesNo: await question(apiary, { texto: '¿Hay reina?', tipoRespuesta: 'si_no' }),
  };
}
export const answersToAll = (w: World) => [
  { questionId: w.text, text: ' Polen y néctar ' },
  { questionId: w.number, number: 8 },
  { questionId: w.choice, choice: 'Media' },
  { questionId: w.yesNo, yesNo: false },
];

/** All fields of an inspection. */
export const EVERYTHING = `
  id beehive { id } apiaryId actor { userId } status occurredAt createdAt updatedAt notes revision current reason seriesId visitId
  answers {
    id inspection { id } questionId questionText answerType category required options min max position text number choice yesNo score
    asText answeredAt createdAt
  }`;
export const RECORD = `mutation ($input: RecordInspectionInput!) { i: recordInspection(input: $input) { inspection { ${EVERYTHING} } } }`;
export const tryRecord = (input: Fields, who = ana) => who.graphql(RECORD, { input });
export const record = async (input: Fields) => (await ana.ask(RECORD, { input })).i.inspection;
/** Records an inspection with the one required answer. */
export const recordNumber = (w: World, number: number, fields: Fields = {}) =>
  record({ beehiveId: w.hive, answers: [{ questionId: w.number, number }], ...fields });
export const tryAmend = (id: string, input: Fields, who = ana) =>
  who.graphql(
    `mutation ($input: AmendInspectionInput!) { i: amendInspection(input: $input) { inspection { ${EVERYTHING} } } }`,
    { input: { id, ...input } },
  );
export const tryUpdate = (id: string, input: Fields, who = ana) =>
  who.graphql(
    `mutation ($input: UpdateInspectionDraftInput!) { i: updateInspectionDraft(input: $input) { inspection { ${EVERYTHING} } } }`,
    { input: { id, ...input } },
  );
export const tryComplete = (id: string, input: Fields = {}, who = ana) =>
  who.graphql(
    `mutation ($input: CompleteInspectionInput!) { i: completeInspection(input: $input) { inspection { ${EVERYTHING} } } }`,
    { input: { id, ...input } },
  );
/** Voids an inspection; with `beehiveId`, moves it to that hive. */
export const tryVoid = (id: string, input: Fields = {}, who = ana) => {
  const [mutation, type] = input.beehiveId
    ? ['moveInspection', 'MoveInspectionInput']
    : ['voidInspection', 'VoidInspectionInput'];
  return who.graphql(
    `mutation ($input: ${type}!) { i: ${mutation}(input: $input) { inspection { version ${EVERYTHING} } } }`,
    {
      input: { id, reason: 'Wrong hive', ...input },
    },
  );
};
/** The inspection, which must be voided; with `beehiveId`, the one that is recorded for that hive. */
export const voided = async (id: string, input: Fields = {}) => {
  const { data, errors } = await tryVoid(id, input);
  expect(errors).toBeUndefined();
  return data.i.inspection;
};
export const seen = async (id: string) =>
  (await ana.ask(`query ($id: ID!) { i: inspection(id: $id) { ${EVERYTHING} } }`, { id })).i;
export const ofHive = async (hive: string) =>
  (await ana.ask(`{ i: inspections(beehiveId: "${hive}") { ${CONNECTION} } }`)).i;
export const hiveOf = async (id: string) => (await ana.rest('GET', `/beehives/${id}`)).body;
export const lastOf = async (hive: string) =>
  (await ana.ask(`{ beehive(id: "${hive}") { lastInspectedAt lastInspection { id } } }`)).beehive;
export const daysAgo = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString();
