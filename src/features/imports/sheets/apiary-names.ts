// The apiaries that the account sees, by their names.
import type { Context } from '../../../context.js';
import { createMessage, type MessageText } from '../../../messages/message.js';
import { groupBy } from '../../../shared/group-by.js';
import { normalizeName, normalizeWord } from '../../../shared/text.js';
import { Apiary } from '../../apiaries/apiary.entity.js';
import type { ImportInfo } from '../import-source.types.js';
import { isNearly } from './headings.js';
import { apiaryIdOf } from './row-ids.js';

interface KnownApiary {
  id: string;
  name: string;
  isOwn: boolean;
  timeZone: string;
}

export class ApiaryNames {
  private constructor(
    private readonly apiaries: readonly KnownApiary[],
    private readonly byName: ReadonlyMap<string, KnownApiary[]>,
    private readonly withoutAccents: ReadonlyMap<string, KnownApiary[]>,
  ) {}

  static async load(context: Context, imported: Pick<ImportInfo, 'checksum'>): Promise<ApiaryNames> {
    const rows = await context.access.query<KnownApiary>(({ of, bind }) => {
      const { table, ownership } = of(Apiary);
      return `select id, name, owner_id = ${bind(context.viewer.id)} as "isOwn", time_zone as "timeZone" from ${table} where ${ownership}`;
    });
    // Two names of one file are two apiaries, whichever is created first.
    const others = rows.filter(({ id, name }) => id !== apiaryIdOf(context, imported, name)(0));
    return new ApiaryNames(
      rows,
      groupBy(rows, ({ name }) => normalizeName(name)),
      groupBy(others, ({ name }) => normalizeWord(name)),
    );
  }

  get all(): string[] {
    return this.apiaries.map(({ name }) => name);
  }

  /** @returns undefined without one apiary of the name */
  zoneOf(name: string | undefined): string | undefined {
    const found = name === undefined ? undefined : this.find(name);
    return found && 'timeZone' in found ? found.timeZone : undefined;
  }

  /** An apiary that is nearly called so: a letter, or a word for apiaries, is between the names. */
  findNearly(name: string): string | undefined {
    return this.apiaries.find((one) => isNearly(one.name, name))?.name;
  }

  /** Those of the account go before those that are shared with it. Without one of the name, one is found that differs in accents. */
  find(name: string): KnownApiary | { problem: MessageText } | undefined {
    const found = this.byName.get(normalizeName(name)) ?? this.withoutAccents.get(normalizeWord(name)) ?? [];
    const own = found.filter(({ isOwn }) => isOwn);
    const candidates = own.length > 0 ? own : found;
    if (candidates.length > 1)
      return { problem: createMessage('There are several apiaries with the name {name}', { name }) };
    return candidates[0];
  }
}
