// Two services on one database, the steps of random histories, and a model of the rules for splits, unions, losses, moves and corrections.
import { afterAll, beforeAll, expect } from '@jest/globals';
import { expectLogExact } from '../../support/change-log.js';
import { Client, type GraphqlAnswer, startTestApp, type TestApp } from '../../support/client.js';
import {
  correctBeehiveEnd,
  correctBeehivePlacement,
  daysAgo,
  lose,
  move,
  readHive,
  revive,
  split,
  unite,
} from '../../support/colonies.js';
import { EVENT_INVARIANTS } from '../../support/colony-and-honey/invariants.js';
import * as fc from '../../support/fast-check.js';
import { expectOwnersTrue } from '../../support/owners.js';
import { type Beekeeper, beekeeper, placementOf } from '../../support/world.js';

export let services: TestApp[];
beforeAll(async () => {
  const first = await startTestApp();
  services = [first, await startTestApp({}, first.database)];
});
afterAll(async () => {
  const { database } = services[0]!;
  await expectLogExact(database);
  await expectOwnersTrue(database);
  await services[1]!.close();
  await services[0]!.close();
});

const APIARIES = 3;
const HIVES = 4;
export const MAX_HIVES = 12;
const FIRST_DAY = 100;
const FRAMES = 8;
export const ALL_FRAMES = { food: HIVES * FRAMES, brood: HIVES * FRAMES };

const KINDS = [
  'split',
  'unite',
  'unite',
  'lose',
  'move',
  'move',
  'update',
  'correctBeehiveEnd',
  'revive',
  'revive',
  'correctBeehivePlacement',
] as const;
interface Step {
  kind: (typeof KINDS)[number];
  service: number;
  hive: number;
  other: number;
  food: number;
  brood: number;
  /** Days before today. */
  ago: number;
}
export const steps = (length: number): fc.Arbitrary<Step[]> =>
  fc.array(
    fc.record<Step>({
      kind: fc.constantFrom(...KINDS),
      service: fc.nat(1),
      hive: fc.nat(1000),
      other: fc.nat(1000),
      food: fc.nat(FRAMES),
      brood: fc.nat(FRAMES),
      // Recent days are likelier: whatever happened before the last move is refused.
      ago: fc.oneof(fc.nat(3), fc.nat(20), fc.nat(FIRST_DAY + 10)),
    }),
    { minLength: length, maxLength: length },
  );

interface Place {
  apiary: string;
  from: string;
  to: string | null;
}
interface Frames {
  food: number;
  brood: number;
}
/** What happened to a hive. `by` is what it changed: frames that left are negative. The two hives of a union share the day. */
interface Event {
  when: { day: string };
  by: Frames;
  isOrigin?: boolean;
}
interface Hive extends Frames {
  id: string;
  endedOn: string | null;
  cause: string | null;
  places: Place[];
  events: Event[];
  union?: { into: Hive; when: { day: string } } & Frames;
}
const pick = <T>(list: readonly T[], n: number): T => list[n % list.length]!;
const lastOf = ({ places }: Hive): Place => places.at(-1)!;
/** The reason of a refusal, or its code if it has none. */
const outcomeOf = ({ errors = [] }: GraphqlAnswer<unknown>): string | undefined =>
  errors[0] && (errors[0].extensions.reason ?? errors[0].extensions.code);

export const [ENDED, LIVING, EARLY, LATE] = ['BEEHIVE_ENDED', 'BEEHIVE_LIVING', 'BEFORE_PLACEMENT', 'AFTER_PLACEMENT'];
export const [FEW, INVALID] = ['INSUFFICIENT_FRAMES', 'BAD_USER_INPUT'];
export const [PREMATURE, OVERDUE] = ['BEFORE_EVENT', 'AFTER_EVENT'];
const less = ({ food, brood }: Frames): Frames => ({ food: -food, brood: -brood });
/** With the end of a hive that was united with another one. */
const historyOf = ({ events, union }: Hive): Event[] =>
  union ? [...events, { when: union.when, by: less(union) }] : events;
const daysOf = ({ events }: Hive): string[] => events.map(({ when }) => when.day).sort();
const give = (hive: Hive, { food, brood }: Frames): void => {
  hive.food += food;
  hive.brood += brood;
};
/** Whether the hive would have fewer frames than none at the end of some day, if these were its events. */
const lacks = (hive: Hive, events: readonly Event[]): boolean => {
  const begin = { food: hive.food, brood: hive.brood };
  for (const { by } of historyOf(hive)) {
    begin.food -= by.food;
    begin.brood -= by.brood;
  }
  return events.some(({ when: { day } }) => {
    const until = events.filter(({ when }) => when.day <= day);
    const total = (name: keyof Frames): number => until.reduce((sum, { by }) => sum + by[name], begin[name]);
    return total('food') < 0 || total('brood') < 0;
  });
};

export class Yard {
  readonly hives: Hive[] = [];
  private constructor(
    private readonly owner: Beekeeper,
    readonly apiaries: string[],
  ) {}

  static async start(): Promise<Yard> {
    const owner = await beekeeper(services[0]!);
    const apiaries: string[] = [];
    for (let i = 0; i < APIARIES; i++) apiaries.push(await owner.apiary());
    const yard = new Yard(owner, apiaries);
    for (let i = 0; i < HIVES; i++) {
      const apiary = pick(apiaries, i);
      // The first day is stated with the hive, or corrected later: what follows is the same.
      const placedOn = daysAgo(FIRST_DAY);
      const isStated = i % 2 === 0;
      const frames = { foodFrames: FRAMES, broodFrames: FRAMES };
      const id = await owner.beehive(apiary, { ...frames, ...(isStated && { placedOn }) });
      if (!isStated) await correctBeehivePlacement(owner, await placementOf(owner, id), { placedOn });
      const places = [{ apiary, from: daysAgo(FIRST_DAY), to: null }];
      yard.hives.push({ id, food: FRAMES, brood: FRAMES, endedOn: null, cause: null, places, events: [] });
    }
    return yard;
  }

  who = (service: number): Client => new Client(services[service]!.url, this.owner.token);

  /** Sends a step. @returns the outcome, and the id of a new hive */
  async send({ kind, service, ...step }: Step): Promise<{ outcome: string | undefined; id?: string | undefined }> {
    const who = this.who(service);
    const [{ id }, other, apiary] = [
      pick(this.hives, step.hive),
      pick(this.hives, step.other),
      pick(this.apiaries, step.other),
    ];
    const day = daysAgo(step.ago);
    const frames = { foodFrames: step.food, broodFrames: step.brood };
    const run = async (): Promise<GraphqlAnswer<{ result?: { id: string } }>> => {
      switch (kind) {
        case 'split':
          return split(who, { id, apiaryId: apiary, ...frames, splitOn: day });
        case 'unite':
          return unite(who, { id, intoBeehiveId: other.id, ...frames, unitedOn: day });
        case 'lose':
          return lose(who, { id, cause: 'OTHER', lostOn: day });
        case 'move':
          return move(who, { id, apiaryId: apiary, movedOn: day });
        case 'update':
          return who.graphql(
            `mutation { updateBeehive(input: { id: "${id}", apiaryId: "${apiary}" }) { beehive { id } } }`,
          );
        case 'correctBeehiveEnd':
          return correctBeehiveEnd(who, id, { endedOn: day });
        case 'revive':
          return revive(who, id);
        default: {
          const { nodes } = (await readHive(who, id)).placements;
          return correctBeehivePlacement(who, pick(nodes.toReversed(), step.other).id, { placedOn: day }) as never;
        }
      }
    };
    const answer = await run();
    return {
      outcome: outcomeOf(answer),
      id: kind === 'split' ? answer.data?.result?.id : undefined,
    };
  }

  /** Adds hives that others have created. */
  learn(ids: string[]): void {
    for (const id of ids)
      if (!this.hives.some((hive) => hive.id === id)) this.hives.push({ ...pick(this.hives, 0), id });
  }

  /** What the rules say, and what the hives are then. */
  apply({ kind, ...step }: Step, id: string | undefined): string | undefined {
    const [hive, other, apiary] = [
      pick(this.hives, step.hive),
      pick(this.hives, step.other),
      pick(this.apiaries, step.other),
    ];
    const day = daysAgo(step.ago);
    const frames = { food: step.food, brood: step.brood };
    const leaving: Event = { when: { day }, by: less(frames) };
    const end = (cause: string): void => {
      Object.assign(hive, { endedOn: day, cause });
      lastOf(hive).to = day;
    };
    const moveOn = (on: string): void => {
      lastOf(hive).to = on;
      hive.places.push({ apiary, from: on, to: null });
    };
    switch (kind) {
      case 'split':
        if (hive.endedOn) return ENDED;
        if (day < lastOf(hive).from) return EARLY;
        if (lacks(hive, [...hive.events, leaving])) return FEW;
        give(hive, leaving.by);
        hive.events.push(leaving);
        this.hives.push({
          id: id!,
          ...frames,
          endedOn: null,
          cause: null,
          places: [{ apiary, from: day, to: null }],
          events: [{ when: { day }, by: frames, isOrigin: true }],
        });
        return undefined;
      case 'unite': {
        if (hive === other) return INVALID;
        if (hive.endedOn || other.endedOn) return ENDED;
        if (day < lastOf(hive).from || day < lastOf(other).from) return EARLY;
        if (day < daysOf(hive).at(-1)!) return PREMATURE;
        if (lacks(hive, [...hive.events, leaving])) return FEW;
        give(hive, leaving.by);
        give(other, frames);
        const { when } = leaving;
        hive.union = { into: other, when, ...frames };
        other.events.push({ when, by: frames });
        end('UNITED');
        return undefined;
      }
      case 'lose':
        if (hive.endedOn) return ENDED;
        if (day < lastOf(hive).from) return EARLY;
        if (day < daysOf(hive).at(-1)!) return PREMATURE;
        end('OTHER');
        return undefined;
      case 'move':
        if (hive.endedOn) return ENDED;
        if (apiary === lastOf(hive).apiary) return INVALID;
        if (day < lastOf(hive).from) return EARLY;
        moveOn(day);
        return undefined;
      case 'update':
        if (hive.endedOn) return apiary === lastOf(hive).apiary ? undefined : ENDED;
        if (apiary !== lastOf(hive).apiary) moveOn(daysAgo(0));
        return undefined;
      case 'correctBeehiveEnd': {
        if (!hive.endedOn) return LIVING;
        if (day < lastOf(hive).from) return EARLY;
        if (day < daysOf(hive).at(-1)!) return PREMATURE;
        const { union } = hive;
        if (union) {
          const { into, when } = union;
          if (day < into.places[0]!.from) return EARLY;
          if (into.endedOn && day > into.endedOn) return ENDED;
          const moved = historyOf(into).map((event) => (event.when === when ? { ...event, when: { day } } : event));
          if (lacks(into, moved)) return OVERDUE;
          when.day = day;
        }
        end(hive.cause!);
        return undefined;
      }
      case 'revive': {
        if (!hive.endedOn) return LIVING;
        const { union } = hive;
        if (union) {
          const { into, when } = union;
          if (into.endedOn) return ENDED;
          const others = historyOf(into).filter((event) => event.when !== when);
          if (lacks(into, others)) return FEW;
          into.events = others;
          give(into, less(union));
          give(hive, union);
        }
        delete hive.union;
        Object.assign(hive, { endedOn: null, cause: null });
        lastOf(hive).to = null;
        return undefined;
      }
      default: {
        const at = step.other % hive.places.length;
        const [place, before] = [hive.places[at]!, hive.places[at - 1]];
        if (before && day < before.from) return EARLY;
        if (place.to !== null && day > place.to) return LATE;
        if (!before) {
          const last = [...daysOf(hive), hive.union?.when.day ?? hive.endedOn ?? day].sort()[0]!;
          if (day > last) return OVERDUE;
          if (hive.events.some(({ isOrigin, when }) => isOrigin && day < when.day)) return PREMATURE;
        }
        place.from = day;
        if (before) before.to = day;
        return undefined;
      }
    }
  }

  async expectModel(history: unknown): Promise<void> {
    for (const hive of this.hives) {
      const read = await readHive(this.who(1), hive.id);
      const places = read.placements.nodes
        .toReversed()
        .map(({ apiaryId: apiary, placedOn: from, leftOn: to }) => ({ apiary, from, to }));
      const { foodFrames: food, broodFrames: brood, endedOn, endCause: cause } = read;
      const { union: _, events: __, ...expected } = hive;
      expect({ history, hive: { id: hive.id, food, brood, endedOn, cause, places } }).toEqual({
        history,
        hive: expected,
      });
    }
  }

  /** What no order of concurrent steps may violate. */
  async expectConsistent(frames: Frames): Promise<void> {
    const { sql } = services[0]!.database;
    const owned = `owner_id = '${this.owner.id}'`;
    expect(
      await sql(`select sum(food_frames)::int as food, sum(brood_frames)::int as brood from beehives where ${owned}`),
    ).toEqual([frames]);
    const wrong = await sql(
      `select 'two apiaries' as what, p.beehive_id from beehive_placements p join beehive_placements q
         on q.beehive_id = p.beehive_id and q.id <> p.id and daterange(q.placed_on, q.left_on) && daterange(p.placed_on, p.left_on)
       where p.${owned}
       union all select 'gap', p.beehive_id from beehive_placements p
         where p.${owned} and p.left_on is not null and p.left_on <> (select b.ended_on from beehives b where b.id = p.beehive_id)
           and not exists (select 1 from beehive_placements q where q.beehive_id = p.beehive_id and q.placed_on = p.left_on)
       union all select 'place', b.id from beehives b where b.${owned} and
         (select array_agg(apiary_id) from beehive_placements where beehive_id = b.id and left_on is null)
           is distinct from (case when b.ended_on is null then array[b.apiary_id] end)`,
    );
    expect(wrong).toEqual([]);
    for (const [name, query] of Object.entries(EVENT_INVARIANTS))
      expect({ name, wrong: await sql(query) }).toEqual({ name, wrong: [] });
    const negative = ['food_frames', 'brood_frames'].map((name) =>
      sql(
        `select * from (select e.kind, b.id, b.${name} - coalesce(sum(case when kind in ('SPLIT_INTO', 'UNITED_INTO') then -e.${name} else e.${name} end)
            over (partition by b.id order by e.occurred_on desc groups between unbounded preceding and 1 preceding), 0) as left_over
          from colony_events e join beehives b on b.id = e.beehive_id) days where left_over < 0`,
      ),
    );
    expect(await Promise.all(negative)).toEqual([[], []]);
  }
}
