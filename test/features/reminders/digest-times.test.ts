// When the next digest is due: by the time zone of the account, over changes of daylight saving time, at most once a day. The rule is compared
// with Temporal, which has a time-zone database of its own; no expectation depends on the hour at which the tests run.
import { describe, expect, it } from '@jest/globals';
import { Temporal } from 'temporal-polyfill';
import * as fc from '../../support/fast-check.js';
import {
  account,
  app,
  type Digest,
  digestOf,
  digestsAfter,
  makeDue,
  set,
  switchOn,
  task,
} from './reminders.fixture.js';

interface Schedule {
  zone: string;
  frequency: 'DAILY' | 'WEEKLY' | 'OFF';
  weekday: number;
  hour: number;
}

async function due({ zone, frequency, weekday, hour }: Schedule, after: string, sent?: string): Promise<string | null> {
  const [row] = await app.database.sql<{ due: Date | null }>('select digest_due($1, $2, $3, $4, $5, $6) as due', [
    zone,
    frequency,
    weekday,
    hour,
    after,
    sent ?? null,
  ]);
  return row!.due?.toISOString() ?? null;
}

/** The same rule: the first such hour after a time, on a day after that of the last mail. */
function expectedDue({ zone, frequency, weekday, hour }: Schedule, after: string, sent?: string): string | null {
  if (frequency === 'OFF') return null;
  const dayOf = (time: string): Temporal.PlainDate =>
    Temporal.Instant.from(time).toZonedDateTimeISO(zone).toPlainDate();
  for (let day = dayOf(after); ; day = day.add({ days: 1 })) {
    const time = day.toZonedDateTime({ timeZone: zone, plainTime: { hour } }).toInstant();
    const isLater = Temporal.Instant.compare(time, Temporal.Instant.from(after)) > 0;
    const isNext = sent === undefined || Temporal.PlainDate.compare(day, dayOf(sent)) > 0;
    const isOn = frequency === 'DAILY' || day.dayOfWeek === weekday;
    if (isLater && isNext && isOn) return new Date(time.epochMilliseconds).toISOString();
  }
}

/** In the spring, the clocks go forward at 2:00 in Berlin and in New York; in Lord Howe, they change by half an hour. */
const CHANGES: [zone: string, day: string, hour: number, expected: string[]][] = [
  ['Europe/Madrid', '2026-03-28', 7, ['2026-03-28T06:00', '2026-03-29T05:00', '2026-03-30T05:00']],
  ['Europe/Madrid', '2026-10-24', 7, ['2026-10-24T05:00', '2026-10-25T06:00', '2026-10-26T06:00']],
  ['America/New_York', '2026-03-07', 7, ['2026-03-07T12:00', '2026-03-08T11:00', '2026-03-09T11:00']],
  ['America/New_York', '2026-10-31', 7, ['2026-10-31T11:00', '2026-11-01T12:00', '2026-11-02T12:00']],
  ['Australia/Lord_Howe', '2026-10-03', 7, ['2026-10-02T20:30', '2026-10-03T20:00', '2026-10-04T20:00']],
  // The hour that the clock skips is the next one; that which comes twice is one.
  ['Europe/Madrid', '2026-03-28', 2, ['2026-03-28T01:00', '2026-03-29T01:00', '2026-03-30T00:00']],
  ['America/New_York', '2026-10-31', 1, ['2026-10-31T05:00', '2026-11-01T06:00', '2026-11-02T06:00']],
];

describe('over a change of daylight saving time', () => {
  it.each(CHANGES)('in %s from %s at %d', async (zone, day, hour, expected) => {
    const schedule: Schedule = { zone, frequency: 'DAILY', weekday: 1, hour };
    let after = Temporal.PlainDate.from(day).toZonedDateTime(zone).toInstant().subtract({ seconds: 1 }).toString();
    const times: string[] = [];
    let sent: string | undefined;
    for (const _ of expected) {
      const next: string = (await due(schedule, after, sent))!;
      times.push(next.slice(0, 16));
      // The job runs a moment later.
      after = new Date(Date.parse(next) + 40_000).toISOString();
      sent = after;
    }
    expect(times).toEqual(expected);
  });

  it('is by the same rule as Temporal’s, whatever the zone and the time', async () => {
    const at = (from: string, to: string) =>
      fc
        .integer({ min: Date.parse(from) / 1000, max: Date.parse(to) / 1000 })
        .map((s) => new Date(s * 1000).toISOString());
    const schedules = fc.record<Schedule>({
      zone: fc.constantFrom(
        'America/Bogota',
        'Europe/Madrid',
        'America/Santiago',
        'Pacific/Kiritimati',
        'Asia/Kathmandu',
      ),
      frequency: fc.constantFrom('DAILY', 'WEEKLY', 'OFF'),
      weekday: fc.integer({ min: 1, max: 7 }),
      // Temporal and PostgreSQL choose different ones of an hour that comes twice.
      hour: fc.integer({ min: 4, max: 22 }),
    });
    const ago = fc.option(fc.integer({ min: 0, max: 9 * 86_400 }), { nil: undefined });
    await fc.assert(
      fc.asyncProperty(schedules, at('2025-01-01', '2027-12-31'), ago, async (schedule, after, seconds) => {
        const sent = seconds === undefined ? undefined : new Date(Date.parse(after) - seconds * 1000).toISOString();
        expect(await due(schedule, after, sent)).toBe(expectedDue(schedule, after, sent));
      }),
      { numRuns: 200 },
    );
  });
});

/** Expects the time of a digest to follow from what it says, and from the zone, while `work` runs. */
async function expectNext(zone: string, work: () => Promise<Digest>, sent?: string): Promise<void> {
  const before = new Date().toISOString();
  const { frequency, weekday, hour, nextAt } = await work();
  const days = ['', 'MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'];
  const schedule = { zone, frequency, weekday: days.indexOf(weekday), hour };
  // An hour may have begun meanwhile.
  const possible = [before, new Date().toISOString()].map((after) => expectedDue(schedule, after, sent));
  expect(possible).toContain(nextAt);
}

describe('the next time', () => {
  it('follows the time zone of the account and the settings, as soon as they change', async () => {
    const ana = await account();
    await expectNext('UTC', () => switchOn(ana, { hour: 6 }));
    for (const zone of ['Pacific/Kiritimati', 'America/Bogota', 'Pacific/Pago_Pago']) {
      await expectNext(zone, async () => {
        await ana.rest('PUT', `/users/${ana.id}`, { time_zone: zone });
        return digestOf(ana);
      });
      await expectNext(zone, () => switchOn(ana, { hour: 19 }));
      await expectNext(zone, () => switchOn(ana, { frequency: 'WEEKLY', weekday: 'THURSDAY' }));
      await expectNext(zone, () => switchOn(ana, { hour: 6 }));
    }
    await set(ana, { frequency: 'OFF' });
    await ana.rest('PUT', `/users/${ana.id}`, { time_zone: 'UTC' });
    expect((await digestOf(ana)).nextAt).toBeNull();
  });

  it('after a mail is on a later day, also in another time zone or at another hour', async () => {
    const ana = await account();
    await task(ana, await ana.apiary(), 'Feed');
    await switchOn(ana);
    await digestsAfter(ana);
    const { lastAt } = await digestOf(ana);
    await expectNext('UTC', () => digestOf(ana), lastAt!);
    await expectNext('UTC', () => switchOn(ana, { hour: 23 }), lastAt!);
    for (const zone of ['America/Bogota', 'Pacific/Kiritimati'])
      await expectNext(
        zone,
        async () => {
          await ana.rest('PUT', `/users/${ana.id}`, { time_zone: zone });
          return digestOf(ana);
        },
        lastAt!,
      );
  });

  it('that has come is not lost by a change of what is listed, or of the time zone', async () => {
    const ana = await account();
    await task(ana, await ana.apiary(), 'Feed');
    await switchOn(ana);
    await makeDue(ana);
    await ana.rest('PUT', `/users/${ana.id}`, { time_zone: 'Europe/Madrid' });
    await switchOn(ana, { kinds: ['TASK'] });
    await app.app.digests.send();
    expect((await digestOf(ana)).lastAt).not.toBeNull();
  });
});
