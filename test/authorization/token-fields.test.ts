// A record that a personal access token may read is there, whichever of its fields are selected: those that the token may not read are null,
// or empty.
import { expect, it } from '@jest/globals';
import type { GraphQLFormattedError } from 'graphql';
import { readSchema, selectionsOf } from '../support/deep-reader.js';
import { withToken } from '../support/tokens.js';
import { app, owner, sharedRecords } from './authorization.fixture.js';

const at = (data: unknown, path: readonly (string | number)[]): unknown =>
  path.reduce((value, key) => (value as Record<string, unknown> | null)?.[key], data);

/** Whether the object that has the field is gone, too. */
const isWide = (data: unknown, { path = [] }: GraphQLFormattedError): boolean => at(data, path.slice(0, -1)) == null;

it.each(['that only reads', 'that is limited to the apiary'])('a token %s', async (which) => {
  const ids = await sharedRecords();
  const token = await withToken(app, owner, which === 'that only reads' ? {} : { apiaryIds: [ids.apiary] });
  const schema = await readSchema(token);
  const kinds = new Set<string>();
  const lost: string[] = [];
  for (const id of new Set(Object.values(ids))) {
    const type: string | undefined = (await token.graphql(`{ node(id: "${id}") { __typename } }`)).data?.node
      ?.__typename;
    if (!type || kinds.has(type)) continue;
    kinds.add(type);
    for (const selection of selectionsOf(schema, schema.getType(type)!, 1)) {
      const { data, errors = [] } = await token.graphql(`{ node(id: "${id}") { ... on ${type} ${selection} } }`);
      for (const error of errors.filter((one) => isWide(data, one)))
        lost.push(`${type}: ${error.path?.join('.')}: ${error.message}`);
    }
  }
  const known = ['Apiary', 'Beehive', 'Inspection', 'Treatment', 'Harvest', 'Queen', 'Task', 'InventoryItem'];
  expect([...kinds]).toEqual(expect.arrayContaining(known));
  expect(lost).toEqual([]);
});
