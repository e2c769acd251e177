import { describe, expect, it } from '@jest/globals';
import { extendSchema, Kind, parse, print, validate } from 'graphql';
import { createSchema } from '../../src/graphql-schema.js';
import { createCompileRoute } from '../../src/rest/endpoint.js';
import { DIRECTIVES } from '../../src/rest/response.js';
import type { Route } from '../../src/rest/route.js';
import { routes } from '../../src/rest/routes/index.js';

const schema = createSchema();
const compile = createCompileRoute(schema);
const withDirectives = extendSchema(schema, parse(DIRECTIVES));
/** The start does not validate the documents: it took a sixth of its time. */
function requireValid(one: Route): void {
  for (const document of [one.document, ...(one.fallback ? [one.fallback] : [])]) {
    expect(validate(withDirectives, parse(document)).map(({ message }) => message)).toEqual([]);
    compile({ ...one, document });
  }
}
const route = (document: string) => ({ method: 'get' as const, path: '/x', status: 200 as const, document });

describe('the REST routes', () => {
  it.each(routes.map((one) => [`${one.method} ${one.path}`, one] as const))('%s fits the schema', (_name, one) => {
    requireValid(one);
  });

  it('contain each method and path once', () => {
    const keys = routes.map(({ method, path }) => `${method} ${path}`);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('have unique operation names, which are the operationIds and the names in logs', () => {
    const names = routes.flatMap((one) =>
      [one.document, ...(one.fallback ? [one.fallback] : [])].map((document) => compile({ ...one, document }).name),
    );
    expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
  });

  it('define each fragment identically wherever it appears', () => {
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

describe('the check finds an invalid document', () => {
  it.each([
    ['an unknown field', 'query a { me { shoeSize } }', /shoeSize/],
    ['an undeclared variable', 'query a { apiary(id: $id) { id } }', /\$id/],
    ['an unknown directive', 'query a { me { id @loud } }', /@loud/],
    ['two root fields', 'query a { me { id } apiaries { totalCount } }', /one root field/],
    ['no name', '{ me { id } }', /named/],
  ])('%s', (_case, document, message) => {
    expect(() => requireValid(route(document))).toThrow(message);
    expect(() => requireValid({ ...route('query a { me { id } }'), fallback: document })).toThrow(message);
  });
});
