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
import { writeClientFile } from '../../src/graphql/client-file.js';
import { hideLegacy } from '../../src/graphql/legacy.js';
import { createSchema, printSchemaDocument } from '../../src/graphql-schema.js';
import { createOpenApiDocument } from '../../src/site/rest-docs.js';

const schema = createSchema();
const isRootType = (type: unknown): boolean =>
  [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()].includes(type as never);

it('schema.graphql is up to date (otherwise run npm run generate)', () => {
  expect(readFileSync('schema.graphql', 'utf8')).toBe(printSchemaDocument(hideLegacy(schema)));
});

it('clients/graphql.ts is up to date (otherwise run npm run generate)', () => {
  const text = readFileSync('clients/graphql.ts', 'utf8');
  expect(writeClientFile(hideLegacy(schema), text)).toBe(text);
});

it('openapi.json is up to date (otherwise run npm run generate)', () => {
  expect(readFileSync('openapi.json', 'utf8')).toBe(`${JSON.stringify(createOpenApiDocument(schema), null, 2)}\n`);
});

it('every type, field, argument and enum value has a description', () => {
  const undescribed: string[] = [];
  const check = (at: string, { description }: { description?: string | null | undefined }): void => {
    if (!description?.trim()) undescribed.push(at);
  };
  const isOwn = (type: GraphQLNamedType): boolean => !isIntrospectionType(type) && !isSpecifiedScalarType(type);
  for (const type of Object.values(schema.getTypeMap()).filter(isOwn)) {
    if (!isRootType(type)) check(type.name, type);
    if (isEnumType(type)) for (const value of type.getValues()) check(`${type.name}.${value.name}`, value);
    if (!isObjectType(type) && !isInterfaceType(type) && !isInputObjectType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      check(`${type.name}.${field.name}`, field);
      if ('args' in field) for (const arg of field.args) check(`${type.name}.${field.name}(${arg.name})`, arg);
    }
  }
  expect(undescribed).toEqual([]);
});

/** Returned once, when they are created. */
const NEW_SECRETS = ['WebhookSecretPayload.secret'];

it('no type exposes a secret', () => {
  const exposed = Object.values(schema.getTypeMap()).flatMap((type) =>
    isObjectType(type) && !isIntrospectionType(type)
      ? Object.keys(type.getFields())
          .filter((name) => /hash|secret|password/i.test(name) && !isRootType(type))
          .map((name) => `${type.name}.${name}`)
      : [],
  );
  expect(exposed).toEqual(NEW_SECRETS);
});
