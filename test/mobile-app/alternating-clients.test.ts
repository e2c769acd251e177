// The released app and a client that writes enums take turns on one hive. The app compares the words of a hive letter by letter: its forms
// and its counts know no others than its own.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client, startTestApp, type TestApp } from '../support/client.js';
import { object, oneOf } from '../support/mobile-app/dart.js';
import type { HiveForm } from '../support/mobile-app/forms.js';
import type { Apiary, Beehive } from '../support/mobile-app/models.js';
import { JulyApp, MarchApp } from '../support/mobile-app/versions.js';
import { newAccount, newMobileClient } from './clients.js';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const LEVELS = ['Alta', 'Media', 'Baja'] as const;
/** The choices of the app's form for a hive. */
const knownWords = object({
  activity_level: oneOf(...LEVELS),
  bee_population: oneOf(...LEVELS),
  hive_status: oneOf(
    'Cámara de cría',
    'Cámara de producción',
    'Cámara de cría y producción',
    'Cámara de cría y doble alza de producción',
  ),
  health_status: oneOf('Ninguno', 'Presencia barroa', 'Presencia de plagas', 'Enfermedad'),
  has_production_chamber: oneOf('Si', 'No'),
});

const HIVE: HiveForm = {
  hive_number: 7,
  activity_level: 'Media',
  bee_population: 'Media',
  hive_status: 'Cámara de cría',
  health_status: 'Presencia barroa',
  has_production_chamber: 'No',
};

/** An account with one apiary, that uses the app, and the client as well. */
async function keeper(kind: new (url: string) => MarchApp, language: 'ES' | 'EN') {
  const phone = newMobileClient(kind, { app });
  await phone.register(newAccount(), { name: 'El Roble' });
  const client = new Client(app.url, phone.token);
  await client.ask(`mutation { updateProfile(input: { language: ${language} }) { user { id } } }`);
  const [apiary] = (await phone.apiaries()) as [Apiary];
  return { phone, client, apiary };
}

const ENUMS = 'activity population status health productionChamber';
const enumsOf = async (client: Client, id: string): Promise<Record<string, unknown>> =>
  (await client.ask(`query ($id: ID!) { beehive(id: $id) { ${ENUMS} } }`, { id })).beehive;

/** Reads a hive from the list of the app. @throws Error for a word that its form does not know */
async function shownBy(phone: MarchApp, apiary: Apiary, id: string): Promise<Beehive> {
  const hive = (await phone.beehives(apiary)).find((one) => one.id === id)!;
  return { ...hive, ...knownWords(hive, 'hive') };
}

describe.each([
  ['of March', MarchApp],
  ['of July', JulyApp],
] as const)('the app %s and a client that writes enums', (_version, kind) => {
  it.each(['ES', 'EN'] as const)(
    'take turns on a hive of the app; the account has the language %s',
    async (language) => {
      const { phone, client, apiary } = await keeper(kind, language);
      const hive = await phone.createBeehive(apiary, HIVE);
      const { id } = hive;
      const update = (state: object) =>
        client.ask('mutation ($input: UpdateBeehiveInput!) { updateBeehive(input: $input) { beehive { id } } }', {
          input: { id, state },
        });
      const shown = () => shownBy(phone, apiary, id);

      // The client saves its whole form, as it has read it.
      await update(await enumsOf(client, id));
      expect(await shown()).toMatchObject(HIVE);
      await update({ ...(await enumsOf(client, id)), health: 'HEALTHY', activity: 'HIGH', productionChamber: true });
      const better = { health_status: 'Ninguno', activity_level: 'Alta', has_production_chamber: 'Si' };
      expect(await shown()).toMatchObject({ ...HIVE, ...better });

      await phone.updateBeehive(await shown(), { health_status: 'Presencia de plagas', bee_population: 'Baja' });
      expect(await enumsOf(client, id)).toMatchObject({ health: 'AT_RISK', population: 'SMALL', activity: 'HIGH' });
      await client.ask(
        'mutation ($input: RecordInspectionInput!) { recordInspection(input: $input) { inspection { id } } }',
        {
          input: { beehiveId: id, answers: [], state: { health: 'AT_RISK', status: 'BROOD_AND_DOUBLE_PRODUCTION' } },
        },
      );
      const supers = 'Cámara de cría y doble alza de producción';
      expect(await shown()).toMatchObject({ health_status: 'Presencia de plagas', hive_status: supers });

      await phone.updateBeehive(await shown(), { hive_status: 'Cámara de cría y producción', activity_level: 'Baja' });
      const state = { health: 'UNHEALTHY', activity: 'LOW', status: 'BROOD_AND_PRODUCTION' };
      await client.ask('mutation ($input: RecordVisitInput!) { recordVisit(input: $input) { inspections { id } } }', {
        input: { answers: [], beehives: [{ beehiveId: id, state }] },
      });
      expect(await shown()).toMatchObject({
        hive_status: 'Cámara de cría y producción',
        activity_level: 'Baja',
        health_status: 'Enfermedad',
      });

      const operations = [
        {
          key: `first-${id}`,
          mutation: { updateBeehive: { id, state: { health: 'UNHEALTHY', population: 'LARGE' } } },
        },
        {
          key: `second-${id}`,
          mutation: { updateBeehive: { id, state: { productionChamber: false, activity: 'MEDIUM' } } },
        },
      ];
      const { executeOperations } = await client.ask(
        'mutation ($input: ExecuteOperationsInput!) { executeOperations(input: $input) { results { status } } }',
        {
          input: { operations },
        },
      );
      expect(executeOperations.results).toEqual([{ status: 'APPLIED' }, { status: 'APPLIED' }]);
      expect(await shown()).toMatchObject({
        health_status: 'Enfermedad',
        bee_population: 'Alta',
        has_production_chamber: 'No',
        activity_level: 'Media',
      });
    },
  );

  it('share the hives that the client creates, in a Spanish account', async () => {
    const { phone, client, apiary } = await keeper(kind, 'ES');
    const state = {
      activity: 'HIGH',
      population: 'LARGE',
      status: 'BROOD_CHAMBER',
      health: 'AT_RISK',
      productionChamber: true,
    };
    const { created } = await client.ask(
      'mutation ($input: CreateBeehivesInput!) { created: createBeehives(input: $input) { beehives { id } } }',
      { input: { beehives: [{ apiaryId: apiary.id, state: { ...state, broodFrames: 4 } }] } },
    );
    const { split } = await client.ask(
      'mutation ($input: SplitBeehiveInput!) { split: splitBeehive(input: $input) { beehive { id } } }',
      { input: { id: created.beehives[0].id, state: { ...state, broodFrames: 1 } } },
    );
    for (const { id } of [created.beehives[0], split.beehive]) {
      const shown = await shownBy(phone, apiary, id);
      expect(await enumsOf(client, id)).toEqual(state);
      await phone.updateBeehive(shown, { health_status: 'Ninguno' });
      expect(await enumsOf(client, id)).toEqual({ ...state, health: 'HEALTHY' });
    }
  });

  it('a word of another client is not one of the app: such a hive would break its form', async () => {
    const { phone, client, apiary } = await keeper(kind, 'ES');
    const { id } = await phone.createBeehive(apiary, HIVE);
    await client.ask(
      `mutation { updateBeehive(input: { id: "${id}", state: { healthStatus: "Healthy" } }) { beehive { healthStatus } } }`,
    );
    await expect(shownBy(phone, apiary, id)).rejects.toThrow(/health_status/);
    await client.ask(
      `mutation { updateBeehive(input: { id: "${id}", state: { health: UNHEALTHY } }) { beehive { id } } }`,
    );
    expect(await shownBy(phone, apiary, id)).toMatchObject({ ...HIVE, health_status: 'Enfermedad' });
  });
});
