// Relay connections: https://relay.dev/graphql/connections.htm
import { type ClassType, Field, Int, ObjectType } from 'type-graphql';
import type { Page } from '../database/page.js';

@ObjectType({
  simpleResolvers: true,
  description: 'The position of a page in its list. Lists are read forwards: `first` and `after`.',
})
export class PageInfo {
  @Field(() => Boolean, { description: 'Whether another page follows: request it with `after: endCursor`.' })
  hasNextPage!: boolean;

  @Field(() => Boolean, { description: 'Whether this page was requested with `after`.' })
  hasPreviousPage!: boolean;

  @Field(() => String, { nullable: true, description: 'The cursor of the first node; null if the page is empty.' })
  startCursor!: string | null;

  @Field(() => String, { nullable: true, description: 'The cursor of the last node; null if the page is empty.' })
  endCursor!: string | null;
}

/** Creates the GraphQL types `<Name>Connection` and `<Name>Edge` for a node type. */
export function connectionOf<T extends object>(Node: ClassType<T>, name: string): ClassType<Page<T>> {
  @ObjectType(`${name}Edge`, { simpleResolvers: true })
  class Edge {
    @Field(() => Node)
    node!: T;

    @Field(() => String)
    cursor!: string;
  }

  @ObjectType(`${name}Connection`, { simpleResolvers: true })
  class Connection {
    @Field(() => [Node])
    nodes!: T[];

    @Field(() => [Edge])
    edges!: Edge[];

    @Field(() => PageInfo)
    pageInfo!: PageInfo;

    // The value may be a promise, which a simple resolver would not await.
    @Field(() => Int, { simple: false })
    totalCount!: number;
  }
  return Connection as unknown as ClassType<Page<T>>;
}
