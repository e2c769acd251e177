// The documents and the kinds of the example client fit the schema. scripts/try-examples.mjs runs the client.
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { buildSchema, type GraphQLEnumType, type GraphQLInputObjectType, parse, validate } from 'graphql';

const load = (file: string) => import(pathToFileURL(`examples/offline-client/${file}`).href);
const schema = buildSchema(readFileSync('schema.graphql', 'utf8'));
// Imported by URL, because tsc does not compile the examples. These two import no packages.
const documents: Record<string, string> = await load('documents.mjs');
const { TABLES }: { TABLES: Record<string, { kind: string; partOf: string[] }> } = await load('records.mjs');

describe('the offline client', () => {
  it.each(Object.entries(documents))('%s fits the schema', (_name, document) => {
    expect(validate(schema, parse(document))).toEqual([]);
  });

  it('keeps copies of kinds that exist; it passes over others', () => {
    const kinds = (schema.getType('RecordKind') as GraphQLEnumType).getValues().map(({ name }) => name);
    const kept = Object.values(TABLES).map(({ kind }) => kind);
    expect(kept.length).toBeGreaterThan(10);
    expect(kinds).toEqual(expect.arrayContaining(kept));
  });

  it('pushes mutations that a push may contain', () => {
    const source = readFileSync('examples/offline-client/outbox.mjs', 'utf8');
    const shown = /const SHOW = \{(.*?)\n\};/s.exec(source)![1]!;
    const mutations = [...shown.matchAll(/^ {2}(\w+)[:(]/gm)].map(([, name]) => name!);
    const pushed = (schema.getType('SyncMutation') as GraphQLInputObjectType).getFields();
    expect(mutations.length).toBeGreaterThan(5);
    expect(Object.keys(pushed)).toEqual(expect.arrayContaining(mutations));
  });
});
