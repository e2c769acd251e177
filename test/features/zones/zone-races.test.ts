// Moves, zones and positions that change at once. Deferred triggers note what has happened in the order in which it is committed: they run
// while the locks of a transaction are still held. That of a move waits a little before: without the locks, a zone would come between. A model that is told the same, in that order, allows every move.
import { beforeAll, expect, it } from '@jest/globals';
import { greatCircleKm } from '../../../src/shared/geography.js';
import { refusalOf } from '../../support/members.js';
import { below, createRandom, pick, type Random } from '../../support/random.js';
import { admin, ana, app, move, place, sendZone } from './zones.fixture.js';

interface Note {
  what: 'restricted_zones' | 'apiaries' | 'beehives';
  id: string;
  /** Of a move: the apiaries. */
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
    begin ${table === 'beehives' ? 'perform pg_sleep(0.02);' : ''} insert into notes (what, id, "from", "to", reason, latitude, longitude, radius, removed) values ('${table}', new.id, ${values}); return null; end $$;
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
  const rounds = process.env.SLOW_TESTS === 'on' ? 120 : 8;
  const apiaries = [await ana.apiary(), await ana.apiary(), await ana.apiary()];
  const hives = await Promise.all(Array.from({ length: 6 }, () => ana.beehive(apiaries[0]!)));
  await app.database.sql('truncate notes');
  const zones: { id: string; who: typeof ana }[] = [];
  const steps: ((r: Random) => Promise<unknown>)[] = [
    async (r) => {
      const who = r() < 0.3 ? admin : ana;
      const [latitude, longitude] = pick(r, PLACES)!;
      const { data, errors } = await sendZone(who, { latitude, longitude, radiusKm: 20, isForAll: who === admin });
      if (errors) return refusalOf({ errors } as never);
      zones.push({ id: data.result.restrictedZone.id, who });
      return undefined;
    },
    async (r) => {
      const zone = zones.splice(below(r, zones.length), 1)[0];
      if (zone) await zone.who.ask(`mutation { deleteRestrictedZone(input: { id: "${zone.id}" }) { deletedId } }`);
    },
    async (r) => {
      const [latitude, longitude] = pick(r, [...PLACES, [null, null] as const])!;
      await place(pick(r, apiaries)!, latitude, longitude);
    },
    ...Array.from({ length: 5 }, () => async (r: Random) => {
      const fields = r() < 0.2 ? { zoneReason: 'Permit' } : {};
      const answer = refusalOf(await move(ana, pick(r, hives)!, pick(r, apiaries)!, fields));
      // Where it stands already.
      return answer === 'BAD_USER_INPUT' ? undefined : answer;
    }),
  ];
  const answers: unknown[] = [];
  for (let round = 0; round < rounds; round++)
    answers.push(...(await Promise.all(Array.from({ length: 12 }, () => pick(random, steps)!(random)))));
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
