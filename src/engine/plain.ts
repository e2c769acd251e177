import { execute } from 'graphql';
import type { Engine } from './engine.js';

/** The packages alone: graphql-js executes, pg reads rows, and Express and Apollo Server serve. */
export const plain: Engine = {
  name: 'plain',
  prepare:
    (schema, document, { name }) =>
    (contextValue, variableValues) =>
      execute({ schema, document, operationName: name?.value, contextValue, variableValues }),
  attach: () => {},
  Client: undefined,
  query: (pool, { prepared, text, values }) =>
    pool.query(prepared ? { name: prepared.name, text, values } : { text, values }),
  stringify: (value, end = '') => JSON.stringify(value) + end,
  bypassesExpress: false,
};
