// The fields of payloads, for tests that build documents for many mutations.
import 'reflect-metadata';
import { type GraphQLObjectType, getNamedType } from 'graphql';
import { recordFieldOf } from '../../src/graphql/payload.js';
import { createSchema } from '../../src/graphql-schema.js';

const mutations = createSchema().getMutationType()!.getFields();
const resultOf = (mutation: string): GraphQLObjectType => getNamedType(mutations[mutation]!.type) as GraphQLObjectType;
/** The mutations of the old app return the record itself. */
const hasPayload = (mutation: string): boolean => resultOf(mutation).name.endsWith('Payload');

/** The field with the record, or the records, in the payload of a mutation: `beehive` of `createBeehive`. */
export function payloadField(mutation: string): string {
  const payload = resultOf(mutation);
  return recordFieldOf(payload) ?? Object.keys(payload.getFields())[0]!;
}

/** The selection of a mutation whose record has these fields: `{ beehive { id } }`. */
export const selectRecord = (mutation: string, fields = 'id'): string =>
  hasPayload(mutation) ? `{ ${payloadField(mutation)} { ${fields} } }` : `{ ${fields} }`;

/** The record in the result of a mutation; null if it was refused. */
export const recordIn = (mutation: string, result: unknown): unknown =>
  hasPayload(mutation) ? ((result as Record<string, unknown> | null)?.[payloadField(mutation)] ?? null) : result;
