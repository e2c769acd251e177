// The movement book and the declaration agree with a model after random histories: hives that come, move in loads on past days, end and are
// revived, and placements that are corrected. What the service refuses does not happen; which that is, other tests say.
import { expect, it } from '@jest/globals';
import { correctBeehivePlacement, lose, readHive, revive } from '../../support/colonies.js';
import * as fc from '../../support/fast-check.js';
import { type Beekeeper, beekeeper } from '../../support/world.js';
import { app, bookOf, declarationOf, type Entry, hivesIn, load, place } from './movements.fixture.js';

interface Stay {
  apiary: number;
  day: string;
  plate: string | null;
}
interface Hive {
  id: string;
  number: number;
  stays: Stay[];
  ended?: { day: string; cause: string };
}

const dayAt = (n: number): string => new Date(Date.UTC(2024, 0, 1 + n)).toISOString().slice(0, 10);
const day = fc.integer({ min: 0, max: 40 }).map(dayAt);
const which = fc.nat(9);
const plate = fc.constantFrom(null, 'A', 'B');
const step = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('create' as const),
      apiary: fc.nat(2),
      day,
      count: fc.integer({ min: 1, max: 3 }),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('load' as const),
      apiary: fc.nat(2),
      day,
      plate,
      hives: fc.uniqueArray(which, { minLength: 1, maxLength: 4 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('correct' as const), hive: which, at: fc.nat(4), day, plate }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('lose' as const), hive: which, day }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('revive' as const), hive: which }) },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

const COUNTRIES = ['ES', 'ES', undefined];

class World {
  readonly hives: Hive[] = [];

  private constructor(
    readonly keeper: Beekeeper,
    readonly apiaries: string[],
  ) {}

  static async start(): Promise<World> {
    const keeper = await beekeeper(app);
    const apiaries: string[] = [];
    for (const [i, country] of COUNTRIES.entries()) {
      apiaries.push(await keeper.apiary({ name: `A${i}` }));
      if (country) await place(apiaries[i]!, { country });
    }
    return new World(keeper, apiaries);
  }

  /** Takes a step, and repeats it in the model if the service has accepted it. */
  async take(step: Step): Promise<void> {
    const { keeper, hives } = this;
    if (step.kind === 'create') {
      const numbers = Array.from({ length: step.count }, (_, i) => hives.length + i + 1);
      const ids = await hivesIn(keeper, this.apiaries[step.apiary]!, numbers, step.day);
      const stays = (): Stay[] => [{ apiary: step.apiary, day: step.day, plate: null }];
      hives.push(...ids.map((id, i) => ({ id, number: numbers[i]!, stays: stays() })));
      return;
    }
    if (hives.length === 0) return;
    const pick = (n: number): Hive => hives[n % hives.length]!;
    if (step.kind === 'load') {
      const chosen = [...new Set(step.hives.map(pick))];
      const input = { ids: chosen.map(({ id }) => id), apiaryId: this.apiaries[step.apiary] };
      const { errors } = await load(keeper, { ...input, movedOn: step.day, vehiclePlate: step.plate });
      if (errors) return;
      for (const { stays } of chosen) stays.push({ apiary: step.apiary, day: step.day, plate: step.plate });
      return;
    }
    const hive = pick(step.hive);
    if (step.kind === 'correct') {
      const placements = (await readHive(keeper, hive.id)).placements.nodes.toReversed();
      const at = step.at % placements.length;
      const input = { placedOn: step.day, vehiclePlate: step.plate };
      const { errors } = await correctBeehivePlacement(keeper, placements[at]!.id, input);
      if (!errors) Object.assign(hive.stays[at]!, { day: step.day, plate: step.plate });
    } else if (step.kind === 'lose') {
      const { errors } = await lose(keeper, { id: hive.id, cause: 'STARVED', lostOn: step.day });
      if (!errors) hive.ended = { day: step.day, cause: 'STARVED' };
    } else {
      const { errors } = await revive(keeper, hive.id);
      if (!errors) delete hive.ended;
    }
  }

  /** The entries, without order within a day. */
  book(from: string, to: string, apiary: number | undefined): string[] {
    const groups = new Map<string, number[]>();
    for (const { number, stays, ended } of this.hives) {
      const add = (
        on: string,
        kind: string,
        origin: number | null,
        destination: number | null,
        vehicle: string | null,
      ): void => {
        if (on < from || on > to || (apiary !== undefined && origin !== apiary && destination !== apiary)) return;
        const nameOf = (one: number | null) => (one === null ? null : `A${one}`);
        const key = JSON.stringify([on, kind, nameOf(origin), nameOf(destination), vehicle]);
        groups.set(key, [...(groups.get(key) ?? []), number]);
      };
      for (const [i, stay] of stays.entries())
        add(stay.day, i === 0 ? 'PLACED' : 'MOVED', stays[i - 1]?.apiary ?? null, stay.apiary, stay.plate);
      if (ended) add(ended.day, 'ENDED', stays.at(-1)!.apiary, null, null);
    }
    return [...groups].map(([key, numbers]) => `${key} ${numbers.sort((a, b) => a - b)}`).sort();
  }

  /** The number of hives in each apiary at the end of a day. */
  countsOn(on: string): Record<string, number> {
    const counts: Record<string, number> = {};
    for (const { stays, ended } of this.hives) {
      const last = stays.findLast((stay) => stay.day <= on);
      if (!last || (ended && ended.day <= on)) continue;
      counts[`A${last.apiary}`] = (counts[`A${last.apiary}`] ?? 0) + 1;
    }
    return counts;
  }
}

const shown = ({ movedOn, kind, origin, destination, vehiclePlate, beehiveLabels }: Entry): string =>
  `${JSON.stringify([movedOn, kind, origin?.name ?? null, destination?.name ?? null, vehiclePlate])} ${beehiveLabels}`;

it('after random histories', async () => {
  let entries = 0;
  await fc.assertAll(
    fc.asyncProperty(
      fc.array(step, { minLength: 6, maxLength: 16 }),
      fc.array(fc.tuple(day, day, fc.option(fc.nat(2), { nil: undefined }), fc.integer({ min: 1, max: 4 })), {
        minLength: 2,
        maxLength: 2,
      }),
      async (history, questions) => {
        const world = await World.start();
        for (const one of history) await world.take(one);
        const all = [dayAt(0), dayAt(40), undefined, 2] as const;
        for (const [a, b, apiary, first] of [all, ...questions]) {
          const [from, to] = [a, b].sort() as [string, string];
          const period = { from, to, apiaryId: apiary === undefined ? undefined : world.apiaries[apiary] };
          const { nodes, totalCount } = await bookOf(world.keeper, period);
          expect(nodes.map(shown).sort()).toEqual(world.book(from, to, apiary));
          expect(nodes.map(({ movedOn }) => movedOn)).toEqual(nodes.map(({ movedOn }) => movedOn).sort());
          expect(totalCount).toBe(nodes.length);
          entries += nodes.length;
          const paged: string[] = [];
          for (let page: Awaited<ReturnType<typeof bookOf>> | undefined; !page || page.pageInfo.hasNextPage; ) {
            page = await bookOf(world.keeper, { ...period, first, after: page?.pageInfo.endCursor });
            paged.push(...page.nodes.map(({ key }) => key));
          }
          expect(paged).toEqual(nodes.map(({ key }) => key));
          const declared = await declarationOf(world.keeper, { year: 2024, day: to });
          const counts = world.countsOn(to);
          const sum = (names: string[]): number => names.reduce((n, name) => n + (counts[name] ?? 0), 0);
          expect(Object.fromEntries(declared.apiaries.nodes.map((one) => [one.name, one.beehivesCount]))).toEqual(
            counts,
          );
          expect(declared.beehivesCount).toBe(sum(['A0', 'A1', 'A2']));
          expect(declared.countries.map((one) => [one.country, one.beehivesCount])).toEqual(
            [['ES', sum(['A0', 'A1'])] as const, [null, sum(['A2'])] as const].filter(([, n]) => n > 0),
          );
        }
      },
    ),
    { numRuns: process.env.SLOW_TESTS === 'on' ? 60 : 6, endOnFailure: true },
  );
  expect(entries).toBeGreaterThan(5);
}, 240_000);
