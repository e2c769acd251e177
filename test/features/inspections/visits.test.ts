// Lists of inspections, and visits that record several hives at once.
import { beforeAll, describe, expect, it } from '@jest/globals';
import { CONNECTION, expectPagesOfWhole, idsOfLinked } from '../../support/connections.js';
import { type Beekeeper, beekeeper } from '../../support/world.js';
import {
  ana,
  answersToAll,
  app,
  EVERYTHING,
  type Fields,
  hiveOf,
  ofHive,
  RECORD,
  world,
} from './inspections.fixture.js';

describe('lists of inspections', () => {
  let bea: Beekeeper;
  let w: { apiary: string; hive: string; other: string };
  let ids: string[];
  const at = (day: number): string => new Date(Date.UTC(2024, 4, day)).toISOString();
  beforeAll(async () => {
    bea = await beekeeper(app);
    const apiary = await bea.apiary();
    w = { apiary, hive: await bea.beehive(apiary), other: await bea.beehive(apiary) };
    ids = [];
    // The days are not in order, and one occurs twice.
    for (const day of [3, 1, 5, 3, 2]) {
      const { i } = await bea.ask(RECORD, { input: { beehiveId: w.hive, answers: [], occurredAt: at(day) } });
      ids.push(i.id);
    }
    const input = { beehiveId: w.other, answers: [], occurredAt: at(4) };
    ids.push((await bea.ask(RECORD, { input })).i.id);
  });
  const days = async (args: string): Promise<number[]> => {
    const { i } = await bea.ask(`{ i: inspections${args} { nodes { occurredAt } } }`);
    return i.nodes.map(({ occurredAt }: { occurredAt: string }) => new Date(occurredAt).getUTCDate());
  };

  const inZone = async (timeZone: string, run: () => Promise<void>): Promise<void> => {
    const move = (zone: string) =>
      bea.ask(`mutation { updateApiary(input: { id: "${w.apiary}", timeZone: "${zone}" }) { apiary { id } } }`);
    await move(timeZone);
    await run();
    await move('UTC');
  };

  it('are newest first: of a hive, of an apiary, of the account', async () => {
    expect(await days(`(beehiveId: "${w.hive}")`)).toEqual([5, 3, 3, 2, 1]);
    expect(await days(`(apiaryId: "${w.apiary}")`)).toEqual([5, 4, 3, 3, 2, 1]);
    expect(await days('')).toEqual([5, 4, 3, 3, 2, 1]);
  });

  it('combine a hive and an apiary, and refuse an apiary of another account', async () => {
    expect(await days(`(beehiveId: "${w.hive}", apiaryId: "${w.apiary}")`)).toEqual([5, 3, 3, 2, 1]);
    expect(await days(`(beehiveId: "${w.hive}", apiaryId: "${await bea.apiary()}")`)).toEqual([]);
    const foreign = await ana.apiary();
    const { errors } = await bea.graphql(
      `{ inspections(beehiveId: "${w.hive}", apiaryId: "${foreign}") { nodes { id } } }`,
    );
    expect(errors).toMatchObject([{ message: 'Apiary not found', extensions: { code: 'NOT_FOUND' } }]);
  });

  it('are filtered by day where the apiary is, and over REST by time: from inclusive, to exclusive', async () => {
    const within = 'filter: { from: "2024-05-02", to: "2024-05-04" }';
    expect(await days(`(${within})`)).toEqual([4, 3, 3, 2]);
    expect(await days(`(beehiveId: "${w.hive}", filter: { from: "2024-05-03" })`)).toEqual([5, 3, 3]);
    expect(await days('(filter: { to: "2024-04-30" })')).toEqual([]);
    await inZone('America/New_York', async () => {
      expect(await days(`(${within})`)).toEqual([5, 4, 3, 3]);
      expect(await days('(filter: { to: "2024-04-30" })')).toEqual([1]);
    });
    await inZone('Pacific/Kiritimati', async () => expect(await days(`(${within})`)).toEqual([4, 3, 3, 2]));
    const { beehive, apiary } = await bea.ask(
      `{ beehive(id: "${w.hive}") { inspections(${within}) { totalCount } } apiary(id: "${w.apiary}") { inspections(${within}) { totalCount } } }`,
    );
    expect([beehive.inspections.totalCount, apiary.inspections.totalCount]).toEqual([3, 4]);
    const { body } = await bea.rest('GET', `/inspections?beehive_id=${w.hive}&from=${at(2)}&to=${at(5)}`);
    expect(body.map(({ occurred_at }: { occurred_at: string }) => occurred_at)).toEqual([at(3), at(3), at(2)]);
  });

  it.each([1, 2, 4, 6])('are paged by %i', async (first) => {
    await expectPagesOfWhole(
      async (paging) =>
        (
          await bea.ask(
            `query ($first: Int, $after: String) { i: inspections(first: $first, after: $after) { ${CONNECTION} } }`,
            { ...paging },
          )
        ).i,
      first,
      6,
    );
  });

  it('are bare arrays over REST, with a Link header to the next page', async () => {
    const whole = (await bea.rest('GET', `/inspections?beehive_id=${w.hive}`)).body;
    const pages = await idsOfLinked(bea, `/inspections?hive_id=${w.hive}&first=2`);
    expect(pages.map((page) => page.length)).toEqual([2, 2, 1]);
    expect(pages.flat()).toEqual(whole.map(({ id }: { id: string }) => id));
  });
});

describe('a visit to several hives', () => {
  const VISIT = `mutation ($input: RecordVisitInput!) { recordVisit(input: $input) { inspections { ${EVERYTHING} } } }`;
  const visit = (input: Fields, who = ana) => who.graphql(VISIT, { input });

  it('is recorded for all hives in their order, with the same time', async () => {
    const w = await world();
    const [second, third] = [await ana.beehive(w.apiary), await ana.beehive(w.apiary)];
    const hives = [third, w.hive, second];
    const { data } = await visit({
      notes: 'Shared',
      answers: answersToAll(w),
      beehives: [
        { beehiveId: third, answers: [{ questionId: w.number, number: 3 }], notes: 'Own' },
        { beehiveId: w.hive, state: { healthStatus: 'Enfermedad' } },
        { beehiveId: second },
      ],
    });
    const { inspections } = data.recordVisit;
    expect(inspections).toMatchObject(
      hives.map((beehiveId) => ({
        beehive: { id: beehiveId },
        visitId: inspections[0].visitId,
        occurredAt: inspections[0].occurredAt,
        notes: beehiveId === third ? 'Own' : 'Shared',
        status: 'COMPLETED',
      })),
    );
    expect(inspections[0].visitId).toEqual(expect.any(String));
    const numbers = inspections.map(({ answers }: { answers: { questionId: string; number: number }[] }) => {
      expect(answers).toHaveLength(4);
      return answers.find(({ questionId }) => questionId === w.number)!.number;
    });
    expect(numbers).toEqual([3, 8, 8]);
    const health = await Promise.all(hives.map(async (hive) => (await hiveOf(hive)).health_status));
    expect(health).toEqual([null, 'Enfermedad', null]);
  });

  it('prefers the answer of a hive, also if it refers to an override', async () => {
    const w = await world();
    const { body } = await ana.rest('POST', '/questions/hive', { hive_id: w.hive, apiary_question_id: w.number });
    for (const questionId of [body.id, w.number.toUpperCase()]) {
      const { data, errors } = await visit({
        answers: [{ questionId: w.number, number: 8 }],
        beehives: [{ beehiveId: w.hive, answers: [{ questionId, number: 3 }] }],
      });
      expect({ data, errors }).toMatchObject({
        data: { recordVisit: { inspections: [{ answers: [{ questionId: w.number, number: 3 }] }] } },
      });
    }
  });

  it('is recorded for no hive if one answer is invalid, and reports the problems of all hives', async () => {
    const w = await world();
    const [second, third] = [await ana.beehive(w.apiary), await ana.beehive(w.apiary)];
    const before = await hiveOf(w.hive);
    const { errors } = await visit({
      answers: [{ questionId: w.number, number: 8 }],
      beehives: [
        { beehiveId: w.hive, state: { healthStatus: 'Enfermedad' } },
        { beehiveId: second, answers: [{ questionId: w.number, number: 21 }] },
        { beehiveId: third, answers: [{ questionId: w.choice, choice: 'Poca' }] },
      ],
    });
    expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }]);
    for (const hive of [w.hive, second, third]) expect((await ofHive(hive)).totalCount).toBe(0);
    expect(await hiveOf(w.hive)).toEqual(before);
    expect(errors![0]!.extensions.fields).toEqual([
      expect.objectContaining({ field: expect.stringMatching(/^beehives\.1\b/), questionId: w.number }),
      expect.objectContaining({ field: expect.stringMatching(/^beehives\.2\b/), questionId: w.choice }),
    ]);
  });

  it('requires 1 to 100 different hives of the account', async () => {
    const w = await world();
    const answers = [{ questionId: w.number, number: 8 }];
    const refused = async (hives: string[], code: string, message: RegExp) => {
      const { errors } = await visit({ answers, beehives: hives.map((beehiveId) => ({ beehiveId })) });
      expect(errors).toMatchObject([{ message: expect.stringMatching(message), extensions: { code } }]);
    };
    await refused([], 'BAD_USER_INPUT', /^beehives must contain 1 to 100 hives/);
    await refused(Array(101).fill(w.hive), 'BAD_USER_INPUT', /^beehives must contain 1 to 100 hives/);
    await refused([w.hive, w.hive.toUpperCase()], 'BAD_USER_INPUT', /^beehives .*twice/);
    const other = await beekeeper(app);
    await refused([w.hive, await other.beehive(await other.apiary())], 'NOT_FOUND', /./);
    expect((await ofHive(w.hive)).totalCount).toBe(0);
  });

  it('does not deadlock with a visit to the same hives in another order', async () => {
    const w = await world();
    const hives = [w.hive, await ana.beehive(w.apiary), await ana.beehive(w.apiary)];
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, i) =>
        visit({
          answers: [{ questionId: w.number, number: i }],
          beehives: (i % 2 ? hives : hives.toReversed()).map((beehiveId) => ({ beehiveId })),
        }),
      ),
    );
    expect(answers.map(({ errors }) => errors)).toEqual(Array(6).fill(undefined));
    for (const hive of hives) expect((await ofHive(hive)).totalCount).toBe(6);
  });
});
