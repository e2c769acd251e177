// The apiaries and hives that rows name, of a piece of rows in a few statements: those that exist, and those that rows create.
import type { Context } from '../../../context.js';
import { flushChanges } from '../../../database/unit-of-work.js';
import { AppError } from '../../../errors.js';
import { normalizeName } from '../../../shared/text.js';
import { createApiary } from '../../apiaries/apiaries.commands.js';
import { CreateApiaryInput } from '../../apiaries/apiaries.inputs.js';
import { Beehive } from '../../beehives/beehive.entity.js';
import type { ImportInfo } from '../import-source.types.js';
import type { ApiaryNames } from './apiary-names.js';
import { findAssumed } from './assumed-days.commands.js';
import { type FoundHive, findHive, type KnownHive, type When } from './hive-of-day.js';
import { apiaryIdOf, findUndone, findUsed, hiveIdOf, type IdOf, isOneOf } from './row-ids.js';
import { make } from './row-inputs.js';
import { RowRefusal } from './row-refusal.js';

/** A hive as a row calls it: its number, or its name. */
export type HiveKey = number | string;

export interface NamedApiary {
  id: string;
  /** Whether this import creates it now. */
  isNew: boolean;
  /** Whether this import has created it, now or before. */
  isOwn: boolean;
}

export type Created = { entity: 'Apiary' | 'Beehive'; id: string };
/** What is known of an apiary that rows only name. @throws RowRefusal */
export function nameApiary(name: string): CreateApiaryInput {
  try {
    return make(CreateApiaryInput, { name });
  } catch (error) {
    const problem = error instanceof AppError ? error.extensions.fields?.[0] : undefined;
    throw problem ? new RowRefusal('apiary', problem.message) : error;
  }
}

const wordOf = (hive: HiveKey): string => (typeof hive === 'number' ? String(hive) : normalizeName(hive));
const hiveKey = (apiaryId: string, hive: HiveKey): string => `${apiaryId} ${wordOf(hive)}`;

export class Places {
  private readonly created = new Map<string, string>();

  private constructor(
    private readonly context: Context,
    private readonly imported: ImportInfo,
    private readonly names: ApiaryNames,
    private readonly hives: Map<string, FoundHive[]>,
    private readonly used: ReadonlySet<string>,
  ) {}

  /** @param wanted the places of the rows */
  static async load(
    context: Context,
    imported: ImportInfo,
    names: ApiaryNames,
    wanted: readonly { apiary: string; hive?: HiveKey | undefined; isListed: boolean }[],
  ): Promise<Places> {
    const hives = new Set<HiveKey>();
    const apiaryIds = new Set<string>();
    const ids = new Set<string>();
    for (const { apiary, hive } of wanted) {
      const found = names.find(apiary);
      const ownId = apiaryIdOf(context, imported, apiary)(0);
      ids.add(ownId);
      if (hive === undefined) continue;
      const id = found && 'id' in found ? found.id : ownId;
      hives.add(hive);
      apiaryIds.add(id);
      ids.add(hiveIdOf(context, imported, id, wordOf(hive))(0));
    }
    const found: Map<string, FoundHive[]> =
      hives.size > 0 ? await Places.loadHives(context, imported, [...apiaryIds], [...hives]) : new Map();
    // An import knows enough of its own hives, unless a list has them.
    const isListed = wanted.some((one) => one.isListed);
    const all = [...found.values()].flat().filter(({ isOwn }) => isListed || !isOwn);
    const assumed = await findAssumed(context, imported, [...new Set(all.map(({ id }) => id))]);
    for (const hive of all) hive.isAssumed = assumed.has(hive.id);
    return new Places(context, imported, names, found, await findUsed(context, [...ids]));
  }

  /** The hives that stand, or have stood, in the apiaries: living ones first, then those that have ended, in the order of their ends. */
  private static async loadHives(
    context: Context,
    imported: ImportInfo,
    apiaryIds: readonly string[],
    wanted: readonly HiveKey[],
  ): Promise<Map<string, FoundHive[]>> {
    const numbers = wanted.filter((hive) => typeof hive === 'number');
    const names = wanted.map(wordOf);
    type Found = Omit<FoundHive, 'isNew' | 'isOwn' | 'isAssumed'> & { number: number | null; name: string | null };
    const rows = await context.access.query<Found>(({ of, bind }) => {
      const { table, ownership } = of(Beehive);
      const [apiaries, ofNumbers, ofNames] = [bind(apiaryIds), bind(numbers), bind(names)];
      return `select id, apiary_id as "apiaryId", beehive_number as number, name, created_at as "createdAt", ended_on::text as "endedOn", (
          select coalesce(json_agg(json_build_array(p.apiary_id, p.placed_on, p.left_on) order by p.placed_on desc, p.created_at desc), '[]')
          from beehive_placements p where p.beehive_id = ${table}.id) as placements
        from ${table} where ${ownership} and (beehive_number = any(${ofNumbers}) or lower(name) = any(${ofNames}))
          and (apiary_id = any(${apiaries}) or id in (select beehive_id from beehive_placements where apiary_id = any(${apiaries})))
        order by ended_on nulls first, id`;
    });
    const hives = new Map<string, FoundHive[]>();
    for (const { number, name, ...row } of rows) {
      const places = new Set([row.apiaryId, ...row.placements.flatMap(([apiary]) => apiary ?? [])]);
      // What is written on a hive goes before its number: they are of two hives if one is called as another is numbered.
      const words = [...(name === null ? [] : [wordOf(name)]), ...(number === null ? [] : [String(number)])];
      for (const apiaryId of places)
        for (const word of new Set(words)) {
          const key = `${apiaryId} ${word}`;
          const isOwn = isOneOf(row.id, hiveIdOf(context, imported, apiaryId, word));
          const hive = { ...row, createdAt: new Date(row.createdAt), isNew: false, isOwn, isAssumed: false };
          hives.set(key, [...(hives.get(key) ?? []), hive]);
        }
    }
    return hives;
  }

  /** The place of a row, as far as it is there already. @throws RowRefusal if it is not known which hive it was on that day */
  find(name: string, hive: HiveKey | undefined, when: When): { apiaryId: string; hiveId?: string } | undefined {
    const found = this.names.find(name);
    if (!found || 'problem' in found) return undefined;
    const known =
      hive === undefined ? undefined : findHive(this.hives.get(hiveKey(found.id, hive)) ?? [], found.id, when);
    return { apiaryId: found.id, ...(known && { hiveId: known.id }) };
  }

  /** The id of the apiary with the name. Without one, it is created. @throws RowRefusal */
  async apiary(name: string, input?: CreateApiaryInput): Promise<NamedApiary> {
    const key = normalizeName(name);
    const known = this.created.get(key);
    if (known !== undefined) return { id: known, isNew: false, isOwn: true };
    const idOf = apiaryIdOf(this.context, this.imported, name);
    const found = this.names.find(name);
    if (found && 'problem' in found) throw new RowRefusal('apiary', found.problem);
    if (found) return { id: found.id, isNew: false, isOwn: isOneOf(found.id, idOf) };
    // It has been deleted, or given another name: what belongs to it does not come back.
    const id = await this.findNewId(idOf, 0);
    if (id === undefined)
      throw new RowRefusal('apiary', 'You have deleted this record since an earlier import', 'SKIPPED');
    await createApiary(this.context, id, input ?? nameApiary(name));
    await flushChanges(this.context);
    this.created.set(key, id);
    return { id, isNew: true, isOwn: true };
  }

  /**
   * The hive that is called so and stood in the apiary on the day, or stands there today. Without one, `create` is called with the id that it is
   * to have, and the first day on which it can have come.
   * @throws RowRefusal
   */
  async hive(
    apiaryId: string,
    hive: HiveKey,
    when: When,
    create: (id: string, notBefore: string | undefined) => Promise<unknown>,
  ): Promise<KnownHive> {
    const key = hiveKey(apiaryId, hive);
    const known = this.hives.get(key) ?? [];
    const found = findHive(known, apiaryId, when);
    if (found) return found;
    const ended = known.filter(({ isOwn, endedOn }) => isOwn && endedOn !== null).length;
    const id = await this.findNewId(hiveIdOf(this.context, this.imported, apiaryId, wordOf(hive)), ended);
    const text = 'There is no such hive: it has ended, or been deleted since an earlier import';
    if (id === undefined) throw new RowRefusal('hive', text, 'SKIPPED');
    const ends = known.flatMap(({ endedOn }) => endedOn ?? []).sort();
    await create(id, ends.at(-1));
    await flushChanges(this.context);
    const made = {
      id,
      createdAt: new Date(),
      isNew: true,
      isOwn: true,
      isAssumed: !when.isListed,
      endedOn: null,
      apiaryId,
      placements: [],
    };
    this.hives.set(key, [{ ...made, isNew: false }, ...known]);
    return made;
  }

  /** What follows is about the next one of its name. */
  end(id: string, day: string): void {
    for (const hive of [...this.hives.values()].flat().filter((one) => one.id === id)) {
      hive.endedOn = day;
      const [[apiary, placedOn] = [hive.apiaryId, ''], ...before] = hive.placements;
      hive.placements = [[apiary, placedOn, day], ...before];
    }
  }

  /** @returns undefined if there was one that a person has deleted */
  private async findNewId(idOf: IdOf, first: number): Promise<string | undefined> {
    for (let generation = first; ; generation++) {
      const id = idOf(generation);
      const used = generation === 0 ? this.used : await findUsed(this.context, [id]);
      if (!used.has(id)) return id;
      if ((await findUndone(this.context, [id])).length === 0) return undefined;
    }
  }
}
