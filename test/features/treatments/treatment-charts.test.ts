// The charts of treatments and mites over time agree with a plain model.
import { describe, expect, it } from '@jest/globals';
import * as fc from '../../support/fast-check.js';
import { ana, apiary, app, hives, inDays, record, recordOne, voidIt } from './treatments.fixture.js';

it('treatments of an apiary over time are points of a chart', async () => {
  await record({});
  await record({ beehiveIds: [hives[0]], startedOn: '2026-05-20', productName: 'Amitraz' });
  await voidIt(await recordOne({ productName: 'Mistake' }));
  const { apiary: read } = await ana.ask(
    `{ apiary(id: "${apiary}") { treatmentTrend(period: MONTH, from: "2026-01-01", to: "2026-12-31") { from productName treatmentsCount beehivesCount } } }`,
  );
  expect(read.treatmentTrend).toEqual([
    { from: '2026-05-01', productName: 'Amitraz', treatmentsCount: 1, beehivesCount: 1 },
    { from: '2026-05-01', productName: 'Thymol', treatmentsCount: 2, beehivesCount: 2 },
  ]);
});

it('without a period, charts begin 365 days before today where the apiary is', async () => {
  for (const timeZone of ['Pacific/Kiritimati', 'Etc/GMT+12', 'UTC']) {
    const at = await ana.apiary({ timeZone });
    const hive = await ana.beehive(at, { placedOn: '2020-01-01' });
    const today = new Date().toLocaleDateString('sv', { timeZone });
    const days = [364, 365, 366].map((ago) => new Date(Date.parse(today) - ago * 86_400_000).toJSON().slice(0, 10));
    await app.database.sql(
      `insert into mite_counts (id, created_at, updated_at, beehive_id, apiary_id, counted_on, method, bees, mites, actor_id)
       select gen_random_uuid(), now(), now(), $1, $2, day, 'CO2', 300, 1, $4 from unnest($3::date[]) as day`,
      [hive, at, days, ana.id],
    );
    for (const startedOn of days) await record({ beehiveIds: [hive], startedOn, productName: startedOn });
    const { apiary: read } = await ana.ask(
      `{ apiary(id: "${at}") { miteTrend { points { date } } treatmentTrend(period: MONTH) { productName } } }`,
    );
    expect(read.miteTrend.points.map(({ date }: { date: string }) => date)).toEqual([days[1], days[0]]);
    const begun = read.treatmentTrend.map(({ productName }: { productName: string }) => productName);
    expect(begun.sort()).toEqual([days[1], days[0]]);
  }
});

describe('the charts agree with a plain model', () => {
  // Saturdays to Mondays, and the last and first days of months and of a leap February.
  const BORDERS = [
    '2024-02-29',
    '2024-03-01',
    '2025-12-28',
    '2025-12-29',
    '2025-12-31',
    '2026-01-01',
    '2026-01-31',
    '2026-02-01',
  ];
  const day = fc.oneof(
    fc.integer({ min: -420, max: 0 }).map(inDays),
    fc.constantFrom(...BORDERS, inDays(0), inDays(-365), inDays(-366)),
  );
  const inOrder = fc.tuple(day, day).map((days) => days.sort());
  const period = fc.oneof(
    inOrder.map(([from, to]) => ({ from: from!, to: to! })),
    fc.record({ from: fc.option(day), to: fc.option(day) }),
  );
  const within = ({ from, to }: { from: string | null; to: string | null }) => {
    const last = to ?? inDays(0);
    const first = from ?? new Date(Date.parse(last) - 365 * 86_400_000).toISOString().slice(0, 10);
    return (at: string): boolean => first <= at && at <= last;
  };
  const groupBy = <T>(list: T[], keyOf: (one: T) => string): [string, T[]][] => {
    const keys = [...new Set(list.map(keyOf))].sort();
    return keys.map((key) => [key, list.filter((one) => keyOf(one) === key)]);
  };
  /** To two decimals, exactly; half up. */
  const divide = (a: number, b: number): number => Math.floor((200 * a + b) / (2 * b)) / 100;
  const sum = (numbers: number[]): number => numbers.reduce((a, b) => a + b, 0);

  it('of mite counts, by day', async () => {
    const counts = fc.array(
      fc.record({
        date: day,
        hive: fc.nat(1),
        bees: fc.option(fc.constantFrom(100, 300), { freq: 2 }),
        days: fc.constantFrom(1, 2, 4, 5),
        mites: fc.nat(12),
      }),
      { minLength: 5, maxLength: 14 },
    );
    let drawn = 0;
    await fc.assertAll(
      fc.asyncProperty(counts, period, async (all, args) => {
        const at = await ana.apiary();
        const ids = [await ana.beehive(at), await ana.beehive(at)];
        await app.database.sql(
          `insert into mite_counts (id, created_at, updated_at, beehive_id, apiary_id, counted_on, method, bees, mites, days, actor_id)
           select gen_random_uuid(), now(), now(), beehive, $2, date, case when bees is null then 'STICKY_BOARD' else 'CO2' end, bees, mites,
             case when bees is null then days end, $3
           from jsonb_to_recordset($1) as t (beehive uuid, date date, bees int, mites int, days int)`,
          [JSON.stringify(all.map((one) => ({ ...one, beehive: ids[one.hive] }))), at, ana.id],
        );
        const pointsOf = (list: typeof all) =>
          groupBy(
            list.filter(({ date }) => within(args)(date)),
            ({ date }) => date,
          ).map(([date, group]) => {
            const samples = group.filter(({ bees }) => bees !== null);
            const boards = group.filter(({ bees }) => bees === null);
            const bees = sum(samples.map((one) => one.bees!));
            return {
              date,
              per100: bees === 0 ? null : divide(100 * sum(samples.map(({ mites }) => mites)), bees),
              highestPer100: bees === 0 ? null : Math.max(...samples.map((one) => divide(100 * one.mites, one.bees!))),
              perDay:
                boards.length === 0
                  ? null
                  : divide(sum(boards.map(({ mites, days }) => (20 * mites) / days)), 20 * boards.length),
              miteCountsCount: group.length,
              beehivesCount: new Set(group.map(({ hive }) => hive)).size,
            };
          });
        const read = await ana.ask(
          `query ($apiary: ID!, $hive: ID!, $from: LocalDate, $to: LocalDate) {
            apiary(id: $apiary) { miteTrend(from: $from, to: $to) { points { ...point } } }
            beehive(id: $hive) { miteTrend(from: $from, to: $to) { points { ...point } } }
          } fragment point on MitePoint { date per100 highestPer100 perDay miteCountsCount beehivesCount }`,
          { apiary: at, hive: ids[0], ...args },
        );
        expect(read.apiary.miteTrend.points).toEqual(pointsOf(all));
        expect(read.beehive.miteTrend.points).toEqual(pointsOf(all.filter(({ hive }) => hive === 0)));
        drawn += read.apiary.miteTrend.points.length;
      }),
      { numRuns: 25, endOnFailure: true },
    );
    expect(drawn).toBeGreaterThan(10);
  }, 60_000);

  it('of treatments, by week and by month', async () => {
    const treatments = fc.array(
      fc.record({
        startedOn: day,
        hive: fc.nat(1),
        product: fc.constantFrom('A', 'B'),
        status: fc.constantFrom('ACTIVE', 'COMPLETED', 'COMPLETED', 'VOIDED'),
        isReplaced: fc.nat(4).map((n) => n === 0),
      }),
      { minLength: 5, maxLength: 14 },
    );
    const startOf = (at: string, length: string): string => {
      if (length === 'MONTH') return `${at.slice(0, 8)}01`;
      const sinceMonday = (new Date(at).getUTCDay() + 6) % 7;
      return new Date(Date.parse(at) - sinceMonday * 86_400_000).toISOString().slice(0, 10);
    };
    let drawn = 0;
    await fc.assertAll(
      fc.asyncProperty(treatments, period, fc.constantFrom('WEEK', 'MONTH'), async (all, args, length) => {
        const at = await ana.apiary();
        const ids = [await ana.beehive(at), await ana.beehive(at)];
        await app.database.sql(
          `insert into treatments (id, created_at, updated_at, kind, product_name, status, started_on, beehive_id, treated_beehive_id, beehive_label,
             apiary_id, course_id, actor_id, series_id, current)
           select id, now(), now(), 'a', product, status, "startedOn", beehive, beehive, '1', $2, id, $3,
             case when "isReplaced" then gen_random_uuid() else id end, not "isReplaced"
           from (select gen_random_uuid() as id, t.* from jsonb_to_recordset($1)
             as t (beehive uuid, product text, status text, "startedOn" date, "isReplaced" boolean)) t`,
          [JSON.stringify(all.map((one) => ({ ...one, beehive: ids[one.hive] }))), at, ana.id],
        );
        const counted = all.filter(
          ({ startedOn, status, isReplaced }) => within(args)(startedOn) && status !== 'VOIDED' && !isReplaced,
        );
        const points = groupBy(counted, ({ startedOn, product }) => `${startOf(startedOn, length)} ${product}`);
        const { apiary: read } = await ana.ask(
          `query ($apiary: ID!, $length: CalendarPeriod!, $from: LocalDate, $to: LocalDate) {
            apiary(id: $apiary) { treatmentTrend(period: $length, from: $from, to: $to) { from productName treatmentsCount beehivesCount } } }`,
          { apiary: at, length, ...args },
        );
        expect(read.treatmentTrend).toEqual(
          points.map(([key, group]) => ({
            from: key.split(' ')[0],
            productName: key.split(' ')[1],
            treatmentsCount: group.length,
            beehivesCount: new Set(group.map(({ hive }) => hive)).size,
          })),
        );
        drawn += points.length;
      }),
      { numRuns: 25, endOnFailure: true },
    );
    expect(drawn).toBeGreaterThan(10);
  }, 60_000);
});
