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
export function connectionOf<T extends object>(Node: ClassType<T>, name: string, plural: string): ClassType<Page<T>> {
  @ObjectType(`${name}Edge`, { simpleResolvers: true, description: `An edge of a connection of ${plural}.` })
  class Edge {
    @Field(() => Node, { description: `One of the ${plural}.` })
    node!: T;

    @Field(() => String, { description: 'Its position, for `after`.' })
    cursor!: string;
  }

  @ObjectType(`${name}Connection`, { simpleResolvers: true, description: `A page of ${plural}.` })
  class Connection {
    @Field(() => [Node], { description: `The ${plural} on this page.` })
    nodes!: T[];

    @Field(() => [Edge], { description: `The ${plural} of this page with their cursors.` })
    edges!: Edge[];

    @Field(() => PageInfo, { description: 'Where this page is.' })
    pageInfo!: PageInfo;

    // The value may be a promise, which a simple resolver would not await.
    @Field(() => Int, {
      simple: false,
      description: `How many there are in the whole list.`,
    })
    totalCount!: number;
  }
  return Connection as unknown as ClassType<Page<T>>;
}
