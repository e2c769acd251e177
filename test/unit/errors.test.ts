import { expect, it } from '@jest/globals';
import { OptimisticLockError } from '@mikro-orm/core';
import { buildSchema, execute, type GraphQLError, parse } from 'graphql';
import { presentError } from '../../src/errors.js';

const schema = buildSchema('type Query { size(unit: String = "kg"): Int }');

const codesOf = async (query: string, size: unknown) => {
  const { errors } = await execute({ schema, document: parse(query), rootValue: { size }, variableValues: {} });
  return errors?.map((error: GraphQLError) => presentError(error).code);
};

it('reports a resolver value of the wrong type as an internal error', async () => {
  expect(await codesOf('{ size }', 'large')).toEqual(['INTERNAL_SERVER_ERROR']);
});

it('reports an argument of the wrong type as bad input', async () => {
  expect(await codesOf('{ size(unit: 5) }', 3)).toEqual(['BAD_USER_INPUT']);
});

it.each(['25006', '3D000', '28P01', '53300', '55000', '57P01', '57P02', '57P03', '08006', 'ENOTFOUND', 'EAI_AGAIN'])(
  'reports %s of the database as unavailable, also if the ORM wrapped it',
  (code) => {
    const error = Object.assign(new Error('of the driver'), { code });
    for (const thrown of [error, new Error('of the ORM', { cause: error })]) {
      expect(presentError(thrown)).toMatchObject({ code: 'UNAVAILABLE', retryAfter: 1 });
    }
  },
);

it('reports the comparison of versions by the ORM as a concurrent change, also within a transaction that failed', () => {
  const error = OptimisticLockError.lockFailed('Beehive');
  for (const thrown of [error, new Error('of the transaction', { cause: error })])
    expect(presentError(thrown)).toMatchObject({ code: 'CONFLICT', reason: 'CHANGED_CONCURRENTLY' });
});

it('reports the id of another record as taken, without its details', () => {
  const error = Object.assign(new Error('duplicate key'), { code: '23505', constraint: 'beehives_pkey' });
  expect(presentError(error)).toEqual({
    code: 'CONFLICT',
    reason: 'ID_TAKEN',
    message: 'This id is taken: choose another one',
  });
});
