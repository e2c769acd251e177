import { encodeCursor, type ListArgs, type OrderKey } from './statement.js';

/** Relay's PageInfo: https://relay.dev/graphql/connections.htm#sec-undefined.PageInfo */
export interface PageInfo {
  hasNextPage: boolean;
  hasPreviousPage: boolean;
  startCursor: string | null;
  endCursor: string | null;
}

/** A page of rows. Edges are created, and the total is counted, only if a field selects them. */
export class Page<R extends object> {
  readonly nodes: R[];

  /** @param rows up to one more than `first`, which shows that there is a next page */
  constructor(
    private readonly rows: R[],
    private readonly args: Pick<ListArgs<unknown>, 'first' | 'after'>,
    private readonly keys: OrderKey[],
    private readonly count: () => Promise<number>,
  ) {
    this.nodes = args.first === undefined ? rows : rows.slice(0, args.first);
  }

  get edges(): { node: R; cursor: string }[] {
    return this.nodes.map((node) => ({ node, cursor: encodeCursor(this.keys, node) }));
  }

  get pageInfo(): PageInfo {
    const cursor = (node: R | undefined): string | null => (node ? encodeCursor(this.keys, node) : null);
    return {
      hasNextPage: this.rows.length > this.nodes.length,
      hasPreviousPage: this.args.after !== undefined,
      startCursor: cursor(this.nodes[0]),
      endCursor: cursor(this.nodes.at(-1)),
    };
  }

  get totalCount(): number | Promise<number> {
    const isWhole = this.args.after === undefined && this.rows.length === this.nodes.length;
    return isWhole ? this.nodes.length : this.count();
  }
}
