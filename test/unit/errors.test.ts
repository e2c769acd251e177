import { expect, it } from '@jest/globals';
import { buildSchema, execute, type GraphQLError, parse } from 'graphql';
import { presentError } from '../../src/errors.js';

const schema = buildSchema('type Query { size(unit: String = "kg"): Int }');

const told = async (query: string, size: unknown) => {
  const { errors } = await execute({ schema, document: parse(query), rootValue: { size }, variableValues: {} });
  return errors?.map((error: GraphQLError) => presentError(error).code);
};

it('a value of ours that does not fit its type is a fault of ours', async () => {
  expect(await told('{ size }', 'large')).toEqual(['INTERNAL_SERVER_ERROR']);
});

it('what a client got wrong is told as that', async () => {
  expect(await told('{ size(unit: 5) }', 3)).toEqual(['BAD_USER_INPUT']);
});
