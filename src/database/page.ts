import type { ResponseBudget } from '../admission/admission.js';
import { encodeCursor, type OrderKey } from './cursor.js';
import type { ListArgs } from './statement.js';

/** Relay's PageInfo: https://relay.dev/graphql/connections.htm#sec-undefined.PageInfo */
export interface PageInfo {
  hasNextPage: boolean;
  hasPreviousPage: boolean;
  startCursor: string | null;
  endCursor: string | null;
}

interface PageOptions {
  args: Pick<ListArgs<unknown>, 'first' | 'after'>;
  keys: OrderKey[];
  countAll: () => Promise<number>;
  budget: ResponseBudget | undefined;
  /** Set if the rows have been counted and not read. */
  total?: number;
  /** Whether the rows have been counted against the response budget once. */
  isCounted?: boolean;
}

/** A page of rows. Edges are created, and the total is counted, only if a field selects them. */
export class Page<R extends object> {
  private readonly page: R[];
  /** How often `nodes` may be read before the rows are counted again. */
  private counted = 0;

  /** @param rows up to one more than `first`, which shows that there is a next page */
  constructor(
    private readonly rows: R[],
    private readonly options: PageOptions,
  ) {
    const { first } = options.args;
    if (options.isCounted) this.counted = 1;
    this.page = first === undefined ? rows : rows.slice(0, first);
  }

  /** For a selection of nothing but `totalCount`. */
  static ofTotal<R extends object>(total: number): Page<R> {
    return new Page<R>([], { args: {}, keys: [], countAll: async () => total, budget: undefined, total });
  }

  get isEmpty(): boolean {
    return (this.options.total ?? this.page.length) === 0;
  }

  /** Counts the rows against the response budget before `nodes` is read. */
  count(): Promise<void> | undefined {
    this.counted += 1;
    return this.options.budget?.spendOrAbandon(this.page);
  }

  /** The rows. Each further read, for another alias, counts them again. */
  get nodes(): R[] {
    if (this.counted > 0) this.counted -= 1;
    else this.options.budget?.spend(this.page);
    return this.page;
  }

  get edges(): { node: R; cursor: string }[] {
    return this.nodes.map((node) => ({ node, cursor: encodeCursor(this.options.keys, node) }));
  }

  get pageInfo(): PageInfo {
    const { keys, args } = this.options;
    const cursor = (node: R | undefined): string | null => (node ? encodeCursor(keys, node) : null);
    return {
      hasNextPage: this.rows.length > this.page.length,
      hasPreviousPage: args.after !== undefined,
      startCursor: cursor(this.page[0]),
      endCursor: cursor(this.page.at(-1)),
    };
  }

  get totalCount(): number | Promise<number> {
    if (this.options.total !== undefined) return this.options.total;
    const isWhole = this.options.args.after === undefined && this.rows.length === this.page.length;
    return isWhole ? this.page.length : this.options.countAll();
  }
}
