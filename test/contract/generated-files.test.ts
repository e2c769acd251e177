import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import {
  type GraphQLNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  isSpecifiedScalarType,
} from 'graphql';
import { createOpenApiDocument } from '../../src/http/pages/rest-docs.js';
import { createSchema, printSchemaDocument } from '../../src/schema.js';

const schema = createSchema();
const isRootType = (type: unknown): boolean =>
  [schema.getQueryType(), schema.getMutationType()].includes(type as never);

it('schema.graphql is what the code makes of it (else: npm run generate)', () => {
  expect(readFileSync('schema.graphql', 'utf8')).toBe(printSchemaDocument(schema));
});

it('openapi.json is what the code makes of it (else: npm run generate)', () => {
  expect(readFileSync('openapi.json', 'utf8')).toBe(`${JSON.stringify(createOpenApiDocument(schema), null, 2)}\n`);
});

it('every type, field, argument and enum value has a description', () => {
  const bare: string[] = [];
  const look = (at: string, { description }: { description?: string | null | undefined }): void => {
    if (!description?.trim()) bare.push(at);
  };
  const described = (type: GraphQLNamedType): boolean => !isIntrospectionType(type) && !isSpecifiedScalarType(type);
  for (const type of Object.values(schema.getTypeMap()).filter(described)) {
    if (!isRootType(type)) look(type.name, type);
    if (isEnumType(type)) for (const value of type.getValues()) look(`${type.name}.${value.name}`, value);
    if (!isObjectType(type) && !isInterfaceType(type) && !isInputObjectType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      look(`${type.name}.${field.name}`, field);
      if ('args' in field) for (const arg of field.args) look(`${type.name}.${field.name}(${arg.name})`, arg);
    }
  }
  expect(bare).toEqual([]);
});

it('no secret is part of any type', () => {
  const exposed = Object.values(schema.getTypeMap()).flatMap((type) =>
    isObjectType(type) && !isIntrospectionType(type)
      ? Object.values(type.getFields()).filter((field) => /hash|secret|password/i.test(field.name) && !isRootType(type))
      : [],
  );
  expect(exposed).toEqual([]);
});
