// The words that are recorded for enums: the released app compares its own words letter by letter, so other clients leave them in place.

import { describe, expect, it } from '@jest/globals';
import type { PoolClient } from 'pg';
import { logOf } from '../../support/change-log.js';
import { hiveInput } from '../../support/hive-input.js';
import { share } from '../../support/members.js';
import { ana, app, bea, change } from './beehives.fixture.js';
import {
  APP,
  CHANGES,
  CREATIONS,
  meaningsOf,
  OTHER,
  OTHER_WORDS,
  owners,
  SAME,
  SPECIFICATION,
  UNKNOWN,
  update,
  type Words,
  wordsOf,
} from './recorded-enums.fixture.js';

const LANGUAGES = ['es', 'en'] as const;
const DIALECTS: [name: string, words: Words, language: 'es' | 'en'][] = [
  ['the mobile app', APP, 'es'],
  ['the specification', SPECIFICATION, 'en'],
];
const NOTHING = Object.fromEntries(Object.keys(APP).map((field) => [field, null]));

describe.each(CHANGES)('%s', (_name, write) => {
  describe.each(LANGUAGES)('for an owner of language %s', (owner) => {
    it.each(DIALECTS)(
      'keeps words of %s that have the meaning, and replaces others in their language',
      async (...of) => {
        const [, words, language] = of;
        const who = owners[owner];
        const hive = await who.beehive(await who.apiary(), words);
        await write(who, hive, SAME);
        expect(await wordsOf(who, hive)).toEqual(words);
        await write(who, hive, { health: 'HEALTHY' });
        expect(await wordsOf(who, hive)).toEqual({ ...words, healthStatus: OTHER_WORDS[language].healthStatus });
        await write(who, hive, OTHER);
        expect(await wordsOf(who, hive)).toEqual(OTHER_WORDS[language]);
        expect(await meaningsOf(who, hive)).toEqual(OTHER);
      },
    );

    it.each([
      ['no words', {}],
      ['unknown words', UNKNOWN],
    ])('writes the language of the owner into a hive with %s', async (_case, words) => {
      const who = owners[owner];
      const hive = await who.beehive(await who.apiary(), words);
      await write(who, hive, OTHER);
      expect(await wordsOf(who, hive)).toEqual(OTHER_WORDS[owner]);
    });

    it('writes the language of most words into a hive of two languages', async () => {
      const who = owners[owner];
      const hive = await who.beehive(await who.apiary(), {
        ...SPECIFICATION,
        activityLevel: 'Alta',
        beePopulation: null,
      });
      await write(who, hive, { activity: 'LOW', population: 'SMALL' });
      expect(await wordsOf(who, hive)).toEqual({ ...SPECIFICATION, activityLevel: 'Low', beePopulation: 'Small' });
      const spanish = await who.beehive(await who.apiary(), { ...APP, healthStatus: 'Healthy' });
      await write(who, spanish, { health: 'UNHEALTHY', status: 'BROOD_CHAMBER' });
      expect(await wordsOf(who, spanish)).toEqual({ ...APP, healthStatus: 'Enfermedad' });
    });
  });

  it('clears words with null, known and unknown ones', async () => {
    const who = owners.es;
    const hive = await who.beehive(await who.apiary(), { ...APP, healthStatus: 'who knows' });
    await write(who, hive, { health: null, activity: null, productionChamber: true });
    expect(await wordsOf(who, hive)).toEqual({ ...APP, healthStatus: null, activityLevel: null });
    await write(who, hive, { population: null, status: null, productionChamber: null });
    expect(await wordsOf(who, hive)).toEqual(NOTHING);
  });

  it('stores words as they are written', async () => {
    const who = owners.es;
    const hive = await who.beehive(await who.apiary(), APP);
    await write(who, hive, { healthStatus: 'At Risk' });
    expect(await wordsOf(who, hive)).toEqual({ ...APP, healthStatus: 'At Risk' });
    await write(who, hive, {
      activityLevel: 'High',
      beePopulation: 'Large',
      hiveStatus: 'Active',
      health: 'UNHEALTHY',
    });
    const written = { activityLevel: 'High', beePopulation: 'Large', hiveStatus: 'Active', healthStatus: 'Unhealthy' };
    expect(await wordsOf(who, hive)).toEqual({ ...APP, ...written });
  });

  it('refuses an enum beside its words', async () => {
    const hive = await owners.es.beehive(await owners.es.apiary(), APP);
    await expect(write(owners.es, hive, { health: 'HEALTHY', healthStatus: 'Sana' })).rejects.toThrow(/combined/);
    expect(await wordsOf(owners.es, hive)).toEqual(APP);
  });
});

describe.each(CREATIONS)('%s', (_name, create) => {
  it.each(LANGUAGES)('writes enums in the language of the owner: %s', async (owner) => {
    const who = owners[owner];
    const hive = await create(who, await who.apiary(), OTHER);
    expect(await wordsOf(who, hive)).toEqual(OTHER_WORDS[owner]);
    expect(await meaningsOf(who, hive)).toEqual(OTHER);
  });

  it.each(DIALECTS)(
    'writes enums in the language of other words, those of %s',
    async (_of, { healthStatus }, language) => {
      for (const owner of LANGUAGES) {
        const { health, ...others } = OTHER;
        const hive = await create(owners[owner], await owners[owner].apiary(), { ...others, healthStatus });
        expect(await wordsOf(owners[owner], hive)).toEqual({ ...OTHER_WORDS[language], healthStatus });
      }
    },
  );
});

describe('in an apiary that others share', () => {
  it.each(LANGUAGES)('enums are in the language of its owner, not of the member: %s', async (owner) => {
    const [who, member] = [owners[owner], owners[owner === 'es' ? 'en' : 'es']];
    const apiary = await who.apiary();
    await share(who, apiary, member, 'MANAGER');
    for (const [, create] of CREATIONS)
      expect(await wordsOf(who, await create(member, apiary, OTHER))).toEqual(OTHER_WORDS[owner]);
    for (const [name, write] of CHANGES) {
      const hive = await who.beehive(apiary, UNKNOWN);
      if (name === 'updateBeehive with another apiary') continue;
      await write(member, hive, OTHER);
      expect(await wordsOf(who, hive)).toEqual(OTHER_WORDS[owner]);
    }
  });

  it('the language of the owner is read once for all hives', async () => {
    const apiary = await owners.en.apiary();
    await share(owners.en, apiary, bea, 'MANAGER');
    const hives = Array.from({ length: 5 }, () => ({ apiaryId: apiary, state: { health: 'HEALTHY' } }));
    let ids: string[] = [];
    const ofCreation = await languageQueries(async () => {
      const { created } = await bea.ask(
        'mutation ($input: CreateBeehivesInput!) { created: createBeehives(input: $input) { beehives { id healthStatus } } }',
        { input: { beehives: hives } },
      );
      ids = created.beehives.map(({ id }: { id: string }) => id);
      expect(created.beehives).toEqual(ids.map((id) => ({ id, healthStatus: 'Healthy' })));
    });
    const beehives = ids.map((beehiveId) => ({ beehiveId, state: { health: 'UNHEALTHY' } }));
    const ofVisit = await languageQueries(() =>
      bea.ask('mutation ($input: RecordVisitInput!) { recordVisit(input: $input) { inspections { id } } }', {
        input: { answers: [], beehives },
      }),
    );
    expect({ ofCreation, ofVisit }).toEqual({ ofCreation: 1, ofVisit: 1 });
  });
});

/** The number of statements that read languages of accounts, within transactions too. */
async function languageQueries(work: () => Promise<unknown>): Promise<number> {
  const { pool } = app.app;
  const restore = new Map<PoolClient, () => void>();
  let count = 0;
  const watch = (client: PoolClient): void => {
    if (restore.has(client)) return;
    const { query } = client;
    restore.set(client, () => Object.assign(client, { query }));
    const counted = (...sent: [string | { text: string }]): unknown => {
      const [first] = sent;
      if (/select id as parent, language/.test(typeof first === 'string' ? first : first.text)) count++;
      return (query as (...sent: unknown[]) => unknown).apply(client, sent);
    };
    Object.assign(client, { query: counted });
  };
  pool.on('acquire', watch);
  try {
    await work();
  } finally {
    pool.off('acquire', watch);
    for (const undo of restore.values()) undo();
  }
  return count;
}

describe('words that stay', () => {
  it('are neither in the change log nor among the changed fields of a conflict', async () => {
    const hive = await ana.beehive(await ana.apiary(), APP);
    const logged = (await logOf(app.database, hive)).length;
    expect((await update(ana, { id: hive, ...SAME, expectedVersion: 1 })).beehive).toMatchObject({
      ...APP,
      version: 1,
    });
    expect(await logOf(app.database, hive)).toHaveLength(logged);

    const { beehive } = await update(ana, { id: hive, ...SAME, health: 'HEALTHY', expectedVersion: 1 });
    expect(beehive).toMatchObject({ ...APP, healthStatus: 'Ninguno', version: 2 });
    const fields = (await logOf(app.database, hive)).at(-1)!.fields!;
    expect(fields).toEqual({ health_status: ['Presencia barroa', 'Ninguno'] });

    const { errors } = await ana.graphql(
      'mutation ($id: ID!) { updateBeehive(input: { id: $id, state: { activity: LOW }, expectedVersion: 1 }) { beehive { id } } }',
      { id: hive },
    );
    expect(errors).toMatchObject([
      { extensions: { reason: 'VERSION_CONFLICT', current: { version: 2, changedFields: ['healthStatus'] } } },
    ]);
    expect(await wordsOf(ana, hive)).toEqual({ ...APP, healthStatus: 'Ninguno' });
  });

  it('are those that another client has written meanwhile', async () => {
    const apiary = await ana.apiary();
    const hives = await Promise.all(Array.from({ length: 8 }, () => ana.beehive(apiary, SPECIFICATION)));
    await Promise.all(
      hives.flatMap((hive) => [
        change(hive, { health_status: 'Presencia barroa', activity_level: 'Alta' }),
        update(ana, { id: hive, health: 'AT_RISK', activity: 'HIGH' }),
      ]),
    );
    for (const hive of hives)
      expect(await wordsOf(ana, hive)).toMatchObject({ healthStatus: 'Presencia barroa', activityLevel: 'Alta' });
  });
});

describe('an update with enums is refused as one with words', () => {
  const UPDATE = 'mutation ($input: UpdateBeehiveInput!) { updateBeehive(input: $input) { beehive { id } } }';
  const refusal = async (who: typeof ana, input: object) => {
    const { errors } = await who.graphql(UPDATE, { input: hiveInput(input) });
    const { code, reason } = errors![0]!.extensions;
    return { code, reason };
  };

  it.each([{ health: 'HEALTHY' }, { healthStatus: 'Sana' }])('%j', async (state) => {
    const [apiary, other] = [await ana.apiary(), await ana.apiary()];
    const hive = await ana.beehive(apiary, { ...APP, beehiveNumber: 1 });
    const stranger = { code: 'NOT_FOUND', reason: undefined };
    expect(await refusal(bea, { id: hive, ...state })).toEqual(stranger);
    expect(await refusal(ana, { id: 'no id', ...state })).toEqual(stranger);
    expect(await refusal(ana, { id: hive, apiaryId: await bea.apiary(), ...state })).toEqual(stranger);
    await ana.beehive(apiary, { beehiveNumber: 2 });
    expect(await refusal(ana, { id: hive, ...state, beehiveNumber: 2 })).toMatchObject({
      reason: 'BEEHIVE_NUMBER_TAKEN',
    });
    await share(ana, apiary, bea, 'VIEWER');
    expect(await refusal(bea, { id: hive, ...state })).toEqual({ code: 'FORBIDDEN', reason: 'ROLE_TOO_LOW' });
    await ana.ask('mutation ($id: ID!) { recordLoss(input: { id: $id, cause: WEATHER }) { beehive { id } } }', {
      id: hive,
    });
    for (const apiaryId of [undefined, apiary, other])
      expect(await refusal(ana, { id: hive, apiaryId, ...state })).toMatchObject({ reason: 'BEEHIVE_ENDED' });
    expect(await wordsOf(ana, hive)).toEqual(APP);
  });
});
