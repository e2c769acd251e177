// Days in all time zones, over changes of daylight saving time and the date line, compared with Temporal.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Temporal } from 'temporal-polyfill';
import { dayIn, startOfDayIn } from '../../../src/shared/days.js';
import { startTestApp, type TestApp } from '../../support/client.js';
import * as fc from '../../support/fast-check.js';
import { type Beekeeper, beekeeper } from '../../support/world.js';

let app: TestApp;
let ana: Beekeeper;
let zones: string[];
beforeAll(async () => {
  app = await startTestApp();
  ana = await beekeeper(app);
  const known = await app.database.sql<{ name: string }>('select name from pg_timezone_names');
  const names = new Set(known.map(({ name }) => name));
  zones = Intl.supportedValuesOf('timeZone').filter((zone) => zone.includes('/') && names.has(zone));
});
afterAll(() => app.close());

const FROM = Date.UTC(1990, 0, 1);
const UNTIL = Date.UTC(2024, 11, 31);
const HOUR = 3_600_000;
const zonedAt = (time: number, zone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(time).toZonedDateTimeISO(zone);
/** A time of any kind: anywhere, or close to a change of the clock or to midnight. */
const moment = (zone: string): fc.Arbitrary<number> =>
  fc
    .tuple(
      fc.integer({ min: FROM, max: UNTIL }),
      fc.constantFrom('any', 'change', 'midnight'),
      fc.integer({ min: -2 * HOUR, max: 2 * HOUR }),
    )
    .map(([time, kind, offset]) => {
      if (kind === 'any') return time;
      const zoned = zonedAt(time, zone);
      const near = kind === 'change' ? zoned.getTimeZoneTransition('next') : zoned.startOfDay();
      const found = (near?.epochMilliseconds ?? time) + offset;
      return Math.min(Math.max(found, FROM), UNTIL);
    });
const placeAndTime = () =>
  fc.nat().chain((n) => {
    const zone = zones[n % zones.length]!;
    return fc.tuple(fc.constant(zone), moment(zone));
  });

describe('days in all time zones', () => {
  it('a time has the day that Temporal says, which has begun before it and ends after it', async () => {
    const arbitrary = fc.array(placeAndTime(), { minLength: 200, maxLength: 400 });
    await fc.assert(
      fc.asyncProperty(arbitrary, async (cases) => {
        const day = dayIn('zone', 'time');
        const rows = await app.database.sql<{ day: string; begins: Date; ends: Date }>(
          `select ${day}::text as day, ${startOfDayIn('zone', day)} as begins, ${startOfDayIn('zone', `${day} + 1`)} as ends
           from unnest($1::text[], $2::timestamptz[]) with ordinality as t (zone, time, place) order by place`,
          [cases.map(([zone]) => zone), cases.map(([, time]) => new Date(time))],
        );
        const found = rows.map((row) => ({ day: row.day, begins: Number(new Date(row.begins)) }));
        const midnights = (day: Temporal.PlainDate, zone: string): number[] =>
          (['earlier', 'later'] as const)
            .map((disambiguation) => day.toPlainDateTime().toZonedDateTime(zone, { disambiguation }))
            .filter((midnight) => midnight.toPlainDate().equals(day))
            .map(({ epochMilliseconds }) => epochMilliseconds);
        const expected = cases.map(([zone, time], i) => {
          const zoned = zonedAt(time, zone);
          const day = zoned.toPlainDate();
          const begins = zoned.startOfDay().epochMilliseconds;
          // Where the clock is put back over midnight, there are two.
          const isOne = midnights(day, zone).includes(found[i]!.begins);
          return { day: day.toString(), begins: isOne ? found[i]!.begins : begins };
        });
        expect(found).toEqual(expected);
        for (const [i, [, time]] of cases.entries()) expect(Number(new Date(rows[i]!.ends))).toBeGreaterThan(time);
      }),
      { numRuns: 10 },
    );
  }, 120_000);

  it('charts and statistics count an inspection on the day that it was in its apiary', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(placeAndTime(), { minLength: 8, maxLength: 8 }), async (cases) => {
        for (const [zone, time] of cases) {
          const apiary = await ana.apiary({ timeZone: zone });
          const hive = await ana.beehive(apiary);
          const { createQuestion } = await ana.ask(
            `mutation { createQuestion(input: { apiaryId: "${apiary}", text: "How?", answerType: TEXT }) { question { id } } }`,
          );
          await ana.ask(
            `mutation ($at: DateTime!, $q: ID!) { recordInspection(input: { beehiveId: "${hive}", occurredAt: $at,
              answers: [{ questionId: $q, text: "good", score: 3 }] }) { inspection { id } } }`,
            { at: new Date(time).toISOString(), q: createQuestion.question.id },
          );
          const zoned = zonedAt(time, zone);
          const day = zoned.toPlainDate();
          const period = (from: Temporal.PlainDate, to: Temporal.PlainDate): string =>
            `statistics { period(from: "${from}", to: "${to}") { inspectionsCount } }`;
          const {
            of,
            before,
            after,
            beehive,
            apiary: read,
          } = await ana.ask(`{
            of: apiary(id: "${apiary}") { ${period(day, day)} }
            before: apiary(id: "${apiary}") { ${period(day.subtract({ days: 2 }), day.subtract({ days: 1 }))} }
            after: apiary(id: "${apiary}") { ${period(day.add({ days: 1 }), day.add({ days: 2 }))} }
            apiary(id: "${apiary}") { answerTrends(period: WEEK) { periods { from } } }
            beehive(id: "${hive}") { timeline(filter: { kinds: [INSPECTED] }) { nodes { occurredAt } } }
          }`);
          const counted = [of, before, after].map(({ statistics }) => statistics.period.inspectionsCount);
          expect({ zone, time, counted }).toEqual({ zone, time, counted: [1, 0, 0] });
          const monday = day.subtract({ days: day.dayOfWeek - 1 }).toString();
          expect(read.answerTrends[0].periods).toEqual([{ from: monday }]);
          expect(Date.parse(beehive.timeline.nodes[0].occurredAt)).toBe(time);
        }
      }),
      { numRuns: 3 },
    );
  }, 120_000);

  it('the beginning of a day in the timeline is that of the zone', async () => {
    for (const [zone, day] of [
      ['America/New_York', '2025-03-09'],
      ['Africa/Cairo', '2024-04-26'],
      ['Pacific/Apia', '2011-12-31'],
      ['Asia/Kathmandu', '2024-01-01'],
    ] as const) {
      const hive = await ana.beehive(await ana.apiary({ timeZone: zone }));
      await ana.ask(
        `mutation { recordMiteCount(input: { beehiveId: "${hive}", method: SUGAR_ROLL, mites: 1, bees: 300, countedOn: "${day}" }) { miteCount { id } } }`,
      );
      const { beehive } = await ana.ask(
        `{ beehive(id: "${hive}") { timeline(filter: { kinds: [MITES_COUNTED] }) { nodes { occurredAt } } } }`,
      );
      const begins = Temporal.PlainDate.from(day).toZonedDateTime(zone).epochMilliseconds;
      expect([zone, Date.parse(beehive.timeline.nodes[0].occurredAt)]).toEqual([zone, begins]);
    }
  });
});
