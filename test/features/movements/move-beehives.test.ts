// A load of hives is moved, all or none, by the rules of one.
import { describe, expect, it } from '@jest/globals';
import { isOfRequest, isOfSession, sentStatementsOf } from '../../support/client.js';
import { correctBeehivePlacement, daysAgo, done, lose, move, readHive } from '../../support/colonies.js';
import { share } from '../../support/members.js';
import { beekeeper, crown, placementOf } from '../../support/world.js';
import { ana, app, hivesIn, load, loaded } from './movements.fixture.js';

const fieldsOf = (answer: Awaited<ReturnType<typeof load>>) => {
  const { code, reason, fields } = answer.errors![0]!.extensions as {
    code: string;
    reason?: string;
    fields?: { field: string }[];
  };
  return { reason: reason ?? code, fields: fields?.map(({ field }) => field) };
};
const PLACEMENTS = `query ($id: ID!) { beehive(id: $id) { placements { nodes {
  apiaryId placedOn leftOn vehiclePlate healthDocument zoneReason actor { userId } } } } }`;
const placementsOf = async (id: string) => (await ana.ask(PLACEMENTS, { id })).beehive.placements.nodes;

describe('moveBeehives', () => {
  it('moves hives of several apiaries on a past day, with their plate and document', async () => {
    const [a, b, c] = [await ana.apiary(), await ana.apiary(), await ana.apiary()];
    const hives = [...(await hivesIn(ana, a, [1, 2], daysAgo(30))), ...(await hivesIn(ana, b, [3], daysAgo(20)))];
    const transport = { vehiclePlate: ' 1234 BCD ', healthDocument: 'GUÍA-9', zoneReason: 'Order 7' };
    const sent = [hives[2]!, hives[0]!.toUpperCase(), hives[1]!];
    const moved = await loaded(ana, { ids: sent, apiaryId: c, movedOn: daysAgo(10), ...transport });
    expect(moved.map(({ id, apiaryId }) => [id, apiaryId])).toEqual(sent.map((id) => [id.toLowerCase(), c]));
    for (const { version } of moved) expect(version).toBe(2);
    for (const [i, id] of hives.entries())
      expect(await placementsOf(id)).toEqual([
        {
          apiaryId: c,
          placedOn: daysAgo(10),
          leftOn: null,
          ...transport,
          vehiclePlate: '1234 BCD',
          actor: { userId: ana.id },
        },
        expect.objectContaining({ apiaryId: i < 2 ? a : b, leftOn: daysAgo(10), vehiclePlate: null, zoneReason: null }),
      ]);
  });

  it('of one hive has the same, which does not stay for what is written afterwards', async () => {
    const [a, b] = [await ana.apiary(), await ana.apiary()];
    const [hive, other] = await hivesIn(ana, a, [1, 2], daysAgo(9));
    await ana.ask(
      `mutation ($one: MoveBeehiveInput!, $other: UpdateBeehiveInput!) {
        moveBeehive(input: $one) { beehive { id } } updateBeehive(input: $other) { beehive { id } } }`,
      {
        one: { id: hive, apiaryId: b, movedOn: daysAgo(3), vehiclePlate: 'P', healthDocument: 'D' },
        other: { id: other, apiaryId: b },
      },
    );
    expect((await placementsOf(hive!))[0]).toMatchObject({ vehiclePlate: 'P', healthDocument: 'D', zoneReason: null });
    expect((await placementsOf(other!))[0]).toMatchObject({ vehiclePlate: null, healthDocument: null });
    const id = await placementOf(ana, hive!);
    await done(correctBeehivePlacement(ana, id, { vehiclePlate: 'Q' }));
    expect((await placementsOf(hive!))[0]).toMatchObject({
      placedOn: daysAgo(3),
      vehiclePlate: 'Q',
      healthDocument: 'D',
    });
    await done(correctBeehivePlacement(ana, id, { placedOn: daysAgo(4), healthDocument: null }));
    const corrected = { placedOn: daysAgo(4), vehiclePlate: 'Q', healthDocument: null };
    expect(await placementsOf(hive!)).toMatchObject([corrected, { leftOn: daysAgo(4), vehiclePlate: null }]);
  });

  it('is refused as a whole, and each refusal names all hives that are the cause', async () => {
    const [a, b] = [await ana.apiary(), await ana.apiary()];
    const hives = await hivesIn(ana, a, [1, 2, 3, 4], daysAgo(20));
    const there = await hivesIn(ana, b, [2, 4, 9], daysAgo(20));
    const to = { ids: hives, apiaryId: b };
    const refused = async (input: object) => fieldsOf(await load(ana, { ...to, ...input }));
    expect(await refused({})).toEqual({ reason: 'BEEHIVE_NUMBER_TAKEN', fields: ['ids.1', 'ids.3'] });
    expect(await refused({ ids: [hives[0], there[0], there[2]] })).toEqual({
      reason: 'BAD_USER_INPUT',
      fields: ['ids.1', 'ids.2'],
    });
    expect(await refused({ movedOn: daysAgo(21) })).toEqual({
      reason: 'BEFORE_PLACEMENT',
      fields: ['movedOn', 'ids.0', 'ids.1', 'ids.2', 'ids.3'],
    });
    const strange = await (await beekeeper(app)).apiary();
    const [unknown] = await hivesIn(ana, a, [77], daysAgo(1));
    await ana.ask(`mutation { deleteBeehive(input: { id: "${unknown}" }) { deletedId } }`);
    expect(await refused({ ids: [hives[0], unknown] })).toEqual({
      reason: 'NOT_FOUND',
      fields: ['ids.1'],
    });
    expect(await refused({ ids: [hives[0], 'x'] })).toEqual({ reason: 'NOT_FOUND', fields: ['ids.1'] });
    expect(await refused({ apiaryId: strange })).toEqual({ reason: 'NOT_FOUND', fields: undefined });
    expect(await refused({ ids: [] })).toMatchObject({ fields: ['ids'] });
    expect(await refused({ ids: [hives[0], hives[0]!.toUpperCase()] })).toMatchObject({
      fields: ['ids'],
    });
    expect(await refused({ movedOn: '2999-01-01' })).toMatchObject({ fields: ['movedOn'] });
    expect(await refused({ vehiclePlate: 'x'.repeat(51) })).toMatchObject({ fields: ['vehiclePlate'] });
    await done(lose(ana, { id: hives[2], cause: 'STARVED' }));
    expect(await refused({ ids: [hives[0], hives[2]] })).toEqual({
      reason: 'BEEHIVE_ENDED',
      fields: ['ids.1'],
    });
    const other = await ana.apiary();
    const [same] = await hivesIn(ana, other, [1], daysAgo(2));
    expect(await refused({ ids: [hives[0], same] })).toEqual({
      reason: 'BEEHIVE_NUMBER_TAKEN',
      fields: ['ids.1'],
    });
    for (const id of hives) expect((await readHive(ana, id)).apiaryId).toBe(a);
  });

  it('needs the roles of one move, and only the owner gives to another account', async () => {
    const [ben, a] = [await beekeeper(app), await ana.apiary()];
    const bens = await ben.apiary();
    const [own, other] = await hivesIn(ana, a, [1, 2], daysAgo(5));
    const b = await ana.apiary();
    await share(ana, a, ben, 'WORKER');
    expect(fieldsOf(await load(ben, { ids: [own], apiaryId: bens }))).toEqual({
      reason: 'ROLE_TOO_LOW',
      fields: ['ids.0'],
    });
    const cleo = await beekeeper(app);
    for (const apiary of [a, b]) await share(ana, apiary, cleo, 'MANAGER');
    await loaded(cleo, { ids: [own], apiaryId: b });
    await share(ben, bens, cleo, 'MANAGER');
    expect(fieldsOf(await load(cleo, { ids: [own, other], apiaryId: bens }))).toEqual({
      reason: 'ROLE_TOO_LOW',
      fields: ['ids.0'],
    });
    await share(ben, bens, ana, 'MANAGER');
    const { queen } = await crown(ana, { apiary: a, beehive: other! });
    expect(await loaded(ana, { ids: [other], apiaryId: bens })).toMatchObject([{ id: other, apiaryId: bens }]);
    expect((await ben.ask(`{ queen(id: "${queen}") { id } }`)).queen).toEqual({ id: queen });
    expect((await readHive(ben, other!)).placements.nodes).toMatchObject([{ apiaryId: bens }, { apiaryId: null }]);
  });

  it('takes the same number of statements for any number of hives', async () => {
    const [a, b] = [await ana.apiary(), await ana.apiary()];
    const counts: number[] = [];
    for (const numbers of [[1, 2], Array.from({ length: 60 }, (_, i) => i + 10)]) {
      const ids = await hivesIn(ana, a, numbers, daysAgo(4));
      const statements = await sentStatementsOf(app.app, () => loaded(ana, { ids, apiaryId: b, movedOn: daysAgo(1) }));
      counts.push(statements.filter((text) => isOfRequest(text) && !isOfSession(text)).length);
    }
    expect(counts[0]).toBeLessThan(20);
    expect(counts[1]).toBe(counts[0]);
  });
});

it('loads that cross move the same hives one after the other, without a deadlock and never in part', async () => {
  const { sql } = app.database;
  const deadlocks = () => sql('select deadlocks from pg_stat_database where datname = current_database()');
  const before = await deadlocks();
  const [a, b] = [await ana.apiary(), await ana.apiary()];
  const hives = await hivesIn(
    ana,
    a,
    Array.from({ length: 12 }, (_, i) => i + 1),
    daysAgo(9),
  );
  const random = (i: number): string[] =>
    hives.toSorted((x, y) => (x.charCodeAt(30 + (i % 5)) < y.charCodeAt(33) ? 1 : -1));
  for (let round = 0; round < 6; round++) {
    const answers = await Promise.all(
      [0, 1, 2, 3].map((i) =>
        load(ana, { ids: random(i + round), apiaryId: i % 2 === 0 ? a : b, vehiclePlate: `${round}-${i}` }),
      ),
    );
    await Promise.all(hives.slice(0, 2).map((beehiveId) => move(ana, { id: beehiveId, apiaryId: round % 2 ? a : b })));
    for (const { errors } of answers) expect([undefined, 'BAD_USER_INPUT']).toContain(errors?.[0]?.extensions.code);
    // Each load moved all hives or none.
    const rows = await sql<{ plate: string; n: number }>(
      `select vehicle_plate as plate, count(*)::int as n from beehive_placements where beehive_id = any($1) and vehicle_plate like $2 group by 1`,
      [hives, `${round}-%`],
    );
    for (const { n } of rows) expect(n).toBe(hives.length);
    const places = await sql<{ n: number }>(
      'select count(distinct apiary_id)::int as n from beehives where id = any($1)',
      [hives.slice(2)],
    );
    expect(places).toEqual([{ n: 1 }]);
    await loaded(ana, { ids: hives.slice(0, 2), apiaryId: (await readHive(ana, hives[5]!)).apiaryId }).catch(() => {});
  }
  expect(await deadlocks()).toEqual(before);
}, 60_000);
