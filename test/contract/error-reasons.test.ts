// Every reason of an error is documented, in both descriptions of the API; every documented reason occurs in the sources.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { buildSchema, type GraphQLEnumType } from 'graphql';
import { GRAPHQL_ONLY } from '../../src/rest/openapi/error-codes.js';
import { CODES } from '../../src/shared/error-codes.js';
import { REASONS, type Reason } from '../../src/shared/error-reasons.js';
import { LISTED_CODES } from '../support/openapi.js';

const schema = buildSchema(readFileSync('schema.graphql', 'utf8'));

const sources = readdirSync('src', { recursive: true, withFileTypes: true })
  .filter(({ name }) => name.endsWith('.ts') && !['error-reasons.ts', 'error-codes.ts'].includes(name))
  .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8'))
  .join('\n');

it('every reason in the sources is in the table', () => {
  const used = [...sources.matchAll(/\breason: '([A-Z_]+)'/g)].map(([, reason]) => reason!);
  expect(used.length).toBeGreaterThanOrEqual(20);
  expect(used.filter((reason) => !(reason in REASONS))).toEqual([]);
});

it.each(Object.entries(REASONS))('%s occurs in the sources and is documented', (reason, meaning) => {
  expect(sources).toContain(`'${reason}'`);
  const reasons = schema.getType('ErrorReason') as GraphQLEnumType;
  expect(reasons.getValue(reason)?.description).toBe(meaning);
  // Over REST, not if only operations of GraphQL have it.
  expect(LISTED_CODES.includes(reason)).toBe(!GRAPHQL_ONLY.has(reason as Reason));
});

it.each(Object.entries(CODES))('%s is documented', (code, [, meaning]) => {
  expect((schema.getType('ErrorCode') as GraphQLEnumType).getValue(code)?.description).toBe(meaning);
  expect(LISTED_CODES).toContain(code);
});
