// Every reason of an error is documented, in both descriptions of the API; every documented reason occurs in the sources.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { GRAPHQL_ONLY } from '../../src/rest/openapi/error-codes.js';
import { REASONS, type Reason } from '../../src/shared/error-reasons.js';

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
  const documented = `- \`${reason}\`: ${meaning}`;
  expect(readFileSync('schema.graphql', 'utf8')).toContain(documented);
  const { error_code } = JSON.parse(readFileSync('openapi.json', 'utf8')).components.schemas.Error.properties;
  // Over REST, in the words of that API, and not if only operations of GraphQL have it.
  const isListed = error_code.description.includes(`- \`${reason}\`: `);
  expect(isListed).toBe(!GRAPHQL_ONLY.has(reason as Reason));
});
