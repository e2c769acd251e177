import { describe, expect, it } from '@jest/globals';
import { compiler } from '../../src/rest/compile.js';
import { routes } from '../../src/rest/routes/index.js';
import { createSchema } from '../../src/schema.js';

const compile = compiler(createSchema());
const route = (document: string) => ({ method: 'get' as const, path: '/x', status: 200 as const, document });

describe('the rows of the REST door', () => {
  it.each(routes.map((row) => [`${row.method} ${row.path}`, row] as const))('%s fits the schema', (_name, row) => {
    expect(() => compile(row)).not.toThrow();
  });

  it('have one row per method and path', () => {
    const keys = routes.map(({ method, path }) => `${method} ${path}`);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('give an operation one name wherever it appears', () => {
    const documents = new Map<string, string>();
    for (const row of routes) {
      const { name } = compile(row);
      expect(documents.get(name) ?? row.document).toBe(row.document);
      documents.set(name, row.document);
    }
  });
});

describe('a row that does not fit stops the boot', () => {
  it.each([
    ['an unknown field', 'query a { me { shoeSize } }', /shoeSize/],
    ['an undeclared variable', 'query a { apiary(id: $id) { id } }', /\$id/],
    ['an unknown directive', 'query a { me { id @loud } }', /@loud/],
    ['two root fields', 'query a { me { id } apiaries { totalCount } }', /one root field/],
    ['no name', '{ me { id } }', /named/],
  ])('%s', (_what, document, message) => {
    expect(() => compile(route(document))).toThrow(message);
  });
});
