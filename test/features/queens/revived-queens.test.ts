// What happens to a queen when an end is corrected or taken back, also by two requests at once.
import { describe, expect, it } from '@jest/globals';
import type { Client, GraphqlAnswer } from '../../support/client.js';
import {
  askInSpanish,
  correctBeehiveEnd,
  daysAgo,
  done,
  lose,
  readHive,
  revive,
  split,
  unite,
} from '../../support/colonies.js';
import { refusalOf, share } from '../../support/members.js';
import { beekeeper, createQueen } from '../../support/world.js';
import {
  ana,
  apiary,
  app,
  ben,
  colony,
  ENDED,
  endQueenReign,
  expectRefused,
  hive,
  install,
  OVERLAPS,
  placeOf,
  reign,
  reignsOf,
  updateQueenReign,
} from './colony-queens.fixture.js';

describe('correctBeehiveEnd', () => {
  it('moves the end of the reign along, and never before its first day', async () => {
    const { id, queen } = await colony();
    await done(lose(ana, { id, cause: 'MITES', lostOn: daysAgo(10) }));
    for (const [day, end] of [
      [5, 5],
      [20, 20],
      [60, 50],
      [30, 30],
    ] as const) {
      await done(correctBeehiveEnd(ana, id, { endedOn: daysAgo(day) }));
      expect(await reignsOf(id)).toEqual([[queen, 50, end, 'COLONY_LOST']]);
    }
    await done(correctBeehiveEnd(ana, id, { cause: 'STARVED', notes: 'No food' }));
    expect(await reignsOf(id)).toEqual([[queen, 50, 30, 'COLONY_LOST']]);
  });

  it('leaves a reign that had ended before', async () => {
    const { id, queen, reign: ended } = await colony();
    await endQueenReign(ended, { endedOn: daysAgo(20), endReason: 'DIED' });
    await done(lose(ana, { id, cause: 'QUEEN_LOST', lostOn: daysAgo(10) }));
    await done(correctBeehiveEnd(ana, id, { endedOn: daysAgo(20) }));
    await done(correctBeehiveEnd(ana, id, { endedOn: daysAgo(15) }));
    expect(await reignsOf(id)).toEqual([[queen, 50, 20, 'DIED']]);
  });

  it('moves along what a union did in the hive that stays', async () => {
    const [source, target] = [await colony(), await colony()];
    const input = { id: source.id, intoBeehiveId: target.id, queenFrom: 'SOURCE', unitedOn: daysAgo(10) };
    await done(unite(ana, input));
    for (const day of [5, 20]) {
      await done(correctBeehiveEnd(ana, source.id, { endedOn: daysAgo(day) }));
      expect(await reignsOf(source.id)).toEqual([[source.queen, 50, day, 'UNITED']]);
      expect(await reignsOf(target.id)).toEqual([
        [source.queen, day, null, null],
        [target.queen, 50, day, 'REPLACED'],
      ]);
    }
  });

  it('is refused if something else was recorded of these days', async () => {
    const { id, queen } = await colony();
    await done(lose(ana, { id, cause: 'UNKNOWN', lostOn: daysAgo(30) }));
    const next = await hive();
    await reign(next, queen, 20);
    const document =
      'mutation ($input: CorrectBeehiveEndInput!) { correctBeehiveEnd(input: $input) { beehive { id } } }';
    const input = { endedOn: daysAgo(10) };
    await expectRefused(correctBeehiveEnd(ana, id, input), askInSpanish(ana, document, { input: { id, ...input } }), [
      OVERLAPS,
      /^The queen is in another hive on some of these days$/,
      /^La reina ya está en otra colmena en algunos de estos días$/,
    ]);
    expect((await readHive(ana, id)).endedOn).toBe(daysAgo(30));
    await done(correctBeehiveEnd(ana, id, { endedOn: daysAgo(20) }));
    expect(await reignsOf(id)).toEqual([[queen, 50, 20, 'COLONY_LOST']]);
  });
});

describe('reviveBeehive', () => {
  it('lets the reign go on', async () => {
    const { id, queen } = await colony();
    await done(lose(ana, { id, cause: 'MITES', lostOn: daysAgo(60) }));
    expect(await reignsOf(id)).toEqual([[queen, 50, 50, 'COLONY_LOST']]);
    await done(revive(ana, id));
    expect(await reignsOf(id)).toEqual([[queen, 50, null, null]]);
    expect((await placeOf(queen))[0]).toBe(id);
  });

  it('leaves a reign that had ended before, and one of an earlier end', async () => {
    const { id, queen, reign: first } = await colony();
    await endQueenReign(first, { endedOn: daysAgo(20), endReason: 'DIED' });
    await done(lose(ana, { id, cause: 'QUEEN_LOST', lostOn: daysAgo(10) }));
    await done(revive(ana, id));
    expect(await reignsOf(id)).toEqual([[queen, 50, 20, 'DIED']]);
    expect((await updateQueenReign(first, { endReason: 'COLONY_LOST' })).errors).toBeUndefined();
    await done(lose(ana, { id, cause: 'QUEEN_LOST', lostOn: daysAgo(10) }));
    await done(revive(ana, id));
    expect(await reignsOf(id)).toEqual([[queen, 50, 20, 'COLONY_LOST']]);
  });

  it('undoes what the union did with both queens', async () => {
    const at = await ana.apiary();
    const [source, target] = [await colony(), await colony(at)];
    await done(unite(ana, { id: source.id, intoBeehiveId: target.id, queenFrom: 'SOURCE' }));
    await done(revive(ana, source.id));
    for (const { id, queen } of [source, target]) expect(await reignsOf(id)).toEqual([[queen, 50, null, null]]);
    expect(await placeOf(source.queen)).toEqual([source.id, apiary]);
    expect(await placeOf(target.queen)).toEqual([target.id, at]);
  });

  it('leaves the reigns if the queen is in another hive, or her reign in the hive that stays has ended', async () => {
    const lost = await colony();
    await done(lose(ana, { id: lost.id, cause: 'UNKNOWN', lostOn: daysAgo(9) }));
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
      const input = { id: source.id, intoBeehiveId: target.id, queenFrom: 'SOURCE', unitedOn: daysAgo(9) };
      await done(unite(ana, input));
      const { beehive } = await ana.ask(`{ beehive(id: "${target.id}") { queenReigns(first: 1) { nodes { id } } } }`);
      await endQueenReign(beehive.queenReigns.nodes[0].id, { endedOn, endReason: 'DIED' });
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
    await done(unite(ana, { id: source.id, intoBeehiveId: target.id, queenFrom: 'SOURCE', unitedOn: daysAgo(9) }));
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
    await done(lose(ben, { id, cause: 'UNKNOWN', lostOn: daysAgo(9) }));
    const hidden = await hive(own);
    await reign(hidden, queen, 4);
    await done(revive(ben, id));
    expect((await placeOf(queen))[0]).toBe(hidden);
    expect(await reignsOf(id)).toEqual([[queen, 50, 9, 'COLONY_LOST']]);
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
      (who, { one, other }) => unite(who, { id: one.id, intoBeehiveId: other.id }),
      (who, { one, other }) => unite(who, { id: one.id, intoBeehiveId: other.id, queenFrom: 'SOURCE' }),
      (who, { one, other }) => unite(who, { id: other.id, intoBeehiveId: one.id, queenFrom: 'SOURCE' }),
      (who, { one }) => lose(who, { id: one.id, cause: 'OTHER' }),
      (who, { one }) => split(who, { id: one.id, queenId: one.queen }),
      (who, { one, other }) => split(who, { id: other.id, queenId: one.queen }),
      (who, { one }) => who.graphql(`mutation { endQueenReign(input: { id: "${one.reign}" }) { queenReign { id } } }`),
      (who, { one }) => who.graphql(`mutation { deleteQueenReign(input: { id: "${one.reign}" }) { deletedId } }`),
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
      await done(lose(ana, { id, cause: 'UNKNOWN', lostOn: daysAgo(9) }));
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
