// The days of splits, unions, losses and placements: none contradicts another, whatever is recorded late, corrected or recorded at once.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { v7 as uuidv7 } from 'uuid';
import { expectLogExact } from '../../support/change-log.js';
import { startTestApp, type TestApp } from '../../support/client.js';
import {
  askInSpanish,
  correctBeehiveEnd,
  correctBeehivePlacement,
  daysAgo,
  done,
  lose,
  move,
  readHive,
  revive,
  split,
  unite,
} from '../../support/colonies.js';
import { refusalOf } from '../../support/members.js';
import { selectRecord } from '../../support/payload.js';
import { type Beekeeper, beekeeper, placementOf } from '../../support/world.js';

let app: TestApp;
let second: TestApp;
let ana: Beekeeper;
let apiary: string;
beforeAll(async () => {
  app = await startTestApp();
  second = await startTestApp({}, app.database);
  ana = await beekeeper(app);
  apiary = await ana.apiary();
});
afterAll(async () => {
  await expectLogExact(app.database);
  await second.close();
  await app.close();
});

/** A hive that has stood in its apiary since a day. */
async function hive(frames = 6, since = 100): Promise<string> {
  const id = await ana.beehive(apiary, { foodFrames: frames, broodFrames: frames });
  await place(await placementOf(ana, id), since);
  return id;
}
const place = (id: string, ago: number) => done(correctBeehivePlacement(ana, id, { placedOn: daysAgo(ago) }) as never);
const splitOff = async (beehiveId: string, ago: number, foodFrames = 0): Promise<string> =>
  (await done(split(ana, { id: beehiveId, splitOn: daysAgo(ago), foodFrames }))).id;
const uniteInto = (beehiveId: string, intoBeehiveId: string, ago: number, foodFrames = 0) =>
  done(unite(ana, { id: beehiveId, intoBeehiveId, unitedOn: daysAgo(ago), foodFrames }));
const dated = (endedOn: number) => ({ endedOn: daysAgo(endedOn) });

const INPUTS = {
  splitBeehive: 'SplitBeehiveInput',
  uniteBeehives: 'UniteBeehivesInput',
  recordLoss: 'RecordLossInput',
  correctBeehiveEnd: 'CorrectBeehiveEndInput',
  reviveBeehive: 'ReviveBeehiveInput',
  correctBeehivePlacement: 'CorrectBeehivePlacementInput',
} as const;
interface Attempt {
  name: keyof typeof INPUTS;
  /** The id of the record that is corrected. */
  id?: string;
  input: object;
}
interface Refusal {
  title: string;
  /** @returns a mutation that is refused */
  attempt: () => Promise<Attempt>;
  reason: string;
  field: string;
  /** The messages of the field. */
  en: RegExp;
  es: RegExp;
}
const AFTER_THE_EVENT = {
  reason: 'BEFORE_EVENT',
  en: /^must not be before [\d-]{10}, when the colony was split or united$/,
  es: /^no debe ser anterior al [\d-]{10}, cuando la colonia se dividió o se unió$/,
};
const BEFORE_THE_EVENT = {
  reason: 'AFTER_EVENT',
  en: /^must not be after [\d-]{10}, when the colony was split or united$/,
  es: /^no debe ser posterior al [\d-]{10}, cuando la colonia se dividió o se unió$/,
};
const FEWER_FRAMES = {
  reason: 'INSUFFICIENT_FRAMES',
  field: 'foodFrames',
  en: /^must be at most \d$/,
  es: /^debe ser \d como máximo$/,
};

const REFUSALS: Refusal[] = [
  {
    title: 'a loss before the colony was split',
    attempt: async () => {
      const id = await hive();
      await splitOff(id, 0);
      return { name: 'recordLoss', input: { id, cause: 'MITES', lostOn: daysAgo(60) } };
    },
    field: 'lostOn',
    ...AFTER_THE_EVENT,
  },
  {
    title: 'a loss before another colony was united into it',
    attempt: async () => {
      const [id, other] = [await hive(), await hive()];
      await uniteInto(other, id, 10);
      return { name: 'recordLoss', input: { id, cause: 'MITES', lostOn: daysAgo(11) } };
    },
    field: 'lostOn',
    ...AFTER_THE_EVENT,
  },
  {
    title: 'a union before the colony was split',
    attempt: async () => {
      const [id, other] = [await hive(), await hive()];
      await splitOff(id, 10);
      return { name: 'uniteBeehives', input: { id, intoBeehiveId: other, unitedOn: daysAgo(11) } };
    },
    field: 'unitedOn',
    ...AFTER_THE_EVENT,
  },
  {
    title: 'a union into a colony before that was split off',
    attempt: async () => {
      const id = await hive();
      const child = await splitOff(id, 10);
      return { name: 'uniteBeehives', input: { id, intoBeehiveId: child, unitedOn: daysAgo(11) } };
    },
    field: 'unitedOn',
    reason: 'BEFORE_PLACEMENT',
    en: /^must not be before [\d-]{10}, when the hive came to its apiary$/,
    es: /^no debe ser anterior al [\d-]{10}, cuando la colmena llegó a su apiario$/,
  },
  {
    title: 'a correction of a loss to a day before the colony was split',
    attempt: async () => {
      const id = await hive();
      await splitOff(id, 10);
      await done(lose(ana, { id, cause: 'MITES', lostOn: daysAgo(10) }));
      return { name: 'correctBeehiveEnd', id, input: dated(11) };
    },
    field: 'endedOn',
    ...AFTER_THE_EVENT,
  },
  {
    title: 'a correction of a union to a day before another colony was united into the one that ends',
    attempt: async () => {
      const [one, two, three] = [await hive(), await hive(), await hive()];
      await uniteInto(one, two, 10);
      await uniteInto(two, three, 5);
      return { name: 'correctBeehiveEnd', id: two, input: dated(11) };
    },
    field: 'endedOn',
    ...AFTER_THE_EVENT,
  },
  {
    title: 'a correction of a union to a day before the hive that stays came to its first apiary',
    attempt: async () => {
      const [id, other] = [await hive(), await hive(6, 20)];
      await uniteInto(id, other, 10);
      return { name: 'correctBeehiveEnd', id, input: dated(21) };
    },
    field: 'endedOn',
    reason: 'BEFORE_PLACEMENT',
    en: /^must not be before [\d-]{10}, when the hive came to its apiary$/,
    es: /^no debe ser anterior al [\d-]{10}, cuando la colmena llegó a su apiario$/,
  },
  {
    title: 'a correction of a union to a day after the end of the hive that stayed',
    attempt: async () => {
      const [id, other] = [await hive(), await hive()];
      await uniteInto(id, other, 10);
      await done(lose(ana, { id: other, cause: 'MITES', lostOn: daysAgo(5) }));
      return { name: 'correctBeehiveEnd', id, input: dated(4) };
    },
    field: 'endedOn',
    reason: 'BEEHIVE_ENDED',
    en: /^must not be after [\d-]{10}, when the other hive ended$/,
    es: /^no debe ser posterior al [\d-]{10}, cuando la otra colmena se dio de baja$/,
  },
  {
    title: 'a correction of a union to a day after its frames had left the hive again',
    attempt: async () => {
      const [id, other] = [await hive(), await hive(0)];
      await uniteInto(id, other, 10, 4);
      await splitOff(other, 5, 3);
      return { name: 'correctBeehiveEnd', id, input: dated(4) };
    },
    field: 'endedOn',
    ...BEFORE_THE_EVENT,
  },
  {
    title: 'the first day of a hive after its colony was split',
    attempt: async () => {
      const id = await hive();
      await splitOff(id, 10);
      return { name: 'correctBeehivePlacement', id: await placementOf(ana, id), input: { placedOn: daysAgo(9) } };
    },
    field: 'placedOn',
    ...BEFORE_THE_EVENT,
  },
  {
    title: 'the first day of a hive before its colony was split off',
    attempt: async () => {
      const child = await splitOff(await hive(), 10);
      return { name: 'correctBeehivePlacement', id: await placementOf(ana, child), input: { placedOn: daysAgo(11) } };
    },
    field: 'placedOn',
    ...AFTER_THE_EVENT,
  },
  {
    title: 'the first day of a hive after its colony was split off',
    attempt: async () => {
      const child = await splitOff(await hive(), 10);
      return { name: 'correctBeehivePlacement', id: await placementOf(ana, child), input: { placedOn: daysAgo(9) } };
    },
    field: 'placedOn',
    ...BEFORE_THE_EVENT,
  },
  {
    title: 'a split with frames that came later',
    attempt: async () => {
      const [id, other] = [await hive(), await hive(1)];
      await uniteInto(id, other, 10, 4);
      return { name: 'splitBeehive', input: { id: other, splitOn: daysAgo(11), state: { foodFrames: 2 } } };
    },
    ...FEWER_FRAMES,
    field: 'state.foodFrames',
  },
  {
    title: 'a split with frames that a later split has taken',
    attempt: async () => {
      const [id, other] = [await hive(), await hive(2)];
      await splitOff(other, 10, 2);
      await uniteInto(id, other, 5, 6);
      return { name: 'splitBeehive', input: { id: other, splitOn: daysAgo(11), state: { foodFrames: 1 } } };
    },
    ...FEWER_FRAMES,
    field: 'state.foodFrames',
  },
  {
    title: 'the return of a hive whose frames a split has taken, although others came since',
    attempt: async () => {
      const [id, other, next] = [await hive(), await hive(0), await hive()];
      await uniteInto(id, other, 20, 4);
      await splitOff(other, 15, 4);
      await uniteInto(next, other, 10, 4);
      return { name: 'reviveBeehive', id, input: {} };
    },
    ...FEWER_FRAMES,
  },
];

describe('refused, alone, in a push and in both languages, without any change', () => {
  it.each(REFUSALS)('$title', async ({ attempt, reason, field, en, es }) => {
    const { name, id, input } = await attempt();
    const document = `mutation ($input: ${INPUTS[name]}!) { ${name}(input: $input) ${selectRecord(name)} }`;
    const rows = () =>
      app.database.sql(
        `select 'event' as what, id, version, occurred_on as day from colony_events union all
         select 'place', id, version, placed_on from beehive_placements union all
         select 'hive', id, version, ended_on from beehives order by 1, 2`,
      );
    const before = await rows();
    const sent = { ...(id && { id }), ...input };
    const inEnglish = await ana.graphql(document, { input: sent });
    const inSpanish = await askInSpanish(ana, document, { input: sent });
    const {
      executeOperations: { results: push },
    } = await ana.ask(
      'mutation ($operations: [SyncOperation!]!) { executeOperations(input: { operations: $operations }) { results { status error { code reason fields { field message } } } } }',
      { operations: [{ key: uuidv7(), mutation: { [name]: sent } }] },
    );
    expect(push).toMatchObject([{ status: 'CONFLICT', error: { code: 'CONFLICT', reason } }]);
    for (const [error, message] of [
      [inEnglish.errors?.[0]?.extensions, en],
      [inSpanish.errors?.[0]?.extensions, es],
      [push[0].error, en],
    ] as const) {
      expect(error).toMatchObject({ code: 'CONFLICT', reason });
      expect(error!.fields).toMatchObject([{ field, message: expect.stringMatching(message) }]);
    }
    expect(await rows()).toEqual(before);
  });
});

describe('accepted', () => {
  it('an end on the day of the last event, and a correction to it', async () => {
    const [one, two, three] = [await hive(), await hive(), await hive()];
    await splitOff(one, 10);
    await done(lose(ana, { id: one, cause: 'MITES', lostOn: daysAgo(10) }));
    await uniteInto(two, three, 10);
    await uniteInto(three, await splitOff(three, 10), 10);
    for (const id of [one, three]) {
      await done(correctBeehiveEnd(ana, id, dated(2)));
      expect((await done(correctBeehiveEnd(ana, id, dated(10)))).endedOn).toBe(daysAgo(10));
    }
  });

  it('a split that is undone by uniting, on one day', async () => {
    const id = await hive();
    const child = await splitOff(id, 10, 3);
    await uniteInto(child, id, 10, 3);
    expect(await readHive(ana, id)).toMatchObject({ foodFrames: 6, endedOn: null });
  });

  it('an earlier loss, once the split was undone and the end of the other hive corrected', async () => {
    const [id, other] = [await hive(), await hive()];
    await uniteInto(other, id, 10);
    await done(revive(ana, other));
    expect((await done(lose(ana, { id, cause: 'MITES', lostOn: daysAgo(50) }))).endedOn).toBe(daysAgo(50));
  });

  it('the cause and the notes of an end whose day contradicts another event since before', async () => {
    const id = await hive();
    await splitOff(id, 10);
    await done(lose(ana, { id, cause: 'MITES', lostOn: daysAgo(5) }));
    await app.database.sql(`update beehives set ended_on = '${daysAgo(60)}' where id = '${id}'`);
    await app.database.sql(
      `update colony_events set occurred_on = '${daysAgo(60)}' where beehive_id = '${id}' and kind = 'LOST'`,
    );
    await done(correctBeehiveEnd(ana, id, { cause: 'STARVED', notes: 'No food.' }));
    expect(refusalOf(await correctBeehiveEnd(ana, id, dated(59)))).toBe('CONFLICT BEFORE_EVENT');
    expect((await done(correctBeehiveEnd(ana, id, dated(9)))).endedOn).toBe(daysAgo(9));
  });

  it('the first day of a hive up to its first event, and of later places between their neighbours', async () => {
    const [id, to] = [await hive(), await ana.apiary()];
    await splitOff(id, 10);
    await done(move(ana, { id, apiaryId: to, movedOn: daysAgo(3) }));
    const [last, first] = (await readHive(ana, id)).placements.nodes;
    await place(first!.id, 10);
    await place(last!.id, 1);
    await place(last!.id, 10);
    expect((await readHive(ana, id)).placements.nodes).toMatchObject([
      { placedOn: daysAgo(10), leftOn: null },
      { placedOn: daysAgo(10), leftOn: daysAgo(10) },
    ]);
  });

  it('frames that were there on the day, and any number from a hive that was never counted to one', async () => {
    const [id, other] = [await hive(), await hive(3)];
    await uniteInto(id, other, 10, 4);
    const child = await splitOff(other, 11, 3);
    await splitOff(child, 11, 3);
    await splitOff(other, 10, 4);
    expect(await readHive(ana, other)).toMatchObject({ foodFrames: 0 });
    const [source, uncounted] = [await hive(), await ana.beehive(apiary)];
    await place(await placementOf(ana, uncounted), 100);
    await uniteInto(source, uncounted, 10, 4);
    await splitOff(uncounted, 5);
    await done(correctBeehiveEnd(ana, source, dated(2)));
    expect(await done(revive(ana, source))).toMatchObject({ foodFrames: 6 });
  });
});

describe('two requests at once', () => {
  it('never record events that contradict each other', async () => {
    const other = { ...ana, url: second.url };
    const helper = Object.assign(Object.create(Object.getPrototypeOf(ana)), other) as Beekeeper;
    const outcomes = new Set<string>();
    for (let round = 0; round < 12; round++) {
      const [id, into] = [await hive(), await hive()];
      const placement = await placementOf(ana, id);
      const early = daysAgo(60);
      const ends = [
        () => lose(ana, { id, cause: 'MITES', lostOn: early }),
        () => unite(ana, { id, intoBeehiveId: into, unitedOn: early }),
        () => correctBeehivePlacement(ana, placement, { placedOn: daysAgo(0) }),
      ];
      const answers = await Promise.all([ends[round % ends.length]!(), split(helper, { id, splitOn: daysAgo(1) })]);
      const refusals = answers.map(refusalOf);
      expect(refusals.filter((refusal) => refusal === undefined)).toHaveLength(1);
      outcomes.add(refusals.find((refusal) => refusal !== undefined)!);
    }
    for (const outcome of outcomes)
      expect([
        'CONFLICT BEFORE_EVENT',
        'CONFLICT AFTER_EVENT',
        'CONFLICT BEEHIVE_ENDED',
        'CONFLICT BEFORE_PLACEMENT',
      ]).toContain(outcome);
  });
});
