// A planned operation returns the same response as graphql-js: every operation of the tests and of the REST routes.
import 'reflect-metadata';
import { describe, expect, it } from '@jest/globals';
import { getOperationAST, parse, validate, visit } from 'graphql';
import { planOperation } from '../../src/engine/operations/plan.js';
import { hideLegacy } from '../../src/graphql/legacy.js';
import { createSchema } from '../../src/graphql-schema.js';
import { createParseRoute } from '../../src/rest/endpoint.js';
import { routes } from '../../src/rest/routes/index.js';
import { byReference } from '../support/by-reference.js';
import type { GraphqlAnswer } from '../support/client.js';
import {
  asSuiteOperation,
  type SuiteOperation,
  suiteOperations,
  withoutDuplicates,
} from '../support/suite-operations.js';
import { administrator, ana, createRecords, records } from './execution.fixture.js';

const full = createSchema();
const real = hideLegacy(full);

describe('the operations of the tests and of the REST routes', () => {
  const fromTests = suiteOperations(real);
  const parseRoute = createParseRoute(full);
  const fromRoutes = routes
    .flatMap((route) =>
      [route.document, ...(route.fallback ? [route.fallback] : [])].map((document) => ({ ...route, document })),
    )
    .map((route) => visit(parseRoute(route).document, { Directive: () => null }))
    // Clients of GraphQL cannot send those with legacy fields: engines.test.ts compares the endpoints.
    .filter((document) => validate(real, document).length === 0)
    .map((document) => asSuiteOperation(real, document));
  const all = withoutDuplicates([...fromTests, ...fromRoutes]);
  const ofKind = (kind: SuiteOperation['kind']) =>
    all.filter((operation) => operation.kind === kind).map((operation) => [operation.text, operation] as const);

  it('are found, include every root field, and are mostly planned', () => {
    expect(fromTests.length).toBeGreaterThanOrEqual(150);
    expect(fromRoutes.length).toBeGreaterThan(routes.length / 3);
    const planned = all.filter(({ text }) => planOperation(real, parse(text), getOperationAST(parse(text))!, true));
    expect(planned.length).toBeGreaterThan(all.length * 0.9);
    const roots = [real.getQueryType()!, real.getMutationType()!].flatMap((type) => Object.keys(type.getFields()));
    const used = new Set(fromTests.flatMap(({ rootFields }) => rootFields));
    expect(roots.filter((name) => !used.has(name))).toEqual([]);
  });

  it('queries return the same result', async () => {
    const succeeded = [];
    for (const [text, { variables }] of ofKind('query')) {
      const planned = comparable(await ana.graphql(text, variables(records)));
      const reference = comparable(await ana.graphql(byReference(text), variables(records)));
      expect({ text, ...planned }).toEqual({ text, ...reference });
      if (!planned.errors) succeeded.push(text);
    }
    expect(succeeded.length).toBeGreaterThan(ofKind('query').length / 2);
  });

  /** Each needs records of its own, twice: those that differ in arguments and selections only are the business of the generated operations. */
  const mutations = (): ReturnType<typeof ofKind> => {
    const counts = new Map<string, number>();
    return ofKind('mutation').filter(([, { rootFields }]) => {
      const key = rootFields.join(' ');
      counts.set(key, (counts.get(key) ?? 0) + 1);
      return counts.get(key)! <= 2;
    });
  };
  const changesAccount = /logOut|end\w*Session|deleteMy|Password|setUser|updateProfile/;
  it('mutations return results of the same shape', async () => {
    const succeeded = [];
    // In one account, the two would take from each other what it has once: a keeper of a day, the push subscription of a session.
    const callers = [await administrator(), await administrator()];
    for (const [text, { variables }] of mutations()) {
      const shapes = await Promise.all(
        [text, byReference(text)].map(async (sent, i) => {
          const caller = changesAccount.test(text) ? await administrator() : callers[i]!;
          return shapeOf(await caller.graphql(sent, variables(await createRecords(caller))));
        }),
      );
      expect({ text, shape: shapes[1] }).toEqual({ text, shape: shapes[0] });
      if (!JSON.stringify(shapes[0]).includes('"code"')) succeeded.push(text);
    }
    // Many of the tests ask for a refusal.
    expect(succeeded.length).toBeGreaterThan(mutations().length / 2);
  }, 240_000);
});

/** Without data, only the codes of the errors are compared: graphql-js stops at the first error, which depends on timing. */
/** Statistics tell when they were calculated, cursors of the worklist begin with the time of the first page, and those of changes have a time, too. */
const withoutTimes = (data: unknown): unknown =>
  JSON.parse(
    JSON.stringify(data ?? null, (key, value) =>
      ['calculatedAt', 'last_updated'].includes(key) ||
      (typeof value === 'string' && CURSORS_WITH_TIMES.some((start) => value.startsWith(start)))
        ? null
        : value,
    ),
  );
const CURSORS_WITH_TIMES = ['{"at":', '{"viewer"'].map((start) => Buffer.from(start).toString('base64url'));

function comparable({ status, data, errors }: GraphqlAnswer<unknown>) {
  const texts = errors?.map(({ message, path, extensions }) =>
    data === null ? extensions.code : JSON.stringify({ message, path, extensions }),
  );
  return { status, data: withoutTimes(data), errors: texts && [...new Set(texts)].sort() };
}

/** The parts of a response that do not depend on the account and the time. */
function shapeOf(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => shapeOf(item, key));
  if (typeof value === 'string' && key === 'path') return value.replace(/[\da-f-]{36}/, 'id');
  if (typeof value !== 'object' || value === null)
    return /^(status|code|message|path|reason|__typename)$/.test(key) ? value : value === null ? null : typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shapeOf(inner, name)]));
}
