// How many hives a keeper declares, where, and by when; and the item of the worklist that says so.
import { describe, expect, it } from '@jest/globals';
import { declarationPeriod, declaredDay } from '../../../src/features/movements/declaration-periods.rules.js';
import { daysAgo, done, lose, revive } from '../../support/colonies.js';
import { share } from '../../support/members.js';
import { beekeeper } from '../../support/world.js';
import {
  ana,
  app,
  type Declaration,
  declarationOf,
  hivesIn,
  loaded,
  place,
  refusedDeclaration,
} from './movements.fixture.js';

describe('the periods', () => {
  it('are whole months, in leap years, too', () => {
    expect(declarationPeriod('ES', 2028)).toEqual({ from: '2028-01-01', to: '2028-02-29' });
    expect(declarationPeriod('ES', 2100)).toEqual({ from: '2100-01-01', to: '2100-02-28' });
    expect(declarationPeriod('PT', 2026)).toEqual({ from: '2026-09-01', to: '2026-09-30' });
    expect(declarationPeriod('FR', 2026)).toEqual({ from: '2026-09-01', to: '2026-12-31' });
    expect(declarationPeriod('IT', 2026)).toEqual({ from: '2026-11-01', to: '2026-12-31' });
    for (const none of ['DE', 'CO', '', null, 'constructor']) expect(declarationPeriod(none, 2026)).toBeUndefined();
    expect(declaredDay('ES', 2026, '2026-05-01')).toBe('2026-02-28');
    expect(declaredDay('FR', 2026, '2026-05-01')).toBe('2026-05-01');
    expect(declaredDay(null, 2025, '2026-05-01')).toBe('2025-12-31');
  });
});

describe('annualDeclaration', () => {
  it('counts the living hives where they stood on the day, by apiary and country', async () => {
    const bea = await beekeeper(app);
    const [home, hills, coast] = [
      await bea.apiary({ name: 'Home' }),
      await bea.apiary({ name: 'Hills' }),
      await bea.apiary({ name: 'Coast' }),
    ];
    await place(home!, { country: 'ES', municipality: 'Soria', register_number: 'ES-1', mobility: 'STATIONARY' });
    await place(hills!, { country: 'ES', municipality: 'Toro' });
    const hives = await hivesIn(bea, home!, [1, 2, 3, 4, 5], '2025-01-05');
    await hivesIn(bea, home!, [6], '2025-03-01');
    await loaded(bea, { ids: hives.slice(0, 2), apiaryId: hills, movedOn: '2025-02-28' });
    await loaded(bea, { ids: [hives[0]], apiaryId: coast, movedOn: '2025-03-10' });
    await done(lose(bea, { id: hives[4], cause: 'STARVED', lostOn: '2025-02-28' }));
    await done(lose(bea, { id: hives[3], cause: 'STARVED', lostOn: '2025-03-01' }));
    const spain = { declaredFrom: '2025-01-01', declaredTo: '2025-02-28', country: 'ES', day: '2025-02-28' };
    expect(await declarationOf(bea, { year: 2025 })).toEqual({
      year: 2025,
      beehivesCount: 5,
      countries: [
        { ...spain, apiariesCount: 2, beehivesCount: 4 },
        { country: null, day: '2025-12-31', declaredFrom: null, declaredTo: null, apiariesCount: 1, beehivesCount: 1 },
      ],
      apiaries: {
        nodes: [
          {
            name: 'Home',
            country: 'ES',
            municipality: 'Soria',
            registerNumber: 'ES-1',
            mobility: 'STATIONARY',
            day: '2025-02-28',
            beehivesCount: 2,
            apiary: { id: home },
          },
          expect.objectContaining({ name: 'Hills', municipality: 'Toro', mobility: null, beehivesCount: 2 }),
          expect.objectContaining({ name: 'Coast', country: null, day: '2025-12-31', beehivesCount: 1 }),
        ],
        totalCount: 3,
        pageInfo: { hasNextPage: false, endCursor: expect.any(String) },
      },
    });
    const on = async (day: string, apiaryIds?: string[]) =>
      (await declarationOf(bea, { year: 2025, day, apiaryIds })).apiaries.nodes.map((one) => [
        one.name,
        one.beehivesCount,
      ]);
    expect((await on('2025-03-10')).sort()).toEqual([
      ['Coast', 1],
      ['Hills', 1],
      ['Home', 2],
    ]);
    expect(await on('2025-01-04')).toEqual([]);
    expect(await on('2025-01-05', [home!])).toEqual([['Home', 5]]);
    await done(revive(bea, hives[4]!));
    expect(await on('2025-02-28', [home!])).toEqual([['Home', 3]]);
    // An apiary that has been deleted since is declared with what is left of it.
    await loaded(bea, { ids: [hives[1]], apiaryId: coast, movedOn: '2025-06-01' });
    await bea.ask(`mutation { deleteApiary(input: { id: "${hills}" }) { deletedId } }`);
    const { nodes } = (await declarationOf(bea, { year: 2025 })).apiaries;
    expect(nodes[1]).toMatchObject({
      name: 'Hills',
      country: 'ES',
      municipality: 'Toro',
      beehivesCount: 2,
      apiary: null,
    });
    const paged: string[] = [];
    for (let after: string | null = null; ; ) {
      const { apiaries }: Declaration = await declarationOf(bea, { year: 2025, first: 1, after });
      paged.push(...apiaries.nodes.map(({ name }) => name));
      if (!apiaries.pageInfo.hasNextPage) break;
      after = apiaries.pageInfo.endCursor;
    }
    expect(paged).toEqual(['Home', 'Hills', 'Coast']);
  });

  it('is of today in a period that goes on, and of the current year', async () => {
    const bea = await beekeeper(app);
    const a = await bea.apiary();
    await place(a, { country: 'FR' });
    await hivesIn(bea, a, [1], daysAgo(3));
    const { year, countries } = await declarationOf(bea, {});
    const today = daysAgo(0);
    expect([year, countries]).toMatchObject([
      Number(today.slice(0, 4)),
      [{ country: 'FR', day: today, beehivesCount: 1 }],
    ]);
    expect((await declarationOf(bea, { year: 2999 })).countries).toMatchObject([
      { day: today, declaredTo: '2999-12-31' },
    ]);
  });

  it('is of apiaries of the account alone, and refuses other ones and wrong days', async () => {
    const [bea, max] = [await beekeeper(app), await beekeeper(app)];
    const a = await bea.apiary();
    await hivesIn(bea, a, [1], daysAgo(3));
    await share(bea, a, max, 'MANAGER');
    expect(await declarationOf(max, {})).toMatchObject({ beehivesCount: 0, countries: [], apiaries: { nodes: [] } });
    const refusal = async (who: typeof ana, variables: Record<string, unknown>) => {
      const { code, fields } = (await refusedDeclaration(who, variables)).errors![0]!.extensions;
      return fields?.[0]?.field ?? code;
    };
    expect(await refusal(max, { apiaryIds: [a] })).toBe('FORBIDDEN');
    expect(await refusal(ana, { apiaryIds: [a] })).toBe('NOT_FOUND');
    expect(await refusal(bea, { apiaryIds: [] })).toBe('apiaryIds');
    expect(await refusal(bea, { year: 2024, day: '2025-01-01' })).toBe('day');
    expect(await refusal(bea, { year: 2024, day: '2022-12-31' })).toBe('day');
    expect(await refusal(bea, { year: 1899 })).toBe('year');
    expect(await refusal(bea, { day: '2999-01-01' })).toBe('day');
  });
});

describe('the worklist', () => {
  const ITEMS = `query ($ids: [ID!], $until: DateTime, $snoozed: Boolean) {
    worklist(filter: { kinds: [ANNUAL_DECLARATION], apiaryIds: $ids, dueBefore: $until, includeSnoozed: $snoozed }) {
      nodes { key title(language: EN) severity dueOn value apiary { id } beehive { id } record { ... on Apiary { id } } snoozedUntil } totalCount } }`;
  /** Until a time by which each country's next period has begun. */
  const until = new Date(Date.now() + 370 * 86_400_000).toISOString();
  const itemsOf = async (who: typeof ana, variables: Record<string, unknown> = {}) =>
    (await who.ask(ITEMS, { until, ...variables })).worklist.nodes;

  it('has one item for each country of the owner, of the oldest apiary there', async () => {
    const [bea, max] = [await beekeeper(app), await beekeeper(app)];
    const places = [await bea.apiary(), await bea.apiary(), await bea.apiary(), await bea.apiary(), await bea.apiary()];
    const countries = ['ES', 'ES', 'ES', 'PT', 'DE'];
    for (const [i, apiary] of places.entries()) await place(apiary, { country: countries[i]! });
    for (const apiary of places.slice(1)) await hivesIn(bea, apiary, [1], daysAgo(3));
    const items = await itemsOf(bea);
    const today = daysAgo(0);
    const nextEnd = (country: string): string => {
      const year = Number(today.slice(0, 4));
      const { to } = declarationPeriod(country, year)!;
      return to < today ? declarationPeriod(country, year + 1)!.to : to;
    };
    const expected = [
      { country: 'ES', name: 'Spain', apiary: places[0]! },
      { country: 'PT', name: 'Portugal', apiary: places[3]! },
    ]
      .map(({ country, name, apiary }) => {
        const dueOn = nextEnd(country);
        const value = (Date.parse(dueOn) - Date.parse(today)) / 86_400_000;
        const time = value === 1 ? '1 day' : `${value} days`;
        const title =
          value === 0
            ? `Today is the last day to declare your hives in ${name}`
            : `Your hives in ${name} are to be declared within ${time}`;
        const severity = value === 0 ? 'MEDIUM' : 'LOW';
        const about = { apiary: { id: apiary }, beehive: null, record: { id: apiary }, snoozedUntil: null };
        return { key: `ANNUAL_DECLARATION:${apiary}`, title, severity, dueOn, value, ...about };
      })
      .sort((a, b) => (a.dueOn < b.dueOn ? -1 : 1));
    expect(items).toEqual(expected);
    // An apiary lists the item only if it is that one; a member sees nothing of it.
    expect(await itemsOf(bea, { ids: [places[2]] })).toEqual([]);
    expect(await itemsOf(bea, { ids: [places[3]] })).toEqual(expected.filter(({ apiary }) => apiary.id === places[3]));
    for (const apiary of places) await share(bea, apiary, max, 'MANAGER');
    expect(await itemsOf(max)).toEqual([]);
    const { apiary } = await bea.ask(
      `{ apiary(id: "${places[3]}") { worklist(filter: { kinds: [ANNUAL_DECLARATION], dueBefore: "${until}" }) { nodes { key } counts { count } } } }`,
    );
    expect(apiary.worklist).toEqual({ nodes: [{ key: `ANNUAL_DECLARATION:${places[3]}` }], counts: [{ count: 1 }] });
  });

  it('is put off until the next period, and listed from its first day on', async () => {
    const bea = await beekeeper(app);
    const a = await bea.apiary();
    await hivesIn(bea, a, [1], daysAgo(3));
    const today = daysAgo(0);
    // Whatever the day of the test is: the periods in which it is, and those in which it is not.
    for (const country of ['ES', 'PT', 'FR', 'IT']) {
      await place(a, { country });
      const period = declarationPeriod(country, Number(today.slice(0, 4)))!;
      const isOpen = period.from <= today && today <= period.to;
      const soon = new Date(Date.now() + 60_000).toISOString();
      expect([country, await itemsOf(bea, { until: soon })]).toMatchObject([
        country,
        isOpen ? [{ dueOn: period.to }] : [],
      ]);
      const [item] = await itemsOf(bea);
      const snooze =
        'mutation ($input: SnoozeWorklistItemInput!) { snoozeWorklistItem(input: $input) { worklistItem { key } } }';
      await bea.ask(snooze, { input: { key: item.key, until: daysAgo(-300) } });
      expect(await itemsOf(bea)).toEqual([]);
      expect(await itemsOf(bea, { snoozed: true })).toMatchObject([{ snoozedUntil: daysAgo(-300) }]);
      await bea.ask(snooze, { input: { key: item.key, until: null } });
    }
  });

  it('stays put off when the hives leave the apiary, and is gone with the last hive of the country', async () => {
    const bea = await beekeeper(app);
    const [a, b] = [await bea.apiary(), await bea.apiary()];
    for (const apiary of [a, b]) await place(apiary, { country: 'FR' });
    const hives = await hivesIn(bea, a, [1], daysAgo(3));
    const [item] = await itemsOf(bea);
    await bea.ask(
      'mutation ($input: SnoozeWorklistItemInput!) { snoozeWorklistItem(input: $input) { worklistItem { key } } }',
      { input: { key: item.key, until: daysAgo(-300) } },
    );
    await loaded(bea, { ids: hives, apiaryId: b });
    expect(await itemsOf(bea)).toEqual([]);
    expect(await itemsOf(bea, { snoozed: true })).toMatchObject([{ key: item.key }]);
    await place(b, { country: 'DE' });
    expect(await itemsOf(bea, { snoozed: true })).toEqual([]);
  });
});
