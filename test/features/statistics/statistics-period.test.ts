// The figures of a period: what happened within it, for one apiary and for all, beside the same days of the year before.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { isOfRequest, startTestApp, statementsOf, type TestApp } from '../../support/client.js';
import { lose, move, unite } from '../../support/colonies.js';
import { harvest, treatOn, VOID_HARVEST } from '../../support/harvests.js';
import { share } from '../../support/members.js';
import { expectGraphqlRefused } from '../../support/refusals.js';
import { type Beekeeper, beekeeper } from '../../support/world.js';

const FIGURES = `from to beehivesBefore beehivesAfter inspectionsCount treatmentsCount honeyGrams lossesCount lossesByCause { cause beehivesCount }`;
const PERIOD = `fragment period on Statistics { period(from: $from, to: $to) { ${FIGURES} yearBefore { ${FIGURES} } } }`;
const OF_ALL = `query ($from: LocalDate!, $to: LocalDate!) { statistics { ...period } } ${PERIOD}`;
const OF_EACH = `query ($from: LocalDate!, $to: LocalDate!) { apiaries { nodes { id statistics { ...period } } } } ${PERIOD}`;
const NOTHING = { inspectionsCount: 0, treatmentsCount: 0, honeyGrams: 0, lossesCount: 0, lossesByCause: [] };

let app: TestApp;
let ana: Beekeeper;
let home: string;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** A hive that stands in the apiary since a day. */
async function hiveSince(day: string, at = home): Promise<string> {
  const id = await ana.beehive(at);
  await app.database.sql('update beehive_placements set placed_on = $2 where beehive_id = $1', [id, day]);
  return id;
}
const inspect = (beehiveId: string, occurredAt: string, draft = false) =>
  ana.ask('mutation ($input: RecordInspectionInput!) { recordInspection(input: $input) { inspection { id } } }', {
    input: { beehiveId, occurredAt, draft, answers: [] },
  });
const readAll = async (from: string, to: string, who = ana) => (await who.ask(OF_ALL, { from, to })).statistics.period;
const readEach = async (from: string, to: string, who = ana) => {
  const { apiaries } = await who.ask(OF_EACH, { from, to });
  return new Map(
    apiaries.nodes.map((one: { id: string; statistics: { period: object } }) => [one.id, one.statistics.period]),
  );
};

describe('a period', () => {
  beforeAll(async () => {
    ana = await beekeeper(app);
    home = await ana.apiary();
  });

  it('has what happened from its first day to its last, and the same of the year before', async () => {
    const [kept, treated, starved, robbed, united] = [
      await hiveSince('2024-04-01'),
      await hiveSince('2024-05-01'),
      await hiveSince('2024-05-01'),
      await hiveSince('2025-04-01'),
      await hiveSince('2025-03-31'),
    ];
    for (const at of ['2025-03-31T23:59:59Z', '2025-04-01T00:00:00Z', '2025-09-30T23:59:59Z', '2025-10-01T00:00:00Z'])
      await inspect(kept, at);
    await inspect(kept, '2025-06-01T10:00:00Z', true);
    await treatOn(ana, [treated], { startedOn: '2025-09-30' });
    await treatOn(ana, [treated], { startedOn: '2025-10-01' });
    await treatOn(ana, [treated], { startedOn: '2024-09-30' });
    await harvest(ana, home, { [kept]: 1500 }, { harvestedOn: '2025-04-01' });
    await harvest(ana, home, { [kept]: 700 }, { harvestedOn: '2025-03-31' });
    const voided = await harvest(ana, home, { [kept]: 300 }, { harvestedOn: '2025-05-01' });
    await ana.ask(VOID_HARVEST, { input: { id: voided, reason: 'Mistake' } });
    await lose(ana, { id: starved, cause: 'STARVED', lostOn: '2025-09-30' });
    await lose(ana, { id: robbed, cause: 'ROBBED', lostOn: '2025-10-01' });
    await unite(ana, { id: united, intoBeehiveId: kept, unitedOn: '2025-08-01' });

    const season = { from: '2025-04-01', to: '2025-09-30' };
    const expected = {
      ...season,
      beehivesBefore: 4,
      beehivesAfter: 3,
      inspectionsCount: 2,
      treatmentsCount: 1,
      honeyGrams: 1500,
      lossesCount: 1,
      lossesByCause: [{ cause: 'STARVED', beehivesCount: 1 }],
      yearBefore: {
        ...NOTHING,
        from: '2024-04-01',
        to: '2024-09-30',
        beehivesBefore: 0,
        beehivesAfter: 3,
        treatmentsCount: 1,
      },
    };
    expect(await readAll(season.from, season.to)).toEqual(expected);
    expect(await readEach(season.from, season.to)).toEqual(new Map([[home, expected]]));
    // One day is a period, too.
    expect(await readAll('2025-10-01', '2025-10-01')).toMatchObject({
      beehivesBefore: 3,
      beehivesAfter: 2,
      inspectionsCount: 1,
      lossesByCause: [{ cause: 'ROBBED', beehivesCount: 1 }],
    });
  });

  it('counts a hive where it stood, and what happened where it happened', async () => {
    const away = await ana.apiary();
    const hive = await hiveSince('2026-01-01', away);
    await inspect(hive, '2026-02-01T10:00:00Z');
    const before = await readAll('2026-01-01', '2026-04-30');
    await move(ana, { id: hive, apiaryId: home, movedOn: '2026-03-01' });
    expect(await readAll('2026-01-01', '2026-04-30')).toEqual(before);
    const [early, late] = [await readEach('2026-01-02', '2026-02-28'), await readEach('2026-03-01', '2026-04-30')];
    expect(early.get(away)).toMatchObject({ beehivesBefore: 1, beehivesAfter: 1, inspectionsCount: 1 });
    expect(late.get(away)).toMatchObject({ beehivesBefore: 1, beehivesAfter: 0, inspectionsCount: 0 });
    expect(late.get(home)).toMatchObject({ inspectionsCount: 0 });
    const added = (name: string) => [...late.values()].reduce<number>((sum, one) => sum + (one as never)[name], 0);
    const all = await readAll('2026-03-01', '2026-04-30');
    expect([added('beehivesBefore'), added('beehivesAfter')]).toEqual([all.beehivesBefore, all.beehivesAfter]);
  });

  it('has at most 366 days, and does not end before it begins', async () => {
    const attempt = (from: string, to: string) => ana.graphql(OF_ALL, { from, to });
    expectGraphqlRefused(await attempt('2026-03-02', '2026-03-01'), { code: 'BAD_USER_INPUT', field: 'to' });
    expectGraphqlRefused(await attempt('2025-01-01', '2026-01-02'), { code: 'BAD_USER_INPUT', field: 'from' });
    expect((await attempt('2024-01-01', '2024-12-31')).errors).toBeUndefined();
    expect((await attempt('0001-01-01', '0001-02-28')).errors).toBeUndefined();
    // The year before may have a day more, or has no 29 February.
    expect((await readAll('2025-02-28', '2026-02-28')).yearBefore).toMatchObject({
      from: '2024-02-28',
      to: '2025-02-28',
    });
    expect((await readAll('2024-02-29', '2024-02-29')).yearBefore).toMatchObject({
      from: '2023-02-28',
      to: '2023-02-28',
    });
  });

  it('is read in one statement, for all apiaries and for each', async () => {
    for (const document of [OF_ALL, OF_EACH]) {
      const read = () =>
        ana.graphql(document.replace(/yearBefore \{[^}]*\}[^}]*\}/, ''), { from: '2026-01-01', to: '2026-02-01' });
      expect((await read()).errors).toBeUndefined();
      const statements = (await statementsOf(app.app, read))
        .filter(isOfRequest)
        .filter((text) => /'honeyGrams'/.test(text));
      expect(statements).toHaveLength(1);
    }
  });

  it('has what a member sees, of the apiaries that are shared, and nothing of others', async () => {
    const [bea, eva] = [await beekeeper(app), await beekeeper(app)];
    await share(ana, home, bea, 'VIEWER');
    const [from, to] = ['2025-04-01', '2025-09-30'];
    expect(await readAll(from, to, bea)).toEqual((await readEach(from, to)).get(home));
    expect(await readEach(from, to, bea)).toEqual(new Map([[home, await readAll(from, to, bea)]]));
    expect(await readAll(from, to, eva)).toMatchObject({ ...NOTHING, beehivesBefore: 0, beehivesAfter: 0 });
  });
});
