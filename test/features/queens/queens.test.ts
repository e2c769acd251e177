// Queens, and installing them in hives.
import { describe, expect, it } from '@jest/globals';
import type { Client } from '../../support/client.js';
import { expectLikeMissing } from '../../support/missing-ids.js';
import { expectGraphqlRefused } from '../../support/refusals.js';
import { createQueen } from '../../support/world.js';
import {
  ana,
  apiary,
  app,
  bea,
  expectRefusal,
  hives,
  inDays,
  install,
  installOne,
  type Json,
  reignsOf,
  updateQueen,
} from './queens.fixture.js';

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
         young: queens(apiaryId: "${apiary}", filter: { year: 2025 }) { nodes { id } }
         nested: apiary(id: "${apiary}") { queens(first: 1) { nodes { id actor { userId } } pageInfo { hasNextPage } } }
         node(id: "${first}") { ... on Queen { year apiary { name } } } }`,
    );
    expect(all.nodes.map(({ id }: { id: string }) => id)).toEqual([other, second, first]);
    expect(here).toEqual({ totalCount: 2, nodes: [{ id: second }, { id: first }] });
    expect(young.nodes).toEqual([{ id: second }]);
    expect(nested.queens).toEqual({
      nodes: [{ id: second, actor: { userId: ana.id } }],
      pageInfo: { hasNextPage: true },
    });
    expect(node).toEqual({ year: 2024, apiary: { name: 'El Roble' } });
  });

  it('is updated; a year out of range, long texts and a null flag are refused', async () => {
    const id = await createQueen(ana, apiary, { name: 'R1', year: 2025 });
    expect((await updateQueen(id, { name: 'R2', isMarked: true })).data.updateQueen.queen).toMatchObject({
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
    expect((await updateQueen(mother, { motherId: null })).data.updateQueen.queen.mother).toBeNull();
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
    const remove = (who: Client = ana) =>
      who.graphql(`mutation { deleteQueen(input: { id: "${mother}" }) { deletedId } }`);
    await expectRefusal(remove, [
      'CONFLICT',
      'QUEEN_HAS_REIGNS',
      'The queen has reigns: delete them first',
      'La reina tiene reinados: elimínelos primero',
    ]);
    await ana.ask(`mutation { deleteQueenReign(input: { id: "${reign}" }) { deletedId } }`);
    for (let i = 0; i < 2; i++) expect((await remove()).data).toEqual({ deleteQueen: { deletedId: mother } });
    expect((await ana.ask(`{ queen(id: "${daughter}") { motherId } }`)).queen).toEqual({ motherId: null });
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
    expect(data.installQueen.queenReign).toMatchObject({
      beehive: { id: hives[0] },
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
    expect(data.installQueen.queenReign).toMatchObject({ endedOn: '2026-04-01', endReason: 'SUPERSEDED' });
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
    expect((await install({ ...input, startedOn: inDays(1) })).data.installQueen.queenReign.startedOn).toBe(inDays(1));
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
