// Colonies are split, united, lost and moved, and an end is corrected; the timeline of a hive.
import { describe, expect, it } from '@jest/globals';
import { v7 as uuidv7 } from 'uuid';
import { isOfRequest, statementsOf } from '../../support/client.js';
import {
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
import { ROLE_TOO_LOW, refusalOf, share } from '../../support/members.js';
import { beekeeper } from '../../support/world.js';
import { ana, apiary, app, ben, hive, TODAY } from './colonies.fixture.js';

const listed = async (at = apiary, filter = ''): Promise<string[]> => {
  const args = filter ? `(filter: { ${filter} })` : '';
  const seen = await ana.ask(`{ apiary(id: "${at}") { beehives${args} { nodes { id } } } }`);
  return seen.apiary.beehives.nodes.map(({ id }: { id: string }) => id);
};

describe('splitBeehive', () => {
  it('creates a hive with frames that leave the other one', async () => {
    const source = await hive();
    const { beehiveNumber } = await readHive(ana, source);
    const input = { id: source, foodFrames: 2, broodFrames: 4, beehiveNumber: 900, hiveStatus: 'Queenless' };
    const child = await done(split(ana, { ...input, splitOn: daysAgo(7), notes: 'Strong.' }));
    expect(child).toMatchObject({ apiaryId: apiary, beehiveNumber: 900, foodFrames: 2, broodFrames: 4, endedOn: null });
    expect(await readHive(ana, source)).toMatchObject({ foodFrames: 4, broodFrames: 0 });
    const event = { occurredOn: daysAgo(7), foodFrames: 2, broodFrames: 4, notes: 'Strong.' };
    expect(await readHive(ana, child.id)).toMatchObject({
      placements: { nodes: [{ apiaryId: apiary, placedOn: daysAgo(7), leftOn: null }] },
      colonyEvents: {
        nodes: [{ ...event, kind: 'SPLIT_FROM', otherBeehiveId: source, otherBeehiveLabel: String(beehiveNumber) }],
      },
    });
    expect((await readHive(ana, source)).colonyEvents.nodes).toEqual([
      { ...event, kind: 'SPLIT_INTO', otherBeehiveId: child.id, otherBeehiveLabel: '900' },
    ]);
  });

  it('puts the new hive into another apiary', async () => {
    const other = await ana.apiary();
    const child = await done(split(ana, { id: await hive(), apiaryId: other, broodFrames: 1 }));
    expect(await listed(other)).toEqual([child.id]);
  });

  it('returns the same hive for the same input with an id, and takes frames once', async () => {
    const source = await hive();
    const input = { newId: uuidv7(), id: source, broodFrames: 1 };
    for (let i = 0; i < 2; i++) expect((await done(split(ana, input))).id).toBe(input.newId);
    expect((await readHive(ana, source)).broodFrames).toBe(3);
  });
});

describe('uniteBeehives', () => {
  it('ends the first hive and gives its frames to the second', async () => {
    const [source, target] = [await hive(), await hive()];
    const into = await done(unite(ana, { id: source, intoBeehiveId: target, broodFrames: 1, unitedOn: daysAgo(3) }));
    expect(into).toMatchObject({ id: target, foodFrames: 12, broodFrames: 5, endedOn: null });
    const ended = await readHive(ana, source);
    expect(ended).toMatchObject({ foodFrames: 0, broodFrames: 3, endedOn: daysAgo(3), endCause: 'UNITED' });
    expect(ended.placements.nodes[0]!.leftOn).toBe(daysAgo(3));
    expect(ended.colonyEvents.nodes).toMatchObject([{ kind: 'UNITED_INTO', otherBeehiveId: target }]);
    expect((await readHive(ana, target)).colonyEvents.nodes).toMatchObject([
      { kind: 'UNITED_WITH', otherBeehiveId: source, foodFrames: 6, broodFrames: 1, occurredOn: daysAgo(3) },
    ]);
  });

  it('is undone by reviveBeehive: the frames come back', async () => {
    const [source, target] = [await hive(), await hive({ foodFrames: null })];
    await done(unite(ana, { id: source, intoBeehiveId: target }));
    expect(await done(revive(ana, source))).toMatchObject({ endedOn: null, foodFrames: 6, broodFrames: 4 });
    expect(await readHive(ana, target)).toMatchObject({
      foodFrames: null,
      broodFrames: 4,
      colonyEvents: { nodes: [] },
    });
    expect(await readHive(ana, source)).toMatchObject({ endCause: null, colonyEvents: { nodes: [] } });
    expect((await readHive(ana, source)).placements.nodes).toMatchObject([{ leftOn: null }]);
  });
});

describe('recordLoss', () => {
  it('ends the hive, which can be read but is in no list', async () => {
    const at = await ana.apiary();
    const [lost, other] = [await hive({ observations: 'Wax moth' }, at), await hive({}, at)];
    await done(lose(ana, { id: lost, cause: 'STARVED', lostOn: daysAgo(20), notes: 'Empty combs.' }));
    expect(await readHive(ana, lost)).toMatchObject({
      apiaryId: at,
      endedOn: daysAgo(20),
      endCause: 'STARVED',
      foodFrames: 6,
      placements: { nodes: [{ leftOn: daysAgo(20) }] },
      colonyEvents: { nodes: [{ kind: 'LOST', occurredOn: daysAgo(20), otherBeehiveId: null, notes: 'Empty combs.' }] },
    });
    expect(await listed(at)).toEqual([other]);
    expect(await listed(at, 'life: LIVING')).toEqual([other]);
    expect(await listed(at, 'life: ENDED')).toEqual([lost]);
    expect((await listed(at, 'life: ANY')).sort()).toEqual([lost, other].sort());
    expect(await listed(at, 'endCauses: [STARVED]')).toEqual([lost]);
    expect(await listed(at, 'endCauses: [MITES]')).toEqual([]);
    const day = daysAgo(20);
    for (const filter of [`endedFrom: "${day}"`, `endedTo: "${day}"`, `endedFrom: "${day}", endedTo: "${day}"`])
      expect(await listed(at, filter)).toEqual([lost]);
    for (const filter of [`endedFrom: "${daysAgo(19)}"`, `endedTo: "${daysAgo(21)}"`])
      expect(await listed(at, filter)).toEqual([]);
    expect(await listed(at, `life: LIVING, endedFrom: "${day}"`)).toEqual([]);
    expect(await listed(at, 'endedFrom: null, endedTo: null')).toEqual([other]);
    const seen = await ana.ask(`{
      apiary(id: "${at}") {
        beehivesCount overdue: beehives(filter: { notInspectedSince: "${daysAgo(1)}T00:00:00Z" }) { nodes { id } } statistics { beehivesCount overdueInspectionsCount }
      }
      beehives(apiaryId: "${at}") { totalCount nodes { id } }
      search(text: "Wax moth") { totalCount nodes { __typename } }
      worklist(filter: { apiaryIds: ["${at}"], kinds: [OVERDUE_INSPECTION] }) { nodes { beehive { id } } }
      node(id: "${lost}") { id }
    }`);
    expect(seen).toEqual({
      apiary: {
        beehivesCount: 1,
        overdue: { nodes: [{ id: other }] },
        statistics: { beehivesCount: 1, overdueInspectionsCount: 1 },
      },
      beehives: { totalCount: 1, nodes: [{ id: other }] },
      search: { totalCount: 0, nodes: [] },
      worklist: { nodes: [{ beehive: { id: other } }] },
      node: { id: lost },
    });
  });

  it('over REST: it leaves the lists and counts, whose shapes stay; it can be read by its id, and not changed', async () => {
    const at = await ana.apiary();
    const [lost, other] = [await hive({}, at), await hive({}, at)];
    const before = (await ana.rest('GET', `/beehives/${lost}`)).body;
    await done(lose(ana, { id: lost, cause: 'MITES' }));
    for (const path of [`/beehives?apiary_id=${at}`, `/beehives/apiary/${at}`]) {
      const { status, body } = await ana.rest('GET', path);
      expect([status, body.map(({ id }: { id: string }) => id)]).toEqual([200, [other]]);
      expect(Object.keys(body[0])).toEqual(Object.keys(before));
    }
    expect((await ana.rest('GET', `/apiaries/${at}`)).body.beehives_count).toBe(1);
    expect((await ana.rest('GET', `/statistics/apiary/${at}`)).body.total_beehives).toBe(1);
    const read = await ana.rest('GET', `/beehives/${lost}`);
    expect(read).toMatchObject({ status: 200, body: { id: lost } });
    expect(Object.keys(read.body)).toEqual(Object.keys(before));
    expect(await ana.rest('PUT', `/beehives/${lost}`, { observations: 'New' })).toMatchObject({
      status: 409,
      body: { error_code: 'BEEHIVE_ENDED' },
    });
    expect((await ana.rest('DELETE', `/beehives/${lost}`)).status).toBe(204);
  });

  it('frees the number', async () => {
    const at = await ana.apiary();
    const lost = await ana.beehive(at, { beehiveNumber: 5 });
    await done(lose(ana, { id: lost, cause: 'SOLD' }));
    const next = await ana.beehive(at, { beehiveNumber: 5 });
    const input = { inputs: [{ apiaryId: at, beehiveNumber: 5 }] };
    const again = await ana.graphql(
      'mutation ($inputs: [CreateBeehiveInput!]!) { createBeehives(input: { beehives: $inputs }) { beehives { id } } }',
      input,
    );
    expect(refusalOf(again)).toBe('CONFLICT BEEHIVE_NUMBER_TAKEN');
    expect(refusalOf(await revive(ana, lost))).toBe('CONFLICT BEEHIVE_NUMBER_TAKEN');
    expect(await done(revive(ana, lost, { beehiveNumber: 6 }))).toMatchObject({ beehiveNumber: 6, endedOn: null });
    expect(await listed(at)).toEqual([next, lost]);
  });

  it('what happened up to the end is still recorded', async () => {
    const id = await hive();
    await done(lose(ana, { id, cause: 'UNKNOWN', lostOn: daysAgo(5) }));
    const record = async (day: string): Promise<(string | undefined)[]> => {
      const at = `${day}T12:00:00Z`;
      const sent = [
        `recordInspection(input: { beehiveId: "${id}", answers: [], occurredAt: "${at}" }) { inspection { id } }`,
        `recordVisit(input: { answers: [], beehives: [{ beehiveId: "${id}" }], occurredAt: "${at}" }) { inspections { id } }`,
        `recordTreatment(input: { beehiveIds: ["${id}"], kind: "a", productName: "b", startedOn: "${day}" }) { treatments { id } }`,
        `recordMiteCount(input: { beehiveId: "${id}", method: SUGAR_ROLL, bees: 300, mites: 3, countedOn: "${day}" }) { miteCount { id } }`,
      ];
      return Promise.all(sent.map(async (mutation) => refusalOf(await ana.graphql(`mutation { ${mutation} }`))));
    };
    expect(await record(daysAgo(5))).toEqual(Array(4).fill(undefined));
    expect(await record(daysAgo(4))).toEqual(Array(4).fill('CONFLICT BEEHIVE_ENDED'));
    const read = await ana.ask(`{ beehive(id: "${id}") {
      inspections { totalCount } treatments { totalCount } miteCounts { totalCount } } }`);
    expect(read.beehive).toEqual({
      inspections: { totalCount: 2 },
      treatments: { totalCount: 1 },
      miteCounts: { totalCount: 1 },
    });
    const { treatmentRegister } = await ana.ask(`{ treatmentRegister(apiaryId: "${apiary}") { nodes { beehiveId } } }`);
    expect(treatmentRegister.nodes).toContainEqual({ beehiveId: id });
  });

  it('a draft of before can be completed, but not dated after the end', async () => {
    const id = await hive();
    const {
      draft: { inspection: draft },
    } = await ana.ask(
      `mutation { draft: recordInspection(input: { beehiveId: "${id}", answers: [], draft: true }) { inspection { id } } }`,
    );
    await done(lose(ana, { id, cause: 'UNKNOWN', lostOn: daysAgo(5) }));
    const change = (name: string, input: string) =>
      ana.graphql(`mutation { ${name}(input: { id: "${draft.id}", answers: [] ${input} }) { inspection { id } } }`);
    const now = `occurredAt: "${TODAY}T00:00:00Z"`;
    expect(refusalOf(await change('updateInspectionDraft', now))).toBe('CONFLICT BEEHIVE_ENDED');
    expect(refusalOf(await change('updateInspectionDraft', ''))).toBeUndefined();
    expect(
      refusalOf(
        await ana.graphql(`mutation { completeInspection(input: { id: "${draft.id}" }) { inspection { id } } }`),
      ),
    ).toBeUndefined();
    expect(refusalOf(await change('amendInspection', `reason: "a", ${now}`))).toBe('CONFLICT BEEHIVE_ENDED');
  });
});

describe('moveBeehive and placements', () => {
  it('a move may be in the past, and gives a number', async () => {
    const [id, to] = [await hive(), await ana.apiary()];
    expect(await done(move(ana, { id, apiaryId: to, movedOn: daysAgo(30), beehiveNumber: 1 }))).toMatchObject({
      apiaryId: to,
      beehiveNumber: 1,
    });
    expect((await readHive(ana, id)).placements.nodes).toMatchObject([
      { apiaryId: to, placedOn: daysAgo(30), leftOn: null },
      { apiaryId: apiary, placedOn: daysAgo(100), leftOn: daysAgo(30) },
    ]);
  });

  it('a move by updateBeehive is one of today, over both APIs, and several on one day leave one place', async () => {
    const [id, one, two] = [await hive(), await ana.apiary(), await ana.apiary()];
    expect((await ana.rest('PUT', `/beehives/${id}`, { apiary_id: one })).status).toBe(200);
    await ana.ask(`mutation { updateBeehive(input: { id: "${id}", apiaryId: "${two}" }) { beehive { id } } }`);
    expect((await readHive(ana, id)).placements.nodes).toMatchObject([
      { apiaryId: two, placedOn: TODAY, leftOn: null },
      { apiaryId: one, placedOn: TODAY, leftOn: TODAY },
      { apiaryId: apiary, placedOn: daysAgo(100), leftOn: TODAY },
    ]);
  });

  it('correctBeehivePlacement also changes the day on which the hive left the apiary before', async () => {
    const [id, to] = [await hive(), await ana.apiary()];
    await done(move(ana, { id, apiaryId: to }));
    const [placement] = (await readHive(ana, id)).placements.nodes;
    const { data } = await correctBeehivePlacement(ana, placement!.id, { placedOn: daysAgo(40), expectedVersion: 1 });
    expect(data.result).toMatchObject({ placedOn: daysAgo(40), leftOn: null, version: 2 });
    expect((await readHive(ana, id)).placements.nodes).toMatchObject([
      { placedOn: daysAgo(40) },
      { placedOn: daysAgo(100), leftOn: daysAgo(40) },
    ]);
  });

  it('a hive that is given away takes its history along, without the apiaries of its previous owner', async () => {
    const [gift, bens] = [await hive(), await ben.apiary()];
    const child = await done(split(ana, { id: gift, broodFrames: 1 }));
    await share(ben, bens, ana, 'MANAGER');
    await done(move(ana, { id: gift, apiaryId: bens, movedOn: daysAgo(1) }));
    const seen = await readHive(ben, gift);
    expect(seen.placements.nodes).toMatchObject([
      { apiaryId: bens, placedOn: daysAgo(1), leftOn: null },
      { apiaryId: null, placedOn: daysAgo(100), leftOn: daysAgo(1) },
    ]);
    expect(seen.colonyEvents.nodes).toMatchObject([{ kind: 'SPLIT_INTO', otherBeehiveId: child.id }]);
    const { beehive } = await ben.ask(`{ beehive(id: "${gift}") { colonyEvents { nodes { otherBeehive { id } } } } }`);
    expect(beehive.colonyEvents.nodes).toEqual([{ otherBeehive: null }]);
  });
});

describe('correctBeehiveEnd', () => {
  it('corrects the day, the cause and the notes of a loss', async () => {
    const id = await hive();
    await done(lose(ana, { id, cause: 'UNKNOWN', lostOn: daysAgo(5) }));
    await done(correctBeehiveEnd(ana, id, { endedOn: daysAgo(9), cause: 'MITES', notes: 'Counted later.' }));
    expect(await readHive(ana, id)).toMatchObject({
      endedOn: daysAgo(9),
      endCause: 'MITES',
      placements: { nodes: [{ leftOn: daysAgo(9) }] },
      colonyEvents: { nodes: [{ kind: 'LOST', occurredOn: daysAgo(9), notes: 'Counted later.' }] },
    });
  });

  it('corrects the day of a union for both hives', async () => {
    const [source, target] = [await hive(), await hive()];
    await done(unite(ana, { id: source, intoBeehiveId: target }));
    await done(correctBeehiveEnd(ana, source, { endedOn: daysAgo(2) }));
    for (const id of [source, target])
      expect((await readHive(ana, id)).colonyEvents.nodes).toMatchObject([{ occurredOn: daysAgo(2) }]);
    expect(refusalOf(await correctBeehiveEnd(ana, source, { cause: 'MITES' }))).toBe('BAD_USER_INPUT');
  });
});

describe('roles', () => {
  it('a worker records losses, unites and revives; a manager also splits and moves', async () => {
    const [worker, at] = [await beekeeper(app), await ana.apiary()];
    await share(ana, at, worker, 'WORKER');
    const [one, two] = [await hive({}, at), await hive({}, at)];
    const [placement] = (await readHive(ana, one)).placements.nodes;
    const worked = [
      await lose(worker, { id: one, cause: 'MITES' }),
      await correctBeehiveEnd(worker, one, { cause: 'STARVED' }),
      await revive(worker, one),
      await unite(worker, { id: one, intoBeehiveId: two }),
      await revive(worker, one),
    ];
    expect(worked.map(refusalOf)).toEqual(Array(5).fill(undefined));
    const refused = [
      await split(worker, { id: one }),
      await move(worker, { id: one, apiaryId: await worker.apiary() }),
      await correctBeehivePlacement(worker, placement!.id, { placedOn: TODAY }),
    ];
    expect(refused.map(refusalOf)).toEqual(Array(3).fill(ROLE_TOO_LOW));
  });

  it('the end of a hive that was united is corrected by who may change both hives', async () => {
    const [worker, at] = [await beekeeper(app), await ana.apiary()];
    await share(ana, at, worker, 'WORKER');
    const [one, elsewhere] = [await hive({}, at), await hive({}, await ana.apiary())];
    await done(unite(ana, { id: one, intoBeehiveId: elsewhere }));
    const refused = [await revive(worker, one), await correctBeehiveEnd(worker, one, { notes: 'Weak' })];
    expect(refused.map(refusalOf)).toEqual(Array(2).fill(ROLE_TOO_LOW));
    expect(refusalOf(await revive(ana, one))).toBeUndefined();
  });

  it('only the owner gives to the owner of another apiary', async () => {
    const [manager, at] = [await beekeeper(app), await ana.apiary()];
    await share(ana, at, manager, 'MANAGER');
    const [id, own] = [await hive({}, at), await manager.apiary()];
    const theirs = await manager.beehive(own);
    const refused = [
      await move(manager, { id, apiaryId: own }),
      await split(manager, { id, apiaryId: own, broodFrames: 1 }),
      await unite(manager, { id, intoBeehiveId: theirs }),
    ];
    expect(refused.map(refusalOf)).toEqual(Array(3).fill(ROLE_TOO_LOW));
    expect(refusalOf(await split(manager, { id, broodFrames: 1 }))).toBeUndefined();
    expect(refusalOf(await unite(manager, { id: theirs, intoBeehiveId: id }))).toBeUndefined();
  });
});

describe('the timeline', () => {
  it('has splits, unions, losses and moves on their days', async () => {
    const [id, to] = [await hive(), await ana.apiary()];
    const child = await done(split(ana, { id, foodFrames: 1, splitOn: daysAgo(60), notes: 'Swarming.' }));
    await done(unite(ana, { id: child.id, intoBeehiveId: id, unitedOn: daysAgo(50) }));
    await done(move(ana, { id, apiaryId: to, movedOn: daysAgo(40) }));
    await done(lose(ana, { id, cause: 'ROBBED', lostOn: daysAgo(30) }));
    const { beehive } =
      await ana.ask(`{ beehive(id: "${id}") { timeline(filter: { kinds: [SPLIT, UNITED, LOST, MOVED] }) {
      totalCount nodes { kind occurredAt actor { userId } record { ... on ColonyEvent { event: kind notes otherBeehive { id } } } changes { field from to } } } } }`);
    const entry = (kind: string, days: number, rest: object) => ({
      kind,
      occurredAt: `${daysAgo(days)}T00:00:00.000Z`,
      actor: { userId: ana.id },
      record: null,
      changes: [],
      ...rest,
    });
    expect(beehive.timeline).toEqual({
      totalCount: 4,
      nodes: [
        entry('LOST', 30, { record: { event: 'LOST', notes: null, otherBeehive: null } }),
        entry('MOVED', 40, { changes: [{ field: 'apiaryId', from: apiary, to }] }),
        entry('UNITED', 50, { record: { event: 'UNITED_WITH', notes: null, otherBeehive: { id: child.id } } }),
        entry('SPLIT', 60, { record: { event: 'SPLIT_INTO', notes: 'Swarming.', otherBeehive: { id: child.id } } }),
      ],
    });
  });

  it('and the history of many hives are a fixed number of statements', async () => {
    const at = await ana.apiary();
    const read = `{ apiary(id: "${at}") { beehives(filter: { life: ANY }) { nodes {
      timeline { nodes { kind actor { name } record { ... on ColonyEvent { otherBeehive { beehiveNumber } } } } }
      placements { nodes { apiary { name } beehive { id } } } colonyEvents { nodes { actor { name } beehive { id } otherBeehive { id } } } } } } }`;
    const costOf = async (): Promise<number> => {
      await ana.ask(read);
      return (await statementsOf(app.app, () => ana.ask(read))).filter(isOfRequest).length;
    };
    const grow = async (): Promise<void> => {
      const [one, two] = [await hive({}, at), await hive({}, at)];
      await done(split(ana, { id: one, foodFrames: 1 }));
      await done(unite(ana, { id: one, intoBeehiveId: two }));
    };
    await grow();
    const cost = await costOf();
    for (let i = 0; i < 3; i++) await grow();
    expect(await costOf()).toBe(cost);
  });
});
