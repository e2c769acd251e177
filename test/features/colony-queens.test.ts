// What becomes of the queens of colonies that are split, united, lost and revived.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { v7 as uuidv7 } from 'uuid';
import { expectLogExact } from '../support/change-log.js';
import { type Client, type GraphqlAnswer, startTestApp, type TestApp } from '../support/client.js';
import {
  askInSpanish,
  correctEnd,
  correctPlacement,
  daysAgo,
  done,
  lose,
  readHive,
  revive,
  split,
  unite,
} from '../support/colonies.js';
import { ROLE_TOO_LOW, refusalOf, share } from '../support/members.js';
import { expectLikeMissing } from '../support/missing-ids.js';
import { expectOwnersTrue } from '../support/owners.js';
import { type Beekeeper, beekeeper, createQueen } from '../support/world.js';

let app: TestApp;
let ana: Beekeeper;
let ben: Beekeeper;
let apiary: string;
beforeAll(async () => {
  app = await startTestApp();
  [ana, ben] = [await beekeeper(app), await beekeeper(app)];
  apiary = await ana.apiary();
});
afterAll(async () => {
  await expectOwnersTrue(app.database);
  await expectLogExact(app.database);
  await app.close();
});

const OVERLAPS = 'CONFLICT REIGN_OVERLAPS';
const ENDED = 'CONFLICT BEEHIVE_ENDED';

/** A hive that has stood in its apiary for long. */
async function hive(at = apiary): Promise<string> {
  const id = await ana.beehive(at, { foodFrames: 6, broodFrames: 4 });
  const [placement] = (await readHive(ana, id)).placements.nodes;
  await done(correctPlacement(ana, placement!.id, { placedOn: daysAgo(100) }) as never);
  return id;
}

const INSTALL =
  'mutation ($input: InstallQueenInput!) { installQueen(input: $input) { id beehiveId startedOn endedOn } }';
const UPDATE = `mutation ($id: ID!, $input: UpdateReignInput!) {
  updateReign(id: $id, input: $input) { startedOn endedOn endReason notes } }`;
const install = (input: object, who: Client = ana) => who.graphql(INSTALL, { input });
const updateReign = (id: string, input: object) => ana.graphql(UPDATE, { id, input });
/** @returns the id of the reign */
async function reign(beehiveId: string, queenId: string, since: number): Promise<string> {
  return (await ana.ask(INSTALL, { input: { beehiveId, queenId, startedOn: daysAgo(since) } })).installQueen.id;
}
const endReign = (id: string, input: object) =>
  ana.ask('mutation ($id: ID!, $input: EndReignInput!) { endReign(id: $id, input: $input) { id } }', { id, input });

type ReignRow = [queen: string | null, from: number, until: number | null, reason: string | null];
const daysSince = (day: string): number =>
  Math.round((Date.parse(daysAgo(0)) - Date.parse(day)) / (24 * 60 * 60 * 1000));
/** The reigns of a hive, the latest first; days are numbers of days ago. */
async function reignsOf(id: string): Promise<ReignRow[]> {
  const { beehive } = await ana.ask(
    `{ beehive(id: "${id}") { queenReigns { nodes { queenId startedOn endedOn endReason } } } }`,
  );
  type Node = { queenId: string; startedOn: string; endedOn: string | null; endReason: string | null };
  return (beehive.queenReigns.nodes as Node[]).map(({ queenId, startedOn, endedOn, endReason }) => [
    queenId,
    daysSince(startedOn),
    endedOn === null ? null : daysSince(endedOn),
    endReason,
  ]);
}
/** Where a queen is: her hive and her apiary. */
async function placeOf(queen: string): Promise<[string | undefined, string]> {
  const { queen: seen } = await ana.ask(`{ queen(id: "${queen}") { apiaryId beehive { id } } }`);
  return [seen.beehive?.id, seen.apiaryId];
}

/** A hive with a queen since 50 days ago. */
async function colony(at = apiary): Promise<{ id: string; queen: string; reign: string }> {
  const [id, queen] = [await hive(at), await createQueen(ana, at)];
  return { id, queen, reign: await reign(id, queen, 50) };
}

/** Expects the refusal in both languages. */
async function expectRefused(
  answer: Promise<GraphqlAnswer<unknown>>,
  inSpanish: Promise<GraphqlAnswer<unknown>>,
  [refusal, english, spanish]: [refusal: string, english: RegExp, spanish: RegExp],
): Promise<void> {
  const [one, other] = [await answer, await inSpanish];
  expect([refusalOf(one), refusalOf(other)]).toEqual([refusal, refusal]);
  expect(one.errors![0]!.message).toMatch(english);
  expect(other.errors![0]!.message).toMatch(spanish);
}

describe('a hive that ends', () => {
  it('ends the reign of its queen on the day of the loss, and shows it', async () => {
    const { id, queen, reign: open } = await colony();
    await done(lose(ana, { beehiveId: id, cause: 'MITES', lostOn: daysAgo(9) }));
    expect(await reignsOf(id)).toEqual([[queen, 50, 9, 'COLONY_LOST']]);
    expect((await placeOf(queen))[0]).toBeUndefined();
    const { beehive, queen: seen } = await ana.ask(
      `{ beehive(id: "${id}") { queen { id } timeline(kinds: [LOST, REIGN_ENDED]) { nodes { kind occurredAt actor { id } } } }
         queen(id: "${queen}") { reigns { nodes { id version } } } }`,
    );
    expect(seen.reigns.nodes).toEqual([{ id: open, version: 2 }]);
    expect(beehive.queen).toBeNull();
    expect(beehive.timeline.nodes).toHaveLength(2);
    for (const entry of beehive.timeline.nodes)
      expect(entry).toMatchObject({ occurredAt: expect.stringContaining(daysAgo(9)), actor: { id: ana.id } });
  });

  it('ends a reign that began later on its first day, and leaves the others', async () => {
    const { id, queen, reign: first } = await colony();
    await endReign(first, { endedOn: daysAgo(20), endReason: 'SWARMED' });
    const next = await createQueen(ana, apiary);
    await reign(id, next, 5);
    await done(lose(ana, { beehiveId: id, cause: 'UNKNOWN', lostOn: daysAgo(30) }));
    expect(await reignsOf(id)).toEqual([
      [next, 5, 5, 'COLONY_LOST'],
      [queen, 50, 20, 'SWARMED'],
    ]);
  });

  it('is sent with push once', async () => {
    const { id, queen } = await colony();
    const operations = [
      { key: uuidv7(), recordLoss: { input: { beehiveId: id, cause: 'WEATHER', lostOn: daysAgo(2) } } },
    ];
    const push = 'mutation ($operations: [SyncOperation!]!) { push(operations: $operations) { status } }';
    for (const status of ['APPLIED', 'DUPLICATE'])
      expect((await ana.ask(push, { operations })).push).toEqual([{ status }]);
    expect(await reignsOf(id)).toEqual([[queen, 50, 2, 'COLONY_LOST']]);
  });

  it('gets no queen: reigns are recorded and corrected up to its end', async () => {
    const { id, queen, reign: ended } = await colony();
    await done(lose(ana, { beehiveId: id, cause: 'MITES', lostOn: daysAgo(10) }));
    const other = await createQueen(ana, apiary);
    const input = { beehiveId: id, queenId: other };
    const { beehiveNumber } = await readHive(ana, id);
    expect(beehiveNumber).toBeNull();
    await expectRefused(install(input), askInSpanish(ana, INSTALL, { input }), [
      ENDED,
      /^Hive without a number ended on .*: if that is a mistake, revive it first$/,
      /^La colmena sin número está de baja desde el .*: si es un error, reactívela primero$/,
    ]);
    const late = { ...input, startedOn: daysAgo(95), endedOn: daysAgo(9) };
    await expectRefused(install(late), askInSpanish(ana, INSTALL, { input: late }), [
      ENDED,
      /only what happened until then can be recorded$/,
      /solo se puede registrar lo ocurrido hasta entonces$/,
    ]);
    for (const changes of [{ endedOn: null }, { endedOn: daysAgo(9) }])
      expect(refusalOf(await updateReign(ended, changes))).toBe(ENDED);
    expect((await updateReign(ended, { endedOn: null })).errors![0]!.message).toMatch(/revive it first$/);
    expect(await reignsOf(id)).toEqual([[queen, 50, 10, 'COLONY_LOST']]);
    expect((await install({ ...input, startedOn: daysAgo(95), endedOn: daysAgo(60) })).errors).toBeUndefined();
    expect((await updateReign(ended, { notes: 'Old', startedOn: daysAgo(55) })).errors).toBeUndefined();
    expect((await updateReign(ended, { endedOn: daysAgo(12), endReason: 'DIED' })).errors).toBeUndefined();
    expect(await reignsOf(id)).toEqual([
      [queen, 55, 12, 'DIED'],
      [other, 95, 60, null],
    ]);
  });

  it('a reign that was recorded to end later keeps its end, but its days can only be corrected to the end of the hive', async () => {
    const { id, queen, reign: closed } = await colony();
    await endReign(closed, { endedOn: daysAgo(3), endReason: 'MISSING' });
    await done(lose(ana, { beehiveId: id, cause: 'MITES', lostOn: daysAgo(10) }));
    expect(await reignsOf(id)).toEqual([[queen, 50, 3, 'MISSING']]);
    expect(refusalOf(await updateReign(closed, { startedOn: daysAgo(40) }))).toBe(ENDED);
    expect((await updateReign(closed, { notes: 'Seen by Ben' })).errors).toBeUndefined();
    expect((await updateReign(closed, { endedOn: daysAgo(10) })).errors).toBeUndefined();
    expect(await reignsOf(id)).toEqual([[queen, 50, 10, 'MISSING']]);
  });
});

describe('uniteBeehives', () => {
  it('keeps the queen of the hive that stays, or none', async () => {
    for (const queenFrom of [undefined, null, 'TARGET']) {
      const [source, target] = [await colony(), await colony()];
      await done(unite(ana, { beehiveId: source.id, intoBeehiveId: target.id, queenFrom, unitedOn: daysAgo(4) }));
      expect(await reignsOf(source.id)).toEqual([[source.queen, 50, 4, 'UNITED']]);
      expect(await reignsOf(target.id)).toEqual([[target.queen, 50, null, null]]);
    }
    const [source, empty] = [await colony(), await hive()];
    await done(unite(ana, { beehiveId: source.id, intoBeehiveId: empty }));
    expect(await reignsOf(empty)).toEqual([]);
    expect((await placeOf(source.queen))[0]).toBeUndefined();
  });

  it('installs the queen of the hive that ends in the one that stays', async () => {
    const at = await ana.apiary();
    const [source, target, empty] = [await colony(), await colony(at), await hive(at)];
    const input = { beehiveId: source.id, intoBeehiveId: target.id, queenFrom: 'SOURCE', unitedOn: daysAgo(4) };
    await done(unite(ana, input));
    expect(await reignsOf(source.id)).toEqual([[source.queen, 50, 4, 'UNITED']]);
    expect(await reignsOf(target.id)).toEqual([
      [source.queen, 4, null, null],
      [target.queen, 50, 4, 'REPLACED'],
    ]);
    expect(await placeOf(source.queen)).toEqual([target.id, at]);
    await done(unite(ana, { beehiveId: target.id, intoBeehiveId: empty, queenFrom: 'SOURCE' }));
    expect(await placeOf(source.queen)).toEqual([empty, at]);
  });

  it('refuses SOURCE without a recorded queen, and changes nothing', async () => {
    const [empty, target] = [await hive(), await colony()];
    const input = { beehiveId: empty, intoBeehiveId: target.id, queenFrom: 'SOURCE' };
    const document = 'mutation ($input: UniteBeehivesInput!) { uniteBeehives(input: $input) { id } }';
    await expectRefused(unite(ana, input), askInSpanish(ana, document, { input }), [
      'CONFLICT BEEHIVE_QUEENLESS',
      /^No queen is recorded in the hive that ends$/,
      /^En la colmena que se da de baja no hay ninguna reina registrada$/,
    ]);
    expect(await readHive(ana, empty)).toMatchObject({ endedOn: null, foodFrames: 6 });
    expect(await reignsOf(target.id)).toEqual([[target.queen, 50, null, null]]);
  });

  it('refuses SOURCE on a day on which the hive that stays got another queen later', async () => {
    const [source, target] = [await colony(), await hive()];
    await reign(target, await createQueen(ana, apiary), 2);
    const input = { beehiveId: source.id, intoBeehiveId: target, queenFrom: 'SOURCE', unitedOn: daysAgo(4) };
    expect(refusalOf(await unite(ana, input))).toBe(OVERLAPS);
    expect((await readHive(ana, source.id)).endedOn).toBeNull();
    expect(await reignsOf(source.id)).toEqual([[source.queen, 50, null, null]]);
  });

  it('refuses SOURCE if the hives belong to different accounts', async () => {
    const foreign = await ben.apiary();
    await share(ben, foreign, ana, 'WORKER');
    const [source, target] = [await colony(), await ben.beehive(foreign)];
    const input = { beehiveId: source.id, intoBeehiveId: target, queenFrom: 'SOURCE' };
    const document = 'mutation ($input: UniteBeehivesInput!) { uniteBeehives(input: $input) { id } }';
    await expectRefused(unite(ana, input), askInSpanish(ana, document, { input }), [
      'BAD_USER_INPUT',
      /^queenFrom must be TARGET: the hives belong to different accounts$/,
      /^queenFrom debe ser TARGET: las colmenas pertenecen a cuentas distintas$/,
    ]);
    await done(unite(ana, { ...input, queenFrom: 'TARGET' }));
    expect(await reignsOf(source.id)).toEqual([[source.queen, 50, 0, 'UNITED']]);
  });
});

describe('correctEnd', () => {
  it('moves the end of the reign along, and never before its first day', async () => {
    const { id, queen } = await colony();
    await done(lose(ana, { beehiveId: id, cause: 'MITES', lostOn: daysAgo(10) }));
    for (const [day, end] of [
      [5, 5],
      [20, 20],
      [60, 50],
      [30, 30],
    ] as const) {
      await done(correctEnd(ana, id, { endedOn: daysAgo(day) }));
      expect(await reignsOf(id)).toEqual([[queen, 50, end, 'COLONY_LOST']]);
    }
    await done(correctEnd(ana, id, { cause: 'STARVED', notes: 'No food' }));
    expect(await reignsOf(id)).toEqual([[queen, 50, 30, 'COLONY_LOST']]);
  });

  it('leaves a reign that had ended before', async () => {
    const { id, queen, reign: ended } = await colony();
    await endReign(ended, { endedOn: daysAgo(20), endReason: 'DIED' });
    await done(lose(ana, { beehiveId: id, cause: 'QUEEN_LOST', lostOn: daysAgo(10) }));
    await done(correctEnd(ana, id, { endedOn: daysAgo(20) }));
    await done(correctEnd(ana, id, { endedOn: daysAgo(15) }));
    expect(await reignsOf(id)).toEqual([[queen, 50, 20, 'DIED']]);
  });

  it('moves along what a union did in the hive that stays', async () => {
    const [source, target] = [await colony(), await colony()];
    const input = { beehiveId: source.id, intoBeehiveId: target.id, queenFrom: 'SOURCE', unitedOn: daysAgo(10) };
    await done(unite(ana, input));
    for (const day of [5, 20]) {
      await done(correctEnd(ana, source.id, { endedOn: daysAgo(day) }));
      expect(await reignsOf(source.id)).toEqual([[source.queen, 50, day, 'UNITED']]);
      expect(await reignsOf(target.id)).toEqual([
        [source.queen, day, null, null],
        [target.queen, 50, day, 'REPLACED'],
      ]);
    }
  });

  it('is refused if something else was recorded of these days', async () => {
    const { id, queen } = await colony();
    await done(lose(ana, { beehiveId: id, cause: 'UNKNOWN', lostOn: daysAgo(30) }));
    const next = await hive();
    await reign(next, queen, 20);
    const document = 'mutation ($id: ID!, $input: CorrectEndInput!) { correctEnd(id: $id, input: $input) { id } }';
    const input = { endedOn: daysAgo(10) };
    await expectRefused(correctEnd(ana, id, input), askInSpanish(ana, document, { id, input }), [
      OVERLAPS,
      /^The queen is in another hive on some of these days$/,
      /^La reina ya está en otra colmena en algunos de estos días$/,
    ]);
    expect((await readHive(ana, id)).endedOn).toBe(daysAgo(30));
    await done(correctEnd(ana, id, { endedOn: daysAgo(20) }));
    expect(await reignsOf(id)).toEqual([[queen, 50, 20, 'COLONY_LOST']]);
  });
});

describe('reviveBeehive', () => {
  it('lets the reign go on', async () => {
    const { id, queen } = await colony();
    await done(lose(ana, { beehiveId: id, cause: 'MITES', lostOn: daysAgo(60) }));
    expect(await reignsOf(id)).toEqual([[queen, 50, 50, 'COLONY_LOST']]);
    await done(revive(ana, id));
    expect(await reignsOf(id)).toEqual([[queen, 50, null, null]]);
    expect((await placeOf(queen))[0]).toBe(id);
  });

  it('leaves a reign that had ended before, and one of an earlier end', async () => {
    const { id, queen, reign: first } = await colony();
    await endReign(first, { endedOn: daysAgo(20), endReason: 'DIED' });
    await done(lose(ana, { beehiveId: id, cause: 'QUEEN_LOST', lostOn: daysAgo(10) }));
    await done(revive(ana, id));
    expect(await reignsOf(id)).toEqual([[queen, 50, 20, 'DIED']]);
    expect((await updateReign(first, { endReason: 'COLONY_LOST' })).errors).toBeUndefined();
    await done(lose(ana, { beehiveId: id, cause: 'QUEEN_LOST', lostOn: daysAgo(10) }));
    await done(revive(ana, id));
    expect(await reignsOf(id)).toEqual([[queen, 50, 20, 'COLONY_LOST']]);
  });

  it('undoes what the union did with both queens', async () => {
    const at = await ana.apiary();
    const [source, target] = [await colony(), await colony(at)];
    await done(unite(ana, { beehiveId: source.id, intoBeehiveId: target.id, queenFrom: 'SOURCE' }));
    await done(revive(ana, source.id));
    for (const { id, queen } of [source, target]) expect(await reignsOf(id)).toEqual([[queen, 50, null, null]]);
    expect(await placeOf(source.queen)).toEqual([source.id, apiary]);
    expect(await placeOf(target.queen)).toEqual([target.id, at]);
  });

  it('leaves the reigns if the queen is in another hive, or her reign in the hive that stays has ended', async () => {
    const lost = await colony();
    await done(lose(ana, { beehiveId: lost.id, cause: 'UNKNOWN', lostOn: daysAgo(9) }));
    const next = await hive();
    await reign(next, lost.queen, 4);
    await done(revive(ana, lost.id));
    expect(await reignsOf(lost.id)).toEqual([[lost.queen, 50, 9, 'COLONY_LOST']]);
    expect((await placeOf(lost.queen))[0]).toBe(next);

    for (const [endedOn, end] of [
      [daysAgo(0), 0],
      [daysAgo(9), 9],
    ] as const) {
      const [source, target] = [await colony(), await colony()];
      const input = { beehiveId: source.id, intoBeehiveId: target.id, queenFrom: 'SOURCE', unitedOn: daysAgo(9) };
      await done(unite(ana, input));
      const { beehive } = await ana.ask(`{ beehive(id: "${target.id}") { queenReigns(first: 1) { nodes { id } } } }`);
      await endReign(beehive.queenReigns.nodes[0].id, { endedOn, endReason: 'DIED' });
      await done(revive(ana, source.id));
      expect(await reignsOf(source.id)).toEqual([[source.queen, 50, 9, 'UNITED']]);
      expect(await reignsOf(target.id)).toEqual([
        [source.queen, 9, end, 'DIED'],
        [target.queen, 50, 9, 'REPLACED'],
      ]);
    }
  });

  it('leaves the queen who was replaced where she is now', async () => {
    const [source, target, next] = [await colony(), await colony(), await hive()];
    await done(
      unite(ana, { beehiveId: source.id, intoBeehiveId: target.id, queenFrom: 'SOURCE', unitedOn: daysAgo(9) }),
    );
    await reign(next, target.queen, 4);
    await done(revive(ana, source.id));
    expect(await reignsOf(source.id)).toEqual([[source.queen, 50, null, null]]);
    expect(await reignsOf(target.id)).toEqual([[target.queen, 50, 9, 'REPLACED']]);
    expect((await placeOf(target.queen))[0]).toBe(next);
  });

  it('leaves the reigns if the queen is in a hive that the member does not see', async () => {
    const [shared, own] = [await ana.apiary(), await ana.apiary()];
    await share(ana, shared, ben, 'WORKER');
    const { id, queen } = await colony(shared);
    await done(lose(ben, { beehiveId: id, cause: 'UNKNOWN', lostOn: daysAgo(9) }));
    const hidden = await hive(own);
    await reign(hidden, queen, 4);
    await done(revive(ben, id));
    expect((await placeOf(queen))[0]).toBe(hidden);
    expect(await reignsOf(id)).toEqual([[queen, 50, 9, 'COLONY_LOST']]);
  });
});

describe('splitBeehive', () => {
  it('takes the queen along, or another one', async () => {
    const [source, other, at] = [await colony(), await colony(), await ana.apiary()];
    const input = { beehiveId: source.id, apiaryId: at, broodFrames: 1, splitOn: daysAgo(7), queenId: source.queen };
    const child = await done(split(ana, input));
    expect(await reignsOf(child.id)).toEqual([[source.queen, 7, null, null]]);
    expect(await reignsOf(source.id)).toEqual([[source.queen, 50, 7, 'MOVED']]);
    expect(await placeOf(source.queen)).toEqual([child.id, at]);
    const second = await done(split(ana, { beehiveId: source.id, queenId: other.queen.toUpperCase() }));
    expect(await reignsOf(second.id)).toEqual([[other.queen, 0, null, null]]);
    expect(await reignsOf(other.id)).toEqual([[other.queen, 50, 0, 'MOVED']]);
    const spare = await createQueen(ana, apiary);
    const third = await done(split(ana, { beehiveId: source.id, queenId: spare }));
    expect((await placeOf(spare))[0]).toBe(third.id);
    expect(await reignsOf((await done(split(ana, { beehiveId: source.id, queenId: null }))).id)).toEqual([]);
  });

  it('with an id it is done once', async () => {
    const { id, queen } = await colony();
    const input = { id: uuidv7(), beehiveId: id, queenId: queen, splitOn: daysAgo(1) };
    for (let i = 0; i < 2; i++) await done(split(ana, input));
    expect(await reignsOf(input.id)).toEqual([[queen, 1, null, null]]);
  });

  it('creates no hive if the queen was installed later', async () => {
    const source = await hive();
    const queen = await createQueen(ana, apiary);
    await reign(source, queen, 3);
    const input = { id: uuidv7(), beehiveId: source, queenId: queen, broodFrames: 1, splitOn: daysAgo(7) };
    expect(refusalOf(await split(ana, input))).toBe(OVERLAPS);
    expect((await readHive(ana, source)).broodFrames).toBe(4);
    expect(refusalOf(await ana.graphql(`{ beehive(id: "${input.id}") { id } }`))).toBe('NOT_FOUND');
  });

  it('finds no queen of another account, and refuses that of another owner', async () => {
    const source = await hive();
    const foreign = await ben.apiary();
    const queen = await createQueen(ben, foreign);
    await expectLikeMissing((who, queenId) => split(who, { beehiveId: source, queenId }), ana, queen);
    await share(ben, foreign, ana, 'WORKER');
    const input = { beehiveId: source, queenId: queen };
    const document = 'mutation ($input: SplitBeehiveInput!) { splitBeehive(input: $input) { id } }';
    await expectRefused(split(ana, input), askInSpanish(ana, document, { input }), [
      'BAD_USER_INPUT',
      /^queenId must be a queen of the owner of the hive$/,
      /^queenId debe ser una reina del propietario de la colmena$/,
    ]);
  });
});

describe('members', () => {
  it('WORKER ends and revives with the queens; VIEWER does not; MANAGER splits with a queen that they see', async () => {
    const at = await ana.apiary();
    const [worker, viewer, manager] = [await beekeeper(app), await beekeeper(app), await beekeeper(app)];
    await share(ana, at, worker, 'WORKER');
    await share(ana, at, viewer, 'VIEWER');
    await share(ana, at, manager, 'MANAGER');
    const [source, target] = [await colony(at), await colony(at)];
    const input = { beehiveId: source.id, intoBeehiveId: target.id, queenFrom: 'SOURCE', unitedOn: daysAgo(3) };
    expect(refusalOf(await unite(viewer, input))).toBe(ROLE_TOO_LOW);
    await done(unite(worker, input));
    expect((await placeOf(source.queen))[0]).toBe(target.id);
    expect(refusalOf(await correctEnd(viewer, source.id, { endedOn: daysAgo(2) }))).toBe(ROLE_TOO_LOW);
    await done(correctEnd(worker, source.id, { endedOn: daysAgo(2) }));
    expect(refusalOf(await revive(viewer, source.id))).toBe(ROLE_TOO_LOW);
    await done(revive(worker, source.id));
    for (const { id, queen } of [source, target]) expect(await reignsOf(id)).toEqual([[queen, 50, null, null]]);
    expect(refusalOf(await split(worker, { beehiveId: source.id, queenId: source.queen }))).toBe(ROLE_TOO_LOW);
    const hidden = await colony();
    expect(refusalOf(await split(manager, { beehiveId: source.id, queenId: hidden.queen }))).toBe('NOT_FOUND');
    const child = await done(split(manager, { beehiveId: source.id, queenId: source.queen }));
    expect((await placeOf(source.queen))[0]).toBe(child.id);
  });
});

describe('two requests at once', () => {
  const CHANGED = 'CONFLICT CHANGED_CONCURRENTLY';

  /** Whatever came first: no open reign is in a hive that has ended, and each hive and each queen has at most one. */
  async function expectOneEach(): Promise<void> {
    const open = await app.database.sql<{ ended_on: string | null; n: string }>(
      `select r.id, b.ended_on, count(*) over (partition by r.beehive_id) + count(*) over (partition by r.queen_id) as n
       from queen_reigns r join beehives b on b.id = r.beehive_id where r.ended_on is null`,
    );
    expect(open.filter(({ ended_on, n }) => ended_on !== null || Number(n) > 2)).toEqual([]);
  }

  it('any two steps leave one queen a hive and none in a hive that has ended, without a deadlock', async () => {
    const at = await ana.apiary();
    const helper = await beekeeper(app);
    await share(ana, at, helper, 'MANAGER');
    const crowned = async () => {
      const [id, queen] = [await ana.beehive(at), await createQueen(ana, at)];
      return { id, queen, reign: await reign(id, queen, 50) };
    };
    const start = async () => ({
      one: await crowned(),
      other: await crowned(),
      empty: await ana.beehive(at),
      spare: await createQueen(ana, at),
    });
    type Hives = Awaited<ReturnType<typeof start>>;
    const steps: ((who: Client, hives: Hives) => Promise<GraphqlAnswer<unknown>>)[] = [
      (who, { one, spare }) => install({ beehiveId: one.id, queenId: spare }, who),
      (who, { one, empty }) => install({ beehiveId: empty, queenId: one.queen }, who),
      (who, { other, empty }) => install({ beehiveId: empty, queenId: other.queen }, who),
      (who, { one, other }) => install({ beehiveId: one.id, queenId: other.queen }, who),
      (who, { one, other }) => unite(who, { beehiveId: one.id, intoBeehiveId: other.id }),
      (who, { one, other }) => unite(who, { beehiveId: one.id, intoBeehiveId: other.id, queenFrom: 'SOURCE' }),
      (who, { one, other }) => unite(who, { beehiveId: other.id, intoBeehiveId: one.id, queenFrom: 'SOURCE' }),
      (who, { one }) => lose(who, { beehiveId: one.id, cause: 'OTHER' }),
      (who, { one }) => split(who, { beehiveId: one.id, queenId: one.queen }),
      (who, { one, other }) => split(who, { beehiveId: other.id, queenId: one.queen }),
      (who, { one }) => who.graphql(`mutation { endReign(id: "${one.reign}", input: {}) { id } }`),
      (who, { one }) => who.graphql(`mutation { deleteReign(id: "${one.reign}") }`),
    ];
    const deadlocks = () =>
      app.database.sql('select deadlocks from pg_stat_database where datname = current_database()');
    const before = await deadlocks();
    const expected = [ENDED, CHANGED, OVERLAPS, 'NOT_FOUND', 'CONFLICT BEEHIVE_QUEENLESS', 'CONFLICT REIGN_ENDED'];
    for (const [i, first] of steps.entries())
      for (const second of steps.slice(i + 1)) {
        const hives = await start();
        const refusals = (await Promise.all([first(ana, hives), second(helper, hives)])).map(refusalOf);
        for (const refusal of refusals) expect([undefined, ...expected]).toContain(refusal);
        expect(refusals).toContain(undefined);
        await expectOneEach();
      }
    expect(await deadlocks()).toEqual(before);
  }, 120_000);

  it('a revival and an installation of the queen elsewhere: she is in one hive', async () => {
    const at = await ana.apiary();
    const helper = await beekeeper(app);
    await share(ana, at, helper, 'WORKER');
    for (let round = 0; round < 5; round++) {
      const [{ id, queen }, next] = [await colony(at), await hive(at)];
      await done(lose(ana, { beehiveId: id, cause: 'UNKNOWN', lostOn: daysAgo(9) }));
      const answers = await Promise.all([revive(ana, id), install({ beehiveId: next, queenId: queen }, helper)]);
      expect(
        answers
          .map(refusalOf)
          .filter((refusal) => refusal !== undefined && refusal !== CHANGED && refusal !== OVERLAPS),
      ).toEqual([]);
      await expectOneEach();
    }
  });
});
