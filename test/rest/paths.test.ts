// Paths and methods of the REST API.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { routes } from '../../src/rest/routes/index.js';
import { startTestApp, type TestApp } from '../support/client.js';
import { openapi } from '../support/openapi.js';
import { type Beekeeper, beekeeper } from '../support/world.js';

let app: TestApp;
let ana: Beekeeper;
beforeAll(async () => {
  app = await startTestApp();
  ana = await beekeeper(app);
});
afterAll(() => app.close());

it('no two paths of openapi.json differ in the names of parameters only', () => {
  const templates = Object.keys(openapi.paths).map((path) => path.replace(/\{\w+\}/g, '{}'));
  expect(templates.filter((template, i) => templates.indexOf(template) !== i)).toEqual([]);
});

it('ADR 0002 names every endpoint that is no row of the route table', () => {
  const adr = readFileSync('docs/adr/0002-rest-through-graphql.md', 'utf8');
  const table = adr.split('\n').filter((line) => line.startsWith('| '));
  const named = table.flatMap((line) => [...line.split('|')[2]!.matchAll(/`([^`]+)`/g)].map(([, path]) => path!));
  const rows = new Set(routes.map(({ path }) => path.replace(/:(\w+)/g, '{$1}')));
  const others = Object.keys(openapi.paths).filter((path) => !rows.has(path));
  const matches = (path: string, name: string) => new RegExp(`^${name.replaceAll('*', '.+')}$`).test(path);
  expect(others.length).toBeGreaterThan(20);
  expect(others.filter((path) => !named.some((name) => matches(path, name)))).toEqual([]);
  expect(named.filter((name) => !others.some((path) => matches(path, name)))).toEqual([]);
  expect([...rows].filter((path) => named.some((name) => matches(path, name)))).toEqual([]);
});

it.each(Object.keys(openapi.paths))('%s answers 405 with Allow to methods that it does not have', async (path) => {
  const known = Object.keys(openapi.paths[path]).map((method) => method.toUpperCase());
  for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH'].filter((one) => !known.includes(one))) {
    const { status, headers } = await fetch(`${app.url}/api/v1${path.replace(/\{\w+\}/g, ana.id)}`, {
      method,
      headers: { authorization: `Bearer ${ana.token}` },
    });
    expect({ method, status, allow: headers.get('allow')?.split(', ').sort() }).toEqual({
      method,
      status: 405,
      allow: known.toSorted(),
    });
  }
});
