// Hives and queens that have been there for years when they are recorded.
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { daysAgo, done, lose, move, readHive, split } from '../../support/colonies.js';
import { refusalOf } from '../../support/members.js';
import { expectBadInput, expectGraphqlRefused } from '../../support/refusals.js';
import { ana, apiary, ben, TODAY } from './colonies.fixture.js';

const CREATE = 'mutation ($input: CreateBeehiveInput!) { createBeehive(input: $input) { beehive { id version } } }';
const CREATE_ALL = 'mutation ($input: CreateBeehivesInput!) { createBeehives(input: $input) { beehives { id } } }';
const CREATE_QUEEN = 'mutation ($input: CreateQueenInput!) { createQueen(input: $input) { queen { id apiaryId } } }';
const FUTURE = daysAgo(-3);
const firstDayOf = async (id: string): Promise<string> => (await readHive(ana, id)).placements.nodes.at(-1)!.placedOn;
const timelineOf = async (id: string): Promise<{ kind: string; occurredAt: string }[]> =>
  (await ana.ask('query ($id: ID!) { beehive(id: $id) { timeline { nodes { kind occurredAt } } } }', { id })).beehive
    .timeline.nodes;
const midnight = (day: string): string => `${day}T00:00:00.000Z`;

describe('placedOn', () => {
  it('begins the first placement on both APIs, so that a split, a move and a loss since then are accepted', async () => {
    const id = await ana.beehive(apiary, { foodFrames: 4, placedOn: daysAgo(700) });
    const { status, body } = await ana.rest('POST', '/beehives', { apiary_id: apiary, placed_on: daysAgo(600) });
    expect([status, body.placed_on, await firstDayOf(body.id)]).toEqual([201, undefined, daysAgo(600)]);
    expect(await firstDayOf(id)).toBe(daysAgo(700));
    await done(split(ana, { id, splitOn: daysAgo(650), foodFrames: 1 }));
    const before = await split(ana, { id: body.id, splitOn: daysAgo(650) });
    expect(refusalOf(before)).toBe('CONFLICT BEFORE_PLACEMENT');
    await done(move(ana, { id, apiaryId: await ana.apiary(), movedOn: daysAgo(500) }));
    await done(lose(ana, { id, cause: 'STARVED', lostOn: daysAgo(400) }));
    // The frames of the hive have changed today, when the split was typed.
    const entries = (await timelineOf(id)).filter(({ kind }) => kind !== 'CHANGED');
    expect(entries.map(({ kind, occurredAt }) => [kind, occurredAt])).toEqual([
      ['LOST', midnight(daysAgo(400))],
      ['MOVED', midnight(daysAgo(500))],
      ['SPLIT', midnight(daysAgo(650))],
      ['CREATED', midnight(daysAgo(700))],
    ]);
  });

  it('the timeline can be read page by page; a hive of today was created when it was recorded', async () => {
    const id = await ana.beehive(apiary, { placedOn: TODAY });
    const [created] = await timelineOf(id);
    expect(Date.now() - Date.parse(created!.occurredAt)).toBeLessThan(60_000);
    const old = await ana.beehive(apiary, { foodFrames: 4, placedOn: daysAgo(9) });
    for (const ago of [9, 5]) await done(split(ana, { id: old, splitOn: daysAgo(ago), foodFrames: 1 }));
    const all = await timelineOf(old);
    const pages: object[] = [];
    const page = async (
      after: string | null,
    ): Promise<{ nodes: object[]; pageInfo: { hasNextPage: boolean; endCursor: string } }> =>
      (
        await ana.ask(
          `query ($id: ID!, $after: String) { beehive(id: $id) { timeline(first: 1, after: $after) {
          nodes { kind occurredAt } pageInfo { hasNextPage endCursor } } } }`,
          { id: old, after },
        )
      ).beehive.timeline;
    let after: string | null = null;
    do {
      const { nodes, pageInfo } = await page(after);
      pages.push(...nodes);
      after = pageInfo.hasNextPage ? pageInfo.endCursor : null;
    } while (after !== null);
    expect(pages).toEqual(all);
  });

  it('each of many hives has its own day, a repetition creates nothing, and a taken number creates none', async () => {
    const days = [daysAgo(30), null, daysAgo(900), daysAgo(30), TODAY];
    const at = await ana.apiary();
    const beehives = days.map((placedOn, i) => ({ newId: randomUUID(), apiaryId: at, beehiveNumber: i, placedOn }));
    const ids = beehives.map(({ newId }) => ({ id: newId }));
    for (let i = 0; i < 2; i++)
      expect((await ana.ask(CREATE_ALL, { input: { beehives } })).createBeehives.beehives).toEqual(ids);
    expect(await Promise.all(ids.map(({ id }) => firstDayOf(id)))).toEqual(days.map((day) => day ?? TODAY));
    const others = [7, 8, 7, 3].map((beehiveNumber, i) => ({ apiaryId: at, beehiveNumber, placedOn: daysAgo(i) }));
    const { errors } = await ana.graphql(CREATE_ALL, { input: { beehives: others } });
    expect(errors![0]!.extensions.fields!.map(({ field }) => field)).toEqual([
      'beehives.2.beehiveNumber',
      'beehives.3.beehiveNumber',
    ]);
    expect((await ana.ask('query ($id: ID!) { apiary(id: $id) { beehivesCount } }', { id: at })).apiary).toEqual({
      beehivesCount: 5,
    });
  });

  it('refuses a day of the future, and what is no day', async () => {
    expectBadInput(await ana.rest('POST', '/beehives', { apiary_id: apiary, placed_on: FUTURE }), 'placed_on');
    expectGraphqlRefused(await ana.graphql(CREATE, { input: { apiaryId: apiary, placedOn: FUTURE } }), {
      code: 'BAD_USER_INPUT',
      field: 'placedOn',
    });
    for (const day of ['0000-01-01', '2024-02-31', '31.12.2024'])
      expect((await ana.rest('POST', '/beehives', { apiary_id: apiary, placed_on: day })).status).toBe(400);
  });
});

describe('installedOn', () => {
  const reignsOf = async (id: string): Promise<object[]> =>
    (
      await ana.ask(
        'query ($id: ID!) { queen(id: $id) { reigns { nodes { id beehive { id } startedOn endedOn } } } }',
        {
          id,
        },
      )
    ).queen.reigns.nodes;

  it('a queen is recorded and installed at once, once, and ends the reign before hers', async () => {
    const beehiveId = await ana.beehive(apiary, { placedOn: daysAgo(800) });
    const [first, next] = [400, 100].map((ago) => ({
      newId: randomUUID(),
      apiaryId: apiary,
      install: { newId: randomUUID(), beehiveId, startedOn: daysAgo(ago) },
    }));
    for (const input of [first!, next!, next!])
      expect((await ana.ask(CREATE_QUEEN, { input })).createQueen.queen).toEqual({ id: input.newId, apiaryId: apiary });
    const { newId: id, install } = first!;
    expect(await reignsOf(id)).toEqual([
      { id: install.newId, beehive: { id: beehiveId }, startedOn: install.startedOn, endedOn: daysAgo(100) },
    ]);
    expect(await reignsOf(next!.newId)).toEqual([
      { id: next!.install.newId, beehive: { id: beehiveId }, startedOn: daysAgo(100), endedOn: null },
    ]);
    const today = (await ana.ask(CREATE_QUEEN, { input: { apiaryId: apiary, install: { beehiveId } } })).createQueen
      .queen;
    expect(await reignsOf(today.id)).toMatchObject([{ startedOn: TODAY }]);
  });

  it('is refused with every rule of installQueen, and then there is no queen either', async () => {
    const ended = await ana.beehive(apiary, { placedOn: daysAgo(90) });
    await done(lose(ana, { id: ended, cause: 'OTHER', lostOn: daysAgo(50) }));
    const beehiveId = await ana.beehive(apiary);
    const id = randomUUID();
    const attempt = (install: object, queen: object = { newId: id }) =>
      ana.graphql(CREATE_QUEEN, { input: { apiaryId: apiary, ...queen, install } });
    const badInput = async (install: object, field: string, queen?: object): Promise<void> =>
      expectGraphqlRefused(await attempt(install, queen), { code: 'BAD_USER_INPUT', field });
    await badInput({ beehiveId, newId: randomUUID() }, 'newId', {});
    await badInput({ beehiveId, newId: 'mine' }, 'install.newId');
    await badInput({ beehiveId, startedOn: FUTURE }, 'install.startedOn');
    expect(refusalOf(await attempt({ beehiveId: ended }))).toBe('CONFLICT BEEHIVE_ENDED');
    expect(refusalOf(await attempt({ beehiveId, newId: id }))).toBe('CONFLICT ID_TAKEN');
    for (const other of [await ben.beehive(await ben.apiary()), randomUUID()])
      expect(refusalOf(await attempt({ beehiveId: other }))).toMatch(/^NOT_FOUND/);
    await ana.ask(CREATE_QUEEN, { input: { apiaryId: apiary, install: { beehiveId, startedOn: daysAgo(9) } } });
    expect(refusalOf(await attempt({ beehiveId, startedOn: daysAgo(20) }))).toBe('CONFLICT REIGN_OVERLAPS');
    expect((await ana.graphql('query ($id: ID!) { queen(id: $id) { id } }', { id })).data).toEqual({ queen: null });
  });
});
