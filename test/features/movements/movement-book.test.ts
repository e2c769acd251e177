// The movement book: what it has of loads, arrivals and ends, for whom, and in which pages.
import { describe, expect, it } from '@jest/globals';
import { type Client, isOfRequest, statementsOf } from '../../support/client.js';
import { correctBeehivePlacement, daysAgo, done, lose, revive, unite } from '../../support/colonies.js';
import { forged } from '../../support/connections.js';
import { share } from '../../support/members.js';
import { withToken } from '../../support/tokens.js';
import { beekeeper, placementOf } from '../../support/world.js';
import { ana, app, bookOf, declarationOf, hivesIn, loaded, place, refusedBook } from './movements.fixture.js';

const NOWHERE = { apiary: null, name: null, registerNumber: null, municipality: null, country: null };

describe('the entries', () => {
  it('are loads with both places, their hives, plate and document', async () => {
    const bea = await beekeeper(app);
    const [a, b] = [await bea.apiary({ name: 'Home' }), await bea.apiary({ name: 'Almonds' })];
    await place(a, { country: 'ES', municipality: 'Ayora', register_number: 'ES-46-1' });
    const hives = await hivesIn(bea, a, [12, 3, 7], daysAgo(60));
    const [alone] = await hivesIn(bea, a, [4], daysAgo(60));
    const load = { vehiclePlate: '1234 BCD', healthDocument: 'G-1' };
    await loaded(bea, { ids: hives, apiaryId: b, movedOn: daysAgo(30), ...load });
    await loaded(bea, { ids: [alone], apiaryId: b, movedOn: daysAgo(30), healthDocument: 'G-2' });
    const { nodes, totalCount } = await bookOf(bea);
    const home = {
      apiary: { id: a },
      name: 'Home',
      country: 'ES',
      municipality: 'Ayora',
      registerNumber: 'ES-46-1',
    };
    const almonds = { ...NOWHERE, apiary: { id: b }, name: 'Almonds' };
    const none = { cause: null, vehiclePlate: null, healthDocument: null, zoneReason: null, actor: { userId: bea.id } };
    expect(totalCount).toBe(3);
    expect(nodes).toEqual([
      {
        ...none,
        key: expect.any(String),
        kind: 'PLACED',
        movedOn: daysAgo(60),
        origin: null,
        destination: home,
        beehivesCount: 4,
        beehiveLabels: ['3', '4', '7', '12'],
        beehives: [hives[1], alone, hives[2], hives[0]].map((id) => ({ id })),
      },
      {
        ...none,
        ...load,
        key: expect.any(String),
        kind: 'MOVED',
        movedOn: daysAgo(30),
        origin: home,
        destination: almonds,
        beehivesCount: 3,
        beehiveLabels: ['3', '7', '12'],
        beehives: [hives[1], hives[2], hives[0]].map((id) => ({ id })),
      },
      expect.objectContaining({ beehiveLabels: ['4'], vehiclePlate: null, healthDocument: 'G-2' }),
    ]);
    // A hive that is added to a load leaves it the same entry.
    const [late] = await hivesIn(bea, a, [20], daysAgo(60));
    await loaded(bea, { ids: [late], apiaryId: b, movedOn: daysAgo(30), ...load });
    const after = (await bookOf(bea, { kinds: ['MOVED'] })).nodes;
    expect(after.map(({ key, beehivesCount }) => [key, beehivesCount])).toEqual([
      [nodes[1]!.key, 4],
      [nodes[2]!.key, 1],
    ]);
  });

  it('have what ended and why, until it is revived', async () => {
    const bea = await beekeeper(app);
    const a = await bea.apiary({ name: 'A' });
    const [one, two, three] = await hivesIn(bea, a, [1, 2, 3], daysAgo(50));
    await done(lose(bea, { id: one, cause: 'SOLD', lostOn: daysAgo(9) }));
    await done(unite(bea, { id: two, intoBeehiveId: three, unitedOn: daysAgo(8) }));
    const ends = async () => (await bookOf(bea, { kinds: ['ENDED'] })).nodes;
    expect(await ends()).toMatchObject([
      { movedOn: daysAgo(9), cause: 'SOLD', origin: { name: 'A' }, destination: null, beehiveLabels: ['1'] },
      { movedOn: daysAgo(8), cause: 'UNITED', beehiveLabels: ['2'], actor: { userId: bea.id } },
    ]);
    await done(revive(bea, one!));
    expect(await ends()).toMatchObject([{ cause: 'UNITED' }]);
  });

  it('have no names of deleted apiaries for a token of some apiaries, which declares no hives of them', async () => {
    const bea = await beekeeper(app);
    const [a, b] = [await bea.apiary({ name: 'Home' }), await bea.apiary({ name: 'Almonds' })];
    const hives = await hivesIn(bea, a, [1], daysAgo(60));
    await loaded(bea, { ids: hives, apiaryId: b, movedOn: daysAgo(30) });
    await bea.ask(`mutation { deleteApiary(input: { id: "${a}" }) { deletedId } }`);
    const namesOf = async (who: Client): Promise<unknown[]> => [
      (await bookOf(who)).nodes.map(({ origin, destination }) => [origin?.name, destination?.name]),
      (await bookOf(who, { apiaryId: b })).nodes.map(({ origin }) => origin?.name),
      (await declarationOf(who, { year: Number(daysAgo(40).slice(0, 4)), day: daysAgo(40) })).apiaries.nodes.map(
        ({ name }) => name,
      ),
    ];
    const all = [
      [
        [undefined, 'Home'],
        ['Home', 'Almonds'],
      ],
      ['Home'],
      ['Home'],
    ];
    expect(await namesOf(bea)).toEqual(all);
    expect(await namesOf(await withToken(app, bea))).toEqual(all);
    const limited = await withToken(app, bea, { apiaryIds: [b] });
    expect(await namesOf(limited)).toEqual([[[null, 'Almonds']], [null], []]);
  });

  it('follow a correction of a day, and keep what a deleted apiary was called', async () => {
    const bea = await beekeeper(app);
    const [a, b] = [await bea.apiary({ name: 'Gone' }), await bea.apiary({ name: 'B' })];
    await place(a, { country: 'PT', municipality: 'Évora', register_number: 'PT-1' });
    const hives = await hivesIn(bea, a, [1, 2], daysAgo(40));
    await loaded(bea, { ids: hives, apiaryId: b, movedOn: daysAgo(20) });
    await done(correctBeehivePlacement(bea, await placementOf(bea, hives[0]!), { placedOn: daysAgo(21) }));
    await bea.ask(`mutation { deleteApiary(input: { id: "${a}" }) { deletedId } }`);
    const gone = { apiary: null, name: 'Gone', country: 'PT', municipality: 'Évora', registerNumber: 'PT-1' };
    expect((await bookOf(bea)).nodes).toMatchObject([
      { kind: 'PLACED', destination: gone, beehivesCount: 2 },
      { kind: 'MOVED', movedOn: daysAgo(21), origin: gone, destination: { name: 'B' }, beehiveLabels: ['1'] },
      { kind: 'MOVED', movedOn: daysAgo(20), origin: gone, beehiveLabels: ['2'] },
    ]);
    // Another account that gets the hives learns nothing of it.
    const cleo = await beekeeper(app);
    const cleos = await cleo.apiary({ name: 'C' });
    await share(cleo, cleos, bea, 'MANAGER');
    await loaded(bea, { ids: hives, apiaryId: cleos, movedOn: daysAgo(2), vehiclePlate: 'X' });
    const { nodes } = await bookOf(cleo);
    expect(nodes).toMatchObject([
      { kind: 'MOVED', movedOn: daysAgo(2), origin: NOWHERE, destination: { name: 'C' }, vehiclePlate: 'X' },
    ]);
    expect(JSON.stringify(nodes)).not.toMatch(/Gone|Évora|PT-1/);
    expect((await bookOf(bea)).nodes).toEqual([]);
  });

  it('name to a member no apiary that is not shared', async () => {
    const [bea, max] = [await beekeeper(app), await beekeeper(app)];
    const [secret, shared] = [await bea.apiary({ name: 'Secret' }), await bea.apiary({ name: 'Shared' })];
    const hives = await hivesIn(bea, secret, [1], daysAgo(40));
    await hivesIn(bea, secret, [9], daysAgo(40));
    await loaded(bea, { ids: hives, apiaryId: shared, movedOn: daysAgo(20) });
    await share(bea, shared, max, 'VIEWER');
    const { nodes, totalCount } = await bookOf(max, { apiaryId: shared });
    expect([nodes, totalCount]).toMatchObject([
      [{ kind: 'MOVED', origin: NOWHERE, destination: { name: 'Shared' }, beehives: [{ id: hives[0] }] }],
      1,
    ]);
    expect((await refusedBook(max, { apiaryId: secret })).errors![0]!.extensions.code).toBe('NOT_FOUND');
    expect((await bookOf(await beekeeper(app))).nodes).toEqual([]);
  });
});

describe('the list', () => {
  it('is of an apiary, of kinds and of a period, in pages that agree with the whole', async () => {
    const bea = await beekeeper(app);
    const places = [await bea.apiary({ name: 'A' }), await bea.apiary({ name: 'B' }), await bea.apiary({ name: 'C' })];
    const hives = await hivesIn(bea, places[0]!, [1, 2, 3, 4], '2024-01-10');
    for (let i = 1; i <= 12; i++) {
      const day = `2024-0${1 + Math.ceil(i / 2)}-15`;
      await loaded(bea, { ids: hives.slice(i % 3 || 1), apiaryId: places[i % 3], movedOn: day }).catch(() => {});
    }
    const whole = await bookOf(bea);
    expect(whole.nodes.length).toBeGreaterThan(8);
    const paged: string[] = [];
    for (let after: string | null = null; ; ) {
      const page = await bookOf(bea, { first: 3, after });
      expect(page.totalCount).toBe(whole.totalCount);
      paged.push(...page.nodes.map(({ key }) => key));
      if (!page.pageInfo.hasNextPage) break;
      after = page.pageInfo.endCursor;
    }
    expect(paged).toEqual(whole.nodes.map(({ key }) => key));
    const idsOf = async (variables: Record<string, unknown>) =>
      (await bookOf(bea, variables)).nodes.map(({ key }) => key);
    const expected = (isListed: (entry: (typeof whole.nodes)[number]) => boolean) =>
      whole.nodes.filter(isListed).map(({ key }) => key);
    expect(await idsOf({ apiaryId: places[1] })).toEqual(
      expected(({ origin, destination }) => [origin?.name, destination?.name].includes('B')),
    );
    expect(await idsOf({ kinds: ['PLACED'] })).toEqual(expected(({ kind }) => kind === 'PLACED'));
    expect(await idsOf({ kinds: [] })).toEqual([]);
    expect(await idsOf({ from: '2024-03-01', to: '2024-04-15' })).toEqual(
      expected(({ movedOn }) => movedOn >= '2024-03-01' && movedOn <= '2024-04-15'),
    );
    const [, today] = [await bea.apiary(), new Date().toISOString().slice(0, 10)];
    await loaded(bea, { ids: [hives[0]], apiaryId: places[0], movedOn: today }).catch(() =>
      loaded(bea, { ids: [hives[0]], apiaryId: places[1], movedOn: today }),
    );
    // The current year, if nothing else is asked for.
    const { movementBook } = await bea.ask('{ movementBook { nodes { movedOn } } }');
    expect(movementBook.nodes).toEqual([{ movedOn: today }]);
    expect(await bea.ask('{ movementBook(filter: { to: "2024-12-31" }) { totalCount } }')).toEqual({
      movementBook: { totalCount: whole.totalCount },
    });
  });

  it('refuses wrong periods and cursors', async () => {
    const fieldOf = async (variables: Record<string, unknown>) =>
      (await refusedBook(ana, variables)).errors![0]!.extensions.fields?.[0]?.field;
    expect(await fieldOf({ from: '2026-02-01', to: '2026-01-31' })).toBe('filter.to');
    expect(await fieldOf({ from: '2010-01-01', to: '2026-01-31' })).toBe('filter.from');
    const a = await ana.apiary();
    await hivesIn(ana, a, [1, 2], '2024-01-10');
    const { pageInfo } = await bookOf(ana, { first: 1 });
    for (const [part, by] of [
      [/"movedOn":"[^"]+"/, '"movedOn":"2024-02-31"'],
      [/"key":"[^"]+"/, '"key":"x"'],
      [/"recordedAt":"[^"]+"/, '"recordedAt":"now"'],
    ] as const)
      expect(
        await fieldOf({ from: '2024-01-01', to: '2024-02-01', after: forged(pageInfo.endCursor!, part, by) }),
      ).toBe('after');
  });

  it('takes one statement for entries, and one each for their apiaries, hives and actors', async () => {
    const bea = await beekeeper(app);
    const [a, b] = [await bea.apiary(), await bea.apiary()];
    const hives = await hivesIn(bea, a, [1, 2, 3], daysAgo(40));
    for (const [i, id] of hives.entries()) await loaded(bea, { ids: [id], apiaryId: b, movedOn: daysAgo(30 - i) });
    await bookOf(bea);
    const statements = (await statementsOf(app.app, () => bookOf(bea))).filter(isOfRequest);
    const ofBook = statements.filter((text) => text.includes('placement'));
    expect(ofBook).toHaveLength(1);
    // Apiaries of places, hives, and people.
    expect(statements.filter((text) => !text.includes('from sessions')).length).toBeLessThanOrEqual(4);
  });
});
