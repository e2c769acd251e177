// If a package has changed what the fast engine needs of it, the plain engine is used, and a warning says why.
import { afterEach, expect, it } from '@jest/globals';
import pg from 'pg';
import { Parser } from 'pg-protocol/dist/parser.js';
import { createEngine } from '../../src/engine/create-engine.js';

const changed: [object, string, unknown][] = [];
/** Gives an object another member until the test has ended. */
function change(owner: object, name: string, value: unknown): void {
  changed.push([owner, name, Reflect.get(owner, name)]);
  Object.assign(owner, { [name]: value });
}
afterEach(() => {
  for (const [owner, name, value] of changed.splice(0)) Object.assign(owner, { [name]: value });
});

async function create(name: 'fast' | 'plain'): Promise<{ name: string; warnings: string[] }> {
  const warnings: string[] = [];
  const engine = await createEngine(name, (message) => warnings.push(message));
  return { name: engine.name, warnings };
}

it('an engine is that of the setting', async () => {
  expect(await create('fast')).toEqual({ name: 'fast', warnings: [] });
  expect(await create('plain')).toEqual({ name: 'plain', warnings: [] });
});

it('a missing method is named', async () => {
  change(pg.Client.prototype, '_handleDataRow', undefined);
  expect(await create('fast')).toEqual({
    name: 'plain',
    warnings: ['ENGINE=plain is used: the fast engine does not know pg.Client.prototype._handleDataRow'],
  });
});

it('rows that are read differently are noticed', async () => {
  change((Parser as unknown as { prototype: object }).prototype, 'handlePacket', () => ({ name: 'other' }));
  const { name, warnings } = await create('fast');
  expect(name).toBe('plain');
  expect(warnings).toEqual(['ENGINE=plain is used: the fast engine does not know the messages of pg-protocol']);
});

it('results that are built differently are noticed', async () => {
  change(pg.Query.prototype, 'handleDataRow', () => {});
  expect(await create('fast')).toEqual({
    name: 'plain',
    warnings: ['ENGINE=plain is used: the fast engine does not know the results of pg.Query'],
  });
});
