// Moves, zones and positions that change at once. Deferred triggers note what has happened in the order in which it is committed: they run
// while the locks of a transaction are still held. That of a move waits a little before: without the locks, a zone would come between. A model that is told the same, in that order, allows every move.
import { setTimeout as wait } from 'node:timers/promises';
import { beforeAll, expect, it } from '@jest/globals';
import { greatCircleKm } from '../../../src/shared/geography.js';
import { refusalOf, share } from '../../support/members.js';
import { below, createRandom, pick, type Random } from '../../support/random.js';
import { type Beekeeper, beekeeper } from '../../support/world.js';
import { admin, ana, app, move, send, sendZone } from './zones.fixture.js';

interface Note {
  what: 'restricted_zones' | 'apiaries' | 'beehives';
  id: string;
  /** The apiaries of a move. */
  from: string | null;
  to: string | null;
  reason: string | null;
  latitude: number | null;
  longitude: number | null;
  radius: number | null;
  removed: boolean | null;
}

beforeAll(async () => {
  const note = (table: string, values: string, events: string) => `
    create function note_${table}() returns trigger language plpgsql as $$
    begin ${table === 'beehives' ? 'perform pg_sleep(0.1);' : ''} insert into notes (what, id, "from", "to", reason, latitude, longitude, radius, removed) values ('${table}', new.id, ${values}); return null; end $$;
    create constraint trigger noted after ${events} on ${table} deferrable initially deferred for each row execute function note_${table}();`;
  await app.database.sql(`
    create table notes (n bigint generated always as identity, what text, id uuid, "from" uuid, "to" uuid, reason text,
      latitude float8, longitude float8, radius float8, removed boolean);
    ${note('restricted_zones', 'null, null, null, new.latitude, new.longitude, new.radius_km, new.removed_at is not null', 'insert or update')}
    ${note('apiaries', 'null, null, null, new.latitude, new.longitude, null, null', 'update of latitude')}
    ${note('beehives', `old.apiary_id, new.apiary_id, (select zone_reason from beehive_placements where beehive_id = new.id order by created_at desc limit 1), null, null, null, null`, 'update of apiary_id')}`);
});

it('no move leaves a zone without a reason, whatever happens at once, and nothing is in the way of another', async () => {
  const random = createRandom(Number(process.env.PROPERTY_SEED ?? Date.now()));
  const rounds = process.env.SLOW_TESTS === 'on' ? 120 : 20;
  const apiaries = [await ana.apiary(), await ana.apiary(), await ana.apiary()];
  const hives = await Promise.all(Array.from({ length: 6 }, () => ana.beehive(apiaries[0]!)));
  // The writes of an account wait for each other: only those of several can meet.
  const keepers: Beekeeper[] = [ana];
  for (let i = 0; i < 5; i++) {
    const manager = await beekeeper(app);
    for (const apiary of apiaries) await share(ana, apiary, manager, 'MANAGER');
    keepers.push(manager);
  }
  await app.database.sql('truncate notes');
  const zones: { id: string; who: Beekeeper }[] = [];
  const setPosition = async (r: Random, apiary: string): Promise<unknown> => {
    const [latitude, longitude] = pick(r, PLACES)!;
    const input = { id: apiary, position: r() < 0.1 ? null : { latitude, longitude } };
    return refusalOf(await send(pick(r, keepers)!, 'updateApiary', input, 'apiary { id }'));
  };
  const addZone = async (r: Random): Promise<unknown> => {
    const who = r() < 0.3 ? admin : ana;
    const [latitude, longitude] = pick(r, PLACES)!;
    const { data, errors } = await sendZone(who, {
      shape: { circle: { latitude, longitude, radiusKm: 20 } },
      isForAll: who === admin,
    });
    if (errors) return refusalOf({ errors } as never);
    zones.push({ id: data.result.restrictedZone.id, who });
    return undefined;
  };
  const removeZone = async (r: Random): Promise<void> => {
    const zone = zones.splice(below(r, zones.length), 1)[0];
    if (zone) await zone.who.ask(`mutation { deleteRestrictedZone(input: { id: "${zone.id}" }) { deletedId } }`);
  };
  const moveOne = async (r: Random, hive: string): Promise<unknown> => {
    const fields = r() < 0.1 ? { zoneReason: 'Permit' } : {};
    const answer = refusalOf(await move(pick(r, keepers)!, hive, pick(r, apiaries)!, fields));
    // Where it stands already.
    return answer === 'BAD_USER_INPUT' ? undefined : answer;
  };
  for (const apiary of apiaries) await setPosition(random, apiary);
  const answers: unknown[] = [];
  for (let round = 0; round < rounds; round++) {
    // Most moves are allowed when they begin, and would not be when they end.
    while (zones.length > 1) await removeZone(random);
    const late = async (step: (r: Random) => Promise<unknown>): Promise<unknown> => {
      await wait(below(random, 100));
      return step(random);
    };
    const steps = [addZone, addZone, pick(random, [removeZone, (r: Random) => setPosition(r, pick(r, apiaries)!)])!];
    answers.push(...(await Promise.all([...hives.map((hive) => moveOne(random, hive)), ...steps.map(late)])));
  }
  // Each operation is a transaction of its own: none fails because of another.
  expect(new Set(answers.filter((one) => one !== undefined && one !== 'CONFLICT RESTRICTED_ZONE'))).toEqual(new Set());

  const notes = await app.database.sql<Note>('select * from notes order by n');
  expect(replay(notes)).toEqual([]);
  expect(notes.filter(({ what }) => what === 'beehives').length).toBeGreaterThan(rounds);
}, 300_000);

const PLACES = [
  [40.4, -3.7],
  [42, 2],
  [40.5, -3.6],
] as const;

/** The moves that a model does not allow. */
function replay(notes: Note[]): Note[] {
  const zones = new Map<string, Note>();
  const places = new Map<string, Note>();
  const contains = (zone: Note, apiary: string): boolean => {
    const { latitude = null, longitude = null } = places.get(apiary) ?? {};
    if (latitude === null || longitude === null) return false;
    return (
      greatCircleKm({ latitude, longitude }, { latitude: zone.latitude!, longitude: zone.longitude! }) <= zone.radius!
    );
  };
  return notes.filter((note) => {
    if (note.what === 'apiaries') places.set(note.id, note);
    if (note.what === 'restricted_zones') {
      if (note.removed) zones.delete(note.id);
      else zones.set(note.id, note);
    }
    if (note.what !== 'beehives' || note.from === note.to || note.reason !== null) return false;
    return [...zones.values()].some((zone) => contains(zone, note.from!) && !contains(zone, note.to!));
  });
}
