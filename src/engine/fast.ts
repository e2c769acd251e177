// What replaces the packages for each request: README.md says what each part saves.
import type pg from 'pg';
import type { Engine } from './engine.js';
import { prepare } from './operations/prepare.js';
import { callResolversDirectly } from './resolver-calls.js';
import { toJson } from './rows/json-bytes.js';
import { PreparedQuery } from './rows/prepared-query.js';
import { RawQuery, RawRowsClient } from './rows/raw-query.js';

export const fast: Engine = {
  name: 'fast',
  prepare,
  attach: callResolversDirectly,
  Client: RawRowsClient as unknown as typeof pg.Client,
  query: (pool, { prepared, text, values, isPassedOn }) => {
    const query = new (isPassedOn ? RawQuery : PreparedQuery)(prepared, { text, values });
    // With a query of its own, too, the pool returns a promise, which its types do not declare.
    return pool.query(query) as unknown as Promise<pg.QueryResult>;
  },
  stringify: toJson,
  bypassesExpress: true,
};
