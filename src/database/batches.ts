// Loaders that send one statement for many ids, each found again by its statement.
import { isDeepStrictEqual } from 'node:util';
import DataLoader from 'dataloader';
import { TextMap } from '../shared/text-map.js';
import { type QueryTarget, runStatement } from './pool.js';
import type { Statement } from './statement.js';

/** The part of a DataLoader that resolvers use. */
export type Loader<V> = Pick<DataLoader<string, V>, 'load'>;

/** Ids per statement, so that one statement and its result stay small. */
const BATCH_SIZE = 500;

export abstract class Batches {
  private readonly batches = new TextMap<DataLoader<string, unknown>>();
  /** The last loader for each selection of columns. */
  private readonly latest = new Map<unknown, { question: readonly unknown[]; loader: unknown }>();

  constructor(protected readonly target: QueryTarget) {}

  /** Called by the unit of work at the end of a mutation, which makes rows read before it stale. */
  clear(): void {
    this.batches.clear();
    this.latest.clear();
  }

  /** Counts the loaded values against the response budget each time they are loaded, cached or not. */
  protected counted<V>(loader: Loader<V>, count: (value: V) => Promise<void> | undefined): Loader<V> {
    return {
      load: async (id) => {
        const value = await loader.load(id);
        const waiting = count(value);
        if (waiting) await waiting;
        return value;
      },
    };
  }

  /**
   * The resolver of a field asks the same question for each record: its statement is built once.
   * @param question all that the statement depends on, besides `fields`
   */
  protected again<L>(fields: unknown, question: readonly unknown[], create: () => L): L {
    const known = this.latest.get(fields);
    if (known && isDeepStrictEqual(known.question, question)) return known.loader as L;
    const loader = create();
    this.latest.set(fields, { question, loader });
    return loader;
  }

  /** @param group distributes the rows among the ids, which are the statement's first value */
  protected batch<R, V>(statement: Statement, group: (rows: R[]) => (id: string) => V): DataLoader<string, V> {
    return this.remember(describe(statement), async (ids) => ids.map(group(await this.run<R>(statement, ids))));
  }

  protected run<R>(statement: Statement, ids: readonly string[]): Promise<R[]> {
    return runStatement<R>(this.target, { ...statement, values: statement.values.with(0, ids) });
  }

  /** @param load returns a value or an error for each id */
  protected remember<V>(key: string, load: (ids: readonly string[]) => Promise<(V | Error)[]>): DataLoader<string, V> {
    let loader = this.batches.get(key) as DataLoader<string, V> | undefined;
    if (!loader) {
      loader = new DataLoader<string, V>(load, { maxBatchSize: BATCH_SIZE });
      this.batches.add(key, loader as DataLoader<string, unknown>);
    }
    return loader;
  }
}

/** All that a batch depends on. */
export const describe = ({ isPassedOn = false, text, values }: Statement): string =>
  `${isPassedOn} ${text}\n${JSON.stringify(values)}`;
