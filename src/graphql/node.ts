import { Field, ID, InterfaceType } from 'type-graphql';

/** Relay's interface of records that can be fetched again by their id: https://relay.dev/docs/guides/graphql-server-specification */
@InterfaceType({
  description: 'A record with an id that is unique among all records: fetch it again with `node`.',
  resolveType: (row: { __typename: string }) => row.__typename,
})
export abstract class Node {
  @Field(() => ID, { description: 'A UUID.' })
  id!: string;
}
