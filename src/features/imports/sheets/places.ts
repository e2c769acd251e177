// The apiaries and hives that rows name, of a piece of rows in a few statements: those that exist, and those that rows create.
import type { Context } from '../../../context.js';
import { flushChanges } from '../../../database/unit-of-work.js';
import { AppError } from '../../../errors.js';
import { createMessage, type MessageText } from '../../../messages/message.js';
import { normalizeWord } from '../../../shared/text.js';
import { createApiary } from '../../apiaries/apiaries.commands.js';
import { CreateApiaryInput } from '../../apiaries/apiaries.inputs.js';
import { Apiary } from '../../apiaries/apiary.entity.js';
import { Beehive } from '../../beehives/beehive.entity.js';
import type { ImportInfo } from '../import-source.types.js';
import { findUsed, rowId } from './row-ids.js';
import { make } from './row-inputs.js';

interface KnownApiary {
  id: string;
  name: string;
  isOwn: boolean;
  timeZone: string;
}

/** The apiaries that the account sees, by their names. */
export class ApiaryNames {
  private constructor(private readonly byName: ReadonlyMap<string, KnownApiary[]>) {}

  static async load(context: Context): Promise<ApiaryNames> {
    const rows = await context.access.query<KnownApiary>(({ of, bind }) => {
      const { table, ownership } = of(Apiary);
      return `select id, name, owner_id = ${bind(context.viewer.id)} as "isOwn", time_zone as "timeZone" from ${table} where ${ownership}`;
    });
    const byName = new Map<string, KnownApiary[]>();
    for (const row of rows) byName.set(normalizeWord(row.name), [...(byName.get(normalizeWord(row.name)) ?? []), row]);
    return new ApiaryNames(byName);
  }

  get only(): string | null {
    const all = [...this.byName.values()].flat();
    return all.length === 1 ? all[0]!.name : null;
  }

  /** Those of the account go before those that are shared with it. */
  find(name: string): KnownApiary | { problem: MessageText } | undefined {
    const found = this.byName.get(normalizeWord(name)) ?? [];
    const own = found.filter(({ isOwn }) => isOwn);
    const candidates = own.length > 0 ? own : found;
    if (candidates.length > 1)
      return { problem: createMessage('There are several apiaries with the name {name}', { name }) };
    return candidates[0];
  }
}

export interface KnownHive {
  id: string;
  createdAt: Date;
  /** Whether this import creates it now. */
  isNew: boolean;
  /** Whether this import has created it, now or before. */
  isOwn: boolean;
  endedOn: string | null;
}

export interface NamedApiary {
  id: string;
  /** Whether this import creates it now. */
  isNew: boolean;
  /** Whether this import has created it, now or before. */
  isOwn: boolean;
}

export type Created = { entity: 'Apiary' | 'Beehive'; id: string };
/** Thrown for a row that cannot be written, and not written at all. */
export class RowRefusal extends Error {
  constructor(
    readonly field: string | undefined,
    readonly text: MessageText,
    readonly status: 'FAILED' | 'SKIPPED' = 'FAILED',
  ) {
    super('row refused');
  }
}

/** What is known of an apiary that rows only name. @throws RowRefusal */
export function nameApiary(name: string): CreateApiaryInput {
  try {
    return make(CreateApiaryInput, { name });
  } catch (error) {
    const problem = error instanceof AppError ? error.extensions.fields?.[0] : undefined;
    throw problem ? new RowRefusal('apiary', problem.message) : error;
  }
}

const hiveKey = (apiaryId: string, number: number): string => `${apiaryId} ${number}`;

export class Places {
  private readonly created = new Map<string, string>();

  private constructor(
    private readonly context: Context,
    private readonly imported: ImportInfo,
    private readonly names: ApiaryNames,
    private readonly hives: Map<string, KnownHive[]>,
    private readonly used: ReadonlySet<string>,
  ) {}

  /** @param wanted the places of the rows */
  static async load(
    context: Context,
    imported: ImportInfo,
    wanted: readonly { apiary: string; hive?: number | undefined }[],
  ): Promise<Places> {
    const names = await ApiaryNames.load(context);
    const numbers = new Map<string, Set<number>>();
    const ids = new Set<string>();
    for (const { apiary, hive } of wanted) {
      const found = names.find(apiary);
      ids.add(rowId(context, imported, 'apiary', normalizeWord(apiary)));
      const apiaryId = found && 'id' in found ? found.id : rowId(context, imported, 'apiary', normalizeWord(apiary));
      if (hive === undefined) continue;
      numbers.set(apiaryId, (numbers.get(apiaryId) ?? new Set()).add(hive));
      ids.add(rowId(context, imported, 'hive', apiaryId, hive));
    }
    const hives =
      numbers.size > 0 ? await Places.loadHives(context, imported, numbers) : new Map<string, KnownHive[]>();
    return new Places(context, imported, names, hives, await findUsed(context, [...ids]));
  }

  /** Living hives first, then those that have ended, in the order of their ends. */
  private static async loadHives(
    context: Context,
    imported: ImportInfo,
    numbers: ReadonlyMap<string, ReadonlySet<number>>,
  ): Promise<Map<string, KnownHive[]>> {
    const $or = [...numbers].map(([apiary, ofApiary]) => ({ apiary, beehiveNumber: [...ofApiary] }));
    const fields = ['id', 'apiaryId', 'beehiveNumber', 'createdAt', 'endedOn'] as const;
    const { nodes } = await context.access.list(Beehive, { where: { $or }, fields });
    const hives = new Map<string, KnownHive[]>();
    for (const { id, apiaryId, beehiveNumber, createdAt, endedOn } of nodes) {
      const key = hiveKey(apiaryId, beehiveNumber!);
      const isOwn = id === rowId(context, imported, 'hive', apiaryId, beehiveNumber!);
      const hive = { id, createdAt: new Date(createdAt as string | Date), isNew: false, isOwn, endedOn };
      const ofNumber = [...(hives.get(key) ?? []), hive];
      hives.set(
        key,
        ofNumber.sort((a, b) => (a.endedOn ?? '').localeCompare(b.endedOn ?? '')),
      );
    }
    return hives;
  }

  /** The id of the apiary with the name. Without one, it is created. @throws RowRefusal */
  async apiary(name: string, input?: CreateApiaryInput): Promise<NamedApiary> {
    const key = normalizeWord(name);
    const known = this.created.get(key);
    if (known !== undefined) return { id: known, isNew: false, isOwn: true };
    const id = rowId(this.context, this.imported, 'apiary', key);
    const found = this.names.find(name);
    if (found && 'problem' in found) throw new RowRefusal('apiary', found.problem);
    if (found) return { id: found.id, isNew: false, isOwn: found.id === id };
    // It has been deleted, or given another name: what belongs to it does not come back.
    if (this.used.has(id))
      throw new RowRefusal('apiary', 'You have deleted this record since an earlier import', 'SKIPPED');
    await createApiary(this.context, id, input ?? nameApiary(name));
    await flushChanges(this.context);
    this.created.set(key, id);
    return { id, isNew: true, isOwn: true };
  }

  /**
   * The hive of an apiary with the number: the living one or, for what happened before its end, one that has ended. Without one, `create` is
   * called with the id that it is to have.
   * @throws RowRefusal
   */
  async hive(
    apiaryId: string,
    number: number,
    day: string | undefined,
    create: (id: string) => Promise<unknown>,
  ): Promise<KnownHive> {
    const key = hiveKey(apiaryId, number);
    const known = this.hives.get(key) ?? [];
    const found = known.find(({ endedOn }) => endedOn === null || (day !== undefined && day <= endedOn));
    if (found) return found;
    const id = rowId(this.context, this.imported, 'hive', apiaryId, number);
    if (this.used.has(id))
      throw new RowRefusal(
        'hive',
        'There is no such hive: it has ended, or been deleted since an earlier import',
        'SKIPPED',
      );
    await create(id);
    await flushChanges(this.context);
    const hive = { id, createdAt: new Date(), isNew: true, isOwn: true, endedOn: null };
    this.hives.set(key, [{ ...hive, isNew: false }, ...known]);
    return hive;
  }
}
