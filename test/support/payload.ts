// The fields of payloads, for tests that build documents for many mutations.
import { readFileSync } from 'node:fs';
import { buildSchema, type GraphQLObjectType, getNamedType } from 'graphql';

const mutations = buildSchema(readFileSync('schema.graphql', 'utf8')).getMutationType()!.getFields();
const resultOf = (mutation: string): GraphQLObjectType => getNamedType(mutations[mutation]!.type) as GraphQLObjectType;
/** The mutations of the old app return the record itself. */
const hasPayload = (mutation: string): boolean => resultOf(mutation).name.endsWith('Payload');

/** The field with the record, or the records, in the payload of a mutation: `beehive` of `createBeehive`. */
export function payloadField(mutation: string): string {
  const [field] = Object.keys(resultOf(mutation).getFields());
  return field!;
}

/** The selection of a mutation whose record has these fields: `{ beehive { id } }`. */
export const selectRecord = (mutation: string, fields = 'id'): string =>
  hasPayload(mutation) ? `{ ${payloadField(mutation)} { ${fields} } }` : `{ ${fields} }`;

/** The record in the result of a mutation; null if it was refused. */
export const recordIn = (mutation: string, result: unknown): unknown =>
  hasPayload(mutation) ? ((result as Record<string, unknown> | null)?.[payloadField(mutation)] ?? null) : result;
