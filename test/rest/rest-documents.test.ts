import { describe, expect, it } from '@jest/globals';
import { Kind, parse, print } from 'graphql';
import { createCompileRoute } from '../../src/rest/endpoint.js';
import { routes } from '../../src/rest/routes/index.js';
import { createSchema } from '../../src/schema.js';

const compile = createCompileRoute(createSchema());
const route = (document: string) => ({ method: 'get' as const, path: '/x', status: 200 as const, document });

describe('the rows of the REST door', () => {
  it.each(routes.map((row) => [`${row.method} ${row.path}`, row] as const))('%s fits the schema', (_name, row) => {
    expect(() => compile(row)).not.toThrow();
  });

  it('have one row per method and path', () => {
    const keys = routes.map(({ method, path }) => `${method} ${path}`);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('have a name each: it is the operationId, and the name in logs', () => {
    const names = routes.flatMap((row) =>
      [row.document, ...(row.fallback ? [row.fallback] : [])].map((document) => compile({ ...row, document }).name),
    );
    expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
  });

  it('mean the same by a fragment wherever it appears', () => {
    const fragments = new Map<string, string>();
    for (const { document } of routes)
      for (const node of parse(document).definitions) {
        if (node.kind !== Kind.FRAGMENT_DEFINITION) continue;
        const [name, text] = [node.name.value, print(node)];
        expect([name, fragments.get(name) ?? text]).toEqual([name, text]);
        fragments.set(name, text);
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
