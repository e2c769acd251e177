import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { isIntrospectionType, isObjectType } from 'graphql';
import { writeContract } from '../../src/cli/contract.js';
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

it('contract.txt is up to date (otherwise run npm run generate)', () => {
  expect(readFileSync('contract.txt', 'utf8')).toBe(writeContract());
});

/** Returned once, when they are created. */
const NEW_SECRETS = ['CreateWebhookPayload.secret', 'RotateWebhookSecretPayload.secret'];

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
