// The life of a colony: hives are split, united, moved and lost, and those that have ended are left out of lists but can still be read.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { v7 as uuidv7 } from 'uuid';
import { expectLogExact } from '../support/change-log.js';
import { isOfRequest, startTestApp, statementsOf, type TestApp } from '../support/client.js';
import {
  askInSpanish,
  correctEnd,
  correctPlacement,
  daysAgo,
  done,
  lose,
  move,
  readHive,
  revive,
  split,
  unite,
} from '../support/colonies.js';
import { ROLE_TOO_LOW, refusalOf, share } from '../support/members.js';
import { expectOwnersTrue } from '../support/owners.js';
import { type Beekeeper, beekeeper } from '../support/world.js';

let app: TestApp;
let ana: Beekeeper;
let ben: Beekeeper;
let apiary: string;
beforeAll(async () => {
  app = await startTestApp();
  [ana, ben] = [await beekeeper(app), await beekeeper(app)];
  apiary = await ana.apiary();
});
afterAll(async () => {
  await expectOwnersTrue(app.database);
  await expectLogExact(app.database);
  await app.close();
});

const TODAY = daysAgo(0);
let number = 0;
/** A hive with frames, which has stood in its apiary for long. */
async function hive(fields: object = {}, at = apiary): Promise<string> {
  const id = await ana.beehive(at, { beehiveNumber: ++number, foodFrames: 6, broodFrames: 4, ...fields });
  const [placement] = (await readHive(ana, id)).placements.nodes;
  await done(correctPlacement(ana, placement!.id, { placedOn: daysAgo(100) }) as never);
  return id;
}
const listed = async (at = apiary, filter = ''): Promise<string[]> => {
  const args = filter ? `(filter: { ${filter} })` : '';
  const seen = await ana.ask(`{ apiary(id: "${at}") { beehives${args} { nodes { id } } } }`);
  return seen.apiary.beehives.nodes.map(({ id }: { id: string }) => id);
};

describe('splitBeehive', () => {
  it('creates a hive with frames that leave the other one', async () => {
    const source = await hive();
    const { beehiveNumber } = await readHive(ana, source);
    const input = { beehiveId: source, foodFrames: 2, broodFrames: 4, beehiveNumber: 900, hiveStatus: 'Queenless' };
    const child = await done(split(ana, { ...input, splitOn: daysAgo(7), notes: 'Strong.' }));
    expect(child).toMatchObject({ apiaryId: apiary, beehiveNumber: 900, foodFrames: 2, broodFrames: 4, endedOn: null });
    expect(await readHive(ana, source)).toMatchObject({ foodFrames: 4, broodFrames: 0 });
    const event = { occurredOn: daysAgo(7), foodFrames: 2, broodFrames: 4, notes: 'Strong.' };
    expect(await readHive(ana, child.id)).toMatchObject({
      placements: { nodes: [{ apiaryId: apiary, placedOn: daysAgo(7), leftOn: null }] },
      colonyEvents: {
        nodes: [{ ...event, kind: 'SPLIT_FROM', otherBeehiveId: source, otherBeehiveNumber: beehiveNumber }],
      },
    });
    expect((await readHive(ana, source)).colonyEvents.nodes).toEqual([
      { ...event, kind: 'SPLIT_INTO', otherBeehiveId: child.id, otherBeehiveNumber: 900 },
    ]);
  });

  it('puts the new hive into another apiary', async () => {
    const other = await ana.apiary();
    const child = await done(split(ana, { beehiveId: await hive(), apiaryId: other, broodFrames: 1 }));
    expect(await listed(other)).toEqual([child.id]);
  });

  it('returns the same hive for the same input with an id, and takes frames once', async () => {
    const source = await hive();
    const input = { id: uuidv7(), beehiveId: source, broodFrames: 1 };
    for (let i = 0; i < 2; i++) expect((await done(split(ana, input))).id).toBe(input.id);
    expect((await readHive(ana, source)).broodFrames).toBe(3);
  });
});

describe('uniteBeehives', () => {
  it('ends the first hive and gives its frames to the second', async () => {
    const [source, target] = [await hive(), await hive()];
    const into = await done(
      unite(ana, { beehiveId: source, intoBeehiveId: target, broodFrames: 1, unitedOn: daysAgo(3) }),
    );
    expect(into).toMatchObject({ id: target, foodFrames: 12, broodFrames: 5, endedOn: null });
    const ended = await readHive(ana, source);
    expect(ended).toMatchObject({ foodFrames: 0, broodFrames: 3, endedOn: daysAgo(3), endCause: 'UNITED' });
    expect(ended.placements.nodes[0]!.leftOn).toBe(daysAgo(3));
    expect(ended.colonyEvents.nodes).toMatchObject([{ kind: 'UNITED_INTO', otherBeehiveId: target }]);
    expect((await readHive(ana, target)).colonyEvents.nodes).toMatchObject([
      { kind: 'UNITED_WITH', otherBeehiveId: source, foodFrames: 6, broodFrames: 1, occurredOn: daysAgo(3) },
    ]);
  });

  it('is undone by reviveBeehive: the frames come back', async () => {
    const [source, target] = [await hive(), await hive({ foodFrames: null })];
    await done(unite(ana, { beehiveId: source, intoBeehiveId: target }));
    expect(await done(revive(ana, source))).toMatchObject({ endedOn: null, foodFrames: 6, broodFrames: 4 });
    expect(await readHive(ana, target)).toMatchObject({
      foodFrames: null,
      broodFrames: 4,
      colonyEvents: { nodes: [] },
    });
    expect(await readHive(ana, source)).toMatchObject({ endCause: null, colonyEvents: { nodes: [] } });
    expect((await readHive(ana, source)).placements.nodes).toMatchObject([{ leftOn: null }]);
  });
});

describe('recordLoss', () => {
  it('ends the hive, which can be read but is in no list', async () => {
    const at = await ana.apiary();
    const [lost, other] = [await hive({ observations: 'Wax moth' }, at), await hive({}, at)];
    await done(lose(ana, { beehiveId: lost, cause: 'STARVED', lostOn: daysAgo(20), notes: 'Empty combs.' }));
    expect(await readHive(ana, lost)).toMatchObject({
      apiaryId: at,
      endedOn: daysAgo(20),
      endCause: 'STARVED',
      foodFrames: 6,
      placements: { nodes: [{ leftOn: daysAgo(20) }] },
      colonyEvents: { nodes: [{ kind: 'LOST', occurredOn: daysAgo(20), otherBeehiveId: null, notes: 'Empty combs.' }] },
    });
    expect(await listed(at)).toEqual([other]);
    expect(await listed(at, 'life: LIVING')).toEqual([other]);
    expect(await listed(at, 'life: ENDED')).toEqual([lost]);
    expect((await listed(at, 'life: ANY')).sort()).toEqual([lost, other].sort());
    expect(await listed(at, 'endCauses: [STARVED]')).toEqual([lost]);
    expect(await listed(at, 'endCauses: [MITES]')).toEqual([]);
    const seen = await ana.ask(`{
      apiary(id: "${at}") {
        beehivesCount overdueBeehives(days: 1) { id } statistics { beehives overdueInspections }
      }
      beehives(apiaryId: "${at}") { totalCount nodes { id } }
      search(text: "Wax moth") { beehives { id } }
      worklist(apiaryIds: ["${at}"], kinds: [OVERDUE_INSPECTION]) { nodes { beehive { id } } }
      node(id: "${lost}") { id }
    }`);
    expect(seen).toEqual({
      apiary: {
        beehivesCount: 1,
        overdueBeehives: [{ id: other }],
        statistics: { beehives: 1, overdueInspections: 1 },
      },
      beehives: { totalCount: 1, nodes: [{ id: other }] },
      search: { beehives: [] },
      worklist: { nodes: [{ beehive: { id: other } }] },
      node: { id: lost },
    });
  });

  it('over REST: it leaves the lists and counts, whose shapes stay; it can be read by its id, and not changed', async () => {
    const at = await ana.apiary();
    const [lost, other] = [await hive({}, at), await hive({}, at)];
    const before = (await ana.rest('GET', `/beehives/${lost}`)).body;
    await done(lose(ana, { beehiveId: lost, cause: 'MITES' }));
    for (const path of [`/beehives?apiary_id=${at}`, `/beehives/apiary/${at}`]) {
      const { status, body } = await ana.rest('GET', path);
      expect([status, body.map(({ id }: { id: string }) => id)]).toEqual([200, [other]]);
      expect(Object.keys(body[0])).toEqual(Object.keys(before));
    }
    expect((await ana.rest('GET', `/apiaries/${at}`)).body.beehives_count).toBe(1);
    expect((await ana.rest('GET', `/statistics/apiary/${at}`)).body.total_beehives).toBe(1);
    const read = await ana.rest('GET', `/beehives/${lost}`);
    expect(read).toMatchObject({ status: 200, body: { id: lost } });
    expect(Object.keys(read.body)).toEqual(Object.keys(before));
    expect(await ana.rest('PUT', `/beehives/${lost}`, { observations: 'New' })).toMatchObject({
      status: 409,
      body: { error_code: 'BEEHIVE_ENDED' },
    });
    expect((await ana.rest('DELETE', `/beehives/${lost}`)).status).toBe(204);
  });

  it('frees the number', async () => {
    const at = await ana.apiary();
    const lost = await ana.beehive(at, { beehiveNumber: 5 });
    await done(lose(ana, { beehiveId: lost, cause: 'SOLD' }));
    const next = await ana.beehive(at, { beehiveNumber: 5 });
    const input = { inputs: [{ apiaryId: at, beehiveNumber: 5 }] };
    const again = await ana.graphql(
      'mutation ($inputs: [CreateBeehiveInput!]!) { createBeehives(inputs: $inputs) { id } }',
      input,
    );
    expect(refusalOf(again)).toBe('CONFLICT BEEHIVE_NUMBER_TAKEN');
    expect(refusalOf(await revive(ana, lost))).toBe('CONFLICT BEEHIVE_NUMBER_TAKEN');
    expect(await done(revive(ana, lost, { beehiveNumber: 6 }))).toMatchObject({ beehiveNumber: 6, endedOn: null });
    expect(await listed(at)).toEqual([next, lost]);
  });

  it('what happened up to the end is still recorded', async () => {
    const id = await hive();
    await done(lose(ana, { beehiveId: id, cause: 'UNKNOWN', lostOn: daysAgo(5) }));
    const record = async (day: string): Promise<(string | undefined)[]> => {
      const at = `${day}T12:00:00Z`;
      const sent = [
        `recordInspection(input: { beehiveId: "${id}", answers: [], occurredAt: "${at}" }) { id }`,
        `recordVisit(input: { answers: [], beehives: [{ beehiveId: "${id}" }], occurredAt: "${at}" }) { id }`,
        `recordTreatment(input: { beehiveIds: ["${id}"], kind: "a", productName: "b", startedOn: "${day}" }) { id }`,
        `recordMiteCount(input: { beehiveId: "${id}", method: SUGAR_ROLL, bees: 300, mites: 3, countedOn: "${day}" }) { id }`,
      ];
      return Promise.all(sent.map(async (mutation) => refusalOf(await ana.graphql(`mutation { ${mutation} }`))));
    };
    expect(await record(daysAgo(5))).toEqual(Array(4).fill(undefined));
    expect(await record(daysAgo(4))).toEqual(Array(4).fill('CONFLICT BEEHIVE_ENDED'));
    const read = await ana.ask(`{ beehive(id: "${id}") {
      inspections { totalCount } treatmentRecords { totalCount } miteCounts { totalCount } } }`);
    expect(read.beehive).toEqual({
      inspections: { totalCount: 2 },
      treatmentRecords: { totalCount: 1 },
      miteCounts: { totalCount: 1 },
    });
    const { treatmentRegister } = await ana.ask(
      `{ treatmentRegister(apiaryId: "${apiary}") { nodes { treatedBeehiveId } } }`,
    );
    expect(treatmentRegister.nodes).toContainEqual({ treatedBeehiveId: id });
  });

  it('a draft of before can be completed, but not dated after the end', async () => {
    const id = await hive();
    const { draft } = await ana.ask(
      `mutation { draft: recordInspection(input: { beehiveId: "${id}", answers: [], draft: true }) { id } }`,
    );
    await done(lose(ana, { beehiveId: id, cause: 'UNKNOWN', lostOn: daysAgo(5) }));
    const change = (name: string, input: string) =>
      ana.graphql(`mutation { ${name}(id: "${draft.id}", input: { answers: [] ${input} }) { id } }`);
    const now = `occurredAt: "${TODAY}T00:00:00Z"`;
    expect(refusalOf(await change('updateInspectionDraft', now))).toBe('CONFLICT BEEHIVE_ENDED');
    expect(refusalOf(await change('updateInspectionDraft', ''))).toBeUndefined();
    expect(refusalOf(await ana.graphql(`mutation { completeInspection(id: "${draft.id}") { id } }`))).toBeUndefined();
    expect(refusalOf(await change('amendInspection', `reason: "a", ${now}`))).toBe('CONFLICT BEEHIVE_ENDED');
  });
});

describe('moveBeehive and placements', () => {
  it('a move may be in the past, and gives a number', async () => {
    const [id, to] = [await hive(), await ana.apiary()];
    expect(
      await done(move(ana, { beehiveId: id, apiaryId: to, movedOn: daysAgo(30), beehiveNumber: 1 })),
    ).toMatchObject({
      apiaryId: to,
      beehiveNumber: 1,
    });
    expect((await readHive(ana, id)).placements.nodes).toMatchObject([
      { apiaryId: to, placedOn: daysAgo(30), leftOn: null },
      { apiaryId: apiary, placedOn: daysAgo(100), leftOn: daysAgo(30) },
    ]);
  });

  it('a move by updateBeehive is one of today, over both APIs, and several on one day leave one place', async () => {
    const [id, one, two] = [await hive(), await ana.apiary(), await ana.apiary()];
    expect((await ana.rest('PUT', `/beehives/${id}`, { apiary_id: one })).status).toBe(200);
    await ana.ask(`mutation { updateBeehive(id: "${id}", input: { apiaryId: "${two}" }) { id } }`);
    expect((await readHive(ana, id)).placements.nodes).toMatchObject([
      { apiaryId: two, placedOn: TODAY, leftOn: null },
      { apiaryId: one, placedOn: TODAY, leftOn: TODAY },
      { apiaryId: apiary, placedOn: daysAgo(100), leftOn: TODAY },
    ]);
  });

  it('correctPlacement also changes the day on which the hive left the apiary before', async () => {
    const [id, to] = [await hive(), await ana.apiary()];
    await done(move(ana, { beehiveId: id, apiaryId: to }));
    const [placement] = (await readHive(ana, id)).placements.nodes;
    const { data } = await correctPlacement(ana, placement!.id, { placedOn: daysAgo(40), expectedVersion: 1 });
    expect(data.result).toMatchObject({ placedOn: daysAgo(40), leftOn: null, version: 2 });
    expect((await readHive(ana, id)).placements.nodes).toMatchObject([
      { placedOn: daysAgo(40) },
      { placedOn: daysAgo(100), leftOn: daysAgo(40) },
    ]);
  });

  it('a hive that is given away takes its history along, without the apiaries of its previous owner', async () => {
    const [gift, bens] = [await hive(), await ben.apiary()];
    const child = await done(split(ana, { beehiveId: gift, broodFrames: 1 }));
    await share(ben, bens, ana, 'MANAGER');
    await done(move(ana, { beehiveId: gift, apiaryId: bens, movedOn: daysAgo(1) }));
    const seen = await readHive(ben, gift);
    expect(seen.placements.nodes).toMatchObject([
      { apiaryId: bens, placedOn: daysAgo(1), leftOn: null },
      { apiaryId: null, placedOn: daysAgo(100), leftOn: daysAgo(1) },
    ]);
    expect(seen.colonyEvents.nodes).toMatchObject([{ kind: 'SPLIT_INTO', otherBeehiveId: child.id }]);
    const { beehive } = await ben.ask(`{ beehive(id: "${gift}") { colonyEvents { nodes { otherBeehive { id } } } } }`);
    expect(beehive.colonyEvents.nodes).toEqual([{ otherBeehive: null }]);
  });
});

describe('correctEnd', () => {
  it('corrects the day, the cause and the notes of a loss', async () => {
    const id = await hive();
    await done(lose(ana, { beehiveId: id, cause: 'UNKNOWN', lostOn: daysAgo(5) }));
    await done(correctEnd(ana, id, { endedOn: daysAgo(9), cause: 'MITES', notes: 'Counted later.' }));
    expect(await readHive(ana, id)).toMatchObject({
      endedOn: daysAgo(9),
      endCause: 'MITES',
      placements: { nodes: [{ leftOn: daysAgo(9) }] },
      colonyEvents: { nodes: [{ kind: 'LOST', occurredOn: daysAgo(9), notes: 'Counted later.' }] },
    });
  });

  it('corrects the day of a union for both hives', async () => {
    const [source, target] = [await hive(), await hive()];
    await done(unite(ana, { beehiveId: source, intoBeehiveId: target }));
    await done(correctEnd(ana, source, { endedOn: daysAgo(2) }));
    for (const id of [source, target])
      expect((await readHive(ana, id)).colonyEvents.nodes).toMatchObject([{ occurredOn: daysAgo(2) }]);
    expect(refusalOf(await correctEnd(ana, source, { cause: 'MITES' }))).toBe('BAD_USER_INPUT');
  });
});

const MUTATIONS = {
  split: 'mutation ($input: SplitBeehiveInput!) { splitBeehive(input: $input) { id } }',
  unite: 'mutation ($input: UniteBeehivesInput!) { uniteBeehives(input: $input) { id } }',
  lose: 'mutation ($input: BeehiveLossInput!) { recordLoss(input: $input) { id } }',
  move: 'mutation ($input: MoveBeehiveInput!) { moveBeehive(input: $input) { id } }',
  correctEnd: 'mutation ($id: ID!, $input: CorrectEndInput!) { correctEnd(id: $id, input: $input) { id } }',
  revive: 'mutation ($id: ID!) { reviveBeehive(id: $id) { id } }',
  correctPlacement:
    'mutation ($id: ID!, $input: CorrectPlacementInput!) { correctPlacement(id: $id, input: $input) { id } }',
  update: 'mutation ($id: ID!, $input: UpdateBeehiveInput!) { updateBeehive(id: $id, input: $input) { id } }',
  assign: 'mutation ($input: AssignQuestionInput!) { assignQuestion(input: $input) { id } }',
} as const;
interface Refusal {
  name: string;
  mutation: keyof typeof MUTATIONS;
  /** Returns the variables; `living`, `full` and `ended` are hives, `other` is an apiary in which `living` was before. */
  variables: (
    ids: Record<'living' | 'full' | 'ended' | 'united' | 'other' | 'placement' | 'past' | 'question', string>,
  ) => object;
  code: string;
  reason?: string;
  en: RegExp;
  es: RegExp;
}
const ENDED = {
  code: 'CONFLICT',
  reason: 'BEEHIVE_ENDED',
  en: /^Hive \d+ ended on [\d-]+: if/,
  es: /^La colmena \d+ está de baja desde el [\d-]+: si es un error, reactívela/,
};
const EARLY = {
  code: 'CONFLICT',
  reason: 'BEFORE_PLACEMENT',
  en: /^On this day, the hive was not in its apiary yet$/,
  es: /^Ese día la colmena aún no estaba en su apiario$/,
};
const FRAMES = {
  code: 'CONFLICT',
  reason: 'INSUFFICIENT_FRAMES',
  en: /^The hive does not have so many frames$/,
  es: /^La colmena no tiene tantos cuadros$/,
};
const LIVING = {
  code: 'CONFLICT',
  reason: 'BEEHIVE_LIVING',
  en: /^The hive has not ended$/,
  es: /^La colmena no está de baja$/,
};
const STALE = { code: 'CONFLICT', reason: 'VERSION_CONFLICT', en: /version/, es: /versión/ };
const early = daysAgo(200);
const future = daysAgo(-3);
const FUTURE = { code: 'BAD_USER_INPUT', en: /must not be in the future/, es: /no debe estar en el futuro/ };
const REFUSALS: Refusal[] = [
  {
    name: 'a split of a hive that has ended',
    mutation: 'split',
    variables: ({ ended }) => ({ input: { beehiveId: ended } }),
    ...ENDED,
  },
  {
    name: 'a split before the hive came',
    mutation: 'split',
    variables: ({ living }) => ({ input: { beehiveId: living, splitOn: early } }),
    ...EARLY,
  },
  {
    name: 'a split in the future',
    mutation: 'split',
    variables: ({ living }) => ({ input: { beehiveId: living, splitOn: future } }),
    ...FUTURE,
  },
  {
    name: 'a split with more frames than there are',
    mutation: 'split',
    variables: ({ living }) => ({ input: { beehiveId: living, foodFrames: 7 } }),
    ...FRAMES,
  },
  {
    name: 'a split with frames that were never counted',
    mutation: 'split',
    variables: ({ full }) => ({ input: { beehiveId: full, broodFrames: 1 } }),
    ...FRAMES,
  },
  {
    name: 'a split of another version',
    mutation: 'split',
    variables: ({ living }) => ({ input: { beehiveId: living, expectedVersion: 99 } }),
    ...STALE,
  },
  {
    name: 'a union of a hive that has ended',
    mutation: 'unite',
    variables: ({ living, ended }) => ({ input: { beehiveId: ended, intoBeehiveId: living } }),
    ...ENDED,
  },
  {
    name: 'a union into a hive that has ended',
    mutation: 'unite',
    variables: ({ living, ended }) => ({ input: { beehiveId: living, intoBeehiveId: ended } }),
    ...ENDED,
  },
  {
    name: 'a union of a hive with itself',
    mutation: 'unite',
    variables: ({ living }) => ({ input: { beehiveId: living, intoBeehiveId: living.toUpperCase() } }),
    code: 'BAD_USER_INPUT',
    en: /^intoBeehiveId must be another hive$/,
    es: /^intoBeehiveId debe ser otra colmena$/,
  },
  {
    name: 'a union with more frames than there are',
    mutation: 'unite',
    variables: ({ living, full }) => ({ input: { beehiveId: living, intoBeehiveId: full, broodFrames: 5 } }),
    ...FRAMES,
  },
  {
    name: 'a union with too many frames',
    mutation: 'unite',
    variables: ({ living, full }) => ({ input: { beehiveId: living, intoBeehiveId: full } }),
    code: 'CONFLICT',
    reason: 'TOO_MANY_FRAMES',
    en: /^The hive would have more than 1000 frames$/,
    es: /^La colmena tendría más de 1000 cuadros$/,
  },
  {
    name: 'a union before a hive came',
    mutation: 'unite',
    variables: ({ living, full }) => ({ input: { beehiveId: living, intoBeehiveId: full, unitedOn: early } }),
    ...EARLY,
  },
  {
    name: 'a union of another version',
    mutation: 'unite',
    variables: ({ living, full }) => ({ input: { beehiveId: living, intoBeehiveId: full, expectedVersion: 99 } }),
    ...STALE,
  },
  {
    name: 'a union into another version',
    mutation: 'unite',
    variables: ({ living, full }) => ({ input: { beehiveId: living, intoBeehiveId: full, intoExpectedVersion: 99 } }),
    ...STALE,
  },
  {
    name: 'a second loss',
    mutation: 'lose',
    variables: ({ ended }) => ({ input: { beehiveId: ended, cause: 'MITES' } }),
    ...ENDED,
  },
  {
    name: 'a loss before the hive came',
    mutation: 'lose',
    variables: ({ living }) => ({ input: { beehiveId: living, cause: 'MITES', lostOn: early } }),
    ...EARLY,
  },
  {
    name: 'a loss in the future',
    mutation: 'lose',
    variables: ({ living }) => ({ input: { beehiveId: living, cause: 'MITES', lostOn: future } }),
    ...FUTURE,
  },
  {
    name: 'a loss of another version',
    mutation: 'lose',
    variables: ({ living }) => ({ input: { beehiveId: living, cause: 'MITES', expectedVersion: 99 } }),
    ...STALE,
  },
  {
    name: 'a move of a hive that has ended',
    mutation: 'move',
    variables: ({ ended, other }) => ({ input: { beehiveId: ended, apiaryId: other } }),
    ...ENDED,
  },
  {
    name: 'a move to the same apiary',
    mutation: 'move',
    variables: ({ living }) => ({ input: { beehiveId: living, apiaryId: apiary } }),
    code: 'BAD_USER_INPUT',
    en: /^apiaryId must be another apiary$/,
    es: /^apiaryId debe ser otro apiario$/,
  },
  {
    name: 'a move before the hive came',
    mutation: 'move',
    variables: ({ living, other }) => ({ input: { beehiveId: living, apiaryId: other, movedOn: early } }),
    ...EARLY,
  },
  {
    name: 'a move of another version',
    mutation: 'move',
    variables: ({ living, other }) => ({ input: { beehiveId: living, apiaryId: other, expectedVersion: 99 } }),
    ...STALE,
  },
  {
    name: 'a change of a hive that has ended',
    mutation: 'update',
    variables: ({ ended }) => ({ id: ended, input: { observations: 'New' } }),
    ...ENDED,
  },
  {
    name: 'a move by a change of a hive that has ended',
    mutation: 'update',
    variables: ({ ended, other }) => ({ id: ended, input: { apiaryId: other } }),
    ...ENDED,
  },
  {
    name: 'a question for a hive that has ended',
    mutation: 'assign',
    variables: ({ ended, question }) => ({ input: { beehiveId: ended, questionId: question } }),
    ...ENDED,
  },
  {
    name: 'a correction of the end of a living hive',
    mutation: 'correctEnd',
    variables: ({ living }) => ({ id: living, input: {} }),
    ...LIVING,
  },
  {
    name: 'an end before the hive came',
    mutation: 'correctEnd',
    variables: ({ ended }) => ({ id: ended, input: { endedOn: early } }),
    ...EARLY,
  },
  {
    name: 'an end in the future',
    mutation: 'correctEnd',
    variables: ({ ended }) => ({ id: ended, input: { endedOn: future } }),
    ...FUTURE,
  },
  {
    name: 'a cause of the end of a hive that was united',
    mutation: 'correctEnd',
    variables: ({ united }) => ({ id: united, input: { cause: 'MITES' } }),
    code: 'BAD_USER_INPUT',
    en: /^cause must be omitted for a hive that was united$/,
    es: /^cause debe omitirse en una colmena que se unió a otra$/,
  },
  {
    name: 'a correction of the end of another version',
    mutation: 'correctEnd',
    variables: ({ ended }) => ({ id: ended, input: { expectedVersion: 99 } }),
    ...STALE,
  },
  { name: 'the return of a living hive', mutation: 'revive', variables: ({ living }) => ({ id: living }), ...LIVING },
  {
    name: 'the return of a hive whose frames are gone',
    mutation: 'revive',
    variables: ({ united }) => ({ id: united }),
    ...FRAMES,
  },
  {
    name: 'a placement before the one before',
    mutation: 'correctPlacement',
    variables: ({ placement }) => ({ id: placement, input: { placedOn: early } }),
    ...EARLY,
  },
  {
    name: 'a placement after its end',
    mutation: 'correctPlacement',
    variables: ({ past }) => ({ id: past, input: { placedOn: daysAgo(20) } }),
    code: 'CONFLICT',
    reason: 'AFTER_PLACEMENT',
    en: /^On this day, the hive had left the apiary$/,
    es: /^Ese día la colmena ya no estaba en el apiario$/,
  },
  {
    name: 'a placement of another version',
    mutation: 'correctPlacement',
    variables: ({ placement }) => ({ id: placement, input: { placedOn: TODAY, expectedVersion: 99 } }),
    ...STALE,
  },
];

describe('refused, without any change', () => {
  let ids: Parameters<Refusal['variables']>[0];
  beforeAll(async () => {
    const other = await ana.apiary();
    const living = await hive({}, other);
    await done(move(ana, { beehiveId: living, apiaryId: apiary, movedOn: daysAgo(50) }));
    const [placement, past] = (await readHive(ana, living)).placements.nodes;
    const [full, ended, united, into] = [
      await hive({ foodFrames: 999, broodFrames: null }),
      await hive(),
      await hive(),
      await hive(),
    ];
    await done(lose(ana, { beehiveId: ended, cause: 'DISEASE' }));
    await done(unite(ana, { beehiveId: united, intoBeehiveId: into }));
    await ana.ask(`mutation { updateBeehive(id: "${into}", input: { broodFrames: 1 }) { id } }`);
    const { question } = await ana.ask(
      `mutation { question: createQuestion(input: { apiaryId: "${apiary}", text: "Mites?" }) { id } }`,
    );
    ids = { living, full, ended, united, other, placement: placement!.id, past: past!.id, question: question.id };
  });

  it.each(REFUSALS)('$name', async ({ mutation, variables, code, reason, en, es }) => {
    const sent = variables(ids);
    const state = () => Promise.all([ids.living, ids.full, ids.ended, ids.united].map((id) => readHive(ana, id)));
    const before = await state();
    const inEnglish = await ana.graphql(MUTATIONS[mutation], sent as Record<string, unknown>);
    const inSpanish = await askInSpanish(ana, MUTATIONS[mutation], sent);
    for (const [answer, text] of [
      [inEnglish, en],
      [inSpanish, es],
    ] as const) {
      expect(answer.errors).toHaveLength(1);
      expect(answer.errors![0]!.message).toMatch(text);
      expect(answer.errors![0]!.extensions).toMatchObject({ code, ...(reason && { reason }) });
    }
    expect(await state()).toEqual(before);
  });
});

describe('roles', () => {
  it('a worker records losses, unites and revives; a manager also splits and moves', async () => {
    const [worker, at] = [await beekeeper(app), await ana.apiary()];
    await share(ana, at, worker, 'WORKER');
    const [one, two] = [await hive({}, at), await hive({}, at)];
    const [placement] = (await readHive(ana, one)).placements.nodes;
    const worked = [
      await lose(worker, { beehiveId: one, cause: 'MITES' }),
      await correctEnd(worker, one, { cause: 'STARVED' }),
      await revive(worker, one),
      await unite(worker, { beehiveId: one, intoBeehiveId: two }),
      await revive(worker, one),
    ];
    expect(worked.map(refusalOf)).toEqual(Array(5).fill(undefined));
    const refused = [
      await split(worker, { beehiveId: one }),
      await move(worker, { beehiveId: one, apiaryId: await worker.apiary() }),
      await correctPlacement(worker, placement!.id, { placedOn: TODAY }),
    ];
    expect(refused.map(refusalOf)).toEqual(Array(3).fill(ROLE_TOO_LOW));
  });

  it('the end of a hive that was united is corrected by who may change both hives', async () => {
    const [worker, at] = [await beekeeper(app), await ana.apiary()];
    await share(ana, at, worker, 'WORKER');
    const [one, elsewhere] = [await hive({}, at), await hive({}, await ana.apiary())];
    await done(unite(ana, { beehiveId: one, intoBeehiveId: elsewhere }));
    const refused = [await revive(worker, one), await correctEnd(worker, one, { notes: 'Weak' })];
    expect(refused.map(refusalOf)).toEqual(Array(2).fill(ROLE_TOO_LOW));
    expect(refusalOf(await revive(ana, one))).toBeUndefined();
  });

  it('only the owner gives to the owner of another apiary', async () => {
    const [manager, at] = [await beekeeper(app), await ana.apiary()];
    await share(ana, at, manager, 'MANAGER');
    const [id, own] = [await hive({}, at), await manager.apiary()];
    const theirs = await manager.beehive(own);
    const refused = [
      await move(manager, { beehiveId: id, apiaryId: own }),
      await split(manager, { beehiveId: id, apiaryId: own, broodFrames: 1 }),
      await unite(manager, { beehiveId: id, intoBeehiveId: theirs }),
    ];
    expect(refused.map(refusalOf)).toEqual(Array(3).fill(ROLE_TOO_LOW));
    expect(refusalOf(await split(manager, { beehiveId: id, broodFrames: 1 }))).toBeUndefined();
    expect(refusalOf(await unite(manager, { beehiveId: theirs, intoBeehiveId: id }))).toBeUndefined();
  });
});

describe('the timeline', () => {
  it('has splits, unions, losses and moves on their days', async () => {
    const [id, to] = [await hive(), await ana.apiary()];
    const child = await done(split(ana, { beehiveId: id, foodFrames: 1, splitOn: daysAgo(60), notes: 'Swarming.' }));
    await done(unite(ana, { beehiveId: child.id, intoBeehiveId: id, unitedOn: daysAgo(50) }));
    await done(move(ana, { beehiveId: id, apiaryId: to, movedOn: daysAgo(40) }));
    await done(lose(ana, { beehiveId: id, cause: 'ROBBED', lostOn: daysAgo(30) }));
    const { beehive } = await ana.ask(`{ beehive(id: "${id}") { timeline(kinds: [SPLIT, UNITED, LOST, MOVED]) {
      totalCount nodes { kind occurredAt actor { id } colonyEvent { kind notes otherBeehive { id } } changes { field from to } } } } }`);
    const entry = (kind: string, days: number, rest: object) => ({
      kind,
      occurredAt: `${daysAgo(days)}T00:00:00.000Z`,
      actor: { id: ana.id },
      colonyEvent: null,
      changes: [],
      ...rest,
    });
    expect(beehive.timeline).toEqual({
      totalCount: 4,
      nodes: [
        entry('LOST', 30, { colonyEvent: { kind: 'LOST', notes: null, otherBeehive: null } }),
        entry('MOVED', 40, { changes: [{ field: 'apiaryId', from: apiary, to }] }),
        entry('UNITED', 50, { colonyEvent: { kind: 'UNITED_WITH', notes: null, otherBeehive: { id: child.id } } }),
        entry('SPLIT', 60, { colonyEvent: { kind: 'SPLIT_INTO', notes: 'Swarming.', otherBeehive: { id: child.id } } }),
      ],
    });
  });

  it('and the history of many hives are a fixed number of statements', async () => {
    const at = await ana.apiary();
    const read = `{ apiary(id: "${at}") { beehives(filter: { life: ANY }) { nodes {
      timeline { nodes { kind actor { name } colonyEvent { otherBeehive { beehiveNumber } } } }
      placements { nodes { apiary { name } beehive { id } } } colonyEvents { nodes { actor { name } beehive { id } otherBeehive { id } } } } } } }`;
    const costOf = async (): Promise<number> => {
      await ana.ask(read);
      return (await statementsOf(app.app, () => ana.ask(read))).filter(isOfRequest).length;
    };
    const grow = async (): Promise<void> => {
      const [one, two] = [await hive({}, at), await hive({}, at)];
      await done(split(ana, { beehiveId: one, foodFrames: 1 }));
      await done(unite(ana, { beehiveId: one, intoBeehiveId: two }));
    };
    await grow();
    const cost = await costOf();
    for (let i = 0; i < 3; i++) await grow();
    expect(await costOf()).toBe(cost);
  });
});
