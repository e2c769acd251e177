// A planned operation returns the same result as graphql-js: generated operations on generated values.
import 'reflect-metadata';
import { describe, expect, it } from '@jest/globals';
import { type DocumentNode, execute, getIntrospectionQuery, getOperationAST, parse, validate } from 'graphql';
import { prepare as prepareOperation } from '../../src/engine/operations/prepare.js';
import { createSchema } from '../../src/graphql-schema.js';
import * as fc from '../support/fast-check.js';
import {
  type GeneratedOperation,
  type GeneratorContext,
  observe,
  operations,
  withGeneratedValues,
} from '../support/fuzz/executions.js';

const real = createSchema();
/** Documents for each share of faults. `.ci/run` compares 2,000 operations. */
const RUNS = Number(process.env.EXECUTION_RUNS ?? 250);
const MAX_MS_PER_RUN = 50;

/**
 * Once an error has made the whole result null, neither executor waits for the fields that are still executing: which of their errors
 * come in time depends on the order of the event loop. One of the two lists of errors then contains the other.
 */
function expectEqual(actual: ReturnType<typeof observe>, expected: ReturnType<typeof observe>): void {
  const [fewer, more] = [actual.errors, expected.errors].sort((a, b) => a.length - b.length) as [string[], string[]];
  const isDecided = expected.data === 'null' && fewer.length > 0;
  expect(isDecided ? actual.data : actual).toEqual(isDecided ? 'null' : expected);
  if (isDecided) expect(more).toEqual(expect.arrayContaining(fewer));
}

describe('on generated values', () => {
  const schema = withGeneratedValues(real);
  const prepare = (document: DocumentNode, name: string) =>
    prepareOperation(schema, document, getOperationAST(document, name)!, { isOnlyWritten: true });
  let compared = 0;

  async function compare({ document: text, names, variables }: GeneratedOperation, seed: number, faults: number) {
    const document = parse(text);
    expect(validate(schema, document)).toEqual([]);
    for (const operationName of names) {
      const [reference, planned]: [GeneratorContext, GeneratorContext] = [
        { seed, faults, called: [] },
        { seed, faults, called: [] },
      ];
      const request = { schema, document, operationName, contextValue: reference, variableValues: variables };
      const expected = observe(await execute(request));
      expectEqual(observe(await prepare(document, operationName)(planned, variables)), expected);
      // Only for mutations does it matter which resolvers were called.
      if (text.includes(`mutation ${operationName}`)) expect(planned.called).toEqual(reference.called);
      compared += 1;
    }
  }

  it.each([
    ['without faults', 0],
    ['with few faults', 1],
    ['with many faults', 5],
  ])(
    '%s',
    async (_case, faults) => {
      const generated = fc.tuple(
        fc.boolean().chain((directives) => operations(schema, directives)),
        fc.nat(),
      );
      await fc.assert(
        fc.asyncProperty(generated, ([operation, seed]) => compare(operation, seed, faults)),
        { numRuns: RUNS, endOnFailure: true },
      );
    },
    30_000 + RUNS * MAX_MS_PER_RUN,
  );

  it('more than 750 operations are compared, or a share of them as of the cases', () =>
    expect(compared).toBeGreaterThan(fc.share(750)));

  it('the introspection query', async () => {
    const introspection: GeneratedOperation = {
      document: getIntrospectionQuery(),
      names: ['IntrospectionQuery'],
      variables: {},
    };
    await compare(introspection, 0, 0);
  });

  const user = '{ id username }';
  it.each<[string, string, Record<string, unknown>]>([
    ['a fragment with a condition and without one', '...F @include(if: $no) ...F } fragment F on Query { me { id', {}],
    [
      'a fragment with different conditions',
      'a: me { ...F @include(if: $no) } b: me { ...F } } fragment F on User { ... { id',
      {},
    ],
    ['a field with a condition, its fields in a fragment', 'me @include(if: $no) { ... { id } } me { username', {}],
    ['a condition that is null', 'me @include(if: $perhaps) { id', { perhaps: null }],
    [
      'an alias that equals a joined path',
      `a_b: beehives { nodes { beehiveNumber } } b: apiary(id: $id) { a: beehives { nodes { id } }`,
      {},
    ],
    [
      'an alias that equals a joined path, in reverse order',
      `b: apiary(id: $id) { a: beehives { nodes { id } } } a_b: beehives { nodes { beehiveNumber }`,
      {},
    ],
    [
      'aliases that are special names in JavaScript',
      `__proto__: me ${user} constructor: me ${user} then: me ${user} a: me { __proto__: id`,
      {},
    ],
  ])('%s', async (_case, selection, variables) => {
    const used = ['no: Boolean!', 'perhaps: Boolean = true', 'id: ID!'].filter((variable) =>
      selection.includes(`$${variable.split(':')[0]}`),
    );
    const head = `query One${used.length > 0 ? `(${used.map((variable) => `$${variable}`).join(', ')})` : ''}`;
    for (let seed = 0; seed < 5; seed++) {
      const operation = {
        document: `${head} { ${selection} } }`,
        names: ['One'],
        variables: { no: false, id: 'x', ...variables },
      };
      await compare(operation, seed, 0);
    }
  });

  it('no mutation is executed after one that failed', async () => {
    const document =
      'mutation One($id: ID!) { a: deleteApiary(input: { id: $id }) { deletedId } b: logOut { success } c: endOtherSessions { endedSessionsCount } }';
    for (let seed = 0; seed < 50; seed++) await compare({ document, names: ['One'], variables: { id: 'x' } }, seed, 20);
  });

  it('a short document that is long once its fragments are expanded is prepared quickly', async () => {
    const aliases = ['a', 'b', 'c', 'd', 'e', 'f'];
    const level = (n: number) =>
      `fragment F${n} on Apiary { ${aliases.map((a) => `${a}: beehives { nodes { apiary { ${n > 0 ? `...F${n - 1}` : 'id'} } } }`).join(' ')} }`;
    const document = `query One { apiary(id: 1) { ...F2 } } ${[0, 1, 2].map(level).join(' ')}`;
    const took = [1, 2, 3].map(() => {
      const start = performance.now();
      prepare(parse(document), 'One');
      return performance.now() - start;
    });
    // Another process may have had the processor meanwhile, but not each time.
    expect(Math.min(...took)).toBeLessThan(200);
  });
});
