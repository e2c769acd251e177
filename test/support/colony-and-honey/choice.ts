import { daysAgo } from '../colonies.js';
import { selectRecord } from '../payload.js';
import { below, pick, type Random, sample } from '../random.js';
import type { Beekeeper } from '../world.js';
import { type Catalog, DISPOSABLE, type Farm, type Hive, type Placed } from './farm.js';

/** What the service answers: the id, or the fields that the operation selects. */
// biome-ignore lint/suspicious/noExplicitAny: a test may read any JSON
type Result = any;

export interface Operation {
  query: string;
  variables: Record<string, unknown>;
  /** What an acknowledged one enters into the ledger. */
  done?: (result: Result) => void;
  /** Called at the end of one that was refused. */
  refused?: () => void;
}
/** Returns undefined if there is nothing that it could be about. */
export type Build = (choice: Choice) => Operation | undefined;
/** By the names of mutations: how often each is chosen. */
export type Operations = Record<string, [weight: number, build: Build]>;

export const create = (name: string, type: string, input: object, selection = 'id'): Operation => ({
  query: `mutation ($input: ${type}!) { result: ${name}(input: $input) ${selectRecord(name, selection)} }`,
  variables: { input },
});
export const change = (name: string, type: string, id: string, input: object): Operation =>
  create(name, type, { id, ...input });
export const remove = (name: string, id: string, expectedVersion?: number): Operation => ({
  query: `mutation ($id: ID!, $expectedVersion: Int) { result: ${name}(input: { id: $id, expectedVersion: $expectedVersion }) { deletedId } }`,
  variables: { id, expectedVersion },
});
export const annul = (name: string, id: string): Operation => ({
  query: `mutation ($id: ID!) { result: ${name}(input: { id: $id, reason: "A mistake" }) ${selectRecord(name)} }`,
  variables: { id },
});

const [HOT, HOT_PERCENT] = [3, 30];

/** The decisions of one person on one device. */
export class Choice {
  constructor(
    readonly farm: Farm,
    readonly who: Beekeeper,
    readonly random: Random,
  ) {}

  get catalog(): Catalog {
    return this.farm.catalog;
  }
  /** Those that the person sees. */
  get apiaries(): Catalog['apiaries'] {
    return this.catalog.apiaries.filter(({ name, owner }) => name !== DISPOSABLE || owner === this.who.id);
  }
  /** Mostly those that the person sees. */
  seen = <T extends Placed>(list: readonly T[]): T[] => {
    const seen = new Set(this.apiaries.map(({ id }) => id));
    const isUnseen = this.chance(5);
    return list.filter(({ owner, apiary }) => isUnseen || owner === this.who.id || (apiary && seen.has(apiary)));
  };
  /** Hives whose frames may be moved. */
  get hives(): Hive[] {
    return this.catalog.hives.filter(({ isDisposable }) => !isDisposable);
  }
  get living(): Hive[] {
    return this.hives.filter(({ isEnded }) => !isEnded);
  }
  get ended(): Hive[] {
    return this.hives.filter(({ isEnded }) => isEnded);
  }

  below = (limit: number): number => below(this.random, limit);
  chance = (percent: number): boolean => this.below(100) < percent;
  /** Often one of the first, so that several people choose the same at once. */
  one = <T>(list: readonly T[]): T | undefined =>
    pick(this.random, this.chance(HOT_PERCENT) ? list.slice(0, HOT) : list);
  some = <T>(list: readonly T[], max: number): T[] => sample(this.random, list, 1 + this.below(max));
  /** Today, or a day before: recent ones are likelier. */
  day = (): string => daysAgo(this.below(this.chance(60) ? 3 : 40));
  /** A day, or nothing: the service takes the current one. */
  dayOrNone = (name: string): object => (this.chance(50) ? {} : { [name]: this.day() });
  with = <T>(list: readonly T[], build: (one: T) => Operation | undefined): Operation | undefined => {
    const one = this.one(list);
    return one && build(one);
  };
}
