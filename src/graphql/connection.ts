// Relay connections: https://relay.dev/graphql/connections.htm
import { type GraphQLSchema, isObjectType } from 'graphql';
import { type ClassType, Field, Int, ObjectType } from 'type-graphql';
import type { Page } from '../database/page.js';
import { humanize } from '../shared/text.js';

@ObjectType({ simpleResolvers: true, description: 'Where a page of a connection lies in its list.' })
export class PageInfo {
  @Field(() => Boolean, { description: 'Whether more follows: ask again with `after: endCursor`.' })
  hasNextPage!: boolean;

  @Field(() => Boolean, { description: 'Whether this page was asked for with `after`.' })
  hasPreviousPage!: boolean;

  @Field(() => String, { nullable: true, description: 'The cursor of the first node; null when there is none.' })
  startCursor!: string | null;

  @Field(() => String, { nullable: true, description: 'The cursor of the last node; null when there is none.' })
  endCursor!: string | null;
}

/** The GraphQL types `<Name>Connection` and `<Name>Edge` for a type of node. */
export function connectionOf<T extends object>(Node: ClassType<T>, name: string, plural: string): ClassType<Page<T>> {
  @ObjectType(`${name}Edge`, { simpleResolvers: true, description: `One of the ${plural} of a connection.` })
  class Edge {
    @Field(() => Node, { description: `The ${humanize(name).toLowerCase()}.` })
    node!: T;

    @Field(() => String, { description: 'Where it stands in the list: the `after` of the next page.' })
    cursor!: string;
  }

  @ObjectType(`${name}Connection`, { simpleResolvers: true, description: `A page of ${plural}.` })
  class Connection {
    @Field(() => [Node], { description: `The ${plural} of this page.` })
    nodes!: T[];

    @Field(() => [Edge], { description: `The ${plural} of this page, each with its cursor.` })
    edges!: Edge[];

    @Field(() => PageInfo, { description: 'Where this page lies in the list.' })
    pageInfo!: PageInfo;

    // Not simple: it may be a promise, and what is simple is read as it is.
    @Field(() => Int, {
      simple: false,
      description: `How many ${plural} the whole list has. Counted only when asked for.`,
    })
    totalCount!: number;
  }
  return Connection as unknown as ClassType<Page<T>>;
}

/**
 * The rows of a connection count as part of the response when they are taken (Page), which may fail. A resolver may fail in compiled
 * operations too; a property that is read as it is may not.
 */
export function resolveConnectionRows(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || !type.name.endsWith('Connection')) continue;
    const { nodes, edges } = type.getFields();
    if (nodes) nodes.resolve = (page: Page<object>) => page.nodes;
    if (edges) edges.resolve = (page: Page<object>) => page.edges;
  }
}
