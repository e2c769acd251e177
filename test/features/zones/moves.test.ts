// Moves out of restricted zones: refused without a reason over both APIs, and kept with it.
import { describe, expect, it } from '@jest/globals';
import type pg from 'pg';
import { refusalOf, share } from '../../support/members.js';
import { type Beekeeper, beekeeper } from '../../support/world.js';
import {
  admin,
  ana,
  app,
  CIRCLE,
  createZone,
  done,
  inside,
  move,
  nowhere,
  outside,
  place,
  send,
  sendZone,
  ZONE,
} from './zones.fixture.js';

const RESTRICTED = 'CONFLICT RESTRICTED_ZONE';
const apiaryOf = async (who: Beekeeper, hive: string) =>
  (await who.ask(`{ beehive(id: "${hive}") { apiaryId } }`)).beehive.apiaryId;
const TIMELINE = `query ($id: ID!) { beehive(id: $id) { timeline(filter: { kinds: [MOVED, SPLIT, UNITED] }) { nodes { kind zoneReason } }
  placements { nodes { zoneReason } } } }`;

describe('a hive leaves a zone', () => {
  it('with a reason only, which its placement and its timeline keep', async () => {
    await createZone(ana);
    const hive = await ana.beehive(inside, { beehiveNumber: 1 });
    for (const to of [outside, nowhere]) {
      const { errors } = await move(ana, hive, to, { zoneReason: ' ' });
      expect(errors![0]!.extensions).toMatchObject({
        code: 'CONFLICT',
        reason: 'RESTRICTED_ZONE',
        fields: [{ field: 'zoneReason', message: 'is required to leave the zone' }],
      });
      expect(errors![0]!.message).toContain(`“${ZONE.name}”`);
    }
    expect(await apiaryOf(ana, hive)).toBe(inside);
    expect(refusalOf(await move(ana, hive, outside, { zoneReason: 'Permit 12' }))).toBeUndefined();
    // Into a zone, anybody may go.
    expect(refusalOf(await move(ana, hive, inside))).toBeUndefined();
    const { beehive } = await ana.ask(TIMELINE, { id: hive });
    expect(beehive.timeline.nodes).toEqual([
      { kind: 'MOVED', zoneReason: null },
      { kind: 'MOVED', zoneReason: 'Permit 12' },
    ]);
    expect(beehive.placements.nodes.map(({ zoneReason }: { zoneReason: string | null }) => zoneReason).sort()).toEqual([
      'Permit 12',
      null,
      null,
    ]);
  });

  it('freely to another apiary in it, and after it was lifted or deleted', async () => {
    const neighbour = await ana.apiary();
    await place(neighbour, 40.42, -3.72);
    const { id } = await createZone(ana);
    const hive = await ana.beehive(inside);
    expect(refusalOf(await move(ana, hive, neighbour))).toBeUndefined();
    expect(refusalOf(await move(ana, hive, outside))).toBe(RESTRICTED);
    await done(ana, 'updateRestrictedZone', { id, until: '2026-01-31' }, 'restrictedZone { id }');
    expect(refusalOf(await move(ana, hive, outside))).toBeUndefined();
    await move(ana, hive, inside);
    const other = (await createZone(ana)).id;
    expect(refusalOf(await move(ana, hive, outside))).toBe(RESTRICTED);
    await ana.ask(`mutation { deleteRestrictedZone(input: { id: "${other}" }) { deletedId } }`);
    expect(refusalOf(await move(ana, hive, outside))).toBeUndefined();
  });

  it.each([
    ['is cleared', null],
    ['is replaced', { latitude: 41, longitude: -1 }],
  ])('also if the position of its apiary %s before the move, and set back after it', async (_what, elsewhere) => {
    const setPosition = (position: object | null) => done(ana, 'updateApiary', { id: from, position }, 'apiary { id }');
    const from = await ana.apiary();
    const here = { latitude: 40.41, longitude: -3.71 };
    await setPosition(here);
    await createZone(ana);
    const hives = [await ana.beehive(from), await ana.beehive(from)];
    await setPosition(elsewhere);
    expect(refusalOf(await move(ana, hives[0]!, outside))).toBe(RESTRICTED);
    expect(refusalOf(await move(ana, hives[0]!, inside))).toBeUndefined();
    await setPosition(here);
    expect(refusalOf(await move(ana, hives[1]!, outside))).toBe(RESTRICTED);
    await setPosition(elsewhere);
    expect(refusalOf(await move(ana, hives[1]!, outside, { zoneReason: 'The position was wrong' }))).toBeUndefined();
    const last = await ana.beehive(from);
    await app.database.sql(`update zones_left set left_at = now() - interval '31 days' where apiary_id = $1`, [from]);
    expect(refusalOf(await move(ana, last, outside))).toBeUndefined();
    await app.app.expiredRows.remove();
    expect(await app.database.sql('select 1 from zones_left where apiary_id = $1', [from])).toEqual([]);
  });

  it('by the zones that were in force on the day of the move', async () => {
    await createZone(ana, { shape: { circle: CIRCLE }, from: '2026-03-01', until: '2026-03-31' });
    const results = [];
    for (const movedOn of ['2026-02-28', '2026-03-01', '2026-03-31', '2026-04-01']) {
      const hive = await ana.beehive(inside, { placedOn: '2026-01-01' });
      results.push(refusalOf(await move(ana, hive, outside, { movedOn })));
    }
    expect(results).toEqual([undefined, RESTRICTED, RESTRICTED, undefined]);
  });

  it('by every way that there is', async () => {
    const zone = 'Zone `hiveStatus`';
    await createZone(admin, { shape: { circle: CIRCLE }, isForAll: true, name: zone });
    const [hive, other] = [await ana.beehive(inside, { foodFrames: 5, broodFrames: 5 }), await ana.beehive(outside)];
    const update = await ana.graphql(
      `mutation { updateBeehive(input: { id: "${hive}", apiaryId: "${outside}" }) { beehive { id } } }`,
    );
    expect(update.errors![0]!.extensions).toMatchObject({
      reason: 'RESTRICTED_ZONE',
      fields: [{ field: 'apiaryId', message: 'is outside of the restricted zone' }],
    });
    const before = (await ana.rest('GET', `/beehives/${hive}`)).body;
    const put = async (language: string): Promise<{ status: number; body: Record<string, string> }> => {
      const headers = {
        authorization: `Bearer ${ana.token}`,
        'content-type': 'application/json',
        'accept-language': language,
      };
      const body = JSON.stringify({ ...before, apiary_id: outside });
      const response = await fetch(`${ana.url}/api/v1/beehives/${hive}`, { method: 'PUT', headers, body });
      return { status: response.status, body: (await response.json()) as Record<string, string> };
    };
    const rest = await put('en');
    expect([rest.status, rest.body.error_code]).toEqual([409, 'RESTRICTED_ZONE']);
    expect(rest.body.message).toBe(
      // Its name is the user's, whatever it looks like.
      `Bees would leave the restricted zone “${zone}”, and the request does not state why`,
    );
    expect((await put('es')).body.message).toMatch(/zona restringida.*`hiveStatus`/);

    const load = { ids: [hive], apiaryId: outside };
    expect(refusalOf(await send(ana, 'moveBeehives', load, 'beehives { id }'))).toBe(RESTRICTED);
    const pushed = await ana.ask(
      'mutation ($o: [SyncOperation!]!) { executeOperations(input: { operations: $o }) { results { status error { reason } } } }',
      { o: [{ key: 'move-1', mutation: { moveBeehive: { id: hive, apiaryId: outside } } }] },
    );
    expect(pushed.executeOperations.results).toMatchObject([
      { status: 'CONFLICT', error: { reason: 'RESTRICTED_ZONE' } },
    ]);

    const split = { id: hive, apiaryId: outside, state: { foodFrames: 1 } };
    const pair = 'beehive { id } otherBeehive { id }';
    expect(refusalOf(await send(ana, 'splitBeehive', split, pair))).toBe(RESTRICTED);
    expect(refusalOf(await send(ana, 'splitBeehive', { ...split, apiaryId: inside }, pair))).toBeUndefined();
    const child = await done(ana, 'splitBeehive', { ...split, zoneReason: 'Permit 1' }, pair);
    const union = { id: hive, intoBeehiveId: other };
    expect(refusalOf(await send(ana, 'uniteBeehives', union, pair))).toBe(RESTRICTED);
    expect(await apiaryOf(ana, hive)).toBe(inside);
    expect(refusalOf(await send(ana, 'uniteBeehives', { ...union, zoneReason: 'Permit 2' }, pair))).toBeUndefined();
    const reasons = async (id: string) =>
      (await ana.ask(TIMELINE, { id })).beehive.timeline.nodes.map(
        ({ zoneReason }: { zoneReason: string }) => zoneReason,
      );
    expect(await reasons(child.beehive.id)).toEqual(['Permit 1']);
    expect(await reasons(other)).toEqual(['Permit 2']);
    // What is undone was recorded by mistake: the bees were never there.
    expect(refusalOf(await send(ana, 'reviveBeehive', { id: hive }, 'beehive { id }'))).toBeUndefined();
  });

  it('by the zones of its owner and those for all, whoever moves it', async () => {
    const [manager, stranger] = [await beekeeper(app), await beekeeper(app)];
    for (const apiary of [inside, outside]) await share(ana, apiary, manager, 'MANAGER');
    for (const who of [manager, stranger]) await createZone(who);
    const hive = await ana.beehive(inside);
    expect(refusalOf(await move(ana, hive, outside))).toBeUndefined();
    await move(ana, hive, inside);
    await createZone(ana, { shape: { circle: CIRCLE }, name: 'Of the owner' });
    const { errors } = await move(manager, hive, outside);
    expect(errors![0]!.message).toContain('“Of the owner”');
  });

  it('to another account: a zone of its own says nothing of where that has its apiaries', async () => {
    const friend = await beekeeper(app);
    const [near, far] = [await friend.apiary(), await friend.apiary()];
    await place(near, 40.4, -3.7);
    await place(far, 10, 10);
    for (const apiary of [near, far]) await share(friend, apiary, ana, 'MANAGER');
    await createZone(ana);
    for (const apiary of [near, far])
      expect(refusalOf(await move(ana, await ana.beehive(inside), apiary))).toBe(RESTRICTED);
    await app.database.sql('delete from restricted_zones');
    await createZone(admin, { shape: { circle: CIRCLE }, isForAll: true });
    expect(refusalOf(await move(ana, await ana.beehive(inside), near))).toBeUndefined();
    expect(refusalOf(await move(ana, await ana.beehive(inside), far))).toBe(RESTRICTED);
  });

  it('and nothing else: creations, corrections and the gift of an apiary are none', async () => {
    const heir = await beekeeper(app);
    const apiary = await ana.apiary();
    await place(apiary, 40.4, -3.7);
    const hive = await ana.beehive(apiary);
    await createZone(ana);
    await createZone(admin, { shape: { circle: CIRCLE }, isForAll: true });
    await share(ana, apiary, heir, 'MANAGER');
    await ana.ask(
      `mutation { updateBeehive(input: { id: "${hive}", apiaryId: "${apiary}", state: { observations: "Calm" } }) { beehive { id } } }`,
    );
    await app.database.sql('update apiaries set owner_id = $2 where id = $1', [apiary, heir.id]);
    expect(await apiaryOf(heir, hive)).toBe(apiary);
  });
});

describe('of two at once', () => {
  const client = async (work: (client: pg.PoolClient) => Promise<void>): Promise<void> => {
    const one = await app.app.pool.connect();
    try {
      await one.query('begin');
      await work(one);
      await one.query('commit');
    } catch (error) {
      await one.query('rollback');
      throw error;
    } finally {
      one.release();
    }
  };
  const isPending = async (promise: Promise<unknown>): Promise<boolean> => {
    const waited = new Promise<'pending'>((resolve) => setTimeout(resolve, 150, 'pending'));
    return (await Promise.race([promise, waited])) === 'pending';
  };

  it('a move that has begun is committed before a zone is, and one that begins later sees it', async () => {
    const [first, second] = [await ana.beehive(inside), await ana.beehive(inside)];
    let creation: ReturnType<typeof sendZone> | undefined;
    await client(async (one) => {
      await one.query('update beehives set apiary_id = $2 where id = $1', [first, outside]);
      creation = sendZone(ana, { shape: { circle: CIRCLE } });
      expect(await isPending(creation)).toBe(true);
    });
    expect((await creation!).errors).toBeUndefined();
    expect(refusalOf(await move(ana, second, outside))).toBe('CONFLICT RESTRICTED_ZONE');
  });

  it.each([
    ['own', false],
    ['for all', true],
  ])('a move waits for a zone that is being created, and is refused: %s', async (_, isForAll) => {
    const hive = await ana.beehive(inside);
    let moved: ReturnType<typeof move> | undefined;
    await client(async (one) => {
      await one.query(
        `insert into restricted_zones (id, created_at, updated_at, owner_id, name, disease, active_from, latitude, longitude, radius_km)
         values (gen_random_uuid(), now(), now(), $1, 'New', 'OTHER', '2026-01-01', 40.4, -3.7, 5)`,
        [isForAll ? null : ana.id],
      );
      moved = move(ana, hive, outside);
      expect(await isPending(moved)).toBe(true);
      // Others are not held up by a zone of an account.
      if (!isForAll) {
        const other = await admin.beehive(await admin.apiary());
        expect(refusalOf(await move(admin, other, await admin.apiary()))).toBeUndefined();
      }
    });
    expect(refusalOf(await moved!)).toBe('CONFLICT RESTRICTED_ZONE');
  });

  it('a move waits for the position of its apiary, and sees it', async () => {
    const apiary = await ana.apiary();
    const hive = await ana.beehive(apiary);
    await createZone(ana);
    let moved: ReturnType<typeof move> | undefined;
    await client(async (one) => {
      await one.query('update apiaries set latitude = 40.4, longitude = -3.7 where id = $1', [apiary]);
      moved = move(ana, hive, outside);
      expect(await isPending(moved)).toBe(true);
    });
    expect(refusalOf(await moved!)).toBe('CONFLICT RESTRICTED_ZONE');
  });
});
