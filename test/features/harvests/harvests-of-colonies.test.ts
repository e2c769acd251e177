// Harvests of hives that have ended, and the queens whose honey it is.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { expectLogExact } from '../../support/change-log.js';
import { isOfRequest, isOfSession, startTestApp, statementsOf, type TestApp } from '../../support/client.js';
import {
  correctBeehiveEnd,
  correctBeehivePlacement,
  done,
  lose,
  move,
  readHive,
  revive,
  unite,
} from '../../support/colonies.js';
import {
  AMEND,
  CLOSE,
  expectRefusedInBoth,
  harvest,
  OVERRIDE,
  RECORD_HARVEST,
  type Refusal,
  treatOn,
  UPDATE_DRAFT,
  VOID_HARVEST,
} from '../../support/harvests.js';
import { refusalOf, share, transfer } from '../../support/members.js';
import { expectOwnersTrue } from '../../support/owners.js';
import { type Beekeeper, beekeeper, createQueen } from '../../support/world.js';

let app: TestApp;
let ana: Beekeeper;
let apiary: string;
/** Hives with the numbers 1 and 2, since the beginning of the year. */
let hives: [string, string];
beforeAll(async () => {
  app = await startTestApp();
  ana = await beekeeper(app);
});
afterAll(async () => {
  await expectLogExact(app.database);
  await expectOwnersTrue(app.database);
  await app.close();
});
beforeEach(async () => {
  apiary = await ana.apiary({ name: 'La Loma' });
  hives = [await hive(1), await hive(2)];
});

async function hive(beehiveNumber: number): Promise<string> {
  const id = await ana.beehive(apiary, { beehiveNumber });
  const [placement] = (await readHive(ana, id)).placements.nodes;
  await done(correctBeehivePlacement(ana, placement!.id, { placedOn: '2026-01-01' }) as never);
  return id;
}
const loseOn = (beehiveId: string, lostOn: string) => done(lose(ana, { id: beehiveId, cause: 'UNKNOWN', lostOn }));
const DAY = '2026-06-20';
const DAY_AFTER = '2026-06-21';
const ENDED: Refusal = {
  code: 'CONFLICT',
  reason: 'BEEHIVE_ENDED',
  en: `Hive 1 ended on ${DAY}: only what happened until then can be recorded`,
  es: `La colmena 1 está de baja desde el ${DAY}: solo se puede registrar lo ocurrido hasta entonces`,
};
const input = (fields: object = {}, ...of: string[]) => ({
  input: {
    apiaryId: apiary,
    harvestedOn: DAY,
    sources: (of.length > 0 ? of : hives).map((beehiveId) => ({ beehiveId, frames: 1, grams: 100 })),
    ...fields,
  },
});

describe('a harvest of a hive that has ended', () => {
  it('is recorded up to the day of the end, closed and as a draft, and refused after it, also with an override', async () => {
    await loseOn(hives[0], DAY);
    for (const draft of [false, true]) {
      expect((await ana.ask(RECORD_HARVEST, input({ draft }))).recordHarvest.harvest.sources).toHaveLength(2);
      await expectRefusedInBoth(ana, RECORD_HARVEST, input({ draft, harvestedOn: DAY_AFTER }), ENDED);
    }
    await expectRefusedInBoth(ana, RECORD_HARVEST, input({ harvestedOn: DAY_AFTER, override: OVERRIDE }), ENDED);
    expect(
      (await ana.ask(RECORD_HARVEST, input({ harvestedOn: DAY_AFTER }, hives[1]))).recordHarvest.harvest.grams,
    ).toBe(100);
  });

  it('names the first of several hives, before a withdrawal period', async () => {
    await treatOn(ana, [hives[1]], { startedOn: '2026-06-01' });
    for (const beehiveId of hives) await loseOn(beehiveId, DAY);
    const after = input({ harvestedOn: DAY_AFTER }, hives[1], hives[0]);
    await expectRefusedInBoth(ana, RECORD_HARVEST, after, {
      ...ENDED,
      en: ENDED.en.replace('Hive 1', 'Hive 2'),
      es: ENDED.es.replace('colmena 1', 'colmena 2'),
    });
  });

  it('is accepted again when the end is corrected, or undone', async () => {
    await loseOn(hives[0], DAY);
    await done(correctBeehiveEnd(ana, hives[0], { endedOn: DAY_AFTER }));
    await ana.ask(RECORD_HARVEST, input({ harvestedOn: DAY_AFTER }));
    await done(revive(ana, hives[0]));
    await ana.ask(RECORD_HARVEST, input({ harvestedOn: '2026-06-22' }));
  });

  it('of a colony that was united is refused, and that of the other hive is accepted', async () => {
    await done(unite(ana, { id: hives[0], intoBeehiveId: hives[1], unitedOn: DAY }));
    await expectRefusedInBoth(ana, RECORD_HARVEST, input({ harvestedOn: DAY_AFTER }), ENDED);
    await ana.ask(RECORD_HARVEST, input({ harvestedOn: DAY_AFTER }, hives[1]));
  });

  it('as a draft is closed by its day', async () => {
    const draftOf = async (harvestedOn: string): Promise<string> =>
      (await ana.ask(RECORD_HARVEST, input({ draft: true, harvestedOn }))).recordHarvest.harvest.id;
    const [onDay, after] = [await draftOf(DAY), await draftOf(DAY_AFTER)];
    await loseOn(hives[0], DAY);
    expect((await ana.ask(CLOSE, { input: { id: onDay } })).closeHarvest.harvest.status).toBe('CLOSED');
    await expectRefusedInBoth(ana, CLOSE, { input: { id: after } }, ENDED);
    await expectRefusedInBoth(ana, CLOSE, { input: { id: after, override: OVERRIDE } }, ENDED);
    // What it has already may stay in a draft; it is closed without the hive, or on a day before.
    await ana.ask(UPDATE_DRAFT, { input: { id: after, notes: 'Which day?' } });
    await expectRefusedInBoth(ana, UPDATE_DRAFT, { input: { id: after, harvestedOn: '2026-06-22' } }, ENDED);
    await ana.ask(UPDATE_DRAFT, { input: { id: after, harvestedOn: DAY } });
    expect((await ana.ask(CLOSE, { input: { id: after } })).closeHarvest.harvest.status).toBe('CLOSED');
  });

  it('is no source that a draft or an amendment adds', async () => {
    await loseOn(hives[0], DAY);
    const { sources } = input().input;
    const { id: draft } = (await ana.ask(RECORD_HARVEST, input({ draft: true, harvestedOn: DAY_AFTER }, hives[1])))
      .recordHarvest.harvest;
    await expectRefusedInBoth(ana, UPDATE_DRAFT, { input: { id: draft, sources } }, ENDED);
    const closed = await harvest(ana, apiary, { [hives[1]]: 100 }, { harvestedOn: DAY_AFTER });
    const reason = 'Forgotten';
    await expectRefusedInBoth(ana, AMEND, { input: { id: closed, sources, reason } }, ENDED);
    await expectRefusedInBoth(ana, AMEND, { input: { id: closed, sources, reason, override: OVERRIDE } }, ENDED);
    expect(
      (await ana.ask(AMEND, { input: { id: closed, sources, reason, harvestedOn: DAY } })).amendHarvest.harvest.grams,
    ).toBe(200);
  });

  it('stays and can be amended when a loss is dated before it; only another day is checked', async () => {
    const id = await harvest(ana, apiary, { [hives[0]]: 100 }, { harvestedOn: '2026-06-25' });
    await loseOn(hives[0], DAY);
    const reason = 'Weighed again';
    expect((await ana.ask(AMEND, { input: { id, totalGrams: 90, reason } })).amendHarvest.harvest.grams).toBe(90);
    await expectRefusedInBoth(ana, AMEND, { input: { id, harvestedOn: '2026-06-24', reason } }, ENDED);
    expect((await ana.ask(AMEND, { input: { id, harvestedOn: DAY, reason } })).amendHarvest.harvest.revision).toBe(3);
    expect((await ana.ask(VOID_HARVEST, { input: { id, reason } })).voidHarvest.harvest.status).toBe('VOIDED');
  });

  it('that was given away since is amended whatever became of it there', async () => {
    const bea = await beekeeper(app);
    const id = await harvest(ana, apiary, { [hives[0]]: 100 });
    await share(ana, apiary, bea, 'WORKER');
    expect((await transfer(ana, apiary, bea.id, false)).errors).toBeUndefined();
    await done(lose(bea, { id: hives[0], cause: 'UNKNOWN', lostOn: '2026-06-01' }));
    const changes = { harvestedOn: DAY_AFTER, reason: 'Wrong day', override: OVERRIDE };
    expect((await ana.ask(AMEND, { input: { id, ...changes } })).amendHarvest.harvest.revision).toBe(2);
  });
});

const install = async (beehiveId: string, queenId: string, fields: object): Promise<string> =>
  (
    await ana.ask('mutation ($input: InstallQueenInput!) { installQueen(input: $input) { queenReign { id } } }', {
      input: { beehiveId, queenId, ...fields },
    })
  ).installQueen.queenReign.id;
/** A queen in a hive from a day on. */
async function reign(beehiveId: string, startedOn: string, fields: object = {}): Promise<string> {
  const queen = await createQueen(ana, apiary, fields);
  await install(beehiveId, queen, { startedOn });
  return queen;
}
const queensOf = async (harvestId: string, who = ana): Promise<(string | undefined)[]> =>
  (await who.ask(`{ harvest(id: "${harvestId}") { sources { queen { id } } } }`)).harvest.sources.map(
    ({ queen }: { queen: { id: string } | null }) => queen?.id,
  );
const yieldByQueen = async (args = '', who = ana) =>
  (
    await who.ask(
      `{ honeyYield(by: QUEEN ${args}) { totalCount pageInfo { endCursor } nodes { key label grams frames harvestsCount queenId beehiveId apiaryId } } }`,
    )
  ).honeyYield;
const honeyOf = async (queenId: string, who = ana) =>
  (await who.ask(`{ queen(id: "${queenId}") { performance { reignsCount honeyGrams harvestsCount } } }`)).queen
    .performance;

describe('the queen of a harvest', () => {
  it('is that of the day, and follows the reigns; the honey of each day is hers', async () => {
    const [first, second] = [await reign(hives[0], '2026-05-01'), await createQueen(ana, apiary)];
    const [before, onDay] = [
      await harvest(ana, apiary, { [hives[0]]: 100, [hives[1]]: 7 }, { harvestedOn: '2026-06-19' }),
      await harvest(ana, apiary, { [hives[0]]: 30 }),
    ];
    const replacing = await install(hives[0], second, { startedOn: DAY });
    expect([await queensOf(before), await queensOf(onDay)]).toEqual([[first, undefined], [second]]);
    expect([await honeyOf(first), await honeyOf(second)]).toEqual([
      { reignsCount: 1, honeyGrams: 100, harvestsCount: 1 },
      { reignsCount: 1, honeyGrams: 30, harvestsCount: 1 },
    ]);
    await ana.ask(`mutation { deleteQueenReign(input: { id: "${replacing}" }) { deletedId } }`);
    expect(await queensOf(onDay)).toEqual([undefined]);
    await install(hives[0], second, { startedOn: '2026-07-01' });
    expect(await honeyOf(second)).toEqual({ reignsCount: 1, honeyGrams: 0, harvestsCount: 0 });
  });

  it('has the honey of closed harvests only, in all hives in which she was; without reigns, none', async () => {
    const queen = await reign(hives[0], '2026-05-01');
    await harvest(ana, apiary, { [hives[0]]: 100 });
    const voided = await harvest(ana, apiary, { [hives[0]]: 500 });
    await ana.ask(VOID_HARVEST, { input: { id: voided, reason: 'Typo' } });
    const draft = await harvest(ana, apiary, { [hives[0]]: 1000 }, { draft: true });
    await install(hives[1], queen, { startedOn: '2026-07-01' });
    await harvest(ana, apiary, { [hives[0]]: 10, [hives[1]]: 20 }, { harvestedOn: '2026-07-01' });
    expect(await honeyOf(queen)).toEqual({ reignsCount: 2, honeyGrams: 120, harvestsCount: 2 });
    expect(await queensOf(draft)).toEqual([queen]);
    expect(await honeyOf(await createQueen(ana, apiary))).toEqual({ reignsCount: 0, honeyGrams: 0, harvestsCount: 0 });
  });

  it('is the group of its honey in the yield; what is of no queen is a group of its own', async () => {
    const keeper = ana;
    ana = await beekeeper(app);
    try {
      apiary = await ana.apiary();
      hives = [await hive(1), await hive(2)];
      const named = await reign(hives[0], '2026-05-01', { name: 'Madre', year: 2024 });
      const ofYear = await reign(hives[1], '2026-05-01', { year: 2025 });
      const third = await hive(3);
      const unnamed = await reign(third, '2026-05-01', { name: '' });
      await harvest(ana, apiary, { [hives[0]]: 400, [hives[1]]: 300, [third]: 100, [await hive(4)]: 90 });
      await harvest(ana, apiary, { [hives[0]]: 50 });
      await harvest(ana, apiary, { [hives[1]]: 110 }, { harvestedOn: '2026-04-30' });
      const none = { beehiveId: null, apiaryId: null };
      const all = await yieldByQueen();
      expect(all.nodes).toEqual([
        { key: named, label: 'Madre', grams: 450, frames: 2, harvestsCount: 2, queenId: named, ...none },
        { key: ofYear, label: '2025', grams: 300, frames: 1, harvestsCount: 1, queenId: ofYear, ...none },
        { key: 'none', label: null, grams: 200, frames: 2, harvestsCount: 2, queenId: null, ...none },
        { key: unnamed, label: null, grams: 100, frames: 1, harvestsCount: 1, queenId: unnamed, ...none },
      ]);
      const page = await yieldByQueen('first: 2');
      expect([page.totalCount, page.nodes]).toEqual([4, all.nodes.slice(0, 2)]);
      const next = await yieldByQueen(`first: 2, after: "${page.pageInfo.endCursor}"`);
      expect(next.nodes).toEqual(all.nodes.slice(2));
      expect((await yieldByQueen(`apiaryId: "${apiary}", filter: { to: "2026-05-01" }`)).nodes).toMatchObject([
        { key: 'none', grams: 110 },
      ]);
      expect(await honeyOf(named)).toMatchObject({ honeyGrams: 450 });
    } finally {
      ana = keeper;
    }
  });

  it('is shown to members who see her, the reign and the harvest', async () => {
    const [bea, elsewhere] = [await beekeeper(app), await ana.apiary()];
    const queen = await reign(hives[0], '2026-05-01');
    await share(ana, apiary, bea, 'VIEWER');
    const here = await harvest(ana, apiary, { [hives[0]]: 100 });
    // A harvest of another apiary, for which the hive stood there.
    const unseen = await harvest(ana, elsewhere, { [hives[0]]: 1000 });
    expect(refusalOf(await bea.graphql(`{ harvest(id: "${unseen}") { id } }`))).toBe('NOT_FOUND');
    expect(await queensOf(here, bea)).toEqual([queen]);
    expect(await honeyOf(queen, bea)).toEqual({ reignsCount: 1, honeyGrams: 100, harvestsCount: 1 });
    expect((await yieldByQueen('', bea)).nodes).toMatchObject([{ key: queen, grams: 100 }]);
    expect(await honeyOf(queen)).toEqual({ reignsCount: 1, honeyGrams: 1100, harvestsCount: 2 });

    // The hive goes where the member does not see it, and she comes back without it: the reign is not seen.
    await done(move(ana, { id: hives[0], apiaryId: elsewhere }));
    expect(await queensOf(here, bea)).toEqual([undefined]);
    await install(hives[1], queen, {});
    expect(await queensOf(here, bea)).toEqual([undefined]);
    expect((await yieldByQueen('', bea)).nodes).toMatchObject([{ key: 'none', queenId: null, grams: 100 }]);
    expect(await honeyOf(queen, bea)).toEqual({ reignsCount: 1, honeyGrams: 0, harvestsCount: 0 });
    expect(await queensOf(here)).toEqual([queen]);
    expect(await honeyOf(queen)).toEqual({ reignsCount: 2, honeyGrams: 1100, harvestsCount: 2 });
  });

  it('goes with a hive that is given away; the honey stays', async () => {
    const bea = await beekeeper(app);
    const theirs = await bea.apiary();
    await share(bea, theirs, ana, 'MANAGER');
    const queen = await reign(hives[0], '2026-05-01');
    const id = await harvest(ana, apiary, { [hives[0]]: 100 });
    await done(move(ana, { id: hives[0], apiaryId: theirs }));
    expect(await queensOf(id)).toEqual([undefined]);
    expect((await yieldByQueen(`apiaryId: "${apiary}"`)).nodes).toMatchObject([{ key: 'none', grams: 100 }]);
    for (const who of [ana, bea])
      expect(await honeyOf(queen, who)).toEqual({ reignsCount: 1, honeyGrams: 0, harvestsCount: 0 });
  });

  it('of many sources and queens costs as many statements as of one', async () => {
    const queens = [await reign(hives[0], '2026-05-01'), await reign(hives[1], '2026-05-01')];
    const [one, two] = [
      await harvest(ana, apiary, { [hives[0]]: 100 }),
      await harvest(ana, apiary, { [hives[0]]: 100, [hives[1]]: 100 }),
    ];
    const sent = async (query: string): Promise<string[]> =>
      (await statementsOf(app.app, () => ana.ask(query)))
        .filter((text) => isOfRequest(text) && !isOfSession(text))
        .sort();
    const sources = (id: string) => `{ harvest(id: "${id}") { sources { grams queen { name } } } }`;
    expect(await sent(sources(two))).toEqual(await sent(sources(one)));
    const performance = (ids: string[]) =>
      `{ ${ids.map((id, i) => `q${i}: queen(id: "${id}") { performance { days honeyGrams harvestsCount } }`).join(' ')} }`;
    const few = await sent(performance([queens[0]!]));
    expect(await sent(performance(queens))).toEqual(few);
    expect(few).toHaveLength(3);
    expect(await sent('{ honeyYield(by: QUEEN) { nodes { grams } } }')).toHaveLength(1);
  });
});
