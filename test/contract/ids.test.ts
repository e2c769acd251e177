import { expect, it } from '@jest/globals';
import { type GraphQLInterfaceType, isInterfaceType, isObjectType } from 'graphql';
import { hideLegacy } from '../../src/graphql/legacy.js';
import { createSchema } from '../../src/graphql-schema.js';

// Caches of clients keep whatever has an id by its type and id.
it.each([
  ['of clients', hideLegacy(createSchema())],
  ['with what the mobile app needs', createSchema()],
])('in the schema %s, a field is called `id` on records that `node` returns, and nowhere else', (_which, schema) => {
  const node = schema.getType('Node') as GraphQLInterfaceType;
  const { objects, interfaces } = schema.getImplementations(node);
  const nodes = [node, ...objects, ...interfaces].map(({ name }) => name);
  const withId = Object.values(schema.getTypeMap()).flatMap((type) => {
    const id = isObjectType(type) || isInterfaceType(type) ? type.getFields().id : undefined;
    return id ? [`${type.name}: ${id.type}`] : [];
  });
  expect(withId.sort()).toEqual(nodes.map((name) => `${name}: ID!`).sort());
});
