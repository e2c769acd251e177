// Queens: recorded, installed in hives, their reigns ended and corrected; lineage, performance, and where they show.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { until } from '../process/service.js';
import { expectLogExact, logOf } from '../support/change-log.js';
import { Client, startTestApp, type TestApp } from '../support/client.js';
import { share, transfer } from '../support/members.js';
import { expectLikeMissing } from '../support/missing-ids.js';
import { expectOwnersTrue } from '../support/owners.js';
import { expectGraphqlRefused } from '../support/refusals.js';
import { type Beekeeper, beekeeper, createQueen, PASSWORD } from '../support/world.js';

let app: TestApp;
let ana: Beekeeper;
let bea: Beekeeper;
let apiary: string;
let hives: string[];
beforeAll(async () => {
  app = await startTestApp();
  [ana, bea] = [await beekeeper(app), await beekeeper(app)];
});
beforeEach(async () => {
  apiary = await ana.apiary({ name: 'El Roble' });
  hives = [await ana.beehive(apiary, { beehiveNumber: 1 }), await ana.beehive(apiary, { beehiveNumber: 2 })];
});
afterAll(() => expectLogExact(app.database));
afterAll(() => expectOwnersTrue(app.database));
afterAll(() => app.close());

type Json = Record<string, unknown>;
const REIGN = 'id beehiveId queenId startedOn endedOn endReason notes version';
const install = (input: Json, who: Client = ana) =>
  who.graphql(`mutation ($input: InstallQueenInput!) { installQueen(input: $input) { ${REIGN} } }`, { input });
const installOne = async (beehiveId: string, queenId: string, input: Json = {}): Promise<string> => {
  const { data, errors } = await install({ beehiveId, queenId, ...input });
  if (errors) throw new Error(errors[0]!.message);
  return data.installQueen.id;
};
const endReign = (id: string, input: Json = {}, who: Client = ana) =>
  who.graphql(
    `mutation ($id: ID!, $input: EndReignInput!) { changed: endReign(id: $id, input: $input) { ${REIGN} } }`,
    {
      id,
      input,
    },
  );
const updateReign = (id: string, input: Json, who: Client = ana) =>
  who.graphql(
    `mutation ($id: ID!, $input: UpdateReignInput!) { changed: updateReign(id: $id, input: $input) { ${REIGN} } }`,
    { id, input },
  );
const updateQueen = (id: string, input: Json, who: Client = ana) =>
  who.graphql(
    'mutation ($id: ID!, $input: UpdateQueenInput!) { updateQueen(id: $id, input: $input) { name version mother { id } } }',
    { id, input },
  );
const reignsOf = async (beehive: string, who = ana) =>
  (await who.ask(`{ beehive(id: "${beehive}") { queenReigns { nodes { ${REIGN} } } } }`)).beehive.queenReigns.nodes;
const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const spanish = (who: Beekeeper): Client =>
  new (class extends Client {
    override async graphql<D>(query: string, variables?: Json) {
      const headers = {
        authorization: `Bearer ${this.token}`,
        'accept-language': 'es',
        'content-type': 'application/json',
      };
      const body = JSON.stringify({ query, variables });
      const response = await fetch(`${this.url}/graphql`, { method: 'POST', headers, body });
      return { status: response.status, ...((await response.json()) as { data: D }) };
    }
  })(who.url, who.token);

/** Expects the refusal in both languages. */
async function expectRefusal(
  attempt: (who: Client) => Promise<{ errors?: { message: string; extensions: { code: string; reason?: string } }[] }>,
  [code, reason, english, other]: [code: string, reason: string | undefined, english: string, spanish: string],
): Promise<void> {
  for (const [who, message] of [
    [ana, english],
    [spanish(ana), other],
  ] as const) {
    const { errors } = await attempt(who);
    expect(errors?.map(({ message, extensions }) => [extensions.code, extensions.reason, message])).toEqual([
      [code, reason, message],
    ]);
  }
}

describe('a queen', () => {
  it('has the marking colour of her year, unless another is given', async () => {
    const colors: Record<number, string> = {
      2021: 'WHITE',
      2022: 'YELLOW',
      2023: 'RED',
      2024: 'GREEN',
      2025: 'BLUE',
      2026: 'WHITE',
      1900: 'BLUE',
    };
    for (const [year, color] of Object.entries(colors)) {
      const id = await createQueen(ana, apiary, { year: Number(year) });
      const { queen } = await ana.ask(`{ queen(id: "${id}") { year color markingColor } }`);
      expect(queen).toEqual({ year: Number(year), color: null, markingColor: color });
    }
    const given = await createQueen(ana, apiary, { year: 2026, color: 'GREEN' });
    const unknown = await createQueen(ana, apiary);
    const { a, b } = await ana.ask(
      `{ a: queen(id: "${given}") { markingColor } b: queen(id: "${unknown}") { markingColor } }`,
    );
    expect([a.markingColor, b.markingColor]).toEqual(['GREEN', null]);
  });

  it('is listed, in her apiary and by her year, and read as a node', async () => {
    const [first, second] = [
      await createQueen(ana, apiary, { year: 2024 }),
      await createQueen(ana, apiary, { year: 2025 }),
    ];
    const other = await createQueen(ana, await ana.apiary());
    const { all, here, young, nested, node } = await ana.ask(
      `{ all: queens(first: 3) { nodes { id } } here: queens(apiaryId: "${apiary}") { totalCount nodes { id } }
         young: queens(apiaryId: "${apiary}", year: 2025) { nodes { id } }
         nested: apiary(id: "${apiary}") { queens(first: 1) { nodes { id actor { id } } pageInfo { hasNextPage } } }
         node(id: "${first}") { ... on Queen { year apiary { name } } } }`,
    );
    expect(all.nodes.map(({ id }: { id: string }) => id)).toEqual([other, second, first]);
    expect(here).toEqual({ totalCount: 2, nodes: [{ id: second }, { id: first }] });
    expect(young.nodes).toEqual([{ id: second }]);
    expect(nested.queens).toEqual({ nodes: [{ id: second, actor: { id: ana.id } }], pageInfo: { hasNextPage: true } });
    expect(node).toEqual({ year: 2024, apiary: { name: 'El Roble' } });
  });

  it('is updated; a year out of range, long texts and a null flag are refused', async () => {
    const id = await createQueen(ana, apiary, { name: 'R1', year: 2025 });
    expect((await updateQueen(id, { name: 'R2', isMarked: true })).data.updateQueen).toMatchObject({
      name: 'R2',
      version: 2,
    });
    for (const [field, input] of [
      ['year', { year: 1899 }],
      ['year', { year: 3000 }],
      ['name', { name: 'x'.repeat(101) }],
      ['race', { race: 'x'.repeat(101) }],
      ['breeder', { breeder: 'x'.repeat(201) }],
      ['notes', { notes: 'x'.repeat(2001) }],
      ['isMarked', { isMarked: null }],
      ['isClipped', { isClipped: null }],
    ] as const)
      expectGraphqlRefused(await updateQueen(id, input), { code: 'BAD_USER_INPUT', field });
    expect((await updateQueen(id, { name: 'R3', expectedVersion: 1 })).errors![0]!.extensions).toMatchObject({
      reason: 'VERSION_CONFLICT',
      current: { version: 2, changedFields: ['name', 'isMarked'] },
    });
  });

  it('has a mother, ancestors and daughters, and never descends from herself', async () => {
    const eldest = await createQueen(ana, apiary, { name: 'eldest' });
    const mother = await createQueen(ana, apiary, { name: 'mother', motherId: eldest.toUpperCase() });
    const daughter = await createQueen(ana, apiary, { name: 'daughter', motherId: mother });
    const { queen, old } = await ana.ask(
      `{ queen(id: "${daughter}") { motherId mother { name } ancestors { name } }
         old: queen(id: "${eldest}") { ancestors { name } daughters { nodes { name } } } }`,
    );
    expect(queen).toEqual({
      motherId: mother,
      mother: { name: 'mother' },
      ancestors: [{ name: 'mother' }, { name: 'eldest' }],
    });
    expect(old).toEqual({ ancestors: [], daughters: { nodes: [{ name: 'mother' }] } });
    for (const motherId of [eldest, mother, daughter])
      await expectRefusal(
        (who) => updateQueen(eldest, { motherId }, who),
        [
          'CONFLICT',
          'LINEAGE_CYCLE',
          'A queen cannot descend from herself',
          'Una reina no puede descender de sí misma',
        ],
      );
    expect((await updateQueen(mother, { motherId: null })).data.updateQueen.mother).toBeNull();
    const foreign = await createQueen(bea, await bea.apiary());
    await expectLikeMissing((who, motherId) => updateQueen(eldest, { motherId }, who), ana, foreign);
    await expectLikeMissing((who, motherId) => updateQueen(foreign, { motherId }, who), ana, foreign);
    expectGraphqlRefused(await updateQueen(foreign, { motherId: '\0' }), { code: 'NOT_FOUND' });
  });

  it('two requests that make each queen the mother of the other: one is refused', async () => {
    for (let round = 0; round < 5; round++) {
      const [one, second] = [await createQueen(ana, apiary), await createQueen(ana, apiary)];
      const answers = await Promise.all([
        updateQueen(one, { motherId: second }),
        updateQueen(second, { motherId: one }),
      ]);
      expect(answers.flatMap(({ errors = [] }) => errors.map(({ extensions }) => extensions.reason))).toEqual([
        'LINEAGE_CYCLE',
      ]);
    }
  });

  it('is deleted if she has no reigns; her daughters remain', async () => {
    const mother = await createQueen(ana, apiary);
    const daughter = await createQueen(ana, apiary, { motherId: mother });
    const reign = await installOne(hives[0]!, mother);
    const remove = (who: Client = ana) => who.graphql(`mutation { deleteQueen(id: "${mother}") }`);
    await expectRefusal(remove, [
      'CONFLICT',
      'QUEEN_HAS_REIGNS',
      'The queen has reigns: delete them first',
      'La reina tiene reinados: elimínelos primero',
    ]);
    await ana.ask(`mutation { deleteReign(id: "${reign}") }`);
    for (let i = 0; i < 2; i++) expect((await remove()).data).toEqual({ deleteQueen: mother });
    expect((await ana.ask(`{ queen(id: "${daughter}") { motherId } }`)).queen).toEqual({ motherId: null });
  });

  it('an account has at most 10,000 of them', async () => {
    const cleo = await beekeeper(app);
    const home = await cleo.apiary();
    await app.database.sql(
      `insert into queens (id, created_at, updated_at, apiary_id, actor_id)
       select gen_random_uuid(), now(), now(), $1, $2 from generate_series(1, 9999)`,
      [home, cleo.id],
    );
    const create = (who: Client) => who.graphql(`mutation { createQueen(input: { apiaryId: "${home}" }) { id } }`);
    const answers = await Promise.all([create(cleo), create(cleo), create(cleo)]);
    expect(answers.flatMap(({ errors = [] }) => errors.map(({ message }) => message))).toEqual(
      Array(2).fill('An account can have at most 10000 queens'),
    );
    const { errors } = await create(spanish(cleo));
    expect(errors![0]).toMatchObject({
      message: 'Una cuenta puede tener 10000 reinas como máximo',
      extensions: { code: 'CONFLICT', reason: 'TOO_MANY_QUEENS' },
    });
  });
});

describe('installQueen', () => {
  it('ends the reign of the queen before, and that of the queen in another hive', async () => {
    const [first, second] = [await createQueen(ana, apiary), await createQueen(ana, apiary)];
    await installOne(hives[0]!, first, { startedOn: '2025-05-01' });
    await installOne(hives[1]!, second, { startedOn: '2025-06-01' });
    const { data } = await install({
      beehiveId: hives[0]!.toUpperCase(),
      queenId: second,
      startedOn: '2026-04-10',
      previousEndReason: 'DIED',
      notes: 'Cage',
    });
    expect(data.installQueen).toMatchObject({
      beehiveId: hives[0],
      startedOn: '2026-04-10',
      endedOn: null,
      notes: 'Cage',
    });
    expect(await reignsOf(hives[0]!)).toMatchObject([
      { queenId: second, startedOn: '2026-04-10', endedOn: null },
      { queenId: first, startedOn: '2025-05-01', endedOn: '2026-04-10', endReason: 'DIED' },
    ]);
    expect(await reignsOf(hives[1]!)).toMatchObject([{ queenId: second, endedOn: '2026-04-10', endReason: 'MOVED' }]);
    const { a, b, queen } = await ana.ask(
      `{ a: beehive(id: "${hives[0]}") { queen { id } queenlessSince } b: beehive(id: "${hives[1]}") { queen { id } queenlessSince }
         queen(id: "${second}") { beehive { beehiveNumber } reigns { totalCount nodes { endedOn } } } }`,
    );
    expect(a).toEqual({ queen: { id: second }, queenlessSince: null });
    expect(b).toEqual({ queen: null, queenlessSince: '2026-04-10' });
    expect(queen).toEqual({
      beehive: { beehiveNumber: 1 },
      reigns: { totalCount: 2, nodes: [{ endedOn: null }, { endedOn: '2026-04-10' }] },
    });
  });

  it('records an earlier reign where it does not overlap, and ends no other for it', async () => {
    const [first, second] = [await createQueen(ana, apiary), await createQueen(ana, apiary)];
    await installOne(hives[0]!, first, { startedOn: '2026-04-01' });
    const past = { beehiveId: hives[0], queenId: second, endReason: 'SUPERSEDED' };
    const { data } = await install({ ...past, startedOn: '2025-04-01', endedOn: '2026-04-01' });
    expect(data.installQueen).toMatchObject({ endedOn: '2026-04-01', endReason: 'SUPERSEDED' });
    const ofHive: [string, string, string, string] = [
      'CONFLICT',
      'REIGN_OVERLAPS',
      'The hive has a queen on some of these days',
      'La colmena ya tiene una reina en algunos de estos días',
    ];
    const third = await createQueen(ana, apiary);
    for (const days of [
      { startedOn: '2026-03-31', endedOn: '2026-05-01' },
      { startedOn: '2025-04-01', endedOn: '2025-04-02' },
      { startedOn: '2025-03-01' },
    ])
      await expectRefusal((who) => install({ beehiveId: hives[0], queenId: third, ...days }, who), ofHive);
    // She is its queen already.
    await expectRefusal(
      (who) => install({ beehiveId: hives[0], queenId: first, startedOn: '2026-05-01' }, who),
      ofHive,
    );
    await expectRefusal(
      (who) => install({ beehiveId: hives[1], queenId: first, startedOn: '2026-04-01', endedOn: '2026-04-02' }, who),
      [
        'CONFLICT',
        'REIGN_OVERLAPS',
        'The queen is in another hive on some of these days',
        'La reina ya está en otra colmena en algunos de estos días',
      ],
    );
    expect(await reignsOf(hives[0]!)).toHaveLength(2);
    expect(await reignsOf(hives[1]!)).toHaveLength(0);
  });

  it('refuses days in the future and an end before the first day, and a reason without an end', async () => {
    const queenId = await createQueen(ana, apiary);
    const input = { beehiveId: hives[0], queenId };
    const bad = (field: string, english: string, other: string, more: Json) =>
      expectRefusal(
        (who) => install({ ...input, ...more }, who),
        ['BAD_USER_INPUT', undefined, `${field} ${english}`, `${field} ${other}`],
      );
    await bad('startedOn', 'must not be in the future', 'no debe estar en el futuro', { startedOn: inDays(3) });
    await bad('endedOn', 'must not be in the future', 'no debe estar en el futuro', { endedOn: inDays(3) });
    await bad('endedOn', 'must not be before the first day', 'no debe ser anterior al primer día', {
      startedOn: '2026-05-02',
      endedOn: '2026-05-01',
    });
    await bad('endReason', 'must be given together with the end', 'debe indicarse junto con el final', {
      endReason: 'DIED',
    });
    expect((await install({ ...input, startedOn: inDays(1) })).data.installQueen.startedOn).toBe(inDays(1));
  });

  it('two queens on one day: the second replaces the first, who was there for no day', async () => {
    const [first, second] = [await createQueen(ana, apiary), await createQueen(ana, apiary)];
    await installOne(hives[0]!, first, { startedOn: '2026-05-01' });
    await installOne(hives[0]!, second, { startedOn: '2026-05-01' });
    expect(await reignsOf(hives[0]!)).toMatchObject([
      { endedOn: null },
      { startedOn: '2026-05-01', endedOn: '2026-05-01' },
    ]);
  });

  it('a hive has at most 500 reigns', async () => {
    await app.database.sql(
      `insert into queen_reigns (id, created_at, updated_at, beehive_id, started_on, ended_on, actor_id)
       select gen_random_uuid(), now(), now(), $1, date '1990-01-01' + n, date '1990-01-01' + n + 1, $2 from generate_series(1, 500) n`,
      [hives[0], ana.id],
    );
    const queenId = await createQueen(ana, apiary);
    await expectRefusal(
      (who) => install({ beehiveId: hives[0], queenId }, who),
      [
        'CONFLICT',
        'TOO_MANY_REIGNS',
        'A hive can have at most 500 reigns of queens',
        'Una colmena puede tener 500 reinados como máximo',
      ],
    );
  });

  it('finds neither the hive nor the queen of another account', async () => {
    const queenId = await createQueen(ana, apiary);
    const home = await bea.apiary();
    const [hive, queen] = [await bea.beehive(home), await createQueen(bea, home)];
    await expectLikeMissing((who, beehiveId) => install({ beehiveId, queenId }, who), ana, hive);
    await expectLikeMissing((who, id) => install({ beehiveId: hives[0], queenId: id }, who), ana, queen);
  });
});

describe('a reign', () => {
  let queen: string;
  let reign: string;
  beforeEach(async () => {
    queen = await createQueen(ana, apiary);
    reign = await installOne(hives[0]!, queen, { startedOn: '2026-05-01' });
  });

  it('ends once, on a day from its first', async () => {
    await expectRefusal(
      (who) => endReign(reign, { endedOn: '2026-04-30' }, who),
      [
        'BAD_USER_INPUT',
        undefined,
        'endedOn must not be before the first day',
        'endedOn no debe ser anterior al primer día',
      ],
    );
    const { data } = await endReign(reign, { endReason: 'SWARMED', expectedVersion: 1 });
    expect(data.changed).toMatchObject({ endedOn: inDays(0), endReason: 'SWARMED', version: 2 });
    await expectRefusal(
      (who) => endReign(reign, {}, who),
      ['CONFLICT', 'REIGN_ENDED', 'The reign has ended: correct it', 'El reinado ya terminó: corríjalo'],
    );
  });

  it('is corrected, also to one that goes on; the log has what it was', async () => {
    await endReign(reign, { endedOn: '2026-06-01', endReason: 'MISSING' });
    expect((await updateReign(reign, { startedOn: '2026-04-01', notes: 'Earlier' })).data.changed).toMatchObject({
      startedOn: '2026-04-01',
      endedOn: '2026-06-01',
      notes: 'Earlier',
    });
    expect((await updateReign(reign, { endedOn: null })).data.changed).toMatchObject({
      endedOn: null,
      endReason: null,
    });
    const log = await logOf(app.database, reign);
    expect(log.map(({ fields }) => fields)).toEqual([
      null,
      { ended_on: [null, '2026-06-01'], end_reason: [null, 'MISSING'] },
      { started_on: ['2026-05-01', '2026-04-01'], notes: [null, 'Earlier'] },
      { ended_on: ['2026-06-01', null], end_reason: ['MISSING', null] },
    ]);
    const { apiary: found } = await ana.ask(
      `{ apiary(id: "${apiary}") { activity(first: 1) { nodes { kind label changes { field from to } } } } }`,
    );
    expect(found.activity.nodes).toEqual([
      {
        kind: 'QUEEN_REIGN',
        label: '1',
        changes: [
          { field: 'endedOn', from: '2026-06-01', to: null },
          { field: 'endReason', from: 'MISSING', to: null },
        ],
      },
    ]);
    expectGraphqlRefused(await updateReign(reign, { endReason: 'DIED' }), {
      code: 'BAD_USER_INPUT',
      field: 'endReason',
    });
    expectGraphqlRefused(await updateReign(reign, { startedOn: null }), { code: 'BAD_USER_INPUT', field: 'startedOn' });
    expectGraphqlRefused(await updateReign(reign, { endedOn: '2026-03-31' }), {
      code: 'BAD_USER_INPUT',
      field: 'endedOn',
    });
    expect((await updateReign(reign, { notes: 'x', expectedVersion: 1 })).errors![0]!.extensions.reason).toBe(
      'VERSION_CONFLICT',
    );
  });

  it('is not corrected so that it overlaps', async () => {
    await endReign(reign, { endedOn: '2026-06-01' });
    await installOne(hives[0]!, await createQueen(ana, apiary), { startedOn: '2026-06-01' });
    for (const input of [{ endedOn: '2026-06-02' }, { endedOn: null }])
      await expectRefusal(
        (who) => updateReign(reign, input, who),
        [
          'CONFLICT',
          'REIGN_OVERLAPS',
          'The hive has a queen on some of these days',
          'La colmena ya tiene una reina en algunos de estos días',
        ],
      );
  });

  it('of another account looks like a missing one', async () => {
    await expectLikeMissing((who, id) => endReign(id, {}, who), bea, reign);
    await expectLikeMissing((who, id) => updateReign(id, {}, who), bea, reign);
    await expectLikeMissing((who, id) => updateQueen(id, {}, who), bea, queen);
    await expectLikeMissing(
      (who, id) => who.graphql(`mutation { deleteReign(id: ${JSON.stringify(id)}) }`),
      bea,
      reign,
    );
    await expectLikeMissing(
      (who, id) => who.graphql(`mutation { deleteQueen(id: ${JSON.stringify(id)}) }`),
      bea,
      queen,
    );
    await expectLikeMissing((who, id) => who.graphql(`{ queen(id: ${JSON.stringify(id)}) { id } }`), bea, queen);
  });
});

describe('what is recorded of a hive', () => {
  it('an inspection has the queen of its day, and a queen what was recorded during her reigns', async () => {
    const [first, second] = [await createQueen(ana, apiary), await createQueen(ana, apiary)];
    await installOne(hives[0]!, first, { startedOn: '2026-03-01' });
    await installOne(hives[0]!, second, { startedOn: '2026-05-10' });
    await ana.ask(
      `mutation ($hive: ID!, $other: ID!) {
        a: recordInspection(input: { beehiveId: $hive, answers: [], occurredAt: "2026-02-28T23:59:59Z" }) { id }
        b: recordInspection(input: { beehiveId: $hive, answers: [], occurredAt: "2026-03-01T00:00:00Z" }) { id }
        c: recordInspection(input: { beehiveId: $hive, answers: [], occurredAt: "2026-05-09T23:59:59Z" }) { id }
        d: recordInspection(input: { beehiveId: $hive, answers: [], occurredAt: "2026-05-10T00:00:00Z" }) { id }
        e: recordInspection(input: { beehiveId: $other, answers: [], occurredAt: "2026-05-10T00:00:00Z" }) { id }
        m: recordMiteCount(input: { beehiveId: $hive, method: SUGAR_ROLL, bees: 300, mites: 3, countedOn: "2026-04-01" }) { id }
        n: recordMiteCount(input: { beehiveId: $hive, method: SUGAR_ROLL, bees: 100, mites: 3, countedOn: "2026-04-02" }) { id }
        o: recordMiteCount(input: { beehiveId: $hive, method: STICKY_BOARD, days: 3, mites: 90, countedOn: "2026-04-03" }) { id }
        p: recordMiteCount(input: { beehiveId: $hive, method: SUGAR_ROLL, bees: 300, mites: 9, countedOn: "2026-05-10" }) { id }
        t: recordTreatment(input: { beehiveIds: [$hive], kind: "Varroa", productName: "Thymol", startedOn: "2026-05-09" }) { id }
      }`,
      { hive: hives[0], other: hives[1] },
    );
    const { beehive } = await ana.ask(
      `{ beehive(id: "${hives[0]}") { inspections { nodes { occurredAt queen { id } } } } }`,
    );
    const queens = beehive.inspections.nodes.map(({ queen }: { queen: { id: string } | null }) => queen?.id);
    expect(queens).toEqual([second, first, first, undefined]);
    const { a, b, c } = await ana.ask(
      `query ($a: ID!, $b: ID!, $c: ID!) { a: queen(id: $a) { ...P } b: queen(id: $b) { ...P } c: queen(id: $c) { ...P } }
       fragment P on Queen { performance { reigns days inspections lastInspectedAt treatments miteCounts mitesPer100 highestMitesPer100 } }`,
      { a: first, b: second, c: await createQueen(ana, apiary) },
    );
    expect(a.performance).toEqual({
      reigns: 1,
      days: 70,
      inspections: 2,
      lastInspectedAt: '2026-05-09T23:59:59.000Z',
      treatments: 1,
      miteCounts: 2,
      mitesPer100: 1.5,
      highestMitesPer100: 3,
    });
    expect(b.performance).toMatchObject({ reigns: 1, inspections: 1, treatments: 0, miteCounts: 1, mitesPer100: 3 });
    expect(c.performance).toMatchObject({
      reigns: 0,
      days: 0,
      inspections: 0,
      mitesPer100: null,
      lastInspectedAt: null,
    });
  });

  it('the timeline has the beginning and the end of each reign, with who recorded them', async () => {
    const queen = await createQueen(ana, apiary, { name: 'R1' });
    const reign = await installOne(hives[0]!, queen, { startedOn: '2026-03-01' });
    await share(ana, apiary, bea, 'WORKER');
    await until(async () => (await bea.graphql(`{ beehive(id: "${hives[0]}") { id } }`)).errors === undefined);
    expect((await endReign(reign, { endedOn: '2026-04-01' }, bea)).errors).toBeUndefined();
    const { beehive } = await ana.ask(
      `{ beehive(id: "${hives[0]}") { timeline(kinds: [QUEEN_INSTALLED, REIGN_ENDED]) { totalCount
         nodes { kind occurredAt actor { id } reign { id queen { name } } inspection { id } } } } }`,
    );
    const record = { id: reign, queen: { name: 'R1' } };
    expect(beehive.timeline).toEqual({
      totalCount: 2,
      nodes: [
        {
          kind: 'REIGN_ENDED',
          occurredAt: '2026-04-01T00:00:00.000Z',
          actor: { id: bea.id },
          reign: record,
          inspection: null,
        },
        {
          kind: 'QUEEN_INSTALLED',
          occurredAt: '2026-03-01T00:00:00.000Z',
          actor: { id: ana.id },
          reign: record,
          inspection: null,
        },
      ],
    });
  });

  it('the worklist has hives without a queen, since when, and those with an old one', async () => {
    const worklist = async () =>
      (
        await ana.ask(
          `{ worklist(apiaryIds: ["${apiary}"], kinds: [QUEENLESS, OLD_QUEEN]) {
             nodes { kind severity dueAt value threshold beehive { beehiveNumber } } } }`,
        )
      ).worklist.nodes;
    expect(await worklist()).toEqual([]);
    const year = new Date().getUTCFullYear();
    const [old, young] = [
      await createQueen(ana, apiary, { year: year - 3 }),
      await createQueen(ana, apiary, { year: year - 2 }),
    ];
    const reign = await installOne(hives[0]!, old, { startedOn: inDays(-40) });
    await installOne(hives[1]!, young, { startedOn: inDays(-40) });
    // A young queen becomes old at the end of the year.
    const expected = {
      kind: 'OLD_QUEEN',
      severity: 'MEDIUM',
      dueAt: `${year}-01-01T00:00:00.000Z`,
      value: 3,
      threshold: 2,
      beehive: { beehiveNumber: 1 },
    };
    expect((await worklist()).filter(({ severity }: { severity: string }) => severity === 'MEDIUM')).toEqual([
      expected,
    ]);
    await endReign(reign, { endedOn: inDays(-5) });
    expect((await worklist()).filter(({ severity }: { severity: string }) => severity !== 'LOW')).toEqual([
      {
        kind: 'QUEENLESS',
        severity: 'HIGH',
        dueAt: `${inDays(-5)}T00:00:00.000Z`,
        value: 5,
        threshold: null,
        beehive: { beehiveNumber: 1 },
      },
    ]);
    await ana.ask(`mutation { updateBeehive(id: "${hives[0]}", input: { status: INACTIVE }) { id } }`);
    expect((await worklist()).filter(({ kind }: { kind: string }) => kind === 'QUEENLESS')).toEqual([]);
    await ana.ask(`mutation { updateBeehive(id: "${hives[1]}", input: { status: QUEENLESS }) { id } }`);
    expect((await worklist()).filter(({ kind }: { kind: string }) => kind === 'QUEENLESS')).toMatchObject([
      { dueAt: null, value: null, beehive: { beehiveNumber: 2 } },
    ]);
  });

  it('the export has queens and reigns; the deletion of the account leaves none', async () => {
    const cleo = await beekeeper(app);
    const home = await cleo.apiary();
    const [queen, hive] = [await createQueen(cleo, home), await cleo.beehive(home)];
    await install({ beehiveId: hive, queenId: queen }, cleo);
    const lost = await createQueen(cleo, await cleo.apiary());
    await app.database.sql('delete from apiaries where id = (select apiary_id from queens where id = $1)', [lost]);
    const { body } = await cleo.rest('GET', '/users/me/export');
    expect(body.queens.map(({ id }: { id: string }) => id).sort()).toEqual([queen, lost].sort());
    expect(body.queenReigns).toMatchObject([{ beehiveId: hive, queenId: queen }]);
    await cleo.ask(`mutation { deleteMyAccount(password: "${PASSWORD}") }`);
    const rest = `select id from queens where owner_id = $1 union all select id from queen_reigns where owner_id = $1
      union all select row_id from changes where owner_id = $1`;
    expect(await app.database.sql(rest, [cleo.id])).toEqual([]);
  });
});

describe('where a queen is', () => {
  const apiaryOf = async (queen: string, who = ana) =>
    (await who.ask(`{ queen(id: "${queen}") { apiaryId } }`)).queen.apiaryId;
  const move = (hive: string, apiaryId: string, who = ana) =>
    who.ask('mutation ($id: ID!, $apiaryId: ID!) { updateBeehive(id: $id, input: { apiaryId: $apiaryId }) { id } }', {
      id: hive,
      apiaryId,
    });

  it('she goes along with the hive in which she was installed last, and outlives it and its apiary', async () => {
    const [queen, elsewhere] = [await createQueen(ana, apiary), await createQueen(ana, apiary)];
    await installOne(hives[0]!, elsewhere, { startedOn: '2026-01-01' });
    await installOne(hives[1]!, elsewhere, { startedOn: '2026-02-01' });
    await installOne(hives[0]!, queen, { startedOn: '2026-03-01' });
    const other = await ana.apiary();
    await move(hives[0]!, other);
    expect([await apiaryOf(queen), await apiaryOf(elsewhere)]).toEqual([other, apiary]);
    await installOne(hives[1]!, queen, { startedOn: '2026-04-01' });
    expect(await apiaryOf(queen)).toBe(apiary);
    await ana.ask(`mutation { deleteBeehive(id: "${hives[1]}") }`);
    expect(await apiaryOf(queen)).toBe(apiary);
    await ana.ask(`mutation { deleteApiary(id: "${apiary}") }`);
    expect(await apiaryOf(queen)).toBeNull();
    const { queens } = await ana.ask('{ queens(first: 2) { nodes { id apiary { id } beehive { id } } } }');
    expect(queens.nodes).toEqual([elsewhere, queen].map((id) => ({ id, apiary: null, beehive: null })));
    await installOne(hives[0]!, queen);
    expect(await apiaryOf(queen)).toBe(other);
  });

  it('members of her apiary see her; a worker installs, a viewer does not', async () => {
    const queen = await createQueen(ana, apiary, { name: 'R1' });
    const cleo = await beekeeper(app);
    await share(ana, apiary, cleo, 'VIEWER');
    await until(async () => (await cleo.graphql(`{ queen(id: "${queen}") { id } }`)).errors === undefined);
    const refused = await install({ beehiveId: hives[0], queenId: queen }, cleo);
    expect(refused.errors![0]!.extensions).toMatchObject({ code: 'FORBIDDEN', reason: 'ROLE_TOO_LOW' });
    await share(ana, apiary, bea, 'WORKER');
    await until(async () => (await bea.graphql(`{ queen(id: "${queen}") { id } }`)).errors === undefined);
    expect((await install({ beehiveId: hives[0], queenId: queen }, bea)).errors).toBeUndefined();
    // Her queen would come to the hive of another account.
    const own = await createQueen(bea, await bea.apiary());
    const { errors } = await install({ beehiveId: hives[0], queenId: own }, bea);
    expect(errors![0]).toMatchObject({
      message: 'queenId must be a queen of the owner of the hive',
      extensions: { code: 'BAD_USER_INPUT' },
    });
    const inSpanish = await install({ beehiveId: hives[0], queenId: own }, spanish(bea));
    expect(inSpanish.errors![0]!.message).toBe('queenId debe ser una reina del propietario de la colmena');
    const motherOf = await updateQueen(own, { motherId: queen }, bea);
    expectGraphqlRefused(motherOf, { code: 'BAD_USER_INPUT', field: 'motherId' });
    // Moved to where the viewer sees nothing, she leaves a reign without a queen.
    await installOne(await ana.beehive(await ana.apiary()), queen);
    const { beehive } = await cleo.ask(
      `{ beehive(id: "${hives[0]}") { queen { id } queenReigns { nodes { queenId queen { id } } } } }`,
    );
    expect(beehive).toEqual({ queen: null, queenReigns: { nodes: [{ queenId: queen, queen: null }] } });
  });

  it('a hive that is given away takes its queens along, and refers to none that stays', async () => {
    const mother = await createQueen(ana, apiary, { name: 'mother' });
    const [queen, stays] = [await createQueen(ana, apiary, { motherId: mother }), await createQueen(ana, apiary)];
    const daughter = await createQueen(ana, apiary, { motherId: queen });
    await installOne(hives[0]!, stays, { startedOn: '2026-01-01' });
    await installOne(hives[1]!, queen, { startedOn: '2026-01-01' });
    await installOne(hives[1]!, stays, { startedOn: '2026-02-01' });
    await installOne(hives[0]!, queen, { startedOn: '2026-03-01' });
    const home = await bea.apiary();
    await share(bea, home, ana, 'MANAGER');
    await until(async () => (await ana.graphql(`{ apiary(id: "${home}") { id } }`)).errors === undefined);
    await move(hives[0]!, home);
    const { beehive } = await bea.ask(
      `{ beehive(id: "${hives[0]}") { queen { id apiaryId motherId ancestors { id } reigns { nodes { beehiveId } } performance { reigns } }
         queenReigns { nodes { queenId } } } }`,
    );
    expect(beehive).toEqual({
      queen: {
        id: queen,
        apiaryId: home,
        motherId: null,
        ancestors: [],
        reigns: { nodes: [{ beehiveId: hives[0] }] },
        performance: { reigns: 1 },
      },
      queenReigns: { nodes: [{ queenId: queen }, { queenId: null }] },
    });
    const { a, b } = await ana.ask(
      `{ a: queen(id: "${stays}") { apiaryId reigns { nodes { beehiveId } } } b: queen(id: "${daughter}") { motherId } }`,
    );
    expect([a, b]).toEqual([{ apiaryId: apiary, reigns: { nodes: [{ beehiveId: hives[1] }] } }, { motherId: null }]);
    expect((await reignsOf(hives[1]!)).map(({ queenId }: { queenId: string | null }) => queenId)).toEqual([
      stays,
      null,
    ]);
  });

  it('an apiary that is transferred takes its queens along, with their reigns and mothers in it', async () => {
    const other = await ana.apiary();
    const away = await ana.beehive(other);
    const mother = await createQueen(ana, apiary);
    const queen = await createQueen(ana, apiary, { motherId: mother });
    const daughter = await createQueen(ana, other, { motherId: queen });
    await installOne(hives[0]!, mother, { startedOn: '2026-01-01' });
    await installOne(away, queen, { startedOn: '2026-01-01' });
    await installOne(hives[1]!, queen, { startedOn: '2026-02-01' });
    await installOne(away, mother, { startedOn: '2026-02-01' });
    await installOne(hives[0]!, mother, { startedOn: '2026-03-01' });
    await share(ana, apiary, bea, 'WORKER');
    await until(async () => (await bea.graphql(`{ apiary(id: "${apiary}") { id } }`)).errors === undefined);
    expect((await transfer(ana, apiary, bea.id, false)).errors).toBeUndefined();
    const { apiary: given } = await bea.ask(
      `{ apiary(id: "${apiary}") { queens { nodes { id motherId beehive { id } } } beehives { nodes { queenReigns { nodes { queenId } } } } } }`,
    );
    expect(given.queens.nodes).toEqual([
      { id: queen, motherId: mother, beehive: { id: hives[1] } },
      { id: mother, motherId: null, beehive: { id: hives[0] } },
    ]);
    expect(given.beehives.nodes).toEqual([
      { queenReigns: { nodes: [{ queenId: mother }, { queenId: mother }] } },
      { queenReigns: { nodes: [{ queenId: queen }] } },
    ]);
    const { beehive, left } = await ana.ask(
      `{ beehive(id: "${away}") { queenReigns { nodes { queenId } } } left: queen(id: "${daughter}") { motherId } }`,
    );
    expect(beehive.queenReigns.nodes).toEqual([{ queenId: null }, { queenId: null }]);
    expect(left.motherId).toBeNull();
    expect((await ana.graphql(`{ queen(id: "${queen}") { id } }`)).errors).toHaveLength(1);
  });

  it('an id that is no UUID is refused, and one that another account has is taken', async () => {
    const id = randomUUID();
    const create = (input: Json, who = ana) =>
      who.graphql('mutation ($input: CreateQueenInput!) { createQueen(input: $input) { id } }', { input });
    expect((await create({ id, apiaryId: apiary })).data.createQueen.id).toBe(id);
    expect((await create({ id, apiaryId: apiary })).data.createQueen.id).toBe(id);
    const taken = await create({ id, apiaryId: await bea.apiary() }, bea);
    expect(taken.errors![0]!.extensions).toMatchObject({ code: 'CONFLICT', reason: 'ID_TAKEN' });
  });
});
