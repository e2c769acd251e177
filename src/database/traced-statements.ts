import { AsyncResource } from 'node:async_hooks';
import type { Pool, PoolClient } from 'pg';
import { codeOf, type Tracer } from '../observability/tracer.js';

type Callback = (...values: unknown[]) => void;
type Query = (statement: string | { text: string }, ...rest: unknown[]) => unknown;

/** Traces every statement of a pool: those of both engines, of MikroORM and of background jobs. Called before the pool connects. */
export function traceStatements(pool: Pool, tracer: Tracer): void {
  const connect = pool.connect.bind(pool) as (callback?: Callback) => unknown;
  pool.connect = ((callback?: Callback) => {
    // A connection that another request releases calls back within that request, which may be recorded or not.
    if (!tracer.isRecording) return connect(callback && ((...values) => tracer.exit(() => callback(...values))));
    const bound = callback && AsyncResource.bind(callback);
    // A connection that is opened now is not a part of this request: others use it, too.
    return tracer.exit(() => connect(bound));
  }) as Pool['connect'];
  pool.on('connect', (client) => traceClient(client, tracer));
}

function traceClient(client: PoolClient, tracer: Tracer): void {
  const query = client.query as Query;
  const traced: Query = (statement, ...rest) => {
    const span = tracer.statement(typeof statement === 'string' ? statement : statement.text);
    if (!span) return query.call(client, statement, ...rest);
    const end = (error?: unknown): void => {
      if (error) {
        const code = codeOf(error);
        span.setAttribute('db.response.status_code', code);
        span.fail(code);
      }
      span.end();
    };
    const callback = rest.at(-1);
    if (typeof callback === 'function') {
      const ending: Callback = (error, ...results) => {
        end(error);
        callback(error, ...results);
      };
      return query.call(client, statement, ...rest.slice(0, -1), ending);
    }
    const result = query.call(client, statement, ...rest);
    if (result instanceof Promise) result.then(() => end(), end);
    else end();
    return result;
  };
  client.query = traced as typeof client.query;
}
